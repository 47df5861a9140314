"""Games in admin: found, looked at, and left alone; no secret before the end."""

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games import play
from games.models import Game, Move, Seat
from games.rules import Turn, Variant
from tests.games.tables import logged_in, mover, people, play_on, play_to_the_end, queries, start_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def admin() -> Client:
    """The browser of somebody who may do everything in admin."""
    return logged_in(User.objects.create_superuser("saffron"))


def page(admin: Client, address: str) -> str:
    """A page of admin that is there."""
    answer = admin.get(f"/admin/games/{address}")
    assert answer.status_code == 200
    return answer.content.decode()


def test_no_seed_before_the_end_and_the_seed_after_it(admin: Client) -> None:
    game = start_game(people(2), Variant(dirhams=5))
    seed = bytes(game.seed.value).hex()
    assert seed not in page(admin, f"game/{game.pk}/change/")
    play_to_the_end(game)
    assert seed in page(admin, f"game/{game.pk}/change/")


def test_an_arranged_pile_is_not_told_before_the_end(admin: Client) -> None:
    anise, basil = people(2)
    game = start_game([anise, basil], Variant(colours="arranged", dirhams=5))
    play.arrange(game.code, anise, [3, 4] * 12, timezone.now())
    action = game.moves.get().action
    addresses = (f"game/{game.pk}/change/", "move/", f"move/{game.moves.get().pk}/change/")
    for address in addresses:
        assert "arranged a pile" in page(admin, address)
        assert action not in page(admin, address)
    play_to_the_end(Game.objects.get(pk=game.pk))
    assert action in page(admin, addresses[2])


def test_a_position_with_what_is_hidden_in_it_is_shown_nowhere(admin: Client) -> None:
    game = play_on(start_game(people(2), Variant(colours="arranged")), 3)
    assert game.position not in page(admin, f"game/{game.pk}/change/")


def test_what_is_hidden_cannot_be_guessed_bit_by_bit(admin: Client) -> None:
    anise, basil = people(2)
    game = start_game([anise, basil], Variant(colours="arranged"))
    play.arrange(game.code, anise, [3, 4] * 12, timezone.now())
    for lookup in (
        "move/?action__startswith=pile",
        "move/?action=L",
        "game/?position__contains=34",
        "game/?position=x",
    ):
        assert admin.get(f"/admin/games/{lookup}").status_code == 400


def test_games_are_found_by_code_title_player_and_options(admin: Client) -> None:
    anise, basil, cumin = people(3)
    game = start_game([anise, basil])
    Game.objects.filter(pk=game.pk).update(title="By the well")
    other = start_game([basil, cumin])
    for query in (game.code, "well", "anise"):
        listed = page(admin, f"game/?q={query}")
        assert f"/game/{game.pk}/change/" in listed
        assert f"/game/{other.pk}/change/" not in listed
    assert f"/game/{game.pk}/change/" in page(admin, "game/?status__exact=playing&players__exact=2")
    assert f"/game/{game.pk}/change/" not in page(admin, "game/?status__exact=over")


def test_renaming_a_game_changes_its_title_and_nothing_that_was_played_meanwhile(
    admin: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = start_game(people(2))
    on_move = mover(game)
    full_clean = Game.full_clean

    def a_move_comes_in_between(self: Game, *args: object, **kwargs: object) -> None:
        full_clean(self, *args, **kwargs)  # type: ignore[arg-type]
        play.act(game.code, on_move, 0, Turn("L"), timezone.now())

    monkeypatch.setattr(Game, "full_clean", a_move_comes_in_between)
    answer = admin.post(f"/admin/games/game/{game.pk}/change/", {"title": "By the well", "listed": "on", **INLINES})
    assert answer.status_code == 302
    game.refresh_from_db()
    assert (game.title, game.ply) == ("By the well", 1)


INLINES = {
    f"{prefix}-{name}": "0"
    for prefix in ("seats", "invitations", "moves")
    for name in ("TOTAL_FORMS", "INITIAL_FORMS", "MIN_NUM_FORMS", "MAX_NUM_FORMS")
}


def test_nothing_else_can_be_changed_added_or_deleted(admin: Client) -> None:
    game = play_on(start_game(people(2)), 2)
    seat, move = game.seats.get(index=0), game.moves.get(ply=0)
    before = Game.objects.filter(pk=game.pk).values().get()
    admin.post(
        f"/admin/games/game/{game.pk}/change/", {"title": "", "listed": "on", "status": "over", "ply": 9, **INLINES}
    )
    assert Game.objects.filter(pk=game.pk).values().get() == before
    for address in (f"seat/{seat.pk}", f"move/{move.pk}"):
        assert admin.post(f"/admin/games/{address}/change/", {"index": 3}).status_code == 403
    for address in (f"game/{game.pk}/delete/", f"seat/{seat.pk}/delete/", f"move/{move.pk}/delete/"):
        assert admin.post(f"/admin/games/{address}", {"post": "yes"}).status_code == 403
    for address in ("game/add/", "seat/add/", "move/add/", "invitation/add/"):
        assert admin.get(f"/admin/games/{address}").status_code == 403
    assert Game.objects.count() == 1
    assert Seat.objects.count() == 2
    assert Move.objects.count() == 2


def test_a_long_game_shows_its_last_moves_alone(admin: Client) -> None:
    game = play_on(start_game(people(2)), 30)
    shown = admin.get(f"/admin/games/game/{game.pk}/change/").context["inline_admin_formsets"][2]
    assert len(shown.formset.forms) == 20
    assert shown.formset.forms[0].instance.ply == game.ply - 1


@pytest.mark.parametrize("address", ["game/", "seat/", "move/", "invitation/"])
def test_a_list_costs_the_same_however_long_it_is(admin: Client, address: str) -> None:
    users = people(2)
    play_on(start_game(users), 3)
    few = queries(lambda: page(admin, address))
    for _ in range(10):
        play_on(start_game(users), 3)
    assert queries(lambda: page(admin, address)) == few


def test_admin_is_for_staff() -> None:
    anise, basil = people(2)
    client = logged_in(anise)
    start_game([anise, basil])
    for address in ("game/", "seat/", "move/", "invitation/"):
        assert client.get(f"/admin/games/{address}").status_code == 302
