"""Games whose results are known, to try forecasts on: simulated seasons, and games of house players of many strengths.

A result is the players who met, as numbers, with their ranks. Seasons are drawn from hidden skills by the
Plackett-Luce model: the first place is drawn among all in proportion to exp(skill), the second among the others,
and so on, so that of two players one is above the other with 1 / (1 + exp(difference)).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from math import exp, log
from random import Random

from benchmarks.house import ranks_of
from games.house import Decision, Sight
from games.house.players.apprentice import choose
from games.rules import Variant

ELO = log(10) / 400
"""A point of Elo's scale in the unit of skills."""
PLAYERS_OF_A_GAME = (2, 2, 3, 4)
LAPSES = [number / 12 for number in range(13)]
"""The house players of the real games: each does not think in this share of its decisions."""


@dataclass(frozen=True, slots=True)
class Result:
    """Who met, and the rank of each; in simulated games also the skill of each, which no forecast may look at."""

    players: tuple[int, ...]
    ranks: tuple[int, ...]
    skills: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Season:
    """How a season is drawn. Skills have this spread, and change at random by `drift` from game to game, in points of
    Elo's scale; some players play many times as often as others, and they come one after another in its first half.
    """

    players: int = 150
    games: int = 10_000
    spread: float = 150
    drift: float = 0

    def results(self, seed: int) -> Iterator[Result]:
        """The games of the season in order."""
        chance = Random(f"season {seed}")
        skills = [chance.gauss(0, self.spread) for _ in range(self.players)]
        keenness = [chance.lognormvariate(0, 0.7) for _ in range(self.players)]
        for number in range(self.games):
            there = min(self.players, 20 + 2 * number * self.players // self.games)
            met = _some(range(there), keenness, chance.choice(PLAYERS_OF_A_GAME), chance)
            yield Result(met, _ranks([skills[each] for each in met], chance), tuple(skills[each] for each in met))
            for each in met:
                skills[each] += chance.gauss(0, self.drift)


def knowing(own: float, other: float) -> float:
    """The forecast of who knows the skills."""
    return 1 / (1 + exp((other - own) * ELO))


def of_the_house(games: int, seed: int) -> Iterator[Result]:
    """Real games among house players who think more or less often, two to four at a table."""
    chance = Random(f"house {seed}")
    for number in range(games):
        met = chance.sample(range(len(LAPSES)), chance.choice(PLAYERS_OF_A_GAME))
        players = [partial(_thinks_at_times, lapse=LAPSES[each]) for each in met]
        yield Result(tuple(met), ranks_of(players, Variant(players=len(met)), f"{seed} {number}"))


def _thinks_at_times(sight: Sight, time_left: timedelta | None, *, lapse: float) -> Decision:
    return choose(sight, lapse)


def _some(there: range, keenness: list[float], number: int, chance: Random) -> tuple[int, ...]:
    met: list[int] = []
    while len(met) < number:
        (each,) = chance.choices(there, keenness[: len(there)])
        if each not in met:
            met.append(each)
    return tuple(met)


def _ranks(skills: list[float], chance: Random) -> tuple[int, ...]:
    # Who first comes of exponential clocks that run at these speeds is drawn in proportion to them.
    arrivals = [chance.expovariate(exp(skill * ELO)) for skill in skills]
    return tuple(1 + sum(other < own for other in arrivals) for own in arrivals)
