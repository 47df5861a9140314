"""Guests: from the button on the home page to an account of their own, or to nothing when they do not come again."""

from datetime import timedelta
from http.cookies import SimpleCookie

import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from asgiref.sync import sync_to_async
from django.conf import LazySettings
from django.contrib.auth import SESSION_KEY
from django.test import Client
from django.urls import reverse
from django.utils import timezone

import accounts.guests
from accounts.guests import SESSION_LENGTH
from accounts.models import User
from games import guests, lobby, locking, play, saved_records
from games.clock import TimeControl
from games.courses import course_of_game
from games.guests import IDLE_AFTER
from games.models import Game, Message, Move, Note, SavedRecord, Seat
from games.refusals import NotAllowed
from games.rules import Variant
from tests.accounts.test_second_factor import code_now
from tests.forms import Browser, Page
from tests.games.tables import people, play_on, start_game
from tests.games.test_live import heard, opened
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


@pytest.mark.django_db(transaction=True)
def test_a_visitors_double_click_makes_one_guest_and_one_game() -> None:
    browser = Browser()
    form = browser.open(HOME).form(PLAY_NOW)
    clicks = [same_browser(browser) for _ in range(3)]
    asking = [lambda click=click: click.post(PLAY_NOW, dict(form.fields)).headers["Location"] for click in clicks]
    game = set(at_the_same_moment(*asking))
    assert game == {Game.objects.get().get_absolute_url()}
    guest = User.objects.get(kind=User.Kind.GUEST)
    assert {click.session[SESSION_KEY] for click in clicks} == {str(guest.pk)}


def test_two_visitors_are_two_guests_even_if_they_send_the_same_form() -> None:
    first, second = Browser(), Browser()
    fields = dict(first.open(HOME).form(PLAY_NOW).fields)
    token = second.open(HOME).form(PLAY_NOW).fields
    first.client.post(PLAY_NOW, fields)
    second.client.post(PLAY_NOW, dict(token) | {"token": fields["token"]})
    assert guest_in(first) != guest_in(second)
    assert Game.objects.count() == 2


def test_where_the_house_player_cannot_come_nobody_becomes_a_guest() -> None:
    somebody("apprentice")
    browser = Browser()
    page = browser.send(browser.open(HOME).form(PLAY_NOW))
    assert "cannot come just now" in page.text
    assert not User.objects.filter(kind=User.Kind.GUEST).exists()


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
    player = User.objects.exclude(kind=User.Kind.HOUSE).get()
    assert player.name in ("saffron", "sumac")
    assert seated(Game.objects.get()) == [player.name, "apprentice"]
    assert [tab.session.get(SESSION_KEY) for tab in tabs].count(str(player.pk)) >= 1


@pytest.mark.parametrize("moment", ["name and password are new", "the session is new too"])
def test_a_second_tab_that_signs_up_a_moment_later_neither_makes_an_account_nor_ends_the_session(moment: str) -> None:
    browser = Browser()
    play_now(browser)
    second = same_browser(browser)
    if moment == "the session is new too":
        sign_up(browser)
    else:
        guest = guest_in(browser)
        guest.name, guest.kind = "saffron", User.Kind.PERSON
        guest.set_password(PASSWORD)
        guest.save()
    answer = second.post(SIGN_UP, {"username": "sumac", "password1": PASSWORD})
    assert (answer.status_code, answer.headers["Location"]) == (302, SIGN_UP)
    assert "sessionid" not in answer.cookies
    assert User.objects.exclude(kind=User.Kind.HOUSE).get().name == "saffron"
    if moment == "the session is new too":
        page = browser.open(SIGN_UP)
        assert page.url == reverse("games:mine")


def test_who_signs_up_is_shown_under_his_name_at_once_wherever_he_sits() -> None:
    browser = Browser()
    game = play_now(browser)
    over = play.resign(game.code, game.creator, timezone.now())
    table = lobby.open_table(game.creator, Variant(), timezone.now(), listed=False)
    sign_up(browser)
    for each in (over, table):
        version = each.version
        each.refresh_from_db()
        assert each.version == version + 1, "boards of the version before show the guest's name"


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


