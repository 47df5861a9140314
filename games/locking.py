"""Taking a game for oneself until the end of a transaction."""

from games.models import Game, Seat


def lock_game(code: str) -> tuple[Game, list[Seat]]:
    """The game with this code and its seats in order, for the caller alone until his transaction ends.

    PostgreSQL locks the row; on SQLite the transaction holds the only write lock from its start.
    Raises `Game.DoesNotExist`.
    """
    game = Game.objects.select_for_update(of=("self",)).select_related("seed").get(code=code)
    return game, game.seated()
