"""Two thousand whole random games of every variant, with players leaving at any moment."""

import pytest

from tests.rules.invariants import check_game, random_game
from tests.rules.table import ALL_VARIANTS

GAMES = 2_000
PER_TEST = 50


@pytest.mark.parametrize("first", range(0, GAMES, PER_TEST))
def test_what_must_be_so_is_so(first: int) -> None:
    for seed in range(first, first + PER_TEST):
        game = random_game(seed)
        try:
            check_game(game)
        except Exception as error:
            error.add_note(f"in the random game {seed}, of {game.variant.to_text()}")
            raise


def test_every_variant_is_among_them() -> None:
    assert len(ALL_VARIANTS) <= PER_TEST


def test_a_number_is_always_the_same_game() -> None:
    assert random_game(17) == random_game(17)
