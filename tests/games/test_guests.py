"""Guests: from the button on the home page to an account of their own, or to nothing when they do not come again."""

from datetime import timedelta
from http.cookies import SimpleCookie

import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.conf import LazySettings
from django.contrib.auth import SESSION_KEY
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.guests import SESSION_LENGTH
from accounts.models import User
from games import guests, lobby, play
from games.clock import TimeControl
from games.guests import IDLE_AFTER
from games.models import Game, Message, Note, SavedRecord, Seat
from games.refusals import NotAllowed
from games.rules import Variant
from tests.accounts.test_second_factor import code_now
from tests.forms import Browser, Page
from tests.games.tables import people, play_on, start_game
from tests.games.test_lobby import at_the_same_moment, seated

pytestmark = pytest.mark.django_db

PASSWORD = "seven-rugs-in-a-row"
HOME = reverse("games:home")
PLAY_NOW = reverse("games:play_now")
SIGN_UP = reverse("account_signup")
LOG_IN = reverse("account_login")


def play_now(browser: Browser) -> Game:
    """Press the button on the home page; the game that begins."""
    browser.send(browser.open(HOME).form(PLAY_NOW))
    return Game.objects.latest("pk")


def sign_up(browser: Browser, name: str = "saffron") -> Page:
    """Fill in the sign-up page."""
    return browser.send(browser.open(SIGN_UP).form(SIGN_UP).fill("username", name).fill("password1", PASSWORD))


def log_in(browser: Browser, name: str) -> Page:
    """Fill in the log-in page."""
    return browser.send(browser.open(LOG_IN).form(LOG_IN).fill("login", name).fill("password", PASSWORD))


def somebody(name: str = "anise") -> User:
    """A person with an account."""
    return User.objects.create_user(name, password=PASSWORD)


def guest_in(browser: Browser) -> User:
    """The guest whose browser it is."""
    return User.objects.get(pk=browser.client.session[SESSION_KEY], kind=User.Kind.GUEST)


def test_a_visitor_plays_at_once_as_a_guest_against_the_house() -> None:
    browser = Browser()
    game = play_now(browser)
    guest = guest_in(browser)
    assert browser.page.url == game.get_absolute_url()
    assert game.status == Game.Status.PLAYING
    assert seated(game) == [guest.name, "apprentice"]
    assert guest.name.startswith("guest-")
    assert not game.listed, "a beginner's first game is shown to nobody else"


def test_a_guest_stays_logged_in_for_as_long_as_he_is_not_closed() -> None:
    browser = Browser()
    play_now(browser)
    assert browser.client.session.get_expiry_age() > SESSION_LENGTH.total_seconds() - 60
    assert SESSION_LENGTH > IDLE_AFTER


def test_a_guests_pages_say_so_and_offer_to_sign_up() -> None:
    browser = Browser()
    play_now(browser)
    for address in (HOME, reverse("games:mine"), reverse("games:lobby"), reverse("accounts:preferences")):
        page = browser.open(address)
        assert page.status == 200
        assert "Guest Sign up to keep your games" in page.text or "Sign up to keep your games Guest" in page.text


def test_a_player_plays_at_once_too_and_a_guest_again() -> None:
    browser = Browser(somebody())
    assert seated(play_now(browser)) == ["anise", "apprentice"]
    visitor = Browser()
    first, second = play_now(visitor), play_now(visitor)
    assert first != second
    assert seated(first) == seated(second)


def test_a_double_click_begins_one_game() -> None:
    browser = Browser(somebody())
    form = browser.open(HOME).form(PLAY_NOW)
    first = browser.send(form).url
    assert browser.send(form).url == first
    assert Game.objects.count() == 1


def test_what_the_browser_adds_to_the_dice_counts() -> None:
    client = Client()
    client.post(PLAY_NOW, {"contribution": "mint tea"})
    assert Seat.objects.get(user__kind=User.Kind.GUEST).contribution == "mint tea"


