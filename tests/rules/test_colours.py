"""RULES.md, "Two players: which colour next": shuffled, arranged, swapped."""

import pytest

from games.rules import ActionCode, Arrange, Draw, IllegalAction, Lay, Phase, Position, Roll, Turn, Variant
from tests.rules.table import BARE, moment

FIRST_PILE = (1, 2) * 12
SECOND_PILE = (4, 4, 3, 3) * 6


def refused(position: Position, action: Draw | Arrange | Lay) -> str:
    with pytest.raises(IllegalAction) as refusal:
        position.play(action)
    return refusal.value.code


# Three or four players


def test_with_three_or_four_the_next_colour_is_ones_own() -> None:
    start = Position.start(Variant(players=4))
    assert [start.next_colour(seat) for seat in range(4)] == [1, 2, 3, 4]


def test_with_no_rug_left_there_is_no_next_colour() -> None:
    before = moment(phase="lay", roll="1", seats="30:1:1;30:1:2;30:1:3")
    assert before.play(Lay("d5", "d6")).next_colour(0) is None


# Shuffled


def test_the_tops_are_turned_up_at_the_start_seat_1_first() -> None:
    start = Position.start(Variant(), first=1)
    assert start.chances() == ((Draw(0, 1), 12), (Draw(0, 2), 12))
    assert start.movers == ()
    assert refused(start, Draw(1, 3)) == ActionCode.NOT_YOUR_TURN
    second = start.play(Draw(0, 2))
    assert second.phase is Phase.DRAW
    assert second.chances() == ((Draw(1, 3), 12), (Draw(1, 4), 12))
    begun = second.play(Draw(1, 3))
    assert (begun.phase, begun.mover, begun.turn) == (Phase.TURN, 1, 1)
    assert (begun.next_colour(0), begun.next_colour(1)) == (2, 3)


def test_after_each_laying_the_layers_next_top_is_turned_up_before_anything_else() -> None:
    position = Position.start(Variant()).play(Draw(0, 1)).play(Draw(1, 3))
    laid = position.play(Turn("S")).play(Roll(1)).play(Lay("d6", "d7"))
    assert (laid.phase, laid.mover, laid.turn, laid.drawer) == (Phase.DRAW, 0, 1, 0)
    assert laid.next_colour(0) is None
    assert laid.chances() == ((Draw(0, 1), 11), (Draw(0, 2), 12))
    drawn = laid.play(Draw(0, 2))
    assert (drawn.phase, drawn.mover, drawn.turn) == (Phase.TURN, 1, 2)
    assert drawn.next_colour(0) == 2


def test_in_after_the_top_is_turned_up_before_assam_is_turned() -> None:
    position = Position.start(Variant(turning="after")).play(Draw(0, 1)).play(Draw(1, 3))
    laid = position.play(Roll(1)).play(Lay("d6", "d7"))
    assert laid.phase is Phase.DRAW
    assert laid.play(Draw(0, 1)).phase is Phase.TURN


def test_a_rug_has_the_colour_that_was_open() -> None:
    position = Position.start(Variant()).play(Draw(0, 2)).play(Draw(1, 3))
    laid = position.play(Turn("S")).play(Roll(1)).play(Lay("d6", "d7"))
    assert laid.rugs.halves((2,)) == 2
    assert laid.rugs_left(0) == {1: 12, 2: 11}


def test_a_colour_that_has_run_out_does_not_come_up() -> None:
    position = moment(phase="draw", roll="1", seats="30:0+3:-;30:5+5:3", variant="2-before-shuffled-30")
    assert position.chances() == ((Draw(0, 2), 3),)
    assert position.legal_actions() == (Draw(0, 2),)
    assert refused(position, Draw(0, 1)) == ActionCode.NOT_IN_PILE
    assert refused(position, Draw(0, 3)) == ActionCode.NOT_IN_PILE


def test_after_a_players_last_laying_nothing_is_turned_up() -> None:
    position = moment(phase="lay", roll="1", seats="30:0+1:2;30:0+1:4", variant="2-before-shuffled-30")
    assert position.play(Lay("d5", "d6")).phase is Phase.TURN


# Arranged


def arranged() -> Position:
    start = Position.start(Variant(colours="arranged"))
    return start.play(Arrange(1, FIRST_PILE)).play(Arrange(0, SECOND_PILE))


def test_both_arrange_at_the_same_time_whoever_comes_first() -> None:
    start = Position.start(Variant(colours="arranged"), first=1)
    assert start.movers == (0, 1)
    assert start.play(Arrange(0, SECOND_PILE)).movers == (1,)
    assert start.play(Arrange(1, FIRST_PILE)).movers == (0,)
    one_way = start.play(Arrange(0, SECOND_PILE)).play(Arrange(1, FIRST_PILE))
    assert one_way == start.play(Arrange(1, FIRST_PILE)).play(Arrange(0, SECOND_PILE))


