"""What can be counted of a game that is over: money over time, areas, payments, and luck with the dice."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from games.history import History, Step
from games.rules import FACES, Lay, Position, Roll, square_named
from games.telling import toll_of


@dataclass(frozen=True, slots=True)
class Luck:
    """What the dice made of payments, in dirhams: what changed hands, and what would have on average.

    The average is taken at each roll, over the six faces, as the market lay and with the money there was.
    """

    paid: int
    expected_paid: Fraction
    received: int
    expected_received: Fraction

    @property
    def gain(self) -> Fraction:
        """How much better off he is than he could expect to be; below 0 for who was unlucky."""
        return (self.expected_paid - self.paid) + (self.received - self.expected_received)


@dataclass(frozen=True, slots=True)
class PlayerStatistics:
    """What one player had and did. `money` is what he held at the start and after each turn of the game."""

    money: tuple[int, ...]
    largest_area: int
    highest_payment: int
    visible_halves: int
    luck: Luck


@dataclass(frozen=True, slots=True)
class Statistics:
    """A whole game in numbers. `turns` are the numbers of the turns that ended, 0 for the start."""

    turns: tuple[int, ...]
    players: tuple[PlayerStatistics, ...]


def statistics_of(history: History) -> Statistics:
    """The numbers of a game; of one that goes on, as far as it has come."""
    ends = [step for step in history.steps if step.ends_turn]
    moments = [history.start, *(step.after for step in ends)]
    return Statistics(
        turns=(0, *(step.before.turn for step in ends)),
        players=tuple(_of_player(history, seat, moments) for seat in range(len(history.start.seats))),
    )


def _of_player(history: History, seat: int, moments: Sequence[Position]) -> PlayerStatistics:
    rolls = [step for step in history.steps if isinstance(step.action, Roll)]
    payments = [toll.paid for step in rolls if step.before.mover == seat and (toll := toll_of(step))]
    return PlayerStatistics(
        money=tuple(moment.seats[seat].dirhams for moment in moments),
        largest_area=max(_areas(history, seat), default=0),
        highest_payment=max(payments, default=0),
        visible_halves=history.position.rugs.halves(history.position.seats[seat].colours),
        luck=_luck(rolls, seat),
    )


def _areas(history: History, seat: int) -> Iterator[int]:
    """The sizes of this player's areas as they grew: an area grows by a rug of its colour alone."""
    for step in history.steps:
        if isinstance(step.action, Lay) and step.before.mover == seat:
            colour = step.before.next_colour(seat)
            assert colour is not None  # who lays has a rug ready
            yield step.after.rugs.area(square_named(step.action.first), colour).bit_count()


def _luck(rolls: Sequence[Step], seat: int) -> Luck:
    paid, received = 0, 0
    expected_paid, expected_received = Fraction(), Fraction()
    for step in rolls:
        toll = toll_of(step)
        tolls = [each for face in FACES if (each := step.before.toll(face))]
        if step.before.mover == seat:
            paid += toll.paid if toll else 0
            expected_paid += Fraction(sum(each.paid for each in tolls), len(FACES))
        else:
            received += toll.paid if toll and toll.owner == seat else 0
            expected_received += Fraction(sum(each.paid for each in tolls if each.owner == seat), len(FACES))
    return Luck(paid, expected_paid, received, expected_received)
