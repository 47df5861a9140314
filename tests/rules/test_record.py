"""The record of a whole game: how it reads, and what is refused."""

import datetime
from typing import Any

import pytest

from games.rules import (
    Arrange,
    CallOff,
    Dice,
    DiceTags,
    Draw,
    IllegalAction,
    IllegalRecord,
    Lay,
    Leave,
    Phase,
    Position,
    Record,
    RecordCode,
    Roll,
    Status,
    Turn,
    Variant,
    commitment,
    settle,
)

SEED = bytes(range(32))

THREE = """\
[Variant "3-before-shuffled-30"]
[First "2"]
[Date "2026-11-30"]
[Player1 "Amina"]
[Player2 "Brahim"]
[Player3 "Chama"]
[Result "*"]
[Points "32 34 30"]

1. L3 g5g6
2. R1 f5e5
3. S2 f7e7
4. S
"""


def test_a_record_that_a_person_typed() -> None:
    record = Record.parse(THREE)
    assert record.names == ("Amina", "Brahim", "Chama")
    assert record.date == datetime.date(2026, 11, 30)
    assert record.first == 1
    assert record.end.turn == 4


TYPED = """
[Variant "3-before-shuffled-30"]
[Player1 "A"]
[Player2 "B"]
[Player3 "C"]

1. L3 g6g5
2. R1 g6f6   3. S2 f7e7
4. S1
"""


def test_a_typed_record_is_read_as_it_is_meant() -> None:
    record = Record.parse(TYPED)
    assert record.actions[:3] == (Turn("L"), Roll(3), Lay("g5", "g6"))
    assert record.first == 0
    assert record.end.phase is Phase.LAY
    assert "1. L3 g5g6\n" in record.dump()  # the square beside Assam first


def three(*actions: Any) -> Record:
    return Record(variant=Variant(players=3), names=("A", "B", "C"), actions=actions)


def test_the_turns_are_numbered_and_the_square_beside_assam_comes_first() -> None:
    record = three(Turn("L"), Roll(3), Lay("g6", "g5"), Turn("S"), Roll(1))
    assert record.dump().endswith("\n1. L3 g5g6\n2. S1\n")


def test_leaving_is_told_with_the_player_unless_he_is_on_move() -> None:
    record = three(Turn("L"), Leave(2, "resigned"), Roll(3), Leave(0, "resigned"))
    assert record.dump().endswith("\n1. L player3:resigns 3 resigns\n")
    assert Record.parse(record.dump()) == record


def test_time_and_calling_off() -> None:
    assert three(Turn("L"), Leave(1, "time")).dump().endswith("\n1. L player2:time\n")
    record = three(Turn("L"), CallOff())
    assert record.dump().endswith("\n1. L called-off\n")
    assert '[Result "called off"]' in record.dump()
    assert Record.parse(record.dump()) == record


def test_a_mover_who_cannot_pay_is_out() -> None:
    variant = Variant(players=3, dirhams=1)
    actions = (Turn("S"), Roll(1), Lay("d6", "d7"), Turn("S"), Roll(1))
    record = Record(variant=variant, names=("A", "B", "C"), actions=actions)
    assert record.end.seats[1].status is Status.ELIMINATED
    assert record.dump().endswith("\n1. S1 d6d7\n2. S1 out\n")
    assert Record.parse(record.dump()) == record


def test_in_after_the_turning_comes_last() -> None:
    actions = (Roll(2), Lay("d7", "e7"), Turn("L"), Roll(4))
    record = Record(variant=Variant(3, "after"), names=("A", "B", "C"), actions=actions)
    assert record.dump().endswith("\n1. 2 d7e7 L\n2. 4\n")
    assert Record.parse(record.dump()) == record


def two(*actions: Any, colours: str = "shuffled", **fields: Any) -> Record:
    return Record(variant=Variant(colours=colours), names=("A", "B"), actions=actions, **fields)


