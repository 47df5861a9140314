"""How the dice of a game work, and that they fell as they had to."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import rules
from games.courses import Course
from games.fairness import Event, events_of
from games.rules import Draw, Roll
from games.views.courses import Find, course_or_404
from games.views.previews import preview_of_course


@never_cache
@require_safe
def show(request: HttpRequest, code: str, find: Find) -> HttpResponse:
    """How the dice work, and every event of a game that is over."""
    course = course_or_404(request, code, find)
    proof = course.proof
    seed = proof.seed if proof else None
    digest = rules.commitment(seed) if seed else ""
    events = list(events_of(course.history, proof)) if proof and seed else []
    context = {
        "course": course,
        "proof": proof,
        "seed": seed.hex() if seed else "",
        "digest": digest,
        "is_kept": proof is not None and digest == proof.commitment,
        "contributions": zip(course.names, proof.contributions, strict=True) if proof else (),
        "events": [(event, *_words(course, event)) for event in events],
        "all_fit": all(event.fits for event in events),
        "preview": preview_of_course(request, course, course.history.ply),
    }
    return render(request, "games/dice.html", context)


def _words(course: Course, event: Event) -> tuple[str, str]:
    """What an event decided, and what the game has in its place."""
    telling = course.telling
    if isinstance(event.decided, int):
        return telling.begins(event.decided), telling.begins(course.history.start.mover)
    assert event.step is not None  # only the first player is drawn before all steps
    mover, played = event.step.before.mover, event.step.action
    assert isinstance(played, Roll | Draw)
    return telling.chance(event.decided, mover), telling.chance(played, mover)
