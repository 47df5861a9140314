"""The page of a waiting table, as plain forms: sitting down and getting up, and what it says to whom."""

import pytest
from django.test import Client
from django.utils import timezone

from games import lobby
from games.models import Game
from games.rules import Variant
from tests.games.tables import logged_in, people, play_to_the_end, start_game

pytestmark = pytest.mark.django_db


def text(client: Client, address: str) -> str:
    """A page that is there."""
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_fingerprint_of_the_dice_and_each_contribution_are_there_before_anybody_adds_to_them() -> None:
    anise, basil = people(2)
    game = lobby.open_table(anise, Variant(players=3), timezone.now(), contribution="saffron")
    page = text(logged_in(basil), game.get_absolute_url())
    assert game.commitment in page
    assert "saffron" in page
    assert bytes(game.seed.value).hex() not in page


def test_a_guest_is_asked_for_an_account_and_led_back_to_the_table() -> None:
    anise, _ = people(2)
    game = lobby.open_table(anise, Variant(), timezone.now(), listed=False)
    page = text(Client(), game.get_absolute_url())
    for door in ("signup", "login"):
        assert f"/account/{door}/?next={game.get_absolute_url()}" in page
    answer = Client().post(f"{game.get_absolute_url()}join/")
    assert answer.headers["Location"] == f"/account/login/?next={game.get_absolute_url()}"
    assert game.seats.count() == 1


def test_sitting_down_by_the_form_starts_the_game_and_shows_it() -> None:
    anise, basil = people(2)
    game = lobby.open_table(anise, Variant(), timezone.now())
    answer = logged_in(basil).post(f"{game.get_absolute_url()}join/", {"contribution": "my own"}, follow=True)
    assert answer.redirect_chain == [(game.get_absolute_url(), 302)]
    game.refresh_from_db()
    assert game.status == Game.Status.PLAYING
    assert game.seats.get(user=basil).contribution == "my own"
    assert 'id="board"' in answer.content.decode()


def test_a_bad_contribution_is_said_and_not_lost() -> None:
    anise, basil = people(2)
    game = lobby.open_table(anise, Variant(), timezone.now())
    answer = logged_in(basil).post(f"{game.get_absolute_url()}join/", {"contribution": "x" * 65})
    assert answer.status_code == 400
    assert answer.context["form"]["contribution"].value() == "x" * 65
    assert "at most 64" in answer.content.decode()
    assert game.seats.count() == 1


def test_who_comes_too_late_with_a_bad_contribution_is_told_that_he_is_late() -> None:
    anise, basil, cumin = people(3)
    game = start_game([anise, basil])
    answer = logged_in(cumin).post(f"{game.get_absolute_url()}join/", {"contribution": "x" * 65})
    assert answer.status_code == 409
    assert "has begun already" in answer.content.decode()


def test_sending_the_form_twice_is_sitting_down_once() -> None:
    anise, basil = people(2)
    game = lobby.open_table(anise, Variant(players=3), timezone.now())
    client = logged_in(basil)
    for _ in range(2):
        assert client.post(f"{game.get_absolute_url()}join/").headers["Location"] == game.get_absolute_url()
    assert game.seats.count() == 2


def test_who_comes_too_late_is_told_and_shown_the_tables_there_are_now() -> None:
    anise, basil, cumin = people(3)
    begun = start_game([anise, basil])
    closed = lobby.open_table(anise, Variant(), timezone.now())
    lobby.close(closed.code, anise, timezone.now())
    lobby.open_table(anise, Variant(players=3), timezone.now(), title="Still free")
    for game, sentence in ((begun, "has begun already"), (closed, "has been closed")):
        answer = logged_in(cumin).post(f"{game.get_absolute_url()}join/")
        assert answer.status_code == 409
        page = answer.content.decode()
        assert sentence in page
        assert "Still free" in page


def test_who_wants_a_seat_that_is_kept_for_another_is_told_at_the_table() -> None:
    anise, basil, cumin = people(3)
    game = lobby.open_table(anise, Variant(), timezone.now(), invited=[basil], listed=False)
    answer = logged_in(cumin).post(f"{game.get_absolute_url()}join/")
    assert answer.status_code == 403
    assert "kept for players who were invited" in answer.content.decode()


