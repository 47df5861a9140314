"""Voiding a game and taking that back: what the game keeps, who hears of it, and what cannot be voided."""

from collections.abc import Iterator

import pytest
from django.utils import timezone

from games import voiding
from games.models import Game
from games.refusals import Outdated
from games.signals import game_voided
from tests.games.tables import people, play_to_the_end, start_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def heard() -> Iterator[list[Game]]:
    """The games of which receivers were told."""
    games: list[Game] = []

    def hear(game: Game, **kwargs: object) -> None:
        games.append(game)

    game_voided.connect(hear)
    yield games
    game_voided.disconnect(hear)


def test_a_voided_game_keeps_its_result_and_says_why(heard: list[Game]) -> None:
    game = play_to_the_end(start_game(people(2)))
    at = timezone.now()
    voided = voiding.void(game.code, "One person played both sides.", at)
    assert (voided.voided_at, voided.voided_because) == (at, "One person played both sides.")
    assert voided.status == Game.Status.OVER
    assert voided.version == game.version + 1
    assert [each.voided_at for each in heard] == [at]


def test_voiding_twice_changes_nothing_more(heard: list[Game]) -> None:
    game = play_to_the_end(start_game(people(2)))
    first = voiding.void(game.code, "First reason", timezone.now())
    again = voiding.void(game.code, "Second reason", timezone.now())
    assert (again.voided_because, again.version) == ("First reason", first.version)
    assert len(heard) == 1


def test_a_restored_game_is_as_if_it_had_never_been_voided(heard: list[Game]) -> None:
    game = play_to_the_end(start_game(people(2)))
    voiding.void(game.code, "A mistake", timezone.now())
    for _ in range(2):
        restored = voiding.restore(game.code)
        assert (restored.voided_at, restored.voided_because) == (None, "")
    assert len(heard) == 2


def test_only_a_game_that_was_played_out_can_be_voided(heard: list[Game]) -> None:
    game = start_game(people(2))
    with pytest.raises(Outdated, match="played to its end"):
        voiding.void(game.code, "Too early", timezone.now())
    assert heard == []
