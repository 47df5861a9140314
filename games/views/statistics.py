"""A game that is over in numbers."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.chart import charts_of
from games.statistics import statistics_of
from games.views.courses import Find, course_or_404
from games.views.previews import preview_of_course


@never_cache
@require_safe
def show(request: HttpRequest, code: str, find: Find) -> HttpResponse:
    """A game that is over in numbers."""
    course = course_or_404(request, code, find)
    context: dict[str, object] = {"course": course, "preview": preview_of_course(request, course, course.history.ply)}
    if course.is_over:
        numbers = statistics_of(course.history)
        money = [player.money for player in numbers.players]
        colours = [course.variant.colours_of(seat)[0] for seat in range(len(course.players))]
        context["rows"] = list(
            zip(course.players, colours, numbers.players, charts_of(numbers.turns, money), strict=True)
        )
        context["table"] = list(zip(numbers.turns, zip(*money, strict=True), strict=True))
    return render(request, "games/statistics.html", context)