def test_the_invitation_link_is_there_for_those_who_sit_at_the_table() -> None:
    anise, basil = people(2)
    game = lobby.open_table(anise, Variant(players=3), timezone.now(), listed=False)
    link = f'value="http://testserver{game.get_absolute_url()}"'
    assert link in text(logged_in(anise), game.get_absolute_url())
    lobby.join(game.code, basil, timezone.now())
    assert link in text(logged_in(basil), game.get_absolute_url())


def test_leaving_by_the_form() -> None:
    anise, basil = people(2)
    game = lobby.open_table(anise, Variant(players=3), timezone.now())
    lobby.join(game.code, basil, timezone.now())
    assert logged_in(basil).post(f"{game.get_absolute_url()}leave/").headers["Location"] == "/lobby/"
    assert game.seats.count() == 1


def test_closing_by_the_form_leaves_a_page_that_says_so() -> None:
    anise, basil = people(2)
    game = lobby.open_table(anise, Variant(), timezone.now())
    assert logged_in(basil).post(f"{game.get_absolute_url()}close/").status_code == 403
    answer = logged_in(anise).post(f"{game.get_absolute_url()}close/", follow=True)
    assert "was closed before its game began" in answer.content.decode()
    assert "was closed before its game began" in text(Client(), game.get_absolute_url())


def test_accepting_and_declining_an_invitation() -> None:
    anise, basil = people(2)
    accepted, declined = (lobby.open_table(anise, Variant(), timezone.now(), invited=[basil]) for _ in range(2))
    client = logged_in(basil)
    page = text(client, accepted.get_absolute_url())
    assert "Accept and sit down" in page
    client.post(f"{accepted.get_absolute_url()}join/")
    client.post(f"{declined.get_absolute_url()}decline/")
    assert Game.objects.get(pk=accepted.pk).status == Game.Status.PLAYING
    assert "basil has declined" in text(logged_in(anise), declined.get_absolute_url())


def test_a_rematch_by_the_form_leads_to_the_new_table_and_then_to_its_game() -> None:
    anise, basil = people(2)
    game = play_to_the_end(start_game([anise, basil], Variant(dirhams=5)))
    first = logged_in(anise).post(f"{game.get_absolute_url()}rematch/")
    again = game.rematches.get()
    second = logged_in(basil).post(f"{game.get_absolute_url()}rematch/")
    assert first.headers["Location"] == second.headers["Location"] == again.get_absolute_url()


def test_a_rematch_before_the_end_is_refused_on_the_games_page() -> None:
    anise, basil = people(2)
    game = start_game([anise, basil])
    answer = logged_in(anise).post(f"{game.get_absolute_url()}rematch/")
    assert answer.status_code == 409
    assert "still going on" in answer.content.decode()


@pytest.mark.parametrize("action", ["join", "leave", "close", "decline", "rematch"])
def test_nothing_changes_by_looking(action: str) -> None:
    anise, basil = people(2)
    game = lobby.open_table(anise, Variant(), timezone.now(), invited=[basil])
    assert logged_in(basil).get(f"{game.get_absolute_url()}{action}/").status_code == 405
    assert logged_in(basil).post(f"/game/{'x' * 16}/{action}/").status_code == 404


def test_a_page_left_open_gets_those_who_came_and_then_the_game() -> None:
    anise, basil, cumin = people(3)
    game = lobby.open_table(anise, Variant(players=3), timezone.now())
    lobby.join(game.code, basil, timezone.now())
    fragment = logged_in(anise).get(f"{game.get_absolute_url()}table/")
    assert "basil" in fragment.content.decode()
    assert "<html" not in fragment.content.decode()
    lobby.join(game.code, cumin, timezone.now())
    assert logged_in(anise).get(f"{game.get_absolute_url()}table/").headers["HX-Refresh"] == "true"


def test_every_option_is_explained() -> None:
    (anise,) = people(1)
    variant = Variant(2, "after", "arranged", 7, True)
    page = text(logged_in(anise), lobby.open_table(anise, variant, timezone.now()).get_absolute_url())
    for words in ("7 dirhams", "turns Assam; that is the way", "rugs in an order", "one of his own"):
        assert words in page
