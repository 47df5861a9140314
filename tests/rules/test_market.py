"""RULES.md, "Words" and "Walking and the mosaics", and the table of examples."""

import pytest

from games.rules import NAMES, SQUARES, Assam, Heading, Position, Variant, square_named
from games.rules.market import CLOCKWISE, MOSAICS, neighbours, walk


def assam(text: str) -> Assam:
    square, heading = text.split()
    return Assam(square_named(square), Heading(heading))


def test_squares_are_named_by_column_and_row_from_the_top_left() -> None:
    assert len(NAMES) == len(set(NAMES)) == len(SQUARES) == 49
    assert (NAMES[0], NAMES[6], NAMES[24], NAMES[42], NAMES[48]) == ("a1", "g1", "d4", "a7", "g7")
    assert all(square_named(name) == square for square, name in enumerate(NAMES))


@pytest.mark.parametrize("name", ["", "a", "a0", "a8", "h1", "A1", "a11", "1a", None, 3, []])
def test_there_is_no_other_square(name: str) -> None:
    with pytest.raises(ValueError, match="no square"):
        square_named(name)


@pytest.mark.parametrize(("square", "beside"), [("a1", "b1 a2"), ("d4", "d3 e4 d5 c4"), ("g7", "g6 f7")])
def test_squares_that_share_a_side(square: str, beside: str) -> None:
    assert [NAMES[near] for near in neighbours(square_named(square))] == beside.split()


@pytest.mark.parametrize(
    ("start", "end"),
    # Each row of the table of mosaics, both ways along each curve.
    [
        *[("a1 N", "b1 S"), ("b1 N", "a1 S"), ("c1 N", "d1 S"), ("d1 N", "c1 S"), ("e1 N", "f1 S"), ("f1 N", "e1 S")],
        ("g1 N", "g1 W"),
        ("g1 E", "g1 S"),
        *[("g2 E", "g3 W"), ("g3 E", "g2 W"), ("g4 E", "g5 W"), ("g5 E", "g4 W"), ("g6 E", "g7 W"), ("g7 E", "g6 W")],
        *[("b7 S", "c7 N"), ("c7 S", "b7 N"), ("d7 S", "e7 N"), ("e7 S", "d7 N"), ("f7 S", "g7 N"), ("g7 S", "f7 N")],
        ("a7 S", "a7 E"),
        *[("a1 W", "a2 E"), ("a2 W", "a1 E"), ("a3 W", "a4 E"), ("a4 W", "a3 E"), ("a5 W", "a6 E"), ("a6 W", "a5 E")],
        ("a7 W", "a7 N"),
    ],
)
def test_following_a_mosaic_is_one_step(start: str, end: str) -> None:
    way = walk(assam(start), 1)
    assert way.end == assam(end)
    assert way.mosaic
    assert [step.mosaic for step in way.steps] == [True]


def test_there_are_28_ways_out_of_the_market() -> None:
    assert len(MOSAICS) == 28


@pytest.mark.parametrize(
    ("start", "roll", "end"),
    [
        ("d4 S", 3, "d7 S"),
        ("d4 S", 4, "e7 N"),
        ("a1 N", 1, "b1 S"),
        ("a1 W", 1, "a2 E"),
        ("g1 N", 1, "g1 W"),
        ("g1 E", 1, "g1 S"),
        ("a7 W", 1, "a7 N"),
        ("a7 S", 4, "d7 E"),
        ("f1 N", 2, "e2 S"),
        ("g3 E", 3, "e2 W"),
    ],
)
def test_examples_that_must_come_out_so(start: str, roll: int, end: str) -> None:
    assert walk(assam(start), roll).end == assam(end)


def test_a_walk_tells_each_step_with_its_heading_and_mosaic() -> None:
    steps = [(NAMES[step.square], step.heading, step.mosaic) for step in walk(assam("f1 N"), 4).steps]
    assert steps == [("e1", "S", True), ("e2", "S", False), ("e3", "S", False), ("e4", "S", False)]


def test_a_walk_inside_the_market_follows_no_mosaic() -> None:
    way = walk(assam("d4 W"), 3)
    assert [NAMES[step.square] for step in way.steps] == ["c4", "b4", "a4"]
    assert not way.mosaic


def test_a_position_tells_the_walk_ahead() -> None:
    assert Position.start(Variant(players=3)).walk(4).end == assam("e7 N")


@pytest.mark.parametrize(("heading", "left", "right"), ["NWE", "ENS", "SEW", "WSN"])
def test_turning_is_90_degrees_or_none(heading: str, left: str, right: str) -> None:
    start = assam(f"c2 {heading}")
    assert start.turned("L") == assam(f"c2 {left}")
    assert start.turned("R") == assam(f"c2 {right}")
    assert start.turned("S") == start


def test_headings_run_clockwise() -> None:
    assert "".join(CLOCKWISE) == "NESW"
