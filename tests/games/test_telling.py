"""What happened is told in whole sentences, each reader's own part as his own."""

import pytest

from games.history import Step
from games.rules import Action, Arrange, CallOff, Lay, Leave, Position, Roll, Turn, Variant
from games.telling import Telling

NAMES = ("anise", "basil", "cumin")


def market(dirhams: int) -> Position:
    """Anise, who holds so many dirhams, is about to roll. Assam looks east from b4; on e4 begin five blue halves."""
    rugs = "......./.1>1.2v../....22v./3v...22./31v.3>3../.1...../..3>3..."
    return Position.from_text(
        f"{rugs} b4E 13 roll 1 - {dirhams}:11:1;31:11:2;{59 - dirhams}:11:3 - 3-before-shuffled-30"
    )


def step(before: Position, action: Action) -> Step:
    """This action as a step of a game's history."""
    return Step(ply=7, seat=before.mover, at=None, before=before, action=action, after=before.play(action))


def to_anise(step: Step) -> str:
    return Telling(NAMES, 0).sentence(step)


def to_basil(step: Step) -> str:
    return Telling(NAMES, 1).sentence(step)


def to_a_spectator(step: Step) -> str:
    return Telling(NAMES).sentence(step)


@pytest.mark.parametrize(
    ("side", "mine", "others"),
    [
        ("L", "You turned Assam left.", "anise turned Assam left."),
        ("S", "You let Assam go straight on.", "anise let Assam go straight on."),
        ("R", "You turned Assam right.", "anise turned Assam right."),
    ],
)
def test_turning_assam(side: str, mine: str, others: str) -> None:
    turned = step(Position.start(Variant(players=3)), Turn(side))
    assert to_anise(turned) == mine
    assert to_basil(turned) == to_a_spectator(turned) == others


def test_a_roll_that_costs_nothing_says_where_assam_walked() -> None:
    rolled = step(Position.start(Variant(players=3)).play(Turn("S")), Roll(4))
    assert to_anise(rolled) == "You rolled 4. Assam walked to e7."
    assert to_basil(rolled) == "anise rolled 4. Assam walked to e7."


def test_paying_names_who_pays_whom_and_how_much() -> None:
    rolled = step(market(27), Roll(3))
    assert to_anise(rolled) == "You rolled 3 and paid basil 5 dirhams."
    assert to_basil(rolled) == "anise rolled 3 and paid you 5 dirhams."
    assert to_a_spectator(rolled) == "anise rolled 3 and paid basil 5 dirhams."
    assert Telling(NAMES).clauses(rolled) == ["rolls 3", "pays basil 5 dirhams"]


def test_who_has_exactly_enough_pays_and_is_not_said_to_be_out() -> None:
    rolled = step(market(5), Roll(3))
    assert to_anise(rolled) == "You rolled 3 and paid basil 5 dirhams."


def test_who_cannot_pay_pays_what_is_left_and_is_out() -> None:
    rolled = step(market(4), Roll(3))
    assert to_anise(rolled) == "You rolled 3 and owed basil 5 dirhams. You paid the 4 you had and are out."
    assert to_basil(rolled) == "anise rolled 3 and owed you 5 dirhams, paid the 4 that were left and is out."
    assert Telling(NAMES).clauses(rolled) == ["rolls 3", "owes basil 5 dirhams, pays 4 dirhams and is out"]


def test_one_dirham_is_not_called_dirhams() -> None:
    text = "......./......./....2../......./......./......./....... e5N 4 roll 1 - 30:14:1;30:14:2;30:14:3 - "
    rolled = step(Position.from_text(text + "3-before-shuffled-30"), Roll(2))
    assert to_anise(rolled) == "You rolled 2 and paid basil 1 dirham."


def test_a_laying_names_the_colour_and_the_square_beside_assam_first() -> None:
    walked = Position.start(Variant(players=3)).play(Turn("S")).play(Roll(1))  # Assam on d5
    laid = step(walked, Lay("b5", "c5"))
    assert to_anise(laid) == "You laid a red rug on c5 b5."
    assert to_basil(laid) == "anise laid a red rug on c5 b5."
    assert Telling(NAMES).clauses(laid) == ["lays a red rug on c5 b5"]


