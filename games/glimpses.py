"""A game going on as it is shown among others: a small picture of the market, and how the players stand.

It holds nothing that only some may see, so that one drawing serves everybody.
"""

from dataclasses import dataclass

from django.template import loader

from games.drawing import Market, market_of
from games.models import Game
from games.watching import watchers


@dataclass(frozen=True, slots=True)
class Player:
    """One player of the game, how many points he has, and whether he is waited for."""

    name: str
    kind: str
    colours: tuple[int, ...]
    points: int
    is_due: bool


@dataclass(frozen=True, slots=True)
class Glimpse:
    """One game. `watching` is how many people have its page open who do not play in it."""

    game: Game
    market: Market
    turn: int
    players: tuple[Player, ...]
    watching: int


def glimpse_of(game: Game) -> Glimpse:
    """A started game, best from `with_players`: no query then."""
    position = game.current()
    return Glimpse(
        game=game,
        market=market_of(position),
        turn=position.turn,
        players=tuple(
            Player(
                seat.user.name,
                seat.user.kind,
                position.seats[seat.index].colours,
                position.points(seat.index),
                seat.index in position.movers,
            )
            for seat in game.seats.all()
        ),
        watching=watchers.number(game.code),
    )


def rendered_glimpse(game: Game) -> str:
    """It as HTML: one item of the list."""
    return loader.render_to_string("games/_glimpse.html", {"glimpse": glimpse_of(game)})