@pytest.mark.django_db(transaction=True)
async def test_who_looks_at_a_table_that_was_closed_before_it_began_is_told_of_the_other_name() -> None:
    browser = Browser()

    def closed_table() -> Game:
        somebody()
        guest = play_now(browser).creator
        table = lobby.open_table(guest, Variant(), timezone.now(), listed=False)
        return lobby.close(table.code, guest, timezone.now())

    table = await sync_to_async(closed_table)()
    spectator = await opened(f"game={table.code}")
    await heard(spectator, "game")
    await sync_to_async(log_in)(browser, "anise")
    assert (await heard(spectator, "game"))["version"] == table.version + 1
    await spectator.disconnect()


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


def test_a_guest_who_leaves_resigns_gets_up_and_is_locked_out() -> None:
    browser = Browser()
    game = play_now(browser)
    guest = guest_in(browser)
    own = lobby.open_table(guest, Variant(), timezone.now(), listed=False)
    second = same_browser(browser)
    browser.send(browser.open(reverse("account_logout")).form(reverse("account_logout")))
    for each in (game, own, guest):
        each.refresh_from_db()
    assert game.current().seats[0].status == "resigned"
    assert (game.status, own.status) == (Game.Status.OVER, Game.Status.CLOSED)
    assert not guest.is_active
    assert second.get(reverse("games:mine")).status_code == 302


def test_who_logs_out_of_an_account_keeps_his_games() -> None:
    anise = somebody()
    game = start_game([anise, somebody("basil")])
    client = Client()
    client.force_login(anise)
    client.post(reverse("account_logout"))
    assert SESSION_KEY not in client.session
    anise.refresh_from_db()
    game.refresh_from_db()
    assert (anise.is_active, game.status) == (True, Game.Status.PLAYING)


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


def test_a_guest_who_plays_a_listed_game_again_does_so_by_link() -> None:
    anise, guest = somebody(), idle_guest("again", days=0)
    game = start_game([anise, guest])
    play.resign(game.code, anise, timezone.now())
    again = lobby.rematch(game.code, guest, timezone.now())
    assert game.listed
    assert not again.listed
    lobby.close(again.code, guest, timezone.now())
    assert lobby.rematch(game.code, anise, timezone.now()).listed


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
    assert [exists(guest) for guest in (idle, fresh, saves)] == [False, True, False]
    assert not SavedRecord.objects.exists()
    assert guests.close_idle(timezone.now()) == 0


def test_what_only_a_closed_guest_could_read_goes_with_him() -> None:
    (anise,) = people(1)
    idle = idle_guest("idle", days=31)
    game = start_game([anise, idle])
    for user in (anise, idle):
        Note.objects.create(game=game, user=user, text="He lays to the east.")
    guests.close_idle(timezone.now())
    assert Note.objects.get().user == anise


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


DEEDS = ["plays now again", "opens a table", "sits down", "moves", "talks", "writes a note"]


def do(deed: str, client: Client, game: Game) -> None:
    """Something that a guest does who plays this game."""
    match deed:
        case "plays now again":
            client.post(PLAY_NOW)
        case "opens a table":
            client.post(reverse("games:open"), {"players": "2", "turning": "before", "dirhams": "30"})
        case "sits down":
            table = lobby.open_table(somebody("sumac"), Variant(), timezone.now())
            client.post(reverse("games:join", args=[table.code]))
        case "moves":
            client.post(reverse("games:act", args=[game.code]), {"ply": game.ply, "action": "S"})
        case "talks":
            client.post(reverse("games:say", args=[game.code]), {"text": "Good luck!"})
        case "writes a note":
            client.post(reverse("games:note", args=[game.code]), {"text": "He lays to the east."})


@pytest.mark.parametrize("deed", DEEDS)
def test_who_came_a_month_ago_and_does_something_today_is_here(deed: str) -> None:
    browser = Browser()
    game = play_now(browser)
    guest = guest_in(browser)
    month_ago = timezone.now() - timedelta(days=31)
    Move.objects.update(at=month_ago)
    Seat.objects.update(sat_down_at=month_ago)
    User.objects.filter(pk=guest.pk).update(last_login=month_ago)
    browser.client.handler.enforce_csrf_checks = False
    browser.client.get(game.get_absolute_url())
    guest.refresh_from_db()
    assert guest.last_login == month_ago, "who looks on changes nothing"

    do(deed, browser.client, game)

    assert guests.close_idle(timezone.now()) == 0
    guest.refresh_from_db()
    assert guest.is_active
    game.refresh_from_db()
    assert game.status == Game.Status.PLAYING


def test_that_a_guest_is_here_is_written_down_once_an_hour() -> None:
    browser = Browser()
    play_now(browser)
    before = guest_in(browser).last_login
    play_now(browser)
    assert guest_in(browser).last_login == before


