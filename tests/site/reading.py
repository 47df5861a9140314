"""What the page of a game says of its position, and what it should say: as facts that can be compared."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import reverse

from games.history import History
from games.models import Game
from games.rules import NAMES, SQUARES, UNKNOWN, Phase, Position
from games.telling import COLOURS
from tests.forms import Element, Page


@dataclass(frozen=True)
class Player:
    """One seat as the page shows it."""

    name: str
    dirhams: int
    rugs: int
    points: int
    colours: frozenset[int]
    next_colours: frozenset[int]
    is_due: bool


@dataclass(frozen=True)
class Shown:
    """Everything a page says of a position.

    `turns` and `layings` are what it offers to choose, if anything, `pile` the rugs that the reader has put in order.
    """

    ply: int
    assam: str
    squares: tuple[str, ...]
    rugs: frozenset[tuple[int, frozenset[str]]]
    players: tuple[Player, ...]
    me: int | None
    turns: frozenset[str]
    layings: frozenset[frozenset[str]]
    arranges: bool
    pile: tuple[int, ...]


def fold(game: Game) -> Position:
    """The position the log leads to, folded anew."""
    return History.opened(game).extended(game.moves.order_by("ply")).position


def shown_on(page: Page, game: Game) -> Shown:
    """What this page says."""
    board = page.with_id("board")
    assert board is not None, f"no board on {page.url} ({page.status}): {page.text}"
    picture = next(board.all("svg", lambda each: "market" in each.classes))
    drawn = [each for each in picture.all("use") if "rug" in each.classes]
    assam = next(picture.all("g", lambda each: "assam" in each.classes))
    table = next(board.all("table"))
    chosen = _offered(page, game)
    return Shown(
        ply=int(board["data-ply"]),
        assam=assam["data-at"],
        squares=tuple(each.text for each in next(table.all("tbody")).all("td")),
        rugs=frozenset((int(each["data-colour"]), frozenset(each["data-squares"].split())) for each in drawn),
        players=tuple(_player(each) for each in board.all("li", lambda each: "seat" in each.classes)),
        me=int(board["data-me"]) if "data-me" in board.attributes else None,
        turns=frozenset(word for word in chosen if len(word) == 1),
        layings=frozenset(frozenset(word.split()) for word in chosen if len(word) > 1),
        arranges=page.has_form(reverse("games:arrange", args=[game.code])),
        pile=tuple(map(_colour, pile.all("svg"))) if (pile := page.with_id("pile")) else (),
    )


def due_on(game: Game, full: Position, viewer: int | None) -> Shown:
    """What a page must say of the full position to the player of this seat, or to somebody who does not play."""
    position = full.seen_by(viewer)
    phase = position.phase if viewer in position.movers else None
    whole = [frozenset((NAMES[first], NAMES[second])) for first, second in position.rugs.whole_rugs()]
    halves = [frozenset([NAMES[square]]) for square in position.rugs.single_halves()]
    return Shown(
        ply=game.moves.count(),
        assam=position.assam.to_text(),
        squares=tuple(_squares(position)),
        rugs=frozenset((_colour_at(position, squares), squares) for squares in whole + halves),
        players=tuple(
            Player(
                name=seat.user.name,
                dirhams=position.seats[seat.index].dirhams,
                rugs=position.seats[seat.index].rugs,
                points=position.points(seat.index),
                colours=frozenset(position.seats[seat.index].colours),
                next_colours=frozenset(filter(None, [position.seats[seat.index].next_colour])),
                is_due=seat.index in position.movers,
            )
            for seat in game.seats.select_related("user").order_by("index")
        ),
        me=viewer,
        turns=frozenset("LSR" if phase is Phase.TURN else ""),
        layings=frozenset(
            frozenset((NAMES[first], NAMES[second])) for first, second in position.layings() if phase is Phase.LAY
        ),
        arranges=phase is Phase.ARRANGE,
        pile=_known_pile(position, viewer),
    )


def _offered(page: Page, game: Game) -> list[str]:
    """The values that the form for turning or laying offers."""
    address = reverse("games:act", args=[game.code])
    if not page.has_form(address):
        return []
    form = page.form(address)
    values = [each["value"] for each in form.buttons if "value" in each.attributes]
    return values or form.choices("action")


def _player(element: Element) -> Player:
    numbers = [int(each.text) for each in element.all("dd")]
    colours = {_colour(each): each for each in element.all("svg")}
    return Player(
        name=next(element.all("a")).text,
        dirhams=numbers[0],
        rugs=numbers[1],
        points=numbers[2],
        colours=frozenset(colours),
        next_colours=frozenset(
            colour for colour, chip in colours.items() if not any("later" in each.classes for each in chip.up())
        ),
        is_due="turn" in element.classes,
    )


def _colour(chip: Element) -> int:
    return int(next(chip.all("use"))["href"].removeprefix("#chip-"))


def _known_pile(position: Position, viewer: int | None) -> tuple[int, ...]:
    """The opponent's rugs that are to come, for the player who has arranged them."""
    if viewer is None or position.variant.colours != "arranged" or position.phase is Phase.OVER:
        return ()
    pile = position.seats[1 - viewer].pile or ()
    return () if UNKNOWN in pile else pile


def _colour_at(position: Position, squares: frozenset[str]) -> int:
    return position.rugs.colour_at(NAMES.index(min(squares)))


def _squares(position: Position) -> Iterator[str]:
    """The squares of the table for those who do not see the picture, row by row."""
    partners = {square: other for pair in position.rugs.whole_rugs() for square, other in (pair, pair[::-1])}
    for square in SQUARES:
        colour = position.rugs.colour_at(square)
        if not colour:
            yield "bare"
        elif square in partners:
            yield f"{COLOURS[colour]}, whole with {NAMES[partners[square]]}"
        else:
            yield f"{COLOURS[colour]}, half of a covered rug"
