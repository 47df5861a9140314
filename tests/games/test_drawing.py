"""The picture of the market shows every rug, Assam and his walks where they are."""

import re

import pytest

from games import drawing
from games.rules import NAMES, SQUARES, Assam, Heading, Lay, Position, Roll, Turn, Variant, square_named
from games.rules.market import walk


def middle(square: int) -> tuple[float, float]:
    """The middle of a square in units of the picture, counted anew."""
    row, column = divmod(square, 7)
    return 56 + 72 * column + 36, 56 + 72 * row + 36


def points(path: str) -> list[tuple[float, float]]:
    """Where the lines and arcs of a path end."""
    numbers = [
        [float(number) for number in re.findall(r"-?[\d.]+", part)] for part in re.findall(r"[MLA][^MLA]*", path)
    ]
    return [(part[-2], part[-1]) for part in numbers]


@pytest.mark.parametrize("heading", Heading)
@pytest.mark.parametrize("face", [1, 2, 3, 4])
def test_a_walk_leads_over_the_middles_of_its_squares(heading: Heading, face: int) -> None:
    for square in SQUARES:
        start = Assam(square, heading)
        steps = walk(start, face)
        passed = points(drawing.walk_path(start, steps))
        assert passed[0] == middle(square)
        assert passed[-1] == middle(steps.end.square)
        through = iter(passed)
        assert all(middle(step.square) in through for step in steps.steps)


@pytest.mark.parametrize(
    ("start", "curve"),
    [
        ("a1N", "A36 36 0 0 1 164 56"),  # to b1 and clockwise over the top
        ("b1N", "A36 36 0 0 0 92 56"),  # and back
        ("g1N", "A36 36 0 1 1 560 92"),  # the loop of the top right corner
        ("g1E", "A36 36 0 1 0 524 56"),  # the same from its other end
        ("d7S", "A36 36 0 0 0 380 560"),
        ("a7S", "A36 36 0 1 1 56 524"),
        ("a1W", "A36 36 0 0 0 56 164"),
        ("g2E", "A36 36 0 0 1 560 236"),
    ],
)
def test_off_the_market_the_walk_follows_the_mosaic(start: str, curve: str) -> None:
    assam = Assam(square_named(start[:2]), Heading(start[2]))
    assert curve in drawing.walk_path(assam, walk(assam, 1))


def test_rugs_lie_on_their_squares_and_a_half_is_drawn_as_one() -> None:
    position = Position.start(Variant(players=3)).play(Turn("S")).play(Roll(1)).play(Lay("c5", "b5"))
    position = position.play(Turn("R")).play(Roll(1)).play(Lay("b5", "b4"))  # from d5 to c5
    assert drawing.rugs_svg(position.rugs) == (
        '<use class="rug" href="#rug-2-tall" x="128" y="272" data-colour="2" data-squares="b4 b5"/>'
        '<use class="rug" href="#rug-1-half" x="200" y="344" data-colour="1" data-squares="c5"/>'
    )


def test_assam_stands_on_his_square_and_points_where_he_looks() -> None:
    angles = {"S": 0, "W": 90, "N": 180, "E": 270}
    for name in NAMES:
        for heading, angle in angles.items():
            x, y = middle(square_named(name))
            drawn = drawing.assam_transform(Assam(square_named(name), Heading(heading)))
            assert drawn == f"translate({x:.0f} {y:.0f}) rotate({angle})"


def test_an_area_is_outlined_once_around() -> None:
    one = drawing.area_path([square_named("d4")])
    two = drawing.area_path([square_named("d4"), square_named("e4")])
    assert one.count("M") == 4
    assert two.count("M") == 6  # the side between them is no edge of the area
    assert drawing.area_path([square_named("a1"), square_named("g1")]).count("M") == 8
    assert drawing.area_path([square_named("g1"), square_named("a2")]).count("M") == 8  # not neighbours