def test_a_form_that_is_not_ours_begins_nothing_and_is_told_so() -> None:
    response = Client().post(PLAY_NOW, {"contribution": "x" * 65})
    assert response.status_code == 400
    assert "Press it once more" in response.text
    assert not User.objects.exists()


def test_guests_from_one_address_are_limited(settings: LazySettings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"new_guest": "2/h/ip"}
    statuses = [Client().post(PLAY_NOW).status_code for _ in range(3)]
    assert statuses == [302, 302, 429]
    assert User.objects.filter(kind=User.Kind.GUEST).count() == 2


def test_names_that_are_used_up_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("accounts.guests.NAME_ALPHABET", "z")
    names = [play_now(Browser()).creator.name for _ in range(3)]
    assert names == ["guest-zzzz", "guest-zzzzz", "guest-zzzzzz"]


def test_who_signs_up_stays_the_same_user_and_keeps_his_games() -> None:
    browser = Browser()
    game = play_now(browser)
    guest = guest_in(browser)
    page = sign_up(browser)
    assert page.url == reverse("games:mine")
    assert game.get_absolute_url() in page.html
    guest.refresh_from_db()
    assert (guest.name, guest.kind) == ("saffron", User.Kind.PERSON)
    assert seated(game) == ["saffron", "apprentice"]
    assert User.objects.filter(kind=User.Kind.GUEST).count() == 0

    elsewhere = Browser()
    assert game.get_absolute_url() in log_in(elsewhere, "saffron").html


def test_whose_session_was_a_guests_is_a_players_session_then() -> None:
    browser = Browser()
    play_now(browser)
    key = browser.client.session.session_key
    sign_up(browser)
    assert browser.client.session.session_key != key
    assert browser.client.session.get_expiry_age() < SESSION_LENGTH.total_seconds() / 2


def test_a_sign_up_that_does_not_do_leaves_the_guest_as_he_was() -> None:
    somebody("saffron")
    browser = Browser()
    game = play_now(browser)
    page = sign_up(browser, "Saffron")
    assert "This name is taken." in page.text
    assert guest_in(browser) == game.creator
    assert browser.open(game.get_absolute_url()).status == 200


def same_browser(browser: Browser) -> Client:
    """A second tab: another client with the same cookies."""
    client = Client()
    client.cookies = SimpleCookie(browser.client.cookies.output(header="", sep=";"))
    return client


@pytest.mark.django_db(transaction=True)
def test_who_signs_up_in_two_tabs_at_the_same_moment_is_one_person() -> None:
    browser = Browser()
    play_now(browser)
    tabs = [same_browser(browser) for _ in range(2)]
    asking = [
        lambda tab=tab, name=name: tab.post(SIGN_UP, {"username": name, "password1": PASSWORD}).status_code
        for tab, name in zip(tabs, ("saffron", "sumac"), strict=True)
    ]
    outcomes = at_the_same_moment(*asking)
    assert set(outcomes) <= {200, 302}
    assert 302 in outcomes
    player = User.objects.get(seats__game=Game.objects.get(), kind=User.Kind.PERSON)
    assert player.name in ("saffron", "sumac")
    assert not User.objects.filter(kind=User.Kind.GUEST).exists()


def test_who_logs_in_finds_his_games_as_a_guest_among_his_own() -> None:
    anise = somebody()
    browser = Browser()
    game = play_now(browser)
    guest = guest_in(browser)
    Note.objects.create(game=game, user=guest, text="He lays to the east.")
    Message.objects.create(game=game, number=1, author=guest, text="Good luck!", at=timezone.now())
    SavedRecord.objects.create(owner=guest, text="", saved_at=timezone.now())
    version = game.version

    page = log_in(browser, "anise")

    assert game.get_absolute_url() in page.html
    assert seated(game) == ["anise", "apprentice"]
    game.refresh_from_db()
    assert game.creator == anise
    assert game.version > version, "the board shows another name"
    for left in (Note.objects.get().user, Message.objects.get().author, SavedRecord.objects.get().owner):
        assert left == anise
    assert not exists(guest)


