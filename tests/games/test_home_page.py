"""The home page: what it shows to whom."""

import pytest
from django.test import Client

from games.models import Game
from tests.games.tables import logged_in, people, start_game, user_at

pytestmark = pytest.mark.django_db


def test_everybody_but_its_players_can_watch_a_listed_game_from_here() -> None:
    anise, basil, cumin = people(3)
    game = start_game([anise, basil])
    for client in (Client(), logged_in(cumin)):
        assert list(client.get("/").context["games"]) == [game]
    for player in (anise, basil):
        assert list(logged_in(player).get("/").context["games"]) == []


def test_a_player_sees_here_what_waits_for_him() -> None:
    game = start_game(people(2))
    mover = game.current().mover
    assert list(logged_in(user_at(game, mover)).get("/").context["to_move"]) == [game]
    assert list(logged_in(user_at(game, 1 - mover)).get("/").context["to_move"]) == []


def test_a_link_only_game_is_not_shown_here() -> None:
    game = start_game(people(2), listed=False)
    assert Game.objects.get() == game
    assert list(Client().get("/").context["games"]) == []
