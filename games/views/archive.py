"""The archive: ended games, searched by a form that is part of the address."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import archive
from games.paging import Page
from games.search_form import SearchForm


@never_cache
@require_safe
def show(request: HttpRequest) -> HttpResponse:
    """The games that were looked for, the last to end first; `?before=` turns to older ones."""
    form = SearchForm(request.GET)
    is_valid = form.is_valid()
    games = archive.found(form.search(), request.user, request.GET.get("before", "")) if is_valid else Page([], "")
    asked = urlencode(form.asked())
    context = {"form": form, "games": games.rows, "next": games.next, "asked": asked, "in_archive": asked}
    return render(request, "games/archive.html", context, status=200 if is_valid else 400)
