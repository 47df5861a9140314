"""What a seat or a spectator may know: ``Position.seen_by``."""

from random import Random
from typing import Any

import pytest

from games.rules import Arrange, Leave, Phase, Position, Variant
from tests.rules.invariants import with_other_hidden_piles

FIRST_PILE = (1, 2) * 12
SECOND_PILE = (4, 4, 3, 3) * 6


def arranged() -> Position:
    start = Position.start(Variant(colours="arranged"))
    position = start.play(Arrange(1, FIRST_PILE)).play(Arrange(0, SECOND_PILE))
    for _ in range(14):
        position = position.play(position.legal_actions()[0])
    return position


def test_who_arranged_a_pile_knows_it_all() -> None:
    position = arranged()
    assert position.seen_by(0).seats[1].pile == position.seats[1].pile
    assert position.seen_by(1).seats[0].pile == position.seats[0].pile


def test_its_owner_and_spectators_see_only_the_top() -> None:
    position = arranged()
    for seen, owner in ((position.seen_by(0), 0), (position.seen_by(1), 1), (position.seen_by(None), 0)):
        pile = position.seats[owner].pile
        assert pile
        assert seen.seats[owner].pile == (0,) * len(pile)
        assert seen.next_colour(owner) == position.next_colour(owner)
        assert seen.rugs_left(owner) == position.rugs_left(owner)


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_positions_that_differ_in_what_is_hidden_look_the_same(viewer: int | None) -> None:
    position = arranged()
    for seed in range(20):
        other = with_other_hidden_piles(position, viewer, Random(seed))
        assert other.seen_by(viewer) == position.seen_by(viewer)
        assert other.seen_by(viewer).to_text() == position.seen_by(viewer).to_text()


def test_that_somebody_has_arranged_is_seen_but_not_how() -> None:
    start = Position.start(Variant(colours="arranged"))
    one_way = start.play(Arrange(0, SECOND_PILE))
    another = start.play(Arrange(0, SECOND_PILE[::-1]))
    assert one_way.seen_by(1) == another.seen_by(1) != start
    assert one_way.seen_by(1).movers == (1,)
    assert one_way.seen_by(0) == one_way


@pytest.mark.parametrize("colours", ["shuffled", "swapped"])
def test_elsewhere_nothing_is_hidden(colours: str) -> None:
    start = Position.start(Variant(colours=colours))
    assert start.seen_by(None) == start.seen_by(0) == start.seen_by(1) == start


def test_when_the_game_is_over_nothing_is_hidden() -> None:
    over = arranged().play(Leave(0, "resigned"))
    assert over.phase is Phase.OVER
    assert over.seen_by(None) == over


def test_a_position_as_seen_plays_on_with_unknown_rugs_drawn_as_chance() -> None:
    seen = arranged().seen_by(None)
    rng = Random(5)
    while seen.phase is not Phase.OVER:
        if seen.phase is Phase.DRAW:
            drawer = seen.drawer
            assert drawer is not None
            weights = {action.colour: weight for action, weight in seen.chances()}  # type: ignore[union-attr]
            assert weights == {colour: left for colour, left in seen.rugs_left(drawer).items() if left}
        seen = seen.play(rng.choice(seen.legal_actions()))
    assert seen.outcome is not None


def test_looking_twice_shows_no_more() -> None:
    position = arranged()
    assert position.seen_by(0).seen_by(1) == position.seen_by(None)


@pytest.mark.parametrize("viewer", [-1, 2, "0"])
def test_there_is_no_other_viewer(viewer: Any) -> None:
    with pytest.raises(ValueError, match="no seat"):
        arranged().seen_by(viewer)