def test_a_guest_who_comes_back_while_the_idle_are_closed_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    idle = idle_guest("idle", days=31)
    lock = accounts.guests.lock

    def lock_late(guest: User) -> User | None:
        User.objects.filter(pk=guest.pk).update(last_login=timezone.now())
        return lock(guest)

    monkeypatch.setattr(accounts.guests, "lock", lock_late)
    assert guests.close_idle(timezone.now()) == 0
    idle.refresh_from_db()
    assert idle.is_active


def test_a_table_that_begins_while_its_idle_guest_gets_up_is_resigned(monkeypatch: pytest.MonkeyPatch) -> None:
    anise, basil = people(2)
    idle = idle_guest("idle", days=31)
    own = lobby.open_table(idle, Variant(), timezone.now(), listed=False)
    joined = lobby.open_table(anise, Variant(players=3), timezone.now())
    lobby.join(joined.code, idle, timezone.now())
    lock_game = locking.lock_game

    def lock_late(code: str) -> tuple[Game, list[Seat]]:
        for module in (guests, lobby):
            monkeypatch.setattr(module, "lock_game", lock_game)
        for table in (own, joined):
            lobby.join(table.code, basil, timezone.now())
        return lock_game(code)

    for module in (guests, lobby):
        monkeypatch.setattr(module, "lock_game", lock_late)
    guests.close_idle(timezone.now())
    for game, seat in ((own, 0), (joined, 1)):
        game.refresh_from_db()
        assert game.current().seats[seat].status == "resigned"


def test_one_guest_who_cannot_be_closed_stops_no_other(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (anise,) = people(1)
    stuck, idle = idle_guest("stuck", days=31), idle_guest("idle", days=31)
    game = start_game([anise, stuck])
    Game.objects.filter(pk=game.pk).update(position="unreadable")
    assert guests.close_idle(timezone.now()) == 1
    stuck.refresh_from_db()
    idle.refresh_from_db()
    assert (stuck.is_active, idle.is_active) == (True, False)
    assert [record.getMessage() for record in caplog.records] == ["guest-stuck has been idle and could not be closed"]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("other_tab", ["joins", "opens a table", "plays now"])
def test_no_seat_stays_with_a_guest_who_logs_in_in_another_tab_at_the_same_moment(other_tab: str) -> None:
    somebody()
    table = lobby.open_table(somebody("basil"), Variant(), timezone.now())
    browser = Browser()
    play_now(browser)
    guest = guest_in(browser)
    tabs = [same_browser(browser) for _ in range(2)]
    address, body = {
        "joins": (reverse("games:join", args=[table.code]), {}),
        "opens a table": (reverse("games:open"), {"players": "2", "turning": "before", "dirhams": "30"}),
        "plays now": (PLAY_NOW, {"token": "a"}),
    }[other_tab]
    at_the_same_moment(
        lambda: tabs[0].post(LOG_IN, {"login": "anise", "password": PASSWORD}).status_code,
        lambda: tabs[1].post(address, body).status_code,
    )
    guest.refresh_from_db()
    assert not guest.is_active
    assert not Seat.objects.filter(user=guest).exists()


@pytest.mark.parametrize("kind", [User.Kind.GUEST, User.Kind.PERSON])
def test_who_was_locked_out_a_moment_ago_gets_no_seat_and_saves_nothing(kind: User.Kind) -> None:
    anise, saffron = somebody("anise"), somebody("saffron")
    table = lobby.open_table(anise, Variant(), timezone.now())
    record = course_of_game(start_game([anise, saffron]).code, anise).record
    locked_out = User.objects.create_user("basil", kind=kind)
    User.objects.filter(pk=locked_out.pk).update(is_active=False)  # by another request: this one still knows him
    now = timezone.now()
    for wanted in (
        lambda: lobby.join(table.code, locked_out, now),
        lambda: lobby.open_table(locked_out, Variant(), now, listed=False),
        lambda: saved_records.save(locked_out, record, now),
    ):
        with pytest.raises(NotAllowed, match="no longer logged in as basil"):
            wanted()
    assert not Seat.objects.filter(user=locked_out).exists()


def test_people_and_house_players_are_never_idle_guests() -> None:
    (anise,) = people(1)
    lobby.open_table(anise, Variant(), timezone.now())
    User.objects.update(last_login=timezone.now() - timedelta(days=1000))
    assert guests.close_idle(timezone.now()) == 0
