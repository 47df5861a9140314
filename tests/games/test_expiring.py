"""Running out of time in games that are played: who goes out when, and what is refused then."""

from datetime import UTC, datetime, timedelta

import pytest

from accounts.models import User
from games import play
from games.checking import differences
from games.clock import DAY, TimeControl
from games.models import ClockEvent, Game
from games.refusals import NotAllowed, Outdated, TooLate
from games.rules import Lay, Leave, Phase, Turn, Variant, action_to_text
from tests.games.tables import logged_in, mover, other, people, play_on, start_game, user_at

pytestmark = pytest.mark.django_db

START = datetime(2030, 5, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
MOMENT = timedelta(microseconds=1)
THREE_DAYS = TimeControl.per_move(3)


def game_of(players: int, control: TimeControl = THREE_DAYS, **options: object) -> Game:
    """A game that began at START."""
    return start_game(people(players), Variant(players=players, **options), control=control, at=START)  # type: ignore[arg-type]


def everybody_has_moved(players: int, control: TimeControl = THREE_DAYS, **options: object) -> Game:
    """A game in which, at START, everybody has finished a first turn."""
    game = game_of(players, control, dirhams=99, **options)
    while game.current().turn <= players:
        game = play_on(game, 1, at=START)
    return game


def deadlines(game: Game) -> list[datetime | None]:
    """The deadlines that are kept, in order of seats."""
    return list(game.seats.order_by("index").values_list("deadline", flat=True))


def sound(game: Game) -> bool:
    """Whether all that is kept is what the log says."""
    return list(differences(Game.objects.get(pk=game.pk))) == []


def lay(game: Game) -> Lay:
    """A laying that is possible now."""
    action = game.current().legal_actions()[0]
    assert isinstance(action, Lay)
    return action


def test_the_roll_stops_no_clock_and_the_laying_does() -> None:
    game = game_of(2)
    first = game.current().mover
    assert deadlines(game)[first] == START + 3 * DAY
    game = play.act(game.code, mover(game), 0, Turn("S"), START + DAY)
    assert deadlines(game)[first] == START + 3 * DAY
    game = play.act(game.code, mover(game), 1, lay(game), START + 2 * DAY)
    assert deadlines(game)[first] is None
    assert deadlines(game)[1 - first] == START + 5 * DAY
    assert sound(game)


def test_where_assam_is_turned_after_laying_the_turning_stops_the_clock() -> None:
    game = game_of(2, turning="after")
    first = game.current().mover
    game = play.act(game.code, mover(game), 0, lay(game), START + DAY)
    assert deadlines(game)[first] == START + 3 * DAY
    game = play.act(game.code, mover(game), 1, Turn("S"), START + 2 * DAY)
    assert deadlines(game)[first] is None
    assert deadlines(game)[1 - first] == START + 5 * DAY


def test_while_both_arrange_both_clocks_run_until_each_has() -> None:
    game = game_of(2, colours="arranged")
    assert deadlines(game) == [START + 3 * DAY] * 2
    game = play.arrange(game.code, user_at(game, 1), game.variant.colours_of(0) * 12, START + DAY)
    assert deadlines(game) == [START + 3 * DAY, None]
    game = play.arrange(game.code, user_at(game, 0), game.variant.colours_of(1) * 12, START + 2 * DAY)
    assert deadlines(game)[game.current().mover] == START + 5 * DAY
    assert sound(game)


def test_a_game_without_a_clock_waits_for_ever() -> None:
    game = game_of(2, TimeControl.none())
    assert deadlines(game) == [None, None]
    play.expire(game.code, START + 1000 * DAY)
    assert play.act(game.code, mover(game), 0, Turn("S"), START + 1000 * DAY).ply == 1


def test_a_move_at_the_deadline_is_in_time() -> None:
    game = everybody_has_moved(2)
    assert play.act(game.code, mover(game), game.ply, Turn("S"), START + 3 * DAY).ply == game.ply + 1


def test_a_move_after_the_deadline_is_refused_though_nobody_has_swept() -> None:
    game = everybody_has_moved(2)
    late = mover(game)
    with pytest.raises(TooLate):
        play.act(game.code, late, game.ply, Turn("S"), START + 3 * DAY + MOMENT)
    game.refresh_from_db()
    assert (game.status, game.ended_at) == (Game.Status.OVER, START + 3 * DAY)
    assert game.seats.get(user=late).stayed is False
    assert game.moves.latest("ply").at == START + 3 * DAY
    assert sound(game)


def test_a_move_that_came_in_before_the_deadline_counts_though_it_is_heard_later() -> None:
    """The stamp of its arrival judges a request, not the moment at which it gets the lock."""
    game = everybody_has_moved(2)
    play.expire(game.code, START + 3 * DAY)
    game = play.act(game.code, mover(game), game.ply, Turn("S"), START + 3 * DAY)
    assert game.status == Game.Status.PLAYING


def test_a_late_move_from_a_page_is_answered_with_the_board_on_which_he_is_out() -> None:
    game = start_game(people(2), control=THREE_DAYS, at=datetime(2020, 5, 1, tzinfo=UTC))
    page = logged_in(mover(game)).post(f"{game.get_absolute_url()}act/", {"ply": 0, "action": "S"})
    assert page.status_code == 409
    assert "Your time ran out" in page.text
    assert "The game was called off." in page.text


def test_among_three_the_game_goes_on_and_the_next_clock_runs_from_the_deadline() -> None:
    game = everybody_has_moved(3)
    late, turn = game.current().mover, game.current().turn
    game = play.expire(game.code, START + 4 * DAY)
    assert game.status == Game.Status.PLAYING
    assert game.current().gone == (late,)
    assert game.current().turn == turn + 1
    assert deadlines(game)[game.current().mover] == START + 6 * DAY
    assert sound(game)


def test_when_everybody_is_away_players_go_out_one_by_one_and_the_last_one_wins() -> None:
    game = everybody_has_moved(4)
    first = game.current().mover
    game = play.expire(game.code, START + 100 * DAY)
    assert game.status == Game.Status.OVER
    order = [(first + place) % 4 for place in range(4)]
    ranks = dict(game.seats.values_list("index", "rank"))
    assert [ranks[seat] for seat in order] == [4, 3, 2, 1]
    moments = [move.at for move in game.moves.order_by("-ply")[:3]]
    assert moments == [START + 9 * DAY, START + 6 * DAY, START + 3 * DAY]
    assert game.ended_at == START + 9 * DAY
    assert sound(game)


def test_before_everybody_has_finished_a_turn_the_game_is_called_off_because_of_who_ran_out() -> None:
    game = game_of(2)
    late = mover(game)
    game = play.expire(game.code, START + 4 * DAY)
    assert game.status == Game.Status.CALLED_OFF
    assert [seat.stayed for seat in game.seats.order_by("index")] == [
        False if user_at(game, index) == late else None for index in range(2)
    ]
    with pytest.raises(TooLate):
        play.act(game.code, late, 0, Turn("S"), START + 4 * DAY)
    assert sound(game)


def test_two_deadlines_at_the_same_moment_go_clockwise_from_the_mover() -> None:
    game = game_of(2, colours="arranged")
    first = game.current().mover
    game = play.expire(game.code, START + 4 * DAY)
    assert game.status == Game.Status.CALLED_OFF
    assert game.moves.get().action == action_to_text(Leave(first, "time"))


def test_who_ran_out_is_out_before_his_opponent_acts() -> None:
    """RULES.md: before any later action is judged. Resigning then comes from the winner of a game that is over."""
    game = everybody_has_moved(2)
    late, waits = mover(game), other(game)
    with pytest.raises(Outdated):
        play.resign(game.code, waits, START + 3 * DAY + MOMENT)
    game.refresh_from_db()
    assert (game.seats.get(user=waits).rank, game.seats.get(user=late).rank) == (1, 2)


def test_expiring_twice_does_nothing_more() -> None:
    game = everybody_has_moved(3)
    once = play.expire(game.code, START + 4 * DAY)
    again = play.expire(game.code, START + 4 * DAY)
    assert (again.ply, again.version) == (once.ply, once.version)


def test_a_bank_carries_over_from_turn_to_turn() -> None:
    game = game_of(2, TimeControl.bank(3, 1, 7))
    first = game.current().mover
    game = play_on(game, 2, at=START + 2 * DAY)
    assert game.seats.get(index=first).time_left == 2 * DAY
    assert sound(game)


def test_an_opponent_gives_time_once_a_decision() -> None:
    game = everybody_has_moved(2)
    index = game.current().mover
    for _ in range(2):
        game = play.give_time(game.code, other(game), index, game.ply, START + DAY)
    assert deadlines(game)[index] == START + 4 * DAY
    assert game.clock_events.get().kind == ClockEvent.Kind.GIVEN
    assert sound(game)


def test_time_is_not_given_to_oneself_or_by_somebody_else_or_without_a_clock() -> None:
    game = everybody_has_moved(2)
    index = game.current().mover
    with pytest.raises(NotAllowed):
        play.give_time(game.code, mover(game), index, game.ply, START)
    with pytest.raises(NotAllowed):
        play.give_time(game.code, User.objects.create_user("stranger"), index, game.ply, START)
    with pytest.raises(NotAllowed):
        play.give_time(game.code, other(game), 7, game.ply, START)
    with pytest.raises(Outdated):
        play.give_time(game.code, other(game), index, game.ply - 1, START)
    timeless = start_game([mover(game), other(game)], control=TimeControl.none(), at=START)
    with pytest.raises(NotAllowed):
        play.give_time(timeless.code, other(timeless), timeless.current().mover, 0, START)
    assert not ClockEvent.objects.exists()


def test_among_three_time_is_given_to_the_mover_alone() -> None:
    game = everybody_has_moved(3)
    mine, waiting = game.current().mover, (game.current().mover + 1) % 3
    giver = user_at(game, (mine + 2) % 3)
    with pytest.raises(NotAllowed):
        play.give_time(game.code, giver, waiting, game.ply, START)
    game = play.give_time(game.code, giver, mine, game.ply, START)
    assert deadlines(game)[mine] == START + 4 * DAY


def test_time_given_to_a_player_who_has_just_run_out_comes_too_late() -> None:
    game = everybody_has_moved(3)
    index, ply = game.current().mover, game.ply
    with pytest.raises(TooLate):
        play.give_time(game.code, other(game), index, ply + 1, START + 3 * DAY + MOMENT)
    with pytest.raises(Outdated):
        play.give_time(game.code, other(game), index, ply, START + 3 * DAY + MOMENT)
    game.refresh_from_db()
    assert game.current().seats[index].status == "time"
    assert not game.clock_events.exists()


def test_no_gift_fills_a_clock_above_what_it_holds() -> None:
    game = everybody_has_moved(2, TimeControl.per_move(14))
    with pytest.raises(NotAllowed):
        play.give_time(game.code, other(game), game.current().mover, game.ply, START)


@pytest.mark.parametrize("colours", ["shuffled", "arranged", "swapped"])
def test_the_clocks_of_a_whole_game_follow_from_its_log(colours: str) -> None:
    game = game_of(2, TimeControl.bank(3, 1, 7), colours=colours, dirhams=99)
    at = START
    while not game.is_ended:
        at += HOUR
        game = play_on(game, 1, seed=game.ply, at=at)
    assert game.current().phase is Phase.OVER
    assert deadlines(game) == [None, None]
    assert sound(game)
