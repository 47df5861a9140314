"""DESIGN.md, "Dice that anyone can check": the algorithm marrakech-dice-1."""

import hashlib
import hmac

import pytest

from games.rules import (
    ALGORITHM,
    Arrange,
    Dice,
    Draw,
    Phase,
    Position,
    Roll,
    Turn,
    Variant,
    arranged_draw,
    commitment,
    settle,
)
from tests.rules.table import moment

SEED = bytes(range(32))


def dice() -> Dice:
    return Dice(SEED, "1", ["anise", "basil"])


def recomputed(seed: bytes, game: str, contributions: list[str], k: int, n: int) -> int:
    """The algorithm once more, as its description reads."""
    message = b"\0".join(part.encode("utf-8") for part in ["marrakech-dice-1", game, *contributions])
    key = hmac.new(seed, message, hashlib.sha256).digest()
    t = 0
    while True:
        digest = hmac.new(key, k.to_bytes(8, "big") + t.to_bytes(4, "big"), hashlib.sha256).digest()
        x = int.from_bytes(digest[:8], "big")
        if x < n * (2**64 // n):
            return x % n
        t += 1


def test_the_vector() -> None:
    assert [dice().outcome(k, 6) for k in range(12)] == [1, 5, 3, 2, 0, 1, 2, 5, 3, 3, 4, 5]


def test_the_name_of_the_algorithm() -> None:
    assert ALGORITHM == "marrakech-dice-1"


def test_the_commitment_is_the_sha_256_of_the_seed() -> None:
    assert commitment(SEED) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


@pytest.mark.parametrize("n", [1, 2, 3, 5, 6, 23, 24, 2**63 + 1, 2**64])
def test_outcomes_are_what_the_description_says(n: int) -> None:
    contributions = ["zimt", "kümmel", ""]
    stream = Dice(SEED, "A-17", contributions)
    for k in (0, 1, 2, 3, 5, 8, 1000, 2**63):
        assert stream.outcome(k, n) == recomputed(SEED, "A-17", contributions, k, n)


def test_an_outcome_that_would_be_unfair_is_drawn_again() -> None:
    """With n just above half the range nearly every other try is thrown away."""
    n = 2**63 + 1
    first_tries = [recomputed_first_try(k) for k in range(50)]
    assert any(x >= n for x in first_tries)
    assert all(dice().outcome(k, n) < n for k in range(50))


def recomputed_first_try(k: int) -> int:
    key = hmac.new(SEED, b"marrakech-dice-1\x001\x00anise\x00basil", hashlib.sha256).digest()
    return int.from_bytes(hmac.new(key, k.to_bytes(8, "big") + bytes(4), hashlib.sha256).digest()[:8], "big")


def test_every_part_of_the_key_counts() -> None:
    streams = {
        tuple(stream.outcome(k, 2**60) for k in range(3))
        for stream in (
            dice(),
            Dice(bytes(32), "1", ["anise", "basil"]),
            Dice(SEED, "2", ["anise", "basil"]),
            Dice(SEED, "1", ["basil", "anise"]),
            Dice(SEED, "1", ["anisebasil"]),
        )
    }
    assert len(streams) == 5


@pytest.mark.parametrize(("k", "n"), [(-1, 6), (2**64, 6), (0, 0), (0, -6), (0, 2**64 + 1)])
def test_there_are_no_other_events(k: int, n: int) -> None:
    with pytest.raises(ValueError, match="no event"):
        dice().outcome(k, n)


@pytest.mark.parametrize(
    ("seed", "game", "contribution"),
    [
        (SEED[:31], "1", "anise"),
        (SEED, "1", "x" * 65),
        (SEED, "1", "two\nlines"),
        (SEED, "1", "zero\0byte"),
        (SEED, "1\0", "anise"),
        (SEED, "1", "\ud800"),
    ],
)
def test_a_stream_needs_a_seed_and_printable_contributions(seed: bytes, game: str, contribution: str) -> None:
    with pytest.raises(ValueError, match=r"seed|contribution"):
        Dice(seed, game, [contribution, "basil"])


def test_nothing_shows_the_seed() -> None:
    assert SEED.hex()[:8] not in repr(dice())
    assert not hasattr(dice(), "seed")


def test_event_0_is_the_first_player() -> None:
    assert dice().first_player(2) == dice().outcome(0, 2)
    assert Dice(SEED, "1", ["a", "b", "c"]).first_player(3) == Dice(SEED, "1", ["a", "b", "c"]).outcome(0, 3)


def test_a_roll_takes_the_faces_in_order() -> None:
    rolling = moment(phase="roll")
    # The outcomes of events 0 to 5 are 1 5 3 2 0 1, the faces 1 2 2 3 3 4.
    assert [dice().action(rolling, k) for k in range(6)] == [Roll(2), Roll(4), Roll(3), Roll(2), Roll(1), Roll(2)]


def test_a_rug_turned_up_is_of_the_first_colour_for_the_lowest_outcomes() -> None:
    drawing = moment(phase="draw", roll="1", seats="30:4+2:-;30:5+5:3", variant="2-before-shuffled-30")
    # Six rugs are left, so the outcomes are those above: 1 5 3 2 0 1 2 5 3 3 4 5.
    colours = [1, 2, 1, 1, 1, 1, 1, 2, 1, 1, 2, 2]
    assert [dice().action(drawing, k) for k in range(12)] == [Draw(0, colour) for colour in colours]


def test_where_no_chance_is_due_there_is_none() -> None:
    with pytest.raises(ValueError, match="no chance"):
        dice().action(moment(), 1)


def test_settling_plays_all_chance_that_is_due() -> None:
    position, chance, k = settle(Position.start(Variant()), dice(), 1)
    assert position.phase is Phase.TURN
    assert chance == (dice().action(Position.start(Variant()), 1), Draw(1, chance[1].colour))  # type: ignore[union-attr]
    assert k == 3


def test_settling_changes_nothing_where_no_chance_is_due() -> None:
    assert settle(moment(), dice(), 9) == (moment(), (), 9)


def test_an_arranged_pile_says_itself_what_comes_and_takes_no_event() -> None:
    position = Position.start(Variant(colours="arranged", turning="after"))
    position = position.play(Arrange(0, (4, 3) * 12)).play(Arrange(1, (2, 1) * 12))
    assert arranged_draw(position) == Draw(0, 2)
    position, chance, k = settle(position, dice(), 1)
    assert chance == (Draw(0, 2), Draw(1, 4), Roll(4))  # event 1, the outcome 5, is the roll
    assert k == 2


def test_a_shuffled_pile_says_nothing_itself() -> None:
    assert arranged_draw(Position.start(Variant())) is None
    assert arranged_draw(moment()) is None


def test_the_last_rug_of_a_shuffled_pile_takes_an_event_too() -> None:
    position = moment(phase="draw", roll="1", seats="30:1+0:-;30:1+0:3", variant="2-before-shuffled-30")
    after, chance, k = settle(position, dice(), 90)
    assert (chance, k, after.phase) == ((Draw(0, 1),), 91, Phase.TURN)


def test_settling_after_turning_rolls_the_die() -> None:
    after, chance, k = settle(moment().play(Turn("L")), dice(), 2)
    assert (chance, k) == ((Roll(3),), 3)
    assert after.assam.to_text() == "g4E"
