"""Clocks on pages: what is left and until when, and who stands still; nothing that is kept goes stale."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from unittest import mock

import pytest
from django.utils import timezone

from accounts.models import User
from games import lobby, pauses, play, sweep
from games.board import board_of
from games.clock import DAY, MINUTE, TimeControl
from games.models import Game
from games.rendering import rendered
from games.rules import Variant
from games.seat_clocks import SeatClock, seat_clock
from games.vacations import begin_vacation, end_vacation
from tests.forms import Browser, Page
from tests.games.tables import mover, other, people, play_on, start_game, user_at

pytestmark = pytest.mark.django_db

START = datetime(2030, 5, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
THREE_DAYS = TimeControl.per_move(3)
BANK = TimeControl.bank(3, 1, 7)
LIVE = TimeControl.live(20, 15)


def begun(control: TimeControl = THREE_DAYS, players: int = 2, at: datetime | None = None) -> Game:
    """A game that began now, or at that moment."""
    return start_game(people(players), Variant(players=players, dirhams=99), control=control, at=at)


def clock_of(game: Game, user: User, at: datetime | None) -> SeatClock | None:
    """The clock of this user's seat, as pages show it at this moment."""
    game = Game.objects.get(pk=game.pk)
    return seat_clock(game, next(seat for seat in game.seated() if seat.user == user), at)


def seats_on(page: Page) -> dict[str, str]:
    """What a game's page says of each player."""
    seats = page.with_id("seats")
    assert seats is not None
    return {next(each.all("a")).text: each.text for each in seats.all("li")}


@contextmanager
def now_is(moment: datetime) -> Iterator[None]:
    """Within, requests come in at this moment."""
    with mock.patch("django.utils.timezone.now", return_value=moment):
        yield


def test_who_is_on_move_has_a_deadline_and_what_is_left_until_then() -> None:
    game = begun(at=START)
    clock = clock_of(game, mover(game), START + HOUR)
    assert clock == SeatClock(START + 3 * DAY, None, 3 * DAY - HOUR)
    assert clock.words == "2 days 23 hours left"
    late = clock_of(game, mover(game), START + 4 * DAY)
    assert late is not None
    assert late.words == "the time is up"


@pytest.mark.parametrize(("control", "words"), [(THREE_DAYS, ""), (BANK, "3 days left"), (LIVE, "20 minutes left")])
def test_who_waits_shows_what_he_has_in_hand_if_players_differ_in_that(control: TimeControl, words: str) -> None:
    game = begun(control, at=START)
    clock = clock_of(game, other(game), START + MINUTE)
    assert clock is not None
    assert (clock.deadline, clock.words) == (None, words)


def test_time_that_is_given_to_who_waits_for_his_turn_is_shown() -> None:
    game = begun(at=START)
    play.give_time(game.code, mover(game), game.seats.get(user=other(game)).index, game.ply, START)
    clock = clock_of(game, other(game), START + MINUTE)
    assert clock is not None
    assert (clock.deadline, clock.words) == (None, "4 days left")


def test_a_game_without_a_clock_and_one_that_is_over_show_none() -> None:
    game = begun(TimeControl.none())
    assert clock_of(game, mover(game), timezone.now()) is None
    game = start_game(list(User.objects.order_by("name")))
    play.resign(game.code, mover(game), timezone.now())
    assert [clock_of(game, user_at(game, seat), timezone.now()) for seat in (0, 1)] == [None, None]


def test_in_a_pause_the_time_stands_still_and_the_page_says_so() -> None:
    game = begun()
    began = game.started_at
    assert began is not None
    pauses.pause_clocks(began + HOUR)
    sweep.tell_games(began + HOUR)
    assert clock_of(game, mover(game), began + 2 * DAY) == SeatClock(None, None, 3 * DAY - HOUR)
    page = Browser(mover(game)).open(game.get_absolute_url())
    assert "All clocks stand still for now." in page.text
    assert not list(page.root.all(wanted=lambda each: "data-deadline" in each.attributes))
    pauses.resume_clocks(began + 2 * HOUR)
    sweep.tell_games(began + 2 * HOUR)
    page = Browser(mover(game)).open(game.get_absolute_url())
    assert "All clocks stand still for now." not in page.text
    assert "All clocks go on after 1 hour" in page.text


def test_the_page_tells_the_deadline_in_the_readers_zone_and_what_is_left() -> None:
    game = begun(at=timezone.now() - HOUR)
    deadline = game.seats.get(user=mover(game)).deadline
    assert deadline is not None
    for user, zone, name in ((mover(game), "Pacific/Kiritimati", "+14"), (other(game), "Asia/Kolkata", "IST")):
        User.objects.filter(pk=user.pk).update(time_zone=zone)
        page = Browser(user).open(game.get_absolute_url())
        told = seats_on(page)[mover(game).name]
        assert "2 days 22 hours left" in told or "2 days 23 hours left" in told
        assert f"{name}" in told
        (time,) = (each for each in page.root.all("time") if any("seat" in up.classes for up in each.up()))
        assert datetime.fromisoformat(time["datetime"]) == deadline


