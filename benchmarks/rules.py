"""How fast the rules library plays: ``python -m benchmarks.rules``.

Random games are played through the public ``Position`` API and, in the same run and by turns, by a
bare loop over plain integers that knows just enough of the rules. Both play the same games (the same
seeds, the same choices) and must reach the same results. Printed are turns a second for 2, 3
and 4 players, counted in processor time, and what share of the bare loop's speed the library reaches.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from random import Random
from statistics import median
from time import process_time
from typing import NamedTuple

from games.rules import FACES, Phase, Position, Roll, Variant
from games.rules.market import CLOCKWISE, SQUARES, Assam, neighbours, walk


class Result(NamedTuple):
    """How a game ended: its turns, and the points and dirhams of each seat."""

    turns: int
    points: tuple[int, ...]
    dirhams: tuple[int, ...]


ROLLS = tuple(Roll(face) for face in FACES)


def play_library(players: int, seed: int) -> Result:
    """One random game through the public API."""
    chance = Random(seed).random
    position = Position.start(Variant(players=players))
    while position.phase is not Phase.OVER:
        if position.phase is Phase.ROLL:
            position = position.play(ROLLS[int(chance() * 6)])
        elif position.phase is Phase.DRAW:
            chances = position.chances()
            first, weight = chances[0]
            rugs = weight if len(chances) == 1 else weight + chances[1][1]
            position = position.play(first if int(chance() * rugs) < weight else chances[1][0])
        else:
            actions = position.legal_actions()
            position = position.play(actions[int(chance() * len(actions))])
    outcome = position.outcome
    assert outcome is not None
    return Result(position.turn, outcome.points, outcome.dirhams)


# The tables of the bare loop. A place and heading of Assam is the integer 4 * square + heading.
SIDES = (-1, 0, 1)
SIDE_TABLE = [[assam - assam % 4 + (assam + side) % 4 for side in SIDES] for assam in range(4 * len(SQUARES))]
WALK_TABLE = [
    [
        4 * end.square + CLOCKWISE.index(end.heading)
        for face in FACES
        for end in [walk(Assam(square, heading), face).end]
    ]
    for square in SQUARES
    for heading in CLOCKWISE
]
NEIGHBOURS = [neighbours(square) for square in SQUARES]
PAIRS = [
    [(half, other) for half in neighbours(square) for other in neighbours(half) if other != square]
    for square in SQUARES
]
START = 4 * 24 + 2


def play_bare(players: int, seed: int) -> Result:  # noqa: PLR0912, PLR0915 - one loop is the point of it
    """The same game in one loop over integers and lists, with no object and no check."""
    chance = Random(seed).random
    colours_each = 2 if players == 2 else 1
    left = [15 if players == 3 else 12] * (players * colours_each)
    dirhams = [30] * players
    alive = [True] * players
    tops = [-1] * 49  # the colour of each square, from 0, or -1
    mates = [-1] * 49  # the square of the other half of a whole rug, or -1
    open_colours = list(range(players))
    if players == 2:
        for seat in (0, 1):
            open_colours[seat] = 2 * seat if int(chance() * 24) < 12 else 2 * seat + 1
    assam, mover, turn, remaining = START, 0, 1, players
    while True:
        assam = WALK_TABLE[SIDE_TABLE[assam][int(chance() * 3)]][int(chance() * 6)]
        square = assam >> 2
        colour = tops[square]
        owner = colour // colours_each
        if colour >= 0 and owner != mover and alive[owner]:
            due = 1
            seen = {square}
            stack = [square]
            while stack:
                for near in NEIGHBOURS[stack.pop()]:
                    if tops[near] == colour and near not in seen:
                        seen.add(near)
                        stack.append(near)
                        due += 1
            paid = min(due, dirhams[mover])
            dirhams[owner] += paid
            dirhams[mover] -= paid
            if paid < due:
                alive[mover] = False
                remaining -= 1
                left[mover * colours_each : (mover + 1) * colours_each] = [0] * colours_each
        if alive[mover]:
            pairs = [pair for pair in PAIRS[square] if mates[pair[0]] != pair[1]]
            laid = open_colours[mover]
            half, other = pairs[int(chance() * len(pairs))]
            for covered in (half, other):
                if mates[covered] >= 0:
                    mates[mates[covered]] = -1
                tops[covered] = laid
            mates[half] = other
            mates[other] = half
            left[laid] -= 1
            if players == 2:
                first = 2 * mover
                rugs = left[first] + left[first + 1]
                if rugs:
                    open_colours[mover] = first if int(chance() * rugs) < left[first] else first + 1
        if remaining == 1 or not any(left):
            break
        mover = (mover + 1) % players
        while not any(left[mover * colours_each : (mover + 1) * colours_each]):
            mover = (mover + 1) % players
        turn += 1
    points = [dirhams[seat] if alive[seat] else 0 for seat in range(players)]
    for colour in tops:
        if colour >= 0 and alive[colour // colours_each]:
            points[colour // colours_each] += 1
    return Result(turn, tuple(points), tuple(dirhams))


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description="Random turns a second, beside a bare loop.")
    parser.add_argument("--games", type=int, default=40, help="games in a round")
    parser.add_argument("--rounds", type=int, default=50, help="rounds, whose median counts")
    options = parser.parse_args()
    print("players   library turns/s   bare turns/s   library/bare")
    for players in (2, 3, 4):
        rounds = [compare(players, options.games, number) for number in range(options.rounds)]
        library, bare = (median(speeds) for speeds in zip(*rounds, strict=True))
        share = median(ours / theirs for ours, theirs in rounds)
        print(f"{players:7}{library:18,.0f}{bare:15,.0f}{share:15.3f}  (1 in {1 / share:.1f})")


def compare(players: int, games: int, number: int) -> tuple[float, float]:
    """Turns a second of the library and of the bare loop in one round, which have to play the same games."""
    seeds = range(number * games, (number + 1) * games)
    library, results = timed(play_library, players, seeds)
    bare, bare_results = timed(play_bare, players, seeds)
    assert results == bare_results, f"different games for {players} players, seeds {seeds}"
    return library, bare


def timed(play: Callable[[int, int], Result], players: int, seeds: range) -> tuple[float, list[Result]]:
    """Turns a second, and the results."""
    began = process_time()
    results = [play(players, seed) for seed in seeds]
    elapsed = process_time() - began
    return sum(result.turns for result in results) / elapsed, results


if __name__ == "__main__":
    main()
