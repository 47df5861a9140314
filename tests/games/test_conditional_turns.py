"""Turns that are said beforehand: for their player's eyes, his to take back, and played as soon as the turn is his."""

from datetime import UTC, datetime, timedelta

import pytest

from accounts.models import User
from games import play
from games.checking import differences
from games.clock import DAY, TimeControl
from games.conditional_turns import conditional_turns_of
from games.models import ConditionalTurn, Game
from games.refusals import NotAllowed, Outdated, Refusal
from games.rules import Phase, Turn, Variant
from tests.games.tables import logged_in, mover, other, people, play_on, start_game, user_at
from tests.games.test_lobby import at_the_same_moment

pytestmark = pytest.mark.django_db

START = datetime(2030, 5, 1, 12, tzinfo=UTC)
OTHERS = {"N": "ESW", "E": "NSW", "S": "NEW", "W": "NES"}


def game_of(players: int = 2, **options: object) -> Game:
    """A game that began at START."""
    variant = Variant(players=players, dirhams=99, **options)  # type: ignore[arg-type]
    return start_game(people(players), variant, control=TimeControl.per_move(3), at=START)


def hand_over(game: Game) -> Game:
    """Let the mover finish his turn."""
    turn = game.current().turn
    while game.current().turn == turn:
        game = play_on(game, 1, at=START + DAY)
    return game


@pytest.mark.parametrize("side", ["L", "S", "R"])
def test_the_visit_begins_with_the_roll_done(side: str) -> None:
    game = game_of()
    waits = other(game)
    play.say_beforehand(game.code, waits, {"": side}, START)
    game = play_on(game, 2, at=START + DAY)
    position = game.current()
    assert (position.phase, mover(game)) == (Phase.LAY, waits)
    decision = game.moves.latest("ply")
    assert (user_at(game, decision.seat), decision.action, decision.at) == (waits, side, START + DAY)
    assert decision.chance, "the roll"
    assert game.seats.get(user=waits).deadline == START + 4 * DAY, "the clock goes on until he has laid"
    assert list(differences(game)) == []


def test_a_heading_of_its_own_goes_before_any_heading() -> None:
    game = game_of()
    waits = other(game)
    game = play_on(game, 1, at=START)
    heading = game.current().assam.heading.name
    play.say_beforehand(game.code, waits, {"": "S", heading: "L", OTHERS[heading][0]: "R"}, START)
    game = play_on(game, 1, at=START)
    assert game.moves.latest("ply").action == "L"


def test_what_does_not_fit_is_not_played_and_gone() -> None:
    game = game_of()
    waits = other(game)
    game = play_on(game, 1, at=START)
    heading = game.current().assam.heading.name
    play.say_beforehand(game.code, waits, dict.fromkeys(OTHERS[heading], "L"), START)
    game = play_on(game, 1, at=START)
    assert (game.current().phase, mover(game)) == (Phase.TURN, waits)
    assert conditional_turns_of(game, waits) == {}


def test_it_is_used_once() -> None:
    game = game_of()
    waits = other(game)
    play.say_beforehand(game.code, waits, {"": "S"}, START)
    game = hand_over(hand_over(hand_over(game)))
    assert (game.current().phase, mover(game)) == (Phase.TURN, waits)


def test_it_can_be_changed_and_taken_back_until_it_is_used() -> None:
    game = game_of()
    waits = other(game)
    play.say_beforehand(game.code, waits, {"": "S", "N": "L"}, START)
    play.say_beforehand(game.code, waits, {"E": "R"}, START)
    assert conditional_turns_of(game, waits) == {"E": "R"}
    play.say_beforehand(game.code, waits, {}, START)
    assert conditional_turns_of(game, waits) == {}
    game = hand_over(game)
    assert (game.current().phase, mover(game)) == (Phase.TURN, waits)
    with pytest.raises(Outdated):
        play.say_beforehand(game.code, waits, {"": "S"}, START)


def test_several_who_said_theirs_follow_each_other_in_one_step() -> None:
    """A player who rolls at once and cannot pay is out, and the next one rolls at once too."""
    game = start_game(people(4), Variant(players=4, dirhams=1), control=TimeControl.per_move(3), at=START)
    while not game.is_ended:
        for seat in game.seats.filter(to_move=False):
            own = game.current().seats[seat.index]
            if own.status == "in" and own.rugs:
                play.say_beforehand(game.code, seat.user, {"": "S"}, START)
        game = play_on(game, 1, seed=game.ply, at=START)
        assert game.is_ended or game.current().phase is Phase.LAY or game.ply == 0
    assert list(differences(game)) == []
    assert not ConditionalTurn.objects.exists()


