"""Whatever the text, reading it gives a value or the one refusal it may give."""

from contextlib import suppress
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules import (
    IllegalAction,
    IllegalPosition,
    IllegalRecord,
    IllegalVariant,
    Position,
    Record,
    Variant,
    action_from_text,
    action_to_text,
)
from tests.rules.invariants import random_game, record_of

steadily = settings(deadline=None, derandomize=True, database=None)
seeds = st.integers(0, 400)


def damaged(text: str, rng: Random) -> str:
    """The text with a few characters lost, doubled, moved or replaced."""
    characters = list(text)
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(characters))
        length = rng.choice((1, 1, 1, 5, 40))
        piece = characters[at : at + length]
        characters[at : at + length] = rng.choice(
            (
                [],
                piece * 2,
                [rng.choice('0123456789abcdefgLSRNEW.>v:;/,?-" \n[]\\٣\0\ud800')],
                rng.sample(characters, 3),
            )
        )
    return "".join(characters)


@steadily
@given(st.text())
def test_any_text(text: str) -> None:
    for read, refusal in (
        (Position.from_text, IllegalPosition),
        (Record.parse, IllegalRecord),
        (Variant.from_text, IllegalVariant),
        (action_from_text, IllegalAction),
    ):
        with suppress(refusal):
            read(text)


@steadily
@given(seeds, st.randoms(use_true_random=False))
def test_a_damaged_position_is_refused_or_stands_for_itself(seed: int, rng: Random) -> None:
    position = rng.choice(random_game(seed).positions)
    try:
        read = Position.from_text(damaged(position.to_text(), rng))
    except IllegalPosition:
        return
    assert Position.from_text(read.to_text()) == read
    assert bool(read.legal_actions()) == (read.outcome is None)
    for action in read.legal_actions():
        read.play(action)


@steadily
@given(seeds, st.randoms(use_true_random=False))
def test_a_damaged_record_is_refused_or_stands_for_itself(seed: int, rng: Random) -> None:
    game = random_game(seed)
    length = rng.choice((None, rng.randrange(len(game.actions))))
    try:
        read = Record.parse(damaged(record_of(game, length).dump(), rng))
    except IllegalRecord:
        return
    assert Record.parse(read.dump()) == read


@steadily
@given(seeds, st.randoms(use_true_random=False))
def test_any_action_at_any_moment_is_played_or_refused(seed: int, rng: Random) -> None:
    game = random_game(seed)
    position = rng.choice(game.positions)
    action = rng.choice(random_game(rng.randrange(400)).actions)
    try:
        later = position.play(action)
    except IllegalAction:
        return
    assert Position.from_text(later.to_text()) == later
    assert action_from_text(action_to_text(action)) == action


@pytest.mark.parametrize("text", ["[" * 20_000, '[A "' * 5_000, "1. " * 6_000, "\\" * 20_000, '[A "' + "\\" * 19_000])
def test_long_nonsense_is_refused(text: str) -> None:
    with pytest.raises(IllegalRecord):
        Record.parse(text)