def test_he_goes_on_playing_where_he_stopped() -> None:
    somebody()
    browser = Browser()
    game = play_now(browser)
    log_in(browser, "anise")
    game.refresh_from_db()
    ply = game.ply
    game = play_on(game, 3)
    assert game.ply == ply + 3


def test_at_a_table_where_both_sit_the_guest_stays_and_resigns() -> None:
    anise = somebody()
    browser = Browser()
    other = play_now(browser)
    guest = guest_in(browser)
    both = start_game([anise, guest])
    log_in(browser, "anise")
    assert seated(both) == ["anise", guest.name]
    both.refresh_from_db()
    assert both.status == Game.Status.OVER
    assert both.seats.get(user=anise).rank == 1
    assert seated(other) == ["anise", "apprentice"]
    guest.refresh_from_db()
    assert not guest.is_active


@pytest.mark.django_db(transaction=True)
def test_who_logs_in_in_two_tabs_at_the_same_moment_has_his_games_once() -> None:
    anise = somebody()
    browser = Browser()
    games = [play_now(browser) for _ in range(3)]
    tabs = [same_browser(browser) for _ in range(2)]
    asking = [lambda tab=tab: tab.post(LOG_IN, {"login": "anise", "password": PASSWORD}).status_code for tab in tabs]
    assert at_the_same_moment(*asking) == [302, 302]
    assert set(Game.objects.filter(seats__user=anise)) == set(games)
    assert not User.objects.filter(kind=User.Kind.GUEST, is_active=True).exists()


def test_a_wrong_password_leaves_the_guest_as_he_was() -> None:
    User.objects.create_user("anise", password="another-one-entirely")
    browser = Browser()
    game = play_now(browser)
    log_in(browser, "anise")
    assert guest_in(browser) == game.creator


def test_with_a_second_factor_the_games_move_once_its_code_is_given() -> None:
    anise = somebody()
    secret = generate_totp_secret()
    TOTP.activate(anise, secret)
    browser = Browser()
    game = play_now(browser)
    log_in(browser, "anise")
    assert seated(game)[0].startswith("guest-")
    address = reverse("mfa_authenticate")
    assert browser.page.url == address
    form = next(form for form in browser.page.forms if form.path == address and form.buttons)
    page = browser.send(form.fill("code", code_now(secret)))
    assert game.get_absolute_url() in page.html
    assert seated(game) == ["anise", "apprentice"]


def test_to_the_pages_about_accounts_a_guest_is_nobody() -> None:
    browser = Browser()
    play_now(browser)
    for name in ("account_email", "account_change_password", "account_set_password", "mfa_index"):
        assert browser.client.get(reverse(name)).headers["Location"].startswith(LOG_IN), name


def test_a_guest_can_leave_and_is_told_what_that_means() -> None:
    browser = Browser()
    play_now(browser)
    page = browser.open(reverse("account_logout"))
    assert "your games are lost to you" in page.text
    browser.send(page.form(reverse("account_logout")))
    assert SESSION_KEY not in browser.client.session


def test_a_guest_sits_down_at_any_table_marked_as_a_guest() -> None:
    game = lobby.open_table(somebody(), Variant(), timezone.now())
    browser = Browser()
    play_now(browser)
    browser.send(browser.open(game.get_absolute_url()).form(reverse("games:join", args=[game.code])))
    game.refresh_from_db()
    assert game.status == Game.Status.PLAYING
    seats = browser.page.with_id("seats")
    assert seats
    assert f"{guest_in(browser).name} guest" in seats.text


