"""What must be so in every game: random games, and the checks that the suite and the soak share.

The checks judge by what the rules say, from the actions of a game; they take nothing from the
library's own tables.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from random import Random

import pytest

from games.rules import (
    NAMES,
    Action,
    Arrange,
    CallOff,
    Dice,
    DiceTags,
    Draw,
    IllegalAction,
    Lay,
    Leave,
    Phase,
    Position,
    Record,
    Roll,
    Status,
    Variant,
    action_from_text,
    action_to_text,
    arranged_draw,
    commitment,
    settle,
)
from tests.rules.table import ALL_VARIANTS

GAME_NUMBER = "1"
LEAVES = 0.004
"""How likely somebody leaves at any moment."""

CALLS_OFF = 0.0005

VIEWERS = (None, 0, 1)


@dataclass(frozen=True, slots=True)
class Game:
    """A random game: its actions, and the position before the first and after each."""

    seed: int
    variant: Variant
    dice_seed: bytes
    contributions: tuple[str, ...]
    first: int
    actions: tuple[Action, ...]
    positions: tuple[Position, ...]

    @property
    def dice(self) -> Dice:
        return Dice(self.dice_seed, GAME_NUMBER, self.contributions)


def random_game(seed: int) -> Game:
    """The game of a number: the same number is always the same game."""
    rng = Random(seed)
    variant = ALL_VARIANTS[seed % len(ALL_VARIANTS)]
    dice_seed = rng.randbytes(32)
    contributions = tuple(f"player {seat} of {seed}" for seat in range(variant.players))
    dice = Dice(dice_seed, GAME_NUMBER, contributions)
    first = dice.first_player(variant.players)
    position = Position.start(variant, first)
    actions: list[Action] = []
    positions = [position]
    k = 1
    while position.phase is not Phase.OVER:
        action: Action | None = random_leaving(position, rng) or arranged_draw(position)
        if action is None and position.chances():
            action = dice.action(position, k)
            k += 1
        if action is None:
            action = random_decision(position, rng)
        position = position.play(action)
        actions.append(action)
        positions.append(position)
    return Game(seed, variant, dice_seed, contributions, first, tuple(actions), tuple(positions))


def random_leaving(position: Position, rng: Random) -> Leave | CallOff | None:
    """Now and then somebody leaves, whoever is due, or the game is called off."""
    chance = rng.random()
    if chance < CALLS_OFF:
        return CallOff()
    if chance > LEAVES:
        return None
    staying = [index for index, seat in enumerate(position.seats) if seat.status is Status.IN]
    return Leave(rng.choice(staying), rng.choice(("resigned", "time")))


def random_decision(position: Position, rng: Random) -> Action:
    """One of the legal actions; piles are arranged at random."""
    action = rng.choice(position.legal_actions())
    if isinstance(action, Arrange):
        return Arrange(action.seat, tuple(rng.sample(action.pile, len(action.pile))))
    return action


def with_other_hidden_piles(position: Position, viewer: int | None, rng: Random) -> Position:
    """The same moment with every pile shuffled that the viewer may not know."""
    seats = []
    for owner, seat in enumerate(position.seats):
        hidden = seat.pile and viewer != 1 - owner
        seats.append(seat._replace(pile=tuple(rng.sample(seat.pile, len(seat.pile)))) if hidden and seat.pile else seat)
    return position._replace(seats=tuple(seats))


def check_game(game: Game) -> None:
    """AssertionError if anything is not so in the game."""
    check_rugs_and_turns(game)
    for position in game.positions:
        check_moment(position)
    check_texts(game)
    check_log(game)
    check_sight(game)
    check_end(game)


def check_moment(position: Position) -> None:
    """What holds at every moment."""
    seats = position.seats
    dirhams = sum(seat.dirhams + seat.set_aside for seat in seats)
    assert dirhams == position.variant.dirhams * position.variant.players
    assert all(seat.dirhams >= 0 for seat in seats)
    for index, seat in enumerate(seats):
        assert (seat.status is Status.IN) == (index not in position.gone)
        if seat.status is not Status.IN:
            assert (seat.dirhams, seat.rugs, position.points(index)) == (0, 0, 0)
    assert all(seats[mover].status is Status.IN for mover in position.movers)
    assert bool(position.legal_actions()) == (position.phase is not Phase.OVER)
    assert (position.outcome is None) == (position.phase is not Phase.OVER)
    if position.phase in (Phase.ROLL, Phase.LAY):
        assert seats[position.mover].rugs
    if position.phase is Phase.LAY:
        check_layings(position)


def check_layings(position: Position) -> None:
    """There is a laying, and each lies beside Assam, not under him, and on no whole rug of another."""
    layings = position.layings()
    assert layings
    whole = {frozenset(rug) for rug in position.rugs.whole_rugs()}
    for beside, other in layings:
        assert adjacent(beside, position.assam.square)
        assert adjacent(beside, other)
        assert other != position.assam.square
        if frozenset((beside, other)) in whole:
            assert position.variant.own_cover
            assert position.variant.owner(position.rugs.colour_at(beside)) == position.mover


def adjacent(square: int, other: int) -> bool:
    """Whether two squares share a side."""
    return abs(square // 7 - other // 7) + abs(square % 7 - other % 7) == 1


def check_rugs_and_turns(game: Game) -> None:
    """The market is what the layings made it, and rugs and turns are counted."""
    market: dict[int, tuple[int, int]] = {}  # square: colour and number of the laying
    laid: Counter[int] = Counter()
    for number, (before, action, after) in enumerate(
        zip(game.positions, game.actions, game.positions[1:], strict=False)
    ):
        assert after.turn - before.turn in (0, 1)
        if isinstance(action, Lay):
            colour = before.next_colour(before.mover)
            assert colour is not None
            laid[colour] += 1
            for name in (action.first, action.second):
                market[NAMES.index(name)] = colour, number
        for index, seat in enumerate(after.seats):
            if seat.status is Status.IN:
                own = sum(laid[colour] for colour in after.variant.colours_of(index))
                assert seat.rugs == after.variant.rugs_each - own
                assert after.points(index) == seat.dirhams + sum(
                    colour in seat.colours for colour, _ in market.values()
                )
    end = game.positions[-1]
    assert end.rugs.colours() == tuple(market.get(square, (0, 0))[0] for square in range(49))
    visible = Counter(number for _, number in market.values())
    whole = {
        frozenset(s for s in market if market[s][1] == number) for number, halves in visible.items() if halves == 2
    }
    assert {frozenset(rug) for rug in end.rugs.whole_rugs()} == whole
    assert set(end.rugs.single_halves()) == {square for square in market if visible[market[square][1]] == 1}


def check_texts(game: Game) -> None:
    """Positions, actions and the record come back from their text as they were."""
    for position in game.positions[game.seed % 11 :: 11]:
        for seen in {position, *(position.seen_by(viewer) for viewer in VIEWERS)}:
            assert Position.from_text(seen.to_text()) == seen
    for action in game.actions:
        assert action_from_text(action_to_text(action)) == action
    record = record_of(game)
    assert Record.parse(record.dump()) == record
    assert record.positions == game.positions
    unfinished = record_of(game, game.seed % len(game.actions))
    for seen_record in {unfinished, *(unfinished.seen_by(viewer) for viewer in VIEWERS)}:
        assert Record.parse(seen_record.dump()) == seen_record


def record_of(game: Game, length: int | None = None) -> Record:
    """The record of a game; of its first ``length`` actions, before the seed is shown."""
    over = length is None
    return Record(
        variant=game.variant,
        names=tuple(f'"{seat}" \\ of {game.seed}' for seat in range(game.variant.players)),
        actions=game.actions[:length],
        first=game.first,
        dice=DiceTags(GAME_NUMBER, commitment(game.dice_seed), game.contributions, game.dice_seed if over else None),
    )


def check_log(game: Game) -> None:
    """The decisions alone, with the dice, lead to the saved position."""
    position, _, k = settle(game.positions[0], game.dice, 1)
    for action in game.actions:
        if isinstance(action, Roll | Draw):
            continue
        if isinstance(action, Leave | CallOff) and _came_while_chance_was_due(game):
            return
        position, _, k = settle(position.play(action), game.dice, k)
    assert position == game.positions[-1]


def _came_while_chance_was_due(game: Game) -> bool:
    """Whether anybody left before chance had done what was due, as never happens in a running game."""
    return any(
        isinstance(action, Leave | CallOff) and position.phase in (Phase.ROLL, Phase.DRAW)
        for position, action in zip(game.positions, game.actions, strict=False)
    )


def check_sight(game: Game) -> None:
    """What is hidden from a viewer makes no difference to him, and what he sees plays on."""
    rng = Random(game.seed)
    position = game.positions[rng.randrange(len(game.positions))]
    for viewer in VIEWERS:
        seen = position.seen_by(viewer)
        if position.phase is not Phase.OVER:
            other = with_other_hidden_piles(position, viewer, rng)
            assert other.seen_by(viewer) == seen
            assert other.seen_by(viewer).to_text() == seen.to_text()
        assert seen.movers == position.movers
        for _ in range(12):
            if seen.phase is Phase.OVER:
                break
            seen = seen.play(random_decision(seen, rng))
            check_moment(seen)


def check_end(game: Game) -> None:
    """The game ended as RULES.md says, and nothing can be done any more."""
    end = game.positions[-1]
    outcome = end.outcome
    assert outcome is not None
    assert outcome.called_off == (outcome.ranks is None)
    staying = [index for index, seat in enumerate(end.seats) if seat.status is Status.IN]
    assert staying
    if outcome.ranks is not None:
        assert len(staying) == 1 or not any(seat.rugs for seat in end.seats)
        assert max(outcome.ranks[index] for index in staying) <= len(staying)
        for place, index in enumerate(end.gone):
            assert outcome.ranks[index] == len(end.seats) - place
    for action in (Roll(1), CallOff(), Leave(staying[0], "resigned")):
        with pytest.raises(IllegalAction, match="over"):
            end.play(action)
