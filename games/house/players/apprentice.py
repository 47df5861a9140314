"""The apprentice: thinks one step ahead, and not always.

It turns Assam the way on which it expects to pay least, and lays where it gains most visible halves. Now and then it
does not think at all, so that a beginner can win.
"""

from datetime import timedelta

from games.house.sight import Decision, Sight
from games.rules import FACES, Arrange, Lay, Phase, Position, Status, Turn

LAPSE = 0.3
"""The share of decisions in which it takes whatever comes to its mind. `python -m benchmarks.house` says what of it."""


def apprentice(sight: Sight, time_left: timedelta | None) -> Decision:
    """What the apprentice does. However much time is left, it takes next to none."""
    return choose(sight, LAPSE)


def choose(sight: Sight, lapse: float) -> Decision:
    """What an apprentice does who does not think in this share of its decisions."""
    position, seat, _seed = sight
    chance = sight.chance()
    if position.phase is Phase.ARRANGE:
        rugs = position.seats[1 - seat].sorted_rugs()
        return Arrange(seat, tuple(chance.sample(rugs, len(rugs))))
    actions = [action for action in position.legal_actions() if isinstance(action, Turn | Lay)]
    if chance.random() >= lapse:
        worth = saving if position.phase is Phase.TURN else lead
        worths = [worth(position.play(action), seat) for action in actions]
        actions = [action for action, each in zip(actions, worths, strict=True) if each == max(worths)]
    return chance.choice(actions)


def saving(position: Position, seat: int) -> int:
    """What Assam's next walk brings this seat in, less what it costs it, summed over the faces of the die.

    Where Assam is turned before the roll it can only cost; where he is turned for the next player, only bring in.
    """
    saved = 0
    for face in FACES:
        toll = position.toll(face)
        if toll is not None:
            saved += toll.due * ((toll.owner == seat) - (position.mover == seat))
    return saved


def lead(position: Position, seat: int) -> int:
    """The visible halves of this seat less those of its opponents who are still in."""
    halves = 0
    for index, player in enumerate(position.seats):
        if index == seat:
            halves += position.rugs.halves(player.colours)
        elif player.status is Status.IN:
            halves -= position.rugs.halves(player.colours)
    return halves