def test_it_follows_a_player_who_runs_out_of_time() -> None:
    game = hand_over(hand_over(hand_over(game_of(3))))
    following = user_at(game, (game.current().mover + 1) % 3)
    play.say_beforehand(game.code, following, {"": "S"}, START + DAY)
    game = play.expire(game.code, START + 5 * DAY)
    assert (game.current().phase, mover(game)) == (Phase.LAY, following)
    assert game.moves.latest("ply").at == START + 4 * DAY
    assert list(differences(game)) == []


def test_nobody_else_can_say_or_see_it() -> None:
    game = game_of()
    on_move, waits = mover(game), other(game)
    stranger = User.objects.create_user("stranger")
    before = logged_in(on_move).get(game.get_absolute_url()).text
    play.say_beforehand(game.code, waits, {"": "L", "N": "R"}, START)
    assert conditional_turns_of(game, on_move) == {}
    assert conditional_turns_of(game, stranger) == {}
    with pytest.raises(NotAllowed):
        play.say_beforehand(game.code, stranger, {"": "L"}, START)
    after = logged_in(on_move).get(game.get_absolute_url()).text
    assert _board(after) == _board(before)


def _board(page: str) -> str:
    """The board's part of a page, in which nothing changes from one request to the next."""
    return page[page.index('id="board"') : page.index("csrfmiddlewaretoken")]


def test_nonsense_is_refused_and_leaves_what_was_said() -> None:
    game = game_of()
    waits = other(game)
    play.say_beforehand(game.code, waits, {"": "L"}, START)
    for turns in ({"X": "L"}, {"": "B"}, {"N": ""}):
        with pytest.raises(Refusal):
            play.say_beforehand(game.code, waits, turns, START)
    assert conditional_turns_of(game, waits) == {"": "L"}


def test_where_assam_is_turned_after_laying_there_is_nothing_to_say() -> None:
    game = game_of(turning="after")
    with pytest.raises(NotAllowed):
        play.say_beforehand(game.code, other(game), {"": "L"}, START)


def test_it_is_gone_when_the_game_ends_and_cannot_be_said_then() -> None:
    game = game_of()
    waits = other(game)
    play.say_beforehand(game.code, waits, {"": "L"}, START)
    game = play.resign(game.code, mover(game), START)
    assert not ConditionalTurn.objects.exists()
    with pytest.raises(Outdated):
        play.say_beforehand(game.code, waits, {"": "L"}, START)


def test_who_is_out_has_nothing_to_say() -> None:
    game = game_of(3)
    leaver = other(game)
    play.resign(game.code, leaver, START)
    with pytest.raises(NotAllowed):
        play.say_beforehand(game.code, leaver, {"": "L"}, START)


def test_who_says_it_after_the_turn_has_come_by_time_alone_is_told_so() -> None:
    """The mover went out at his deadline, though nobody has swept: what is said later is not what was said then."""
    game = hand_over(hand_over(hand_over(game_of(3))))
    following = user_at(game, (game.current().mover + 1) % 3)
    with pytest.raises(Outdated, match="your turn already"):
        play.say_beforehand(game.code, following, {"": "S"}, START + 4 * DAY + timedelta(seconds=1))
    game = Game.objects.get(pk=game.pk)
    assert (game.current().phase, mover(game)) == (Phase.TURN, following)
    assert not ConditionalTurn.objects.exists()


def test_who_has_laid_his_last_rug_has_nothing_to_say() -> None:
    game = game_of()
    while game.current().seats[game.current().mover - 1].rugs:
        game = play_on(game, 1, seed=game.ply, at=START)
    waits = other(game)
    with pytest.raises(NotAllowed, match="no rugs left"):
        play.say_beforehand(game.code, waits, {"": "L"}, START)
    assert "Say beforehand" not in logged_in(waits).get(game.get_absolute_url()).text


@pytest.mark.django_db(transaction=True)
def test_taken_back_at_the_same_instant_it_is_played_or_not_but_never_half() -> None:
    game = play_on(game_of(), 1, at=START)
    on_move, waits, ply = mover(game), other(game), game.ply
    play.say_beforehand(game.code, waits, {"": "S"}, START)
    lay = game.current().legal_actions()[0]
    assert not isinstance(lay, Turn)
    outcomes = at_the_same_moment(
        lambda: play.act(game.code, on_move, ply, lay, START).ply,  # type: ignore[arg-type]
        lambda: play.say_beforehand(game.code, waits, {}, START).code,
    )
    game = Game.objects.get(pk=game.pk)
    taken_back = Outdated not in outcomes
    assert game.current().phase is (Phase.TURN if taken_back else Phase.LAY)
    assert not ConditionalTurn.objects.exists()


def test_a_whole_game_in_which_both_say_everything_beforehand() -> None:
    game = game_of()
    while not game.is_ended:
        if game.current().seats[game.current().mover - 1].rugs:
            play.say_beforehand(game.code, other(game), {"": "L", "N": "R"}, START)
        game = play_on(game, 1, seed=game.ply, at=START)
    assert game.status == Game.Status.OVER
    assert list(differences(game)) == []
