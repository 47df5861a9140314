"""RULES.md, "Laying", and the option to cover one's own rugs."""

import pytest

from games.rules import NAMES, SQUARES, ActionCode, IllegalAction, Lay, Phase, Position
from tests.rules.table import BARE, moment

FULL = "3-before-shuffled-30"
OWN = "3-before-shuffled-30-own"


def laying(market: str = BARE, assam: str = "d4S", seats: str = "", variant: str = FULL, gone: str = "-") -> Position:
    return moment(market, assam, "lay", roll="1", seats=seats, variant=variant, gone=gone)


def places(position: Position) -> set[str]:
    return {NAMES[first] + NAMES[second] for first, second in position.layings()}


def refused(position: Position, first: str, second: str) -> str:
    with pytest.raises(IllegalAction) as refusal:
        position.play(Lay(first, second))
    return refusal.value.code


def test_on_a_bare_market_twelve_layings_are_open_round_assam() -> None:
    assert places(laying()) == {
        *("d3d2", "d3e3", "d3c3"),
        *("e4e3", "e4f4", "e4e5"),
        *("d5e5", "d5d6", "d5c5"),
        *("c4c3", "c4c5", "c4b4"),
    }


def test_in_a_corner_four_layings_are_open() -> None:
    assert places(laying(assam="a1N")) == {"b1c1", "b1b2", "a2a3", "a2b2"}


@pytest.mark.parametrize("square", SQUARES)
def test_every_laying_has_one_half_beside_assam_and_none_under_him(square: int) -> None:
    for first, second in laying(assam=f"{NAMES[square]}N").layings():
        assert abs(first // 7 - square // 7) + abs(first % 7 - square % 7) == 1
        assert abs(first // 7 - second // 7) + abs(first % 7 - second % 7) == 1
        assert square not in (first, second)


def test_the_two_squares_are_unordered() -> None:
    position = laying()
    assert Lay("e5", "d5") == Lay("d5", "e5")
    assert hash(Lay("e5", "d5")) == hash(Lay("d5", "e5"))
    assert position.play(Lay("e5", "d5")) == position.play(Lay("d5", "e5"))


def test_neither_half_lies_under_assam() -> None:
    assert refused(laying(), "d4", "d5") == ActionCode.UNDER_ASSAM
    assert refused(laying(), "d5", "d4") == ActionCode.UNDER_ASSAM


def test_one_half_lies_beside_assam() -> None:
    assert refused(laying(), "e5", "e6") == ActionCode.NOT_BESIDE_ASSAM
    assert refused(laying(assam="g4S"), "a5", "a4") == ActionCode.NOT_BESIDE_ASSAM


RUGS = """
.......
.......
.......
.......
...2>2..
.......
.......
"""


def test_a_whole_rug_is_not_covered() -> None:
    position = laying(RUGS, seats="30:15:1;30:14:2;30:15:3")
    assert refused(position, "d5", "e5") == ActionCode.COVERS_WHOLE_RUG
    assert "d5e5" not in places(position)
    assert len(places(position)) == 11


def test_half_a_rug_is_covered_and_the_other_half_stays() -> None:
    after = laying(RUGS, seats="30:15:1;30:14:2;30:15:3").play(Lay("d5", "d6"))
    assert [NAMES[square] for square in after.rugs.single_halves()] == ["e5"]
    assert after.rugs.colour_at(NAMES.index("d5")) == after.rugs.colour_at(NAMES.index("d6")) == 1
    assert after.rugs.colour_at(NAMES.index("e5")) == 2
    assert len(after.rugs.whole_rugs()) == 1


def test_a_remaining_half_is_covered() -> None:
    market = RUGS.replace("...2>2..", "....2..")
    after = laying(market, seats="30:15:1;30:14:2;30:15:3").play(Lay("d5", "e5"))
    assert after.rugs.halves((2,)) == 0
    assert after.rugs.halves((1,)) == 2


def test_halves_of_two_different_rugs_are_covered() -> None:
    market = """
    .......
    .......
    .......
    .......
    ..2>22>2.
    .......
    .......
    """
    after = laying(market, seats="30:15:1;30:13:2;30:15:3").play(Lay("d5", "e5"))
    assert [NAMES[square] for square in after.rugs.single_halves()] == ["c5", "f5"]


def test_halves_side_by_side_in_one_colour_need_not_be_one_rug() -> None:
    position = laying(RUGS.replace("...2>2..", "...22.."), seats="30:15:1;30:13:2;30:15:3")
    assert "d5e5" in places(position)


def test_ones_own_whole_rug_is_not_covered_either() -> None:
    position = laying(RUGS.replace("2>2", "1>1"), seats="30:14:1;30:15:2;30:15:3")
    assert refused(position, "d5", "e5") == ActionCode.COVERS_WHOLE_RUG


def test_own_cover_lets_a_player_cover_his_own_whole_rug() -> None:
    position = laying(RUGS.replace("2>2", "1>1"), seats="30:14:1;30:15:2;30:15:3", variant=OWN)
    assert len(places(position)) == 12
    assert position.play(Lay("d5", "e5")).rugs == position.rugs


def test_own_cover_reaches_both_of_ones_colours() -> None:
    position = laying(RUGS, seats="30:12+11:1;30:12+12:3", variant="2-before-shuffled-30-own")
    after = position.play(Lay("d5", "e5"))
    assert (after.rugs.halves((1,)), after.rugs.halves((2,))) == (2, 0)


def test_own_cover_reaches_no_rug_of_another() -> None:
    in_the_game = laying(RUGS, seats="30:15:1;30:14:2;30:15:3", variant=OWN)
    assert refused(in_the_game, "d5", "e5") == ActionCode.COVERS_WHOLE_RUG
    out_of_it = laying(RUGS, seats="30:15:1;resigned:30;30:15:3", variant=OWN, gone="2")
    assert refused(out_of_it, "d5", "e5") == ActionCode.COVERS_WHOLE_RUG


def test_half_a_rug_of_a_player_who_is_out_is_covered_like_any_other() -> None:
    after = laying(RUGS, seats="30:15:1;resigned:30;30:15:3", gone="2").play(Lay("d5", "d6"))
    assert after.rugs.halves((2,)) == 1


def test_every_corner_has_a_laying_when_whole_rugs_lie_round_it() -> None:
    market = """
    .2>2....
    2v......
    2......
    .......
    .......
    .......
    .......
    """
    position = laying(market, "a1N", seats="30:15:1;30:13:2;30:15:3")
    assert places(position) == {"b1b2", "a2b2"}


def test_the_last_rug_ends_the_game() -> None:
    position = moment(phase="lay", roll="2", seats="30:1:1;30:0:-;30:0:-")
    after = position.play(position.legal_actions()[0])
    assert after.phase is Phase.OVER
    assert after.points(0) == 32
