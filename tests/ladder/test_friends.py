"""Following a player from his page, and the page of friends: what it tells, and what it must not."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts import following
from accounts.following import follow, followed_by
from accounts.models import Follow, User
from games import lobby, vacations
from games.models import Game, Seat
from games.rules import Variant
from ladder.friends import MOST_GAMES, Friend, friends_of
from tests.forms import Browser
from tests.games.tables import logged_in, people, queries, start_game
from tests.ladder.rated import confirmed_people, open_rated, win
from tests.ladder.test_standings import stands

pytestmark = pytest.mark.django_db


def befriended(number: int = 4) -> list[User]:
    """So many people, the first of whom follows all others."""
    users = people(number)
    for other in users[1:]:
        follow(users[0], other, timezone.now())
    return users


def friend(reader: User, name: str) -> Friend:
    """What the page tells the reader of this friend."""
    return next(each for each in friends_of(reader, timezone.now()) if each.user.name == name)


def test_a_player_is_followed_and_unfollowed_from_his_page_without_scripts() -> None:
    anise, basil = people(2)
    browser = Browser(anise)
    page = browser.open("/player/basil/")
    page = browser.send(page.form("/player/basil/follow/"))
    assert page.url == "/player/basil/"
    assert "You follow this player." in page.text
    assert list(followed_by(anise)) == [basil]
    page = browser.send(page.form("/player/basil/unfollow/"))
    assert page.has_form("/player/basil/follow/")
    assert not Follow.objects.exists()


def test_with_scripts_only_the_button_comes_back() -> None:
    anise, basil = people(2)
    follow(basil, anise, timezone.now())
    answer = logged_in(anise).post("/player/basil/follow/", headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert "<html" not in answer.text
    assert 'action="/player/basil/unfollow/"' in answer.text
    assert "You follow each other." in answer.text


def test_who_is_followed_is_not_told_unless_he_follows_too() -> None:
    anise, basil = people(2)
    follow(anise, basil, timezone.now())
    for address in ("/player/anise/", "/friends/", "/games/", "/"):
        page = logged_in(basil).get(address).text
        assert "each other" not in page
        assert "follows you" not in page
    follow(basil, anise, timezone.now())
    assert "You follow each other." in logged_in(basil).get("/player/anise/").text
    assert "follows you too" in logged_in(basil).get("/friends/").text


def test_visitors_and_guests_have_no_button_and_guests_and_the_house_are_offered_to_nobody() -> None:
    (anise,) = people(1)
    guest = User.objects.create_user("guest-x7", kind=User.Kind.GUEST)
    User.objects.create_user("apprentice", kind=User.Kind.HOUSE)
    assert "/follow/" not in Client().get("/player/anise/").text
    assert "/follow/" not in logged_in(guest).get("/player/anise/").text
    for name in ("guest-x7", "apprentice", "anise"):
        assert "/follow/" not in logged_in(anise).get(f"/player/{name}/").text


def test_what_is_refused_says_why_on_a_page_and_in_the_button(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(following, "MOST_FOLLOWED", 1)
    anise, basil, cumin = people(3)
    follow(anise, basil, timezone.now())
    browser = logged_in(anise)
    for headers in ({}, {"HX-Request": "true"}):
        answer = browser.post("/player/cumin/follow/", headers=headers)
        assert answer.status_code == 403
        assert "You follow 1 players, and more are not allowed. Unfollow one first." in answer.text
    guest = User.objects.create_user("guest-x7", kind=User.Kind.GUEST)
    assert "needs an account" in logged_in(guest).post("/player/cumin/follow/").text
    assert list(followed_by(anise)) == [basil]
    assert not followed_by(cumin).exists()


def test_a_visitor_is_asked_to_log_in_and_comes_back_to_the_player() -> None:
    people(1)
    answer = Client().post("/player/anise/follow/")
    assert answer.headers["Location"] == "/account/login/?next=/player/anise/"


def test_who_follows_without_end_is_asked_to_wait(settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"follow": "1/h/user"}
    anise, _basil, _cumin = people(3)
    browser = logged_in(anise)
    assert browser.post("/player/basil/follow/").status_code == 302
    assert browser.post("/player/cumin/follow/").status_code == 429
    assert Follow.objects.count() == 1


def test_without_friends_the_page_says_how_to_follow_somebody() -> None:
    (anise,) = people(1)
    assert "You follow nobody yet." in logged_in(anise).get("/friends/").text
    guest = User.objects.create_user("guest-x7", kind=User.Kind.GUEST)
    page = Browser(guest).open("/friends/")
    assert "Following players needs an account." in page.text
    assert page.link("/account/signup/")


def test_friends_who_wait_for_players_come_first_then_those_who_play_then_who_played_last() -> None:
    anise, basil, cumin, dill = confirmed_people()
    sumac = User.objects.create_user("sumac")
    for other in (basil, cumin, dill, sumac):
        follow(anise, other, timezone.now())
    win(dill, basil, at=timezone.now() - timedelta(days=2))
    lobby.open_table(sumac, Variant(), timezone.now())
    names = [each.user.name for each in friends_of(anise, timezone.now())]
    assert names[0] == "sumac"
    assert set(names[1:3]) == {"basil", "dill"}
    assert names[3] == "cumin"
    start_game([cumin, User.objects.create_user("saffron")])
    assert [each.user.name for each in friends_of(anise, timezone.now())][:2] == ["sumac", "cumin"]


def test_a_friends_rating_and_vacation_are_told() -> None:
    anise, basil, cumin = confirmed_people(3)
    follow(anise, basil, timezone.now())
    win(basil, cumin)
    vacations.begin_vacation(basil, timezone.now())
    page = logged_in(anise).get("/friends/").text
    assert "rating 1550" in page
    assert "on vacation until" in page


def test_a_table_where_a_friend_waits_can_be_joined_from_here() -> None:
    anise, basil, _cumin, _dill = befriended()
    table = lobby.open_table(basil, Variant(players=3), timezone.now(), title="By the well")
    page = Browser(anise).open("/friends/")
    assert "By the well waits for players" in page.text
    assert page.link(table.get_absolute_url())


def test_tables_and_games_by_link_only_are_told_to_nobody_who_has_no_part_in_them() -> None:
    anise, basil, cumin, dill = befriended()
    secret = lobby.open_table(basil, Variant(players=3), timezone.now(), title="Hidden", listed=False)
    hidden = start_game([cumin, dill], listed=False)
    page = logged_in(anise).get("/friends/").text
    for told in (secret.code, "Hidden", hidden.code):
        assert told not in page
    lobby.invite(secret.code, basil, anise)
    ours = start_game([anise, cumin], listed=False)
    page = logged_in(anise).get("/friends/").text
    assert secret.code in page
    assert "invites you" in page
    assert ours.code in page
    assert hidden.code not in page


def test_tables_that_the_reader_cannot_join_are_not_told_as_ones_he_can() -> None:
    anise, basil, cumin, dill = confirmed_people()
    for other in (basil, cumin, dill):
        follow(anise, other, timezone.now())
    now = timezone.now()
    own = lobby.open_table(anise, Variant(players=3), now)
    lobby.join(own.code, basil, now)
    kept = lobby.open_table(cumin, Variant(), now)
    lobby.invite(kept.code, cumin, dill)
    lobby.open_table(dill, Variant(), now, rated=True, least_rating=1900)
    assert not any(each.tables for each in friends_of(anise, now))
    lobby.withdraw(kept.code, cumin, dill)
    assert [table.game for table in friend(anise, "cumin").tables] == [kept]
    rated = open_rated(dill, 2, now)
    assert [table.game for table in friend(anise, "dill").tables] == [rated]


def test_of_many_games_of_a_friend_the_last_to_begin_are_shown_and_all_are_counted() -> None:
    anise, basil, cumin, _dill = befriended()
    begun = [start_game([basil, cumin]) for _ in range(MOST_GAMES + 2)]
    told = friend(anise, "basil")
    assert list(told.games) == begun[: -MOST_GAMES - 1 : -1]
    assert told.number_of_games == MOST_GAMES + 2
    assert "all 5 games" in logged_in(anise).get("/friends/").text


def test_a_friend_is_unfollowed_from_the_page_and_one_stays_there() -> None:
    anise, *_others = befriended()
    browser = Browser(anise)
    page = browser.send(browser.open("/friends/").form("/player/cumin/unfollow/"))
    assert page.url == "/friends/"
    assert "You no longer follow cumin." in page.text
    assert [each.name for each in followed_by(anise)] == ["basil", "dill"]


def test_closed_accounts_are_not_among_friends() -> None:
    anise, basil, _cumin, _dill = befriended()
    basil.is_active = False
    basil.save()
    assert [each.user.name for each in friends_of(anise, timezone.now())] == ["cumin", "dill"]


def test_the_page_costs_the_same_for_three_friends_as_for_many() -> None:
    anise, basil, cumin, _dill = befriended()
    start_game([basil, cumin])
    lobby.open_table(basil, Variant(), timezone.now())
    browser = logged_in(anise)
    few = queries(lambda: browser.get("/friends/"))
    crowd = User.objects.bulk_create(User(name=f"friend-{number}") for number in range(60))
    now = timezone.now()
    Follow.objects.bulk_create(Follow(follower=anise, followed=each, made_at=now) for each in crowd)
    games = Game.objects.bulk_create(Game(creator=each, created_at=now) for each in crowd)
    Seat.objects.bulk_create(
        Seat(game=game, index=0, user=game.creator, contribution="x", sat_down_at=now) for game in games
    )
    for _ in range(4):
        start_game([basil, cumin])
    assert queries(lambda: browser.get("/friends/")) == few
    assert browser.get("/friends/").text.count('id="friend-') == 63


def test_of_the_standings_only_friends_are_shown_with_their_places_on_the_whole_ladder() -> None:
    names = ("first", "basil", "third", "anise", "cumin", "sixth")
    users = {name: stands(name, 1900 - 100 * number) for number, name in enumerate(names)}
    stands("equal", 1500)
    anise = users["anise"]
    for name in ("basil", "cumin"):
        follow(anise, users[name], timezone.now())
    rows = logged_in(anise).get("/ladder/all/?friends=1").context["page"].rows
    assert [(row.place, row.among, row.standing.user.name) for row in rows] == [
        (2, 1, "basil"),
        (4, 2, "anise"),
        (5, 3, "cumin"),
    ]
    page = Browser(anise).open("/ladder/all/?friends=1")
    assert "You are at place 4" in page.text
    assert page.link("/ladder/duel/") == "/ladder/duel/?friends=1"


def test_visitors_and_guests_see_all_players_whatever_they_ask() -> None:
    stands("anise", 1500)
    guest = User.objects.create_user("guest-x7", kind=User.Kind.GUEST)
    for client in (Client(), logged_in(guest)):
        page = client.get("/ladder/all/?friends=1")
        assert len(page.context["page"].rows) == 1
        assert "Friends only" not in page.text


def test_friends_are_read_page_by_page_without_gap_or_repetition() -> None:
    anise = stands("anise", 1000)
    for number in range(60):
        user = stands(f"player-{number:02}", 1500 + number // 4)
        if number % 2:
            follow(anise, user, timezone.now())
    browser = logged_in(anise)
    seen: list[tuple[int, int, str]] = []
    address = "/ladder/all/?friends=1"
    while True:
        page = browser.get(address).context["page"]
        seen += [(row.among, row.place, row.standing.user.name) for row in page.rows]
        if not page.next:
            break
        assert f'href="?from={page.next}&amp;friends=1"' in browser.get(address).text
        address = f"/ladder/all/?from={page.next}&friends=1"
    assert sorted(name for _, _, name in seen) == ["anise", *(f"player-{number:02}" for number in range(1, 60, 2))]
    assert [among for among, _, _ in seen] == [*(2 * (number // 2) + 1 for number in range(30)), 31]
    assert [place for _, place, _ in seen] == [*(4 * (number // 2) + 1 for number in range(30)), 61]


def test_my_place_is_found_among_friends_and_another_player_among_all() -> None:
    anise = stands("anise", 1000)
    for number in range(30):
        follow(anise, stands(f"player-{number:02}", 1500 + number), timezone.now())
    stands("stranger", 1400)
    browser = logged_in(anise)
    mine = browser.get("/ladder/all/?player=anise&friends=1")
    assert mine.context["only_friends"]
    assert [row.among for row in mine.context["page"].rows] == [26, 27, 28, 29, 30, 31]
    stranger = browser.get("/ladder/all/?player=stranger&friends=1")
    assert not stranger.context["only_friends"]
    assert "stranger" in [row.standing.user.name for row in stranger.context["page"].rows]


def test_without_friends_who_have_a_place_the_standings_say_so() -> None:
    anise, *_others = befriended()
    stands("sumac", 1500)
    page = Browser(anise).open("/ladder/all/?friends=1")
    assert "Neither you nor anybody you follow has a place here." in page.text
    assert page.link("/friends/")


def test_friends_in_the_standings_cost_the_same_however_many_players_there_are() -> None:
    anise = stands("anise", 1200)
    for number in range(5):
        follow(anise, stands(f"friend-{number}", 1300 + number), timezone.now())
    browser = logged_in(anise)
    few = queries(lambda: browser.get("/ladder/all/?friends=1"))
    for number in range(100):
        user = stands(f"player-{number:03}", 1500 + number)
        if number % 2:
            follow(anise, user, timezone.now())
    assert queries(lambda: browser.get("/ladder/all/?friends=1")) == few + 1  # the own place is not on the page
