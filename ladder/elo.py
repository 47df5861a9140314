"""Elo for games of two to four players: from the ranks of a game to what it changes. Pure; it knows no database.

A game of n players counts as its n(n-1)/2 pairs. In each pair the player with the better rank scores 1 and the other
0, or each ½ where they share the rank. A player's change is the sum, over the n-1 pairs he is in, of

    K / (n-1) * (score - forecast),    forecast = 1 / (1 + 10 ^ ((rating of the other - own rating) / 400)),

so that one game weighs as one game, however many play. His own K is large in his first games, when his rating says
little, and falls from game to game to its least: K = max(least, first * fading / (fading + games)).

Ratings are whole hundredths of a point, so that everybody who computes them anew gets the same. Each pair's part is
rounded by itself, alike in both directions: players of the same K together win exactly what they lose. Only the floor
breaks this: who would fall below it stays on it, and nobody pays for that.

The formula is Arpad Elo's (The Rating of Chessplayers, Past and Present, 1978), with his scale of 400; the constants
are chosen by `python -m benchmarks.foresight`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import pow  # of floats, unlike the built-in one

POINT = 100
"""A rating is counted in so many parts of a point."""


@dataclass(frozen=True, slots=True)
class Constants:
    """What a ladder may choose; all in points, or in games.

    start: the rating of who has not played. floor: nobody falls below it. scale: who is so many points ahead scores
    ten times as often as the other. first_k, least_k: K before the first game, and the least it falls to. fading:
    after so many games K is half of `first_k`. provisional: for so many games a rating is called provisional.
    """

    start: int = 1500
    floor: int = 100
    scale: int = 400
    first_k: int = 100
    least_k: int = 10
    fading: int = 10
    provisional: int = 10


@dataclass(frozen=True, slots=True)
class Player:
    """One player before a game: his rating in hundredths of a point, how many games it comes from, and his rank now."""

    rating: int
    games: int
    rank: int


def new_rating(constants: Constants) -> int:
    """The rating of who has not played yet, in hundredths of a point."""
    return constants.start * POINT


def is_provisional(games: int, constants: Constants) -> bool:
    """Whether a rating after so many games says too little to be given a place."""
    return games < constants.provisional


def k_after(games: int, constants: Constants) -> float:
    """K for a player who has finished so many games, in points."""
    return max(constants.least_k, constants.first_k * constants.fading / (constants.fading + games))


def forecast(own: int, other: int, constants: Constants) -> float:
    """The score to be expected of one player against another, from 0 to 1; ratings in hundredths of a point.

    `forecast(a, b)` and `forecast(b, a)` sum up to exactly 1.
    """
    if own < other:
        return 1 - forecast(other, own, constants)
    return 1 / (1 + pow(10, (other - own) / (constants.scale * POINT)))


def score(own_rank: int, other_rank: int) -> float:
    """What the better rank scores in a pair, and what the other; ranks as in `games.rules`, 1 is best."""
    return ((own_rank < other_rank) - (own_rank > other_rank) + 1) / 2


def ratings_after(players: Sequence[Player], constants: Constants) -> tuple[int, ...]:
    """The ratings of these two or more players after their game, in hundredths of a point.

    Raises `ValueError` for less than two players.
    """
    if len(players) < 2:
        raise ValueError("a game that is rated has two players or more")
    return tuple(
        max(player.rating + _change(player, [*players[:seat], *players[seat + 1 :]], constants), _floor(constants))
        for seat, player in enumerate(players)
    )


def change_by_rank(player: Player, others: Sequence[Player], constants: Constants) -> tuple[int, ...]:
    """What each rank from the first to the last would change for a player, if nobody shared a rank.

    The others' ranks count for nothing, nor does it matter whom of them he leaves behind, only how many: what was
    expected of him is the same sum. (Rounding may make it a few hundredths more or less.)
    """
    places = range(1, len(others) + 2)
    changes = []
    for place in places:
        taken = (each for each in places if each != place)
        field = [Player(other.rating, other.games, rank) for other, rank in zip(others, taken, strict=True)]
        own = Player(player.rating, player.games, place)
        changes.append(ratings_after([own, *field], constants)[0] - player.rating)
    return tuple(changes)


def _change(player: Player, others: Sequence[Player], constants: Constants) -> int:
    k = k_after(player.games, constants) * POINT / len(others)
    return sum(
        round(k * (score(player.rank, other.rank) - forecast(player.rating, other.rating, constants)))
        for other in others
    )


def _floor(constants: Constants) -> int:
    return constants.floor * POINT