def test_what_the_mover_reads_before_laying_says_whose_rug_assam_stands_on() -> None:
    rolled = step(market(27), Roll(3))
    assert Telling(NAMES, 0).arrival(rolled) == (
        "You rolled 3 and paid basil 5 dirhams. Assam stands on e4, on a blue rug of basil."
    )
    assert Telling(NAMES, 1).arrival(rolled).endswith("on a blue rug of yours.")


@pytest.mark.parametrize(
    ("why", "mine", "others"),
    [
        ("resigned", "You resigned.", "anise resigned."),
        ("time", "You ran out of time.", "anise ran out of time."),
    ],
)
def test_going_out(why: str, mine: str, others: str) -> None:
    left = step(market(27), Leave(0, why))
    assert to_anise(left) == mine
    assert to_basil(left) == others


def test_running_out_of_time_in_the_first_round_calls_the_game_off() -> None:
    left = step(Position.start(Variant(players=3)), Leave(1, "time"))
    assert to_basil(left) == "You ran out of time. The game is called off."
    assert Telling(NAMES).clauses(left) == ["runs out of time", "the game is called off"]


def test_calling_off_is_nobodys_doing() -> None:
    assert to_anise(step(Position.start(Variant(players=3)), CallOff())) == "All agreed, and the game is called off."


def test_arranging_does_not_tell_the_order() -> None:
    start = Position.start(Variant(players=2, colours="arranged"))
    arranged = step(start, Arrange(0, (3, 4) * 12))
    assert Telling(NAMES[:2], 1).sentence(arranged) == "anise arranged your rugs."
    assert Telling(NAMES[:2]).clauses(arranged) == ["arranges the rugs of basil"]


def test_who_has_yet_to_arrange_is_told_so() -> None:
    anise, basil, spectator = Telling(NAMES[:2], 0), Telling(NAMES[:2], 1), Telling(NAMES[:2])
    start = Position.start(Variant(players=2, colours="arranged"))
    assert anise.due(start) == "Put the rugs of basil in order."
    assert basil.due(start) == "Put the rugs of anise in order."
    assert spectator.due(start) == "Each player puts the rugs of the other in order."
    arranged = start.play(Arrange(1, (1, 2) * 12))
    assert anise.due(arranged) == "Put the rugs of basil in order."
    assert basil.due(arranged) == "anise has yet to put your rugs in order."
    assert spectator.due(arranged) == "anise has yet to put the rugs of basil in order."


def test_who_is_due_is_told_what_to_do() -> None:
    start = Position.start(Variant(players=3))
    assert Telling(NAMES, 0).due(start) == "It is your turn. Which way shall Assam go?"
    assert Telling(NAMES, 1).due(start) == "It is the turn of anise."
    walked = start.play(Turn("S")).play(Roll(1))
    assert Telling(NAMES, 0).due(walked) == "Lay a red rug beside him."
    assert Telling(NAMES, 2).due(walked) == "anise lays a red rug next."


def test_the_result_names_the_winner_or_those_who_share_the_first_place() -> None:
    rugs = "1>1...../......./......./......./......./2>2...../......."
    over = f"{rugs} d4S 9 over 1 2 {{}}:0:-;{{}}:0:-;resigned:{{}} 3 3-before-shuffled-30"
    alone = Position.from_text(over.format(20, 18, 52))
    assert Telling(NAMES, 0).result(alone) == "You won with 22 points."
    assert Telling(NAMES, 1).result(alone) == "anise won with 22 points."
    shared = Position.from_text(over.format(20, 20, 50))
    assert Telling(NAMES).result(shared) == "anise and basil share the first place with 22 points."


def test_a_single_point_is_not_called_points() -> None:
    over = f"{'......./' * 6}....... d4S 9 over 1 2 1:0:-;0:0:-;resigned:2 3 3-before-shuffled-1"
    position = Position.from_text(over)
    assert Telling(NAMES, 0).result(position) == "You won with 1 point."
    assert Telling(NAMES, 1).result(position) == "anise won with 1 point."


def test_any_number_of_players_can_share_the_first_place() -> None:
    over = f"{'......./' * 6}....... d4S 9 over 1 2 30:0:-;30:0:-;30:0:-"
    position = Position.from_text(f"{over} - 3-before-shuffled-30")
    assert Telling(NAMES).result(position) == "anise, basil and cumin share the first place with 30 points."