def test_the_tops_are_turned_up_when_both_are_done() -> None:
    position = arranged()
    assert position.phase is Phase.DRAW
    assert position.legal_actions() == (Draw(0, 1),)
    assert refused(position, Draw(0, 2)) == ActionCode.NOT_IN_PILE
    begun = position.play(Draw(0, 1)).play(Draw(1, 4))
    assert begun.phase is Phase.TURN
    assert (begun.next_colour(0), begun.next_colour(1)) == (1, 4)
    assert begun.seats[0].pile == FIRST_PILE[1:]


def test_an_arrangement_is_final() -> None:
    start = Position.start(Variant(colours="arranged")).play(Arrange(0, SECOND_PILE))
    assert refused(start, Arrange(0, SECOND_PILE)) == ActionCode.ALREADY_ARRANGED
    assert refused(arranged(), Arrange(0, SECOND_PILE)) == ActionCode.WRONG_PHASE


@pytest.mark.parametrize("pile", [FIRST_PILE, (3,) * 24, (3,) * 11 + (4,) * 13])
def test_an_arrangement_lists_the_opponents_24_rugs(pile: tuple[int, ...]) -> None:
    assert refused(Position.start(Variant(colours="arranged")), Arrange(0, pile)) == ActionCode.BAD_PILE


def test_nobody_else_arranges() -> None:
    assert refused(Position.start(Variant(colours="arranged")), Arrange(2, FIRST_PILE)) == ActionCode.NO_SUCH_SEAT


def test_one_example_is_offered_to_each_who_has_yet_to_arrange() -> None:
    start = Position.start(Variant(colours="arranged"))
    examples = start.legal_actions()
    assert examples == (Arrange(0, (3,) * 12 + (4,) * 12), Arrange(1, (1,) * 12 + (2,) * 12))
    assert start.play(examples[0]).legal_actions() == examples[1:]


def test_the_rugs_come_in_the_order_arranged() -> None:
    position = arranged()
    laid: dict[int, list[int]] = {0: [], 1: []}
    while position.phase is not Phase.OVER and position.turn <= 12:
        if position.phase is Phase.LAY:
            colour = position.next_colour(position.mover)
            assert colour is not None
            laid[position.mover].append(colour)
        position = position.play(position.legal_actions()[0])
    assert laid == {0: list(FIRST_PILE[:6]), 1: list(SECOND_PILE[:6])}


# Swapped

SWAPPED = "2-before-swapped-30"


def test_each_player_starts_with_his_first_colour_in_hand() -> None:
    start = Position.start(Variant(colours="swapped"))
    assert (start.next_colour(0), start.next_colour(1)) == (1, 3)


def test_a_mosaic_swaps_the_movers_colour_before_he_lays() -> None:
    position = moment(assam="a1N", phase="roll", seats="30:12+12:1;30:12+12:3", variant=SWAPPED).play(Roll(1))
    assert (position.next_colour(0), position.next_colour(1)) == (2, 3)
    laid = position.play(Lay("b2", "b3"))
    assert laid.rugs.halves((2,)) == 2
    assert laid.next_colour(0) == 2  # kept until the next mosaic


def test_without_a_mosaic_the_colour_stays() -> None:
    position = moment(phase="roll", variant=SWAPPED).play(Roll(3))
    assert position.next_colour(0) == 1


def test_a_loop_in_the_corner_is_a_mosaic_too() -> None:
    position = moment(assam="g1E", phase="roll", variant=SWAPPED).play(Roll(2))
    assert position.next_colour(0) == 2


def test_the_next_mosaic_swaps_back() -> None:
    position = moment(assam="a1N", phase="roll", seats="30:5+5:2;30:5+5:3", variant=SWAPPED).play(Roll(1))
    assert position.next_colour(0) == 1


def test_when_one_colour_has_run_out_the_other_stays_in_hand() -> None:
    position = moment(BARE, "a1N", "roll", seats="30:0+5:2;30:5+5:3", variant=SWAPPED).play(Roll(1))
    assert position.next_colour(0) == 2


def test_laying_the_last_rug_of_a_colour_leaves_the_other_in_hand() -> None:
    position = moment(BARE, "b2N", "lay", roll="1", seats="30:1+5:1;30:5+5:3", variant=SWAPPED)
    assert position.play(Lay("b3", "b4")).next_colour(0) == 2
    position = moment(BARE, "b2N", "lay", roll="1", seats="30:5+1:2;30:5+5:3", variant=SWAPPED)
    assert position.play(Lay("b3", "b4")).next_colour(0) == 1


def test_with_four_players_a_mosaic_swaps_nothing() -> None:
    position = moment(assam="a1N", phase="roll", variant="4-before-shuffled-30").play(Roll(1))
    assert position.next_colour(0) == 1
