"""How well ratings foresee results: ``python -m benchmarks.foresight``.

Games are gone through in order. Before each, every pair in it is forecast, and its mean log-loss is taken (a shared
rank counts half either way; lower is better); then the game is rated. Everybody begins without a rating. Beside the
ladder's Elo stand OpenSkill's Plackett-Luce, with the beta that does best, and Glicko-2, as it is and with the first
deviation that does best; a game counts as a rating period of its own. They are parameters of the packages, and are
tuned for each kind of games on others of the same kind. In simulated seasons the last line is the forecast of who
knows the hidden skills. `--choose` prints instead how other constants of the ladder would do.

The packages are of use here alone: ``pip install .[bench]`` has them.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import combinations, product
from math import exp, log, pi, sqrt
from statistics import fmean
from typing import Any, Protocol

from benchmarks.seasons import Result, Season, knowing, of_the_house
from ladder import elo

try:
    import glicko2
    from openskill.models import PlackettLuce
except ImportError as error:
    raise SystemExit(f"{error}. The packages to compare with are an extra: pip install '.[bench]'") from error

SURE = 1e-9
BETAS = (25 / 6, 25 / 3, 15, 20, 25, 30, 40)
DEVIATIONS = (350, 250, 200, 150, 120, 90)
GLICKO_POINT = 173.7178

KINDS: dict[str, Callable[[int], Iterable[Result]]] = {
    "long seasons (150 players, 10,000 games)": Season().results,
    "the same, with skills that change": Season(drift=3).results,
    "short seasons (150 players, 3,000 games)": Season(games=3_000).results,
    "house players (13 strengths, 2,500 games)": lambda seed: of_the_house(2_500, seed),
}
CONSTANTS = elo.Constants()


class System(Protocol):
    """A way to rate players."""

    def forecast(self, result: Result, one: int, other: int) -> float:
        """The expected score of one seat of a coming game against another, from 0 to 1."""

    def rate(self, result: Result) -> None:
        """Take a game in."""


class Elo:
    """The ladder's own."""

    def __init__(self, constants: elo.Constants = CONSTANTS) -> None:
        self.constants = constants
        self.ratings: dict[int, int] = {}
        self.games: dict[int, int] = {}

    def rating(self, player: int) -> int:
        return self.ratings.get(player, elo.new_rating(self.constants))

    def forecast(self, result: Result, one: int, other: int) -> float:
        players = result.players
        return elo.forecast(self.rating(players[one]), self.rating(players[other]), self.constants)

    def rate(self, result: Result) -> None:
        met = zip(result.players, result.ranks, strict=True)
        field = [elo.Player(self.rating(player), self.games.get(player, 0), rank) for player, rank in met]
        for player, rating in zip(result.players, elo.ratings_after(field, self.constants), strict=True):
            self.ratings[player] = rating
            self.games[player] = self.games.get(player, 0) + 1


class OpenSkill:
    """Plackett-Luce by Weng and Lin."""

    def __init__(self, beta: float) -> None:
        self.model = PlackettLuce(beta=beta)
        self.ratings: dict[int, Any] = {}

    def rating(self, player: int) -> Any:
        return self.ratings.setdefault(player, self.model.rating())

    def forecast(self, result: Result, one: int, other: int) -> float:
        sides = [[self.rating(result.players[seat])] for seat in (one, other)]
        return float(self.model.predict_win(sides)[0])

    def rate(self, result: Result) -> None:
        sides = [[self.rating(player)] for player in result.players]
        rated = self.model.rate(sides, ranks=[float(rank) for rank in result.ranks])
        for player, (rating,) in zip(result.players, rated, strict=True):
            self.ratings[player] = rating