def test_a_guest_opens_tables_by_link_only_and_challenges_nobody() -> None:
    anise = somebody()
    browser = Browser()
    play_now(browser)
    form = browser.open(reverse("games:lobby")).form(reverse("games:open"))
    assert {"listed", "opponent"}.isdisjoint(name for name, _value in form.fields)
    browser.client.handler.enforce_csrf_checks = False
    body = {"players": "2", "turning": "before", "dirhams": "30", "listed": "yes", "opponent": "anise"}
    browser.client.post(reverse("games:open"), body)
    game = Game.objects.latest("pk")
    assert not game.listed
    assert not game.invitations.exists()
    for wanted in ({"listed": True}, {"listed": False, "invited": [anise]}):
        with pytest.raises(NotAllowed, match="Sign up"):
            lobby.open_table(guest_in(browser), Variant(), timezone.now(), **wanted)


def idle_guest(name: str, *, days: float) -> User:
    """A guest who came last so many days ago."""
    user = User.objects.create_user(f"guest-{name}", kind=User.Kind.GUEST)
    user.last_login = timezone.now() - timedelta(days=days)
    user.save()
    return user


def exists(user: User) -> bool:
    """Whether anything of him is left once the loop has tidied up."""
    guests.delete_traceless()
    return User.objects.filter(pk=user.pk).exists()


def test_of_an_idle_guest_who_never_played_nothing_stays() -> None:
    idle, fresh, saves = (idle_guest(name, days=days) for name, days in (("idle", 31), ("fresh", 29), ("saves", 31)))
    SavedRecord.objects.create(owner=saves, text="", saved_at=timezone.now())
    assert guests.close_idle(timezone.now()) == 2
    assert [exists(guest) for guest in (idle, fresh, saves)] == [False, True, True]
    assert guests.close_idle(timezone.now()) == 0


def test_an_idle_guest_resigns_gets_up_and_is_locked_out() -> None:
    anise, basil, cumin = people(3)
    idle = idle_guest("idle", days=31)
    now, without_clock = timezone.now(), TimeControl.none()
    game = start_game([anise, idle], control=without_clock)
    of_three = start_game([anise, basil, idle], control=without_clock)
    own = lobby.open_table(idle, Variant(), now, listed=False)
    joined = lobby.open_table(cumin, Variant(players=3), now)
    lobby.join(joined.code, idle, now)
    out = start_game([anise, basil, idle], control=without_clock)
    play.resign(out.code, idle, now)

    # What he did here was a moment ago: as if time had passed.
    assert guests.close_idle(now + IDLE_AFTER + timedelta(days=1)) == 1

    for each in (game, of_three, own, joined, out, idle):
        each.refresh_from_db()
    assert game.status == Game.Status.OVER
    assert of_three.status == out.status == Game.Status.PLAYING
    assert of_three.current().seats[2].status == "resigned"
    assert own.status == Game.Status.CLOSED
    assert seated(joined) == ["cumin"]
    assert not idle.is_active
    assert exists(idle), "those he played with keep their games"


def test_a_guest_who_moves_is_not_idle_however_long_ago_he_came() -> None:
    (anise,) = people(1)
    plays, waits = idle_guest("plays", days=100), idle_guest("waits", days=100)
    for guest in (plays, waits):
        game = start_game([anise, guest], Variant(colours="arranged"))
        play.arrange(game.code, anise, game.variant.colours_of(1) * 12, timezone.now())
        if guest == plays:
            play.arrange(game.code, guest, game.variant.colours_of(0) * 12, timezone.now())
    guests.close_idle(timezone.now())
    plays.refresh_from_db()
    waits.refresh_from_db()
    assert (plays.is_active, waits.is_active) == (True, False)


def test_people_and_house_players_are_never_idle_guests() -> None:
    (anise,) = people(1)
    lobby.open_table(anise, Variant(), timezone.now())
    User.objects.update(last_login=timezone.now() - timedelta(days=1000))
    assert guests.close_idle(timezone.now()) == 0
