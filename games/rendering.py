"""The board of a game as HTML."""

from accounts.models import User
from games.models import Game


def board_html(game: Game, user: User | None) -> str:
    """The fragment `<section id="board">` as this viewer may see it."""
    return f'<section id="board">{game.ply}</section>'
