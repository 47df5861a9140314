"""The part of the home page that tells of the ladder."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from ladder.top import top_for


@never_cache
@require_safe
def show(request: HttpRequest) -> HttpResponse:
    """That part alone, for a page that stays open."""
    return render(request, "ladder/_top.html", {"top": top_for(request.user)})
