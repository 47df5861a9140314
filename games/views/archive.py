"""The archive: ended games, searched by a form that is part of the address."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.search_form import SearchForm
from games.views.ended_games import ended_games


@never_cache
@require_safe
def show(request: HttpRequest) -> HttpResponse:
    """The games that were looked for, the last to end first; `?before=` turns to older ones."""
    form = SearchForm(request.GET)
    if not form.is_valid():
        return render(request, "games/archive.html", {"form": form, "is_searched": True}, status=400)
    asked = form.asked()
    return render(request, "games/archive.html", {"form": form, **ended_games(request, form.search(), asked, asked)})