def test_with_two_players_each_laying_names_its_colour() -> None:
    actions = (Draw(0, 2), Draw(1, 3), Turn("S"), Roll(1), Lay("d6", "d7"), Draw(0, 1), Turn("R"))
    record = two(*actions)
    assert '[Open "1 3"]' in record.dump()
    assert record.dump().endswith("\n1. S1 d6d7/2\n2. R\n")
    assert Record.parse(record.dump()) == record


def test_a_rug_open_when_its_owner_leaves_is_told() -> None:
    record = two(Draw(0, 2), Draw(1, 3), Leave(0, "resigned"))
    assert '[Open "2 3"]' in record.dump()
    assert '[Result "2 1"]' in record.dump()
    assert '[Points "0 30"]' in record.dump()
    assert Record.parse(record.dump()) == record


FIRST_PILE = (1, 2) * 12
SECOND_PILE = (4, 4, 3, 3) * 6
ARRANGED = (Arrange(1, FIRST_PILE), Arrange(0, SECOND_PILE), Draw(0, 1), Draw(1, 4), Turn("S"), Roll(1))


def test_arranged_piles_are_told_when_the_game_is_over() -> None:
    record = two(*ARRANGED, Leave(0, "resigned"), colours="arranged")
    text = record.dump()
    assert f'[Pile1 "{"12" * 12}"]\n[Pile2 "{"4433" * 6}"]\n' in text  # in the order in which they were arranged
    assert Record.parse(text) == record
    assert record.seen_by(None) == record


@pytest.mark.parametrize(("viewer", "told", "secret"), [(None, "", "12"), (0, "2", "1"), (1, "1", "2")])
def test_before_that_only_ones_own_arrangement_is_told(viewer: int | None, told: str, secret: str) -> None:
    record = two(*ARRANGED, Lay("d6", "d7"), colours="arranged").seen_by(viewer)
    text = record.dump()
    assert [f'[Pile{number} "?"]' in text for number in secret] == [True] * len(secret)
    assert [f'[Pile{number} "?"]' in text for number in told] == [False] * len(told)
    assert Record.parse(text) == record
    assert record.end == two(*ARRANGED, Lay("d6", "d7"), colours="arranged").end.seen_by(viewer)


def test_one_arrangement_that_is_secret_while_the_other_is_due() -> None:
    record = two(Arrange(0, SECOND_PILE), colours="arranged").seen_by(1)
    assert record.end.movers == (1,)
    assert Record.parse(record.dump()) == record


# Dice


def game_of_the_dice() -> tuple[Position, list[Any]]:
    """The first turns that the stream of the seed gives."""
    dice = Dice(SEED, "1", ("anise", "basil"))
    position, chance, k = settle(Position.start(Variant(), dice.first_player(2)), dice, 1)
    actions: list[Any] = list(chance)
    for _ in range(12):
        action = position.legal_actions()[0]
        position, chance, k = settle(position.play(action), dice, k)
        actions += [action, *chance]
    return position, actions


def proof(seed: bytes | None = SEED, **fields: Any) -> DiceTags:
    given = {"game_number": "1", "commitment": commitment(SEED), "contributions": ("anise", "basil"), **fields}
    return DiceTags(seed=seed, **given)


def proven(actions: list[Any], dice: DiceTags, first: int = 1) -> Record:
    return Record(variant=Variant(), names=("A", "B"), actions=tuple(actions), first=first, dice=dice)


def test_dice_are_checked_from_the_text_alone() -> None:
    position, actions = game_of_the_dice()
    record = proven(actions, proof())
    assert record.end == position
    text = record.dump()
    assert '[Dice "marrakech-dice-1"]\n[Game "1"]\n' in text
    assert f'[Seed "{SEED.hex()}"]' in text
    assert Record.parse(text) == record


def test_without_the_seed_the_dice_are_not_checked() -> None:
    _, actions = game_of_the_dice()
    record = proven(actions, proof(seed=None))
    assert "Seed" not in record.dump()
    assert Record.parse(record.dump()) == record


