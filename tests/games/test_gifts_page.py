"""Giving time on the game's page: to whom, once a decision, refused in words, and told in the log."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games import play
from games.clock import DAY, MINUTE, TimeControl
from games.models import ClockEvent, Game
from games.rules import Variant
from tests.forms import Browser, Page
from tests.games.tables import logged_in, mover, other, people, play_on, start_game, user_at

pytestmark = pytest.mark.django_db

THREE_DAYS = TimeControl.per_move(3)


def begun(control: TimeControl = THREE_DAYS) -> Game:
    """A game of two that has begun a minute ago."""
    return start_game(people(2), Variant(dirhams=99), control=control, at=timezone.now() - MINUTE)


def address(game: Game) -> str:
    """Where time is given."""
    return f"{game.get_absolute_url()}give-time/"


def receivers(game: Game, user: User) -> set[str]:
    """Whom this user's page of the game offers to give time."""
    page = Browser(user).open(game.get_absolute_url())
    return {button.text.split()[1] for form in page.forms if form.path == address(game) for button in form.buttons}


@pytest.mark.parametrize(
    ("control", "amount", "words"),
    [(THREE_DAYS, DAY, "1 day"), (TimeControl.live(20, 15), MINUTE, "1 minute")],
)
def test_an_opponent_gives_a_day_or_a_minute_and_the_log_tells_it(
    control: TimeControl, amount: timedelta, words: str
) -> None:
    game = begun(control)
    giver, receiver = other(game), mover(game)
    before = game.seats.get(user=receiver).deadline
    assert before is not None
    browser = Browser(giver)
    form = browser.open(game.get_absolute_url()).form(address(game))
    assert form.buttons[0].text == f"Give {receiver.name} {words}"
    page = browser.send(form)
    assert page.url == game.get_absolute_url()
    assert game.seats.get(user=receiver).deadline == before + amount
    assert f"You have given {receiver.name} {words}." in page.text
    assert not page.has_form(address(game))
    for user in (giver, receiver, None):
        log = Browser(user).open(game.get_absolute_url()).with_id("recent")
        assert log is not None
        assert f"{giver.name} gives {receiver.name} {words}" in log.text


def test_after_the_next_move_more_can_be_given_and_twice_at_once_is_once() -> None:
    game = begun()
    giver = other(game)
    browser = Browser(giver)
    form = browser.open(game.get_absolute_url()).form(address(game))
    assert [browser.send(form).status for _ in range(2)] == [200, 200]
    assert ClockEvent.objects.count() == 1
    game = play_on(game, 1)
    browser.send(browser.open(game.get_absolute_url()).form(address(game)))
    assert ClockEvent.objects.count() == 2


def test_with_two_players_both_can_give_and_with_three_only_to_the_mover() -> None:
    game = begun(TimeControl.bank(3, 1, 7))
    assert receivers(game, mover(game)) == {other(game).name}
    assert receivers(game, other(game)) == {mover(game).name}
    three = start_game(
        [user_at(game, 0), user_at(game, 1), User.objects.create_user("cumin")], at=timezone.now() - MINUTE
    )
    assert receivers(three, mover(three)) == set()
    assert receivers(three, other(three)) == {mover(three).name}


def test_nobody_gives_in_a_game_without_a_clock_or_to_a_full_one_or_when_it_is_over() -> None:
    anise, basil = people(2)
    for control in (TimeControl.none(), TimeControl.bank(14, 0, 14)):
        game = start_game([anise, basil], control=control, at=timezone.now() + MINUTE)
        assert receivers(game, mover(game)) == set()
    play.resign(game.code, anise, timezone.now())
    assert receivers(game, basil) == set()
    assert not Browser().open(game.get_absolute_url()).has_form(address(game))


@pytest.mark.parametrize(
    ("data", "status", "reason"),
    [
        ({}, 400, "This does not say to whom time is given, and when."),
        ({"seat": "0"}, 400, "This does not say to whom"),
        ({"ply": "0", "seat": "mine"}, 400, "This does not say to whom"),
        ({"ply": "0", "seat": "7"}, 403, "Time can be given to an opponent only."),
        ({"ply": "5", "seat": "0"}, 409, "The game has moved on"),
    ],
)
def test_what_makes_no_sense_is_refused_in_words(data: dict[str, str], status: int, reason: str) -> None:
    game = begun()
    answer = logged_in(user_at(game, 1)).post(address(game), data)
    assert answer.status_code == status
    assert reason in answer.content.decode()
    assert not ClockEvent.objects.exists()


def test_not_to_oneself_and_not_by_a_stranger() -> None:
    game = begun()
    own = logged_in(user_at(game, 0)).post(address(game), {"ply": "0", "seat": "0"})
    assert (own.status_code, "to an opponent only" in own.content.decode()) == (403, True)
    strange = logged_in(User.objects.create_user("dill")).post(address(game), {"ply": "0", "seat": "0"})
    assert (strange.status_code, "Only those who sit at this table" in strange.content.decode()) == (403, True)
    assert not ClockEvent.objects.exists()


def test_to_who_has_just_run_out_it_comes_too_late() -> None:
    past = timezone.now() - 3 * DAY - MINUTE
    game = start_game(people(3), Variant(players=3, dirhams=99), control=THREE_DAYS, at=past)
    game = play_on(game, 6, at=past)
    giver, late = other(game), mover(game)
    seat = game.seats.get(user=late).index
    answer = logged_in(giver).post(address(game), {"ply": game.ply, "seat": seat})
    page = Page("", answer.status_code, answer.content.decode())
    assert page.status == 409
    assert "out: ran out of time" in page.text
    assert not ClockEvent.objects.exists()