def test_what_is_kept_for_spectators_tells_deadlines_and_nothing_that_goes_stale() -> None:
    game = begun(BANK)
    begin_vacation(mover(game), timezone.now(), timezone.now() + 2 * DAY)
    game = Game.objects.get(pk=game.pk)
    page = Page("", 200, rendered(board_of(game, None)))
    clocks = list(page.root.all(wanted=lambda each: "data-deadline" in each.attributes))
    assert len(clocks) == 2, "at the seat and, for phones, where there is something to do"
    away = game.seats.get(user=mover(game)).away_until
    assert away is not None
    for clock in clocks:
        assert datetime.fromisoformat(clock["data-deadline"]) == game.seats.get(user=mover(game)).deadline
        assert datetime.fromisoformat(clock["data-starts"]) == away
        assert next(clock.all("b")).text == ""
    assert not list(page.root.all(wanted=lambda each: "data-now" in each.attributes))


def test_a_vacation_is_shown_to_all_and_the_time_stands_still_until_it_ends() -> None:
    game = begun(at=START)
    begin_vacation(mover(game), START + HOUR, START + 5 * DAY)
    clock = clock_of(game, mover(game), START + 2 * DAY)
    assert clock == SeatClock(START + 8 * DAY - HOUR, START + 5 * DAY, 3 * DAY - HOUR)
    assert clock_of(game, mover(game), START + 6 * DAY) == SeatClock(START + 8 * DAY - HOUR, None, 2 * DAY - HOUR)
    assert clock_of(game, mover(game), None) == SeatClock(START + 8 * DAY - HOUR, START + 5 * DAY, None)


def test_everybody_reads_of_a_vacation_on_the_games_page_and_no_more_when_it_is_over() -> None:
    game = begun()
    now = timezone.now()
    begin_vacation(mover(game), now, now + 2 * DAY)
    for user in (mover(game), other(game), None):
        page = Browser(user).open(game.get_absolute_url())
        assert "on vacation until" in seats_on(page)[mover(game).name]
        assert "on vacation" not in seats_on(page)[other(game).name]
    end_vacation(mover(game), timezone.now())
    assert "on vacation" not in seats_on(Browser().open(game.get_absolute_url()))[mover(game).name]


def test_who_is_out_has_no_clock_any_more() -> None:
    game = begun(BANK, players=3)
    leaver = other(game)
    play.resign(game.code, leaver, timezone.now())
    seats = seats_on(Browser().open(game.get_absolute_url()))
    assert "left" not in seats[leaver.name]
    assert sum("left" in words for words in seats.values()) == 2


def test_my_games_are_sorted_by_the_time_that_is_left() -> None:
    anise, basil = people(2)
    now = timezone.now()
    controls = [TimeControl.per_move(9), TimeControl.none(), LIVE, TimeControl.per_move(2), BANK]
    games: dict[bool, list[Game]] = {True: [], False: []}
    for control in controls:
        for is_mine in (True, False):
            game = start_game([anise, basil], control=control, at=now)
            while (mover(game) == anise) != is_mine:
                play.resign(game.code, anise, now)
                game = start_game([anise, basil], control=control, at=now)
            games[is_mine].append(game)
    page = Browser(anise).open("/games/")
    for kind in (True, False):
        by_time = [games[kind][place] for place in (2, 3, 4, 0, 1)]
        rows = [page.html.index(f'id="game-{game.code}"') for game in by_time]
        assert rows == sorted(rows)
    assert page.text.count("You:") == 4, "all but the one without a clock"


def test_a_table_shows_who_is_on_vacation() -> None:
    anise, basil = people(2)
    now = timezone.now()
    game = lobby.open_table(anise, Variant(players=3), now, listed=True)
    assert "on vacation until" not in Browser(basil).open(game.get_absolute_url()).text
    begin_vacation(anise, now, now + DAY)
    for address in (game.get_absolute_url(), "/lobby/"):
        assert "on vacation until" in Browser(basil).open(address).text


def test_a_move_after_the_deadline_is_refused_with_the_page_as_it_is_now() -> None:
    game = play_on(begun(players=3), 6)
    late = mover(game)
    browser = Browser(late)
    form = browser.open(game.get_absolute_url()).form(f"{game.get_absolute_url()}act/")
    with now_is(timezone.now() + 3 * DAY + MINUTE):
        page = browser.send(form, press="L")
    assert page.status == 409
    assert "Your time ran out before this came in, so you are out of this game." in page.text
    assert "out: ran out of time" in seats_on(page)[late.name]
    assert not page.has_form(f"{game.get_absolute_url()}act/")
    assert game.moves.count() == 7, "he went out, and nothing else happened"


def test_a_players_page_shows_that_he_is_on_vacation() -> None:
    anise, basil = people(2)
    assert "on vacation until" not in Browser(basil).open(anise.get_absolute_url()).text
    begin_vacation(anise, timezone.now())
    assert "on vacation until" in Browser(basil).open(anise.get_absolute_url()).text
    assert "on vacation until" in Browser().open(anise.get_absolute_url()).text