def proven_by_its_dice(actions: list[Any], dice: DiceTags, first: int = 1) -> None:
    proven(actions, dice, first).check_dice()


def refused(make: Any, *arguments: Any, **fields: Any) -> IllegalRecord:
    with pytest.raises(IllegalRecord) as refusal:
        make(*arguments, **fields)
    assert str(refusal.value)
    return refusal.value


def test_another_roll_is_refused_with_its_turn() -> None:
    _, actions = game_of_the_dice()
    at = next(number for number, action in enumerate(actions) if isinstance(action, Roll))
    actions[at] = Roll(actions[at].face % 4 + 1)
    refusal = refused(proven_by_its_dice, actions[: at + 1], proof())
    assert (refusal.code, refusal.turn) == (RecordCode.DICE, 1)


def test_another_first_player_is_refused() -> None:
    assert refused(proven_by_its_dice, [], proof(), first=0).code is RecordCode.DICE


def test_another_seed_is_refused() -> None:
    assert refused(proven_by_its_dice, [], proof(bytes(32))).code is RecordCode.COMMITMENT


def test_another_contribution_is_refused() -> None:
    _, actions = game_of_the_dice()
    assert refused(proven_by_its_dice, actions, proof(contributions=("anise", "cumin"))).code is RecordCode.DICE


def test_a_record_whose_dice_are_wrong_can_be_written_and_is_refused_when_it_is_read() -> None:
    _, actions = game_of_the_dice()
    for dishonest, code in (
        (proven(actions, proof(bytes(32))), RecordCode.COMMITMENT),
        (proven(actions, proof(game_number="2")), RecordCode.DICE),
    ):
        assert refused(Record.parse, dishonest.dump()).code is code


@pytest.mark.parametrize(
    ("fields", "code", "tag"),
    [
        ({"commitment": "abc"}, RecordCode.TAG, "Commitment"),
        ({"seed": bytes(31)}, RecordCode.TAG, "Seed"),
        ({"contributions": ("anise", "x" * 65)}, RecordCode.VALUE, "Contribution2"),
        ({"contributions": ("two\nlines", "basil")}, RecordCode.VALUE, "Contribution1"),
        ({"game_number": "\0"}, RecordCode.VALUE, "Game"),
    ],
)
def test_dice_tags_hold_what_they_should(fields: dict[str, Any], code: RecordCode, tag: str) -> None:
    refusal = refused(proof, **fields)
    assert (refusal.code, refusal.detail) == (code, tag)


def test_every_player_contributes() -> None:
    assert refused(proven, [], proof(contributions=("anise",))).code is RecordCode.TAG


def test_the_seed_of_an_arranged_game_needs_the_piles() -> None:
    record = Record(
        variant=Variant(colours="arranged"), names=("A", "B"), actions=(), unseen=(0,), first=1, dice=proof()
    )
    refusal = refused(record.check_dice)
    assert (refusal.code, refusal.detail) == (RecordCode.TAG, "Pile2")


# Names and other tags


def test_the_day_is_told() -> None:
    record = Record.parse(THREE)
    assert '[Date "2026-11-30"]' in record.dump()
    assert Record.parse(record.dump()) == record


def test_every_player_has_a_name() -> None:
    assert refused(Record, variant=Variant(players=3), names=("A", "B"), actions=()).code is RecordCode.TAG


@pytest.mark.parametrize("name", ["", 'the "rug" man', "back\\slash", '\\"', "[Result]", "لالة", "a'b", "1. L3", " "])
def test_names_hold_any_printable_characters(name: str) -> None:
    record = Record(variant=Variant(players=3), names=(name, "B", "C"), actions=())
    assert Record.parse(record.dump()) == record


@pytest.mark.parametrize("name", ["two\nlines", "tab\t", "\0", "\u2028", "\ud800", "x" * 201])
def test_names_hold_nothing_else(name: str) -> None:
    refusal = refused(Record, variant=Variant(players=3), names=(name, "B", "C"), actions=())
    assert (refusal.code, refusal.detail) == (RecordCode.VALUE, "Player1")