class Glicko:
    """Glicko-2, each game of several as one against each of the others."""

    def __init__(self, deviation: float) -> None:
        self.deviation = deviation
        self.ratings: dict[int, Any] = {}

    def rating(self, player: int) -> Any:
        return self.ratings.setdefault(player, glicko2.Player(rd=self.deviation))

    def forecast(self, result: Result, one: int, other: int) -> float:
        own, others = (self.rating(result.players[seat]) for seat in (one, other))
        doubt = 1 + 3 * (own.rd**2 + others.rd**2) / (pi * GLICKO_POINT) ** 2
        return 1 / (1 + exp((others.rating - own.rating) / GLICKO_POINT / sqrt(doubt)))

    def rate(self, result: Result) -> None:
        before = [(self.rating(player).rating, self.rating(player).rd) for player in result.players]
        for seat, player in enumerate(result.players):
            others = [other for other in range(len(before)) if other != seat]
            self.rating(player).update_player(
                [before[other][0] for other in others],
                [before[other][1] for other in others],
                [elo.score(result.ranks[seat], result.ranks[other]) for other in others],
            )


class Knowing:
    """Who knows the skills."""

    def forecast(self, result: Result, one: int, other: int) -> float:
        return knowing(result.skills[one], result.skills[other])

    def rate(self, result: Result) -> None:
        pass


def mean_loss(system: System, results: Iterable[Result]) -> float:
    """The mean log-loss over all pairs of these games, each forecast before it is rated."""
    losses = []
    for result in results:
        for one, other in combinations(range(len(result.ranks)), 2):
            expected = min(max(system.forecast(result, one, other), SURE), 1 - SURE)
            scored = elo.score(result.ranks[one], result.ranks[other])
            losses.append(-scored * log(expected) - (1 - scored) * log(1 - expected))
        system.rate(result)
    return fmean(losses)


def best(make: Callable[[float], System], values: Sequence[float], known: Sequence[Sequence[Result]]) -> float:
    """The value with which this system foresees these games best."""
    return min(values, key=lambda value: fmean(mean_loss(make(value), results) for results in known))


def compare(results_of: Callable[[int], Iterable[Result]], times: int) -> None:
    """Print the mean loss of each system over so many runs of one kind of games, and its part of knowing the skills."""
    tuned_on = [list(results_of(1000 + seed)) for seed in range(2)]
    beta, deviation = best(OpenSkill, BETAS, tuned_on), best(Glicko, DEVIATIONS, tuned_on)
    systems: dict[str, Callable[[], System]] = {
        "Elo": Elo,
        f"OpenSkill, beta {beta:.3g}": lambda: OpenSkill(beta),
        "Glicko-2": lambda: Glicko(350),
        f"Glicko-2, deviation {deviation:.0f}": lambda: Glicko(deviation),
    }
    measured = [list(results_of(seed)) for seed in range(times)]
    knows = 0.0
    if measured[0][0].skills:
        systems["knowing the skills"] = Knowing
        knows = fmean(mean_loss(Knowing(), results) for results in measured)
    for name, make in systems.items():
        loss = fmean(mean_loss(make(), results) for results in measured)
        print(f"    {name:28}{loss:.4f}" + (f"{loss / knows:9.1%} of knowing" if knows else ""))


def choose(results_of: Callable[[int], Iterable[Result]], times: int) -> None:
    """Print how other constants would do, on games that `compare` does not use."""
    known = [list(results_of(2000 + seed)) for seed in range(times)]
    for first_k, least_k, fading in product((75, 100, 125), (8, 10, 12, 16), (5, 10, 15)):
        constants = replace(CONSTANTS, first_k=first_k, least_k=least_k, fading=fading)
        loss = fmean(mean_loss(Elo(constants), results) for results in known)
        mark = " <- the ladder's" if constants == CONSTANTS else ""
        print(f"    first K {first_k:3}, least {least_k:2}, fading {fading:2}   {loss:.4f}{mark}")


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description="How well ratings foresee results.")
    parser.add_argument("--times", type=int, default=5, help="how many runs of each kind of games")
    parser.add_argument("--choose", action="store_true", help="print how other constants would do")
    options = parser.parse_args()
    print(f"Mean log-loss of a pair's forecast, mean of {options.times} runs")
    for kind, results_of in KINDS.items():
        print(kind)
        (choose if options.choose else compare)(results_of, options.times)


if __name__ == "__main__":
    main()
