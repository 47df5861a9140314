"""How strong the house players are, and how long they think: ``python -m benchmarks.house``.

Two-player games in pairs: the same dice twice, with seats swapped. For each of the three ways in which colours
come, and for all together, it prints the share of games won (of a shared first place, half) with its 95 % interval: of
the apprentice against a player who takes any legal action, and of one without lapses against the apprentice. Then how
long the apprentice takes for a decision.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from datetime import timedelta
from statistics import fmean, median, stdev
from time import perf_counter

from games import rules
from games.house import Choose, Decision, Sight
from games.house.players.apprentice import apprentice, choose
from games.rules import Dice, Phase, Position, Variant

COLOURS = ("shuffled", "arranged", "swapped")


def at_random(sight: Sight, time_left: timedelta | None) -> Decision:
    """A player who takes any legal action."""
    return choose(sight, lapse=1)


def careful(sight: Sight, time_left: timedelta | None) -> Decision:
    """An apprentice who thinks every time."""
    return choose(sight, lapse=0)


MATCHES: dict[str, tuple[Choose, Choose]] = {
    "apprentice v. random": (apprentice, at_random),
    "without lapses v. apprentice": (careful, apprentice),
}


def ranks_of(players: Sequence[Choose], variant: Variant, name: str) -> tuple[int, ...]:
    """One game with the dice of this name: the rank of each seat."""
    dice = Dice(name.encode().ljust(32, b"-"), "1", ["anise", "basil", "cumin", "dill"][: len(players)])
    position, _, events = rules.settle(Position.start(variant, dice.first_player(len(players))), dice, 1)
    decisions = 0
    while position.phase is not Phase.OVER:
        seat = position.movers[0]
        action = players[seat](Sight.of(position, seat, f"{name} {seat} {decisions}"), None)
        position, _, events = rules.settle(position.play(action), dice, events)
        decisions += 1
    assert position.outcome is not None
    assert position.outcome.ranks is not None
    return position.outcome.ranks


def play(players: Sequence[Choose], variant: Variant, name: str) -> list[float]:
    """One game with the dice of this name: the share of the first place that each seat has."""
    won = [rank == 1 for rank in ranks_of(players, variant, name)]
    return [each / sum(won) for each in won]


def play_pair(players: tuple[Choose, Choose], variant: Variant, name: str) -> float:
    """The share of both games of a pair that the first of these players wins."""
    first, second = players
    return fmean([play([first, second], variant, name)[0], play([second, first], variant, name)[1]])


def interval(shares: Sequence[float]) -> str:
    """The mean of the pairs, and the interval in which the true one lies with 95 % certainty."""
    mean, error = fmean(shares), 1.96 * stdev(shares) / len(shares) ** 0.5
    return f"{mean:6.1%} ({max(mean - error, 0):.1%} to {min(mean + error, 1):.1%})"


def decision_times(games: int) -> list[float]:
    """How many seconds the apprentice took for each of its decisions in so many games against itself."""
    times = []

    def watched(sight: Sight, time_left: timedelta | None) -> Decision:
        began = perf_counter()
        decision = apprentice(sight, time_left)
        times.append(perf_counter() - began)
        return decision

    for number in range(games):
        play([watched, watched], Variant(), str(number))
    return sorted(times)


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description="How strong the house players are, and how long they think.")
    parser.add_argument("--pairs", type=int, default=500, help="pairs of games for each way in which colours come")
    pairs = parser.parse_args().pairs
    print(f"{'':30}colours   share won of {2 * pairs} games, 95 % interval")
    for title, players in MATCHES.items():
        everything: list[float] = []
        for colours in COLOURS:
            shares = [play_pair(players, Variant(colours=colours), f"{colours} {n}") for n in range(pairs)]
            everything += shares
            print(f"{title:30}{colours:10}{interval(shares)}")
        print(f"{title:30}{'all':10}{interval(everything)}")
    times = decision_times(games=100)
    slow = times[len(times) * 99 // 100]
    print(f"A decision of the apprentice: median {median(times) * 1e6:.0f} µs, 99 of 100 within {slow * 1e6:.0f} µs")


if __name__ == "__main__":
    main()
