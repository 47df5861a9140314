"""Boards in lists."""

from django.template import Library

from games.drawing import Market, market_of
from games.models import Game

register = Library()


@register.filter
def market(game: Game) -> Market:
    """The picture of a started game as it stands, the same for every viewer."""
    return market_of(game.current())