def test_tags_of_others_are_kept() -> None:
    record = Record(
        variant=Variant(players=3), names=("A", "B", "C"), actions=(), other=(("Site", "souk"), ("Table", "7"))
    )
    assert '[Site "souk"]\n[Table "7"]\n' in record.dump()
    assert Record.parse(record.dump()) == record


@pytest.mark.parametrize("other", [(("Result", "1"),), (("no space", "1"),), (("A", "1"), ("A", "2")), (("", "1"),)])
def test_tags_of_others_do_not_get_in_the_way(other: tuple[tuple[str, str], ...]) -> None:
    assert refused(three_with, other).code is RecordCode.TAG


def three_with(other: tuple[tuple[str, str], ...]) -> Record:
    return Record(variant=Variant(players=3), names=("A", "B", "C"), actions=(), other=other)


def test_the_longest_record_can_be_read_again() -> None:
    long = '"' * 200
    other = tuple((f"T{number:029}", long) for number in range(20))
    dice = DiceTags(long, commitment(SEED), ("\\" * 64,) * 4)
    actions: list[Any] = []
    position = Position.start(Variant(players=4))
    while position.phase is not Phase.OVER:
        actions.append(position.legal_actions()[0])
        position = position.play(actions[-1])
    record = Record(variant=Variant(players=4), names=(long,) * 4, actions=tuple(actions), dice=dice, other=other)
    assert Record.parse(record.dump()) == record


# What is refused, with the turn


def test_an_illegal_turn_is_refused_with_its_number_and_the_reason() -> None:
    refusal = refused(Record.parse, TYPED.replace("S2 f7e7", "S2 a1a2"))
    assert (refusal.code, refusal.turn) == (RecordCode.ILLEGAL, 3)
    assert str(refusal) == "Turn 3: This cannot be played. (A rug is laid beside Assam.)"
    assert isinstance(refusal.__cause__, IllegalAction)


@pytest.mark.parametrize(
    ("old", "new", "code", "turn"),
    [
        ("2. R1", "3. R1", RecordCode.TURN_NUMBER, 2),
        ("g6g5", "g6g7x", RecordCode.SYNTAX, 1),
        ("g6g5", "g6e5", RecordCode.ILLEGAL, 1),
        ("g6g5", "g6h5", RecordCode.SYNTAX, 1),
        ("g6g5", "g6g5 out", RecordCode.OUT, 2),
        ("g6g5", "g6g5/2", RecordCode.COLOUR, 1),
        ("L3", "L3 3", RecordCode.ILLEGAL, 1),
        ("L3", "B3", RecordCode.SYNTAX, 1),
        ("4. S1", "4. S1 player4:time", RecordCode.ILLEGAL, 4),
        ('[Player1 "A"]', "", RecordCode.TAG, None),
        ('[Player1 "A"]', '[Player1 "A"]\n[Player1 "A"]', RecordCode.TAG, None),
        ('[Player1 "A"]', '[Player1 "A"]\n[Player4 "D"]', RecordCode.TAG, None),
        ('[Player1 "A"]', '[Player1 "A"', RecordCode.SYNTAX, None),
        ('[Player1 "A"]', '[Player1 "A\\n"]', RecordCode.SYNTAX, None),
        ('[Player1 "A"]', '[Player1 "A"]\n[Pile1 "?"]', RecordCode.TAG, None),
        ('[Player1 "A"]', '[Player1 "A"]\n[First "4"]', RecordCode.TAG, None),
        ('[Player1 "A"]', '[Player1 "A"]\n[Date "30.11.2026"]', RecordCode.TAG, None),
        ('[Player1 "A"]', '[Player1 "A"]\n[Seed "00"]', RecordCode.TAG, None),
        ('[Player1 "A"]', '[Player1 "A"]\n[Dice "coins-1"]', RecordCode.TAG, None),
        ('[Player1 "A"]', '[Player1 "A"]\n[Dice "marrakech-dice-1"]', RecordCode.TAG, None),
        ('[Player1 "A"]', '[Player1 "A"]\n[Result "1 2 3"]', RecordCode.RESULT, None),
        ('[Player1 "A"]', '[Player1 "A"]\n[Points "1 2 3"]', RecordCode.RESULT, None),
        ("3-before", "5-before", RecordCode.VARIANT, None),
        ("3-before-shuffled", "3-before-swapped", RecordCode.VARIANT, None),
    ],
)
def test_what_is_wrong_is_said(old: str, new: str, code: RecordCode, turn: int | None) -> None:
    refusal = refused(Record.parse, TYPED.replace(old, new))
    assert (refusal.code, refusal.turn) == (code, turn)


