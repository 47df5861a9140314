"""What happened, as frames that are shown one after the other."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from games import drawing
from games.history import Step
from games.rules import Draw, Lay, Position, Roll
from games.telling import Telling, actor_of, toll_of


@dataclass(frozen=True, slots=True)
class Frame:
    """One step to be shown: its sentence, and the picture after it."""

    ply: int
    seat: int | None
    sentence: str
    assam: str
    path: str
    face: int | None
    area: str
    rugs: SafeString | str
    dirhams: str
    points: str


def frames_of(steps: Sequence[Step], telling: Telling) -> tuple[Frame, ...]:
    """A frame for each step, but for rugs turned up, which the seats show."""
    return tuple(
        frame_of(step.after, step, telling.sentence(step)) for step in steps if not isinstance(step.action, Draw)
    )


def frame_of(position: Position, step: Step | None = None, sentence: str = "") -> Frame:
    """A moment to be shown; with the step that led to it, also how."""
    roll = step.action if step and isinstance(step.action, Roll) else None
    toll = toll_of(step) if step else None
    changes_rugs = step is None or isinstance(step.action, Lay)
    return Frame(
        ply=step.ply or 0 if step else 0,
        seat=actor_of(step) if step else None,
        sentence=sentence,
        assam=drawing.assam_transform(position.assam),
        path=drawing.walk_path(step.before.assam, step.before.walk(roll.face)) if step and roll else "",
        face=roll.face if roll else None,
        area=drawing.area_path(toll.squares) if toll else "",
        rugs=drawing.rugs_svg(position.rugs) if changes_rugs else "",
        dirhams=" ".join(str(seat.dirhams) for seat in position.seats),
        points=" ".join(str(position.points(seat)) for seat in range(len(position.seats))),
    )
