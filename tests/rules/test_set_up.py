"""RULES.md, "Set-up" and "Options of a table"."""

from typing import Any

import pytest

from games.rules import IllegalVariant, Phase, Position, Status, Variant, VariantCode


@pytest.mark.parametrize(("players", "colours", "rugs", "dirhams"), [(2, 2, 24, 30), (3, 1, 15, 30), (4, 1, 12, 30)])
def test_what_each_player_starts_with(players: int, colours: int, rugs: int, dirhams: int) -> None:
    start = Position.start(Variant(players=players))
    assert len(start.seats) == players
    for index, seat in enumerate(start.seats):
        assert (len(seat.colours), seat.rugs, seat.dirhams) == (colours, rugs, dirhams)
        assert seat.status is Status.IN
        assert start.points(index) == dirhams


def test_two_players_have_twelve_rugs_of_either_colour() -> None:
    start = Position.start(Variant(players=2))
    assert start.rugs_left(0) == {1: 12, 2: 12}
    assert start.rugs_left(1) == {3: 12, 4: 12}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_assam_stands_on_d4_heading_south_on_a_bare_market(players: int) -> None:
    start = Position.start(Variant(players=players))
    assert start.assam.to_text() == "d4S"
    assert start.rugs.colours() == (0,) * 49
    assert start.turn == 1
    assert start.outcome is None


@pytest.mark.parametrize(
    ("variant", "phase"),
    [
        (Variant(2), Phase.DRAW),
        (Variant(2, colours="arranged"), Phase.ARRANGE),
        (Variant(2, colours="swapped"), Phase.TURN),
        (Variant(2, "after", "swapped"), Phase.ROLL),
        (Variant(3), Phase.TURN),
        (Variant(4, "after"), Phase.ROLL),
    ],
)
def test_what_is_due_first(variant: Variant, phase: Phase) -> None:
    assert Position.start(variant).phase is phase


def test_the_first_player_is_given() -> None:
    assert Position.start(Variant(players=4), first=2).mover == 2


@pytest.mark.parametrize("first", [-1, 3, None, "0", True, 1.0])
def test_nobody_else_can_begin(first: Any) -> None:
    with pytest.raises(ValueError, match="begins"):
        Position.start(Variant(players=3), first)


def test_seat_1_owns_colours_1_and_2_and_seat_2_colours_3_and_4() -> None:
    variant = Variant(players=2)
    assert (variant.colours_of(0), variant.colours_of(1)) == ((1, 2), (3, 4))
    assert [variant.owner(colour) for colour in (1, 2, 3, 4)] == [0, 0, 1, 1]


def test_three_or_four_players_own_one_colour_each() -> None:
    assert [Variant(players=4).owner(colour) for colour in (1, 2, 3, 4)] == [0, 1, 2, 3]
    assert Variant(players=3).colours_of(2) == (3,)


def test_the_defaults_of_a_table() -> None:
    assert Variant() == Variant(players=2, turning="before", colours="shuffled", dirhams=30, own_cover=False)


@pytest.mark.parametrize("dirhams", [1, 10, 99])
def test_a_table_may_start_with_other_dirhams(dirhams: int) -> None:
    assert [seat.dirhams for seat in Position.start(Variant(dirhams=dirhams)).seats] == [dirhams, dirhams]


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"players": 1}, VariantCode.PLAYERS),
        ({"players": 5}, VariantCode.PLAYERS),
        ({"players": "2"}, VariantCode.PLAYERS),
        ({"players": True}, VariantCode.PLAYERS),
        ({"turning": "during"}, VariantCode.TURNING),
        ({"turning": None}, VariantCode.TURNING),
        ({"colours": "mixed"}, VariantCode.COLOURS),
        ({"colours": ["shuffled"]}, VariantCode.COLOURS),
        ({"players": 3, "colours": "arranged"}, VariantCode.COLOURS_NEED_TWO),
        ({"players": 4, "colours": "swapped"}, VariantCode.COLOURS_NEED_TWO),
        ({"dirhams": 0}, VariantCode.DIRHAMS),
        ({"dirhams": 100}, VariantCode.DIRHAMS),
        ({"dirhams": 30.0}, VariantCode.DIRHAMS),
        ({"own_cover": "no"}, VariantCode.OWN_COVER),
    ],
)
def test_options_that_make_no_game_are_refused(options: dict[str, Any], code: VariantCode) -> None:
    with pytest.raises(IllegalVariant) as refusal:
        Variant(**options)
    assert refusal.value.code is code
    assert str(refusal.value) == code.sentence


@pytest.mark.parametrize("text", ["2-before-shuffled-30", "2-after-arranged-99", "4-after-shuffled-1-own"])
def test_options_as_text(text: str) -> None:
    assert Variant.from_text(text).to_text() == text


@pytest.mark.parametrize("text", ["", "2", "2-before-shuffled", "2-before-shuffled-030", "2-before-shuffled-30-", None])
def test_other_text_tells_no_options(text: str) -> None:
    with pytest.raises(IllegalVariant):
        Variant.from_text(text)
