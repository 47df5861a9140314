"""The apprentice: what it prefers, what it cannot know, and that it decides the same when asked again."""

from datetime import timedelta
from random import Random
from statistics import fmean

import pytest

from benchmarks.house import COLOURS, at_random, play_pair
from benchmarks.house import careful as careful_apprentice
from games import rules
from games.house import PLAYERS, Choose, Decision, Sight
from games.house.players.apprentice import apprentice, choose
from games.rules import Arrange, Dice, Lay, Phase, Position, Turn, Variant

VARIANTS = [
    *(
        Variant(2, turning, colours, own_cover=own_cover)
        for turning in ("before", "after")
        for colours in ("shuffled", "arranged", "swapped")
        for own_cover in (False, True)
    ),
    *(Variant(players, turning) for players in (3, 4) for turning in ("before", "after")),
    Variant(4, dirhams=1),
]


def seen(position: Position, seed: str = "any") -> Sight:
    """What the mover sees."""
    return Sight.of(position, position.mover, seed)


def careful(position: Position) -> set[Decision]:
    """All that an apprentice may do who does not lapse."""
    return {choose(seen(position, str(seed)), lapse=0) for seed in range(60)}


def in_the_middle(variant: Variant, seed: int = 1, phases: tuple[Phase, ...] = (Phase.TURN, Phase.LAY)) -> Position:
    """A position after some decisions made at random, in one of these phases."""
    chance = Random(seed)
    dice = Dice(bytes(32), "1", ["a"] * variant.players)
    position, _, events = rules.settle(Position.start(variant), dice, 1)
    decisions = 0
    while decisions < 20 or position.phase not in phases:
        position = position.play(choose(Sight.of(position, position.movers[0], str(chance.random())), lapse=1))
        position, _, events = rules.settle(position, dice, events)
        decisions += 1
    return position


# Of three players the second owns a row of halves to the south of Assam, who stands in the middle of the market.
ROW = "......./......./......./......./..2222./......./......."
SEATS = "28:11:1;28:11:2;34:11:3 -"


def test_it_turns_assam_where_it_expects_to_pay_least() -> None:
    position = Position.from_text(f"{ROW} d4S 7 turn 1 - {SEATS} 3-before-shuffled-30")
    # One step south costs 4, and one face of six leads there; no other way costs anything.
    assert careful(position) == {Turn("L"), Turn("R")}


def test_where_assam_is_turned_for_the_next_player_it_sends_him_onto_its_own_rugs() -> None:
    own = Position.from_text(f"{ROW} d4W 7 turn 2 1 {SEATS} 3-after-shuffled-30")
    assert careful(own) == {Turn("L")}
    # It is nothing to the third player what the first one pays to the second.
    others = Position.from_text(f"{ROW} d4W 9 turn 3 1 28:10:1;28:11:2;34:11:3 - 3-after-shuffled-30")
    assert careful(others) == {Turn("L"), Turn("S"), Turn("R")}


def test_it_lays_where_it_covers_others_and_not_itself() -> None:
    position = Position.from_text(f"{ROW} d4S 7 lay 1 1 {SEATS} 3-before-shuffled-30")
    assert careful(position) == {Lay("d5", "c5"), Lay("d5", "e5")}
    own = Position.from_text(f"{ROW} d4S 8 lay 2 1 28:10:1;28:11:2;34:11:3 - 3-before-shuffled-30")
    laid = careful(own)
    assert laid
    assert not any(square.endswith("5") for lay in laid if isinstance(lay, Lay) for square in (lay.first, lay.second))


def test_rugs_of_who_is_out_are_worth_no_more_than_bare_squares() -> None:
    position = Position.from_text(f"{ROW} d4S 7 lay 1 1 28:11:1;resigned:28;34:11:3 2 3-before-shuffled-30")
    assert careful(position) == {*position.legal_actions()}


@pytest.mark.parametrize("variant", VARIANTS, ids=Variant.to_text)
@pytest.mark.parametrize("name", PLAYERS)
def test_every_house_player_decides_the_same_when_asked_again(name: str, variant: Variant) -> None:
    position = in_the_middle(variant)
    decisions = {PLAYERS[name](seen(position), time_left) for time_left in (None, None, timedelta(days=1))}
    assert len(decisions) == 1
    assert decisions <= {*position.legal_actions()}


@pytest.mark.parametrize("name", PLAYERS)
def test_another_seed_may_be_another_decision(name: str) -> None:
    position = in_the_middle(Variant(), phases=(Phase.LAY,))
    assert len({PLAYERS[name](seen(position, str(seed)), timedelta(days=1)) for seed in range(50)}) > 1


@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize("seed", range(20))
def test_what_it_may_not_know_changes_nothing(name: str, seed: int) -> None:
    position = in_the_middle(Variant(colours="arranged"), seed)
    own = position.seats[position.mover]
    assert own.pile
    others = [*own.pile]
    Random(seed).shuffle(others)
    seats = list(position.seats)
    seats[position.mover] = own._replace(pile=tuple(others))
    shuffled = position._replace(seats=tuple(seats))

    assert position != shuffled
    assert seen(position) == seen(shuffled)
    assert PLAYERS[name](seen(position), None) == PLAYERS[name](seen(shuffled), None)


@pytest.mark.parametrize("name", PLAYERS)
def test_both_may_arrange_at_the_same_time(name: str) -> None:
    start = Position.start(Variant(colours="arranged"))
    first, second = (PLAYERS[name](Sight.of(start, seat, "any"), None) for seat in (0, 1))
    assert isinstance(first, Arrange)
    assert isinstance(second, Arrange)
    assert start.play(second).play(first).phase is Phase.DRAW


@pytest.mark.parametrize(
    ("first", "second", "least"), [(apprentice, at_random, 0.9), (careful_apprentice, apprentice, 0.7)]
)
def test_it_is_as_strong_as_it_should_be(first: Choose, second: Choose, least: float) -> None:
    """Forty pairs of games, the same dice twice with seats swapped: the share of them that the first player wins."""
    shares = [
        play_pair((first, second), Variant(colours=COLOURS[number % 3]), f"strength {number}") for number in range(40)
    ]
    assert fmean(shares) > least