def test_a_record_of_actions_that_cannot_be_played_is_none() -> None:
    refusal = refused(three, Turn("L"), Roll(3), Lay("g5", "g6"), Roll(1))
    assert (refusal.code, refusal.turn) == (RecordCode.ILLEGAL, 2)


def test_that_the_mover_is_out_has_to_be_said() -> None:
    text = TYPED.replace("3-before-shuffled-30", "3-before-shuffled-1")
    assert refused(Record.parse, text).code is RecordCode.OUT
    cut = text[: text.index("g6f6")]
    assert refused(Record.parse, cut).code is RecordCode.OUT
    assert Record.parse(cut + "out").end.gone == (1,)


def test_a_pile_lists_24_rugs() -> None:
    text = f'[Variant "2-before-arranged-30"]\n[Player1 "A"]\n[Player2 "B"]\n[Pile1 "{"1" * 23}"]\n'
    assert refused(Record.parse, text).code is RecordCode.TAG
    assert refused(Record.parse, text.replace("1" * 23, "1" * 24)).code is RecordCode.ILLEGAL


TWO = """
[Variant "2-before-shuffled-30"]
[Player1 "A"]
[Player2 "B"]
[Open "1 3"]

1. S1 d6d7/2
2. R
"""


@pytest.mark.parametrize(
    ("old", "new", "code", "turn"),
    [
        ("d6d7/2", "d6d7", RecordCode.COLOUR, 1),
        ("d6d7/2", "d6d7/3", RecordCode.ILLEGAL, 1),
        ("1 3", "1 -", RecordCode.ILLEGAL, 1),
        ("1 3", "3 3", RecordCode.ILLEGAL, 1),
        ("1 3", "1", RecordCode.TAG, None),
        ("2-before-shuffled-30", "2-before-arranged-30", RecordCode.ILLEGAL, 1),
    ],
)
def test_what_is_wrong_with_rugs_turned_up(old: str, new: str, code: RecordCode, turn: int | None) -> None:
    assert Record.parse(TWO)
    refusal = refused(Record.parse, TWO.replace(old, new))
    assert (refusal.code, refusal.turn) == (code, turn)


def test_rugs_that_never_came_up_are_refused() -> None:
    text = '[Variant "2-before-arranged-30"]\n[Player1 "A"]\n[Player2 "B"]\n[Open "1 3"]\n'
    assert refused(Record.parse, text).code is RecordCode.OPEN


@pytest.mark.parametrize("text", [None, 7, b"", "", "\n", "1. L3", "x" * 20_001])
def test_what_is_no_record_at_all(text: Any) -> None:
    assert refused(Record.parse, text).code in (RecordCode.SYNTAX, RecordCode.TAG, RecordCode.TOO_LONG)


@pytest.mark.parametrize("unseen", [(0,), (2,), (1, 0)])
def test_only_arranged_piles_are_unseen(unseen: tuple[int, ...]) -> None:
    fields = {"variant": Variant(), "names": ("A", "B"), "actions": (), "unseen": unseen}
    assert refused(Record, **fields).code is RecordCode.TAG
