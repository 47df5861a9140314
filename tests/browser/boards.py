"""What a game's page shows, beside what the server's fold of the log says that this viewer may see."""

import json
from typing import Any

from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as Late

from games.history import history_of
from games.models import Game
from games.rules import NAMES, SQUARES, Phase, Position, Status
from games.rules.seat import UNKNOWN
from games.telling import COLOURS

# Reads the board of a page: what lies where by where it is drawn, and the numbers as they are written.
READ = """() => {
  const board = document.getElementById("board");
  const words = (element) => element.textContent.trim().replace(/\\s+/g, " ");
  const all = (root, selector) => [...root.querySelectorAll(selector)];
  const square = (x, y) => "abcdefg"[(x - 56) / 72] + (1 + (y - 56) / 72);
  const at = (part) => square(Number(part.getAttribute("x")), Number(part.getAttribute("y")));
  const [x, y, angle] = board.querySelector(".assam").getAttribute("transform").match(/-?[\\d.]+/g).map(Number);
  return {
    ply: Number(board.dataset.ply),
    showing: board.classList.contains("showing"),
    assam: `${square(x - 36, y - 36)} ${({ 0: "S", 90: "W", 180: "N", 270: "E" })[angle]}`,
    rugs: all(board, ".market .rug").map((rug) => `${rug.getAttribute("href")} ${at(rug)}`).sort(),
    squares: all(board, "table td").map(words).filter((text) => text),
    seats: all(board, ".seat").map((seat) => ({
      name: words(seat.querySelector("a")),
      due: words(seat).includes("to play"),
      out: words(seat).includes("out:"),
      numbers: all(seat, "dd").map(words),
      colours: all(seat, ".chip").map((chip) => chip.getAttribute("aria-label")),
      left: all(seat, ".colour small").map(words),
      next: words(seat).match(/next: (\\w+)/)?.[1] ?? "",
    })),
    pile: all(board, "#pile .chip").map((chip) => chip.getAttribute("aria-label")),
    ways: all(board, "#turn button").map((button) => button.value),
    places: all(board, "#lay input[name=action]").map((place) => place.value).sort(),
  };
}"""


def shown(page: Page) -> dict[str, Any]:
    """The board as it stands on the page."""
    read: dict[str, Any] = page.evaluate(READ)
    return read


def folded(game: Game, seat: int | None) -> dict[str, Any]:
    """The board that somebody in this seat (None: a spectator) should see, by the fold of the log."""
    history = history_of(game)
    position = history.position.seen_by(seat)
    names = list(game.seats.order_by("index").values_list("user__name", flat=True))
    chooses = position.phase if seat in position.movers else None
    return {
        "ply": history.ply,
        "showing": False,
        "assam": f"{NAMES[position.assam.square]} {position.assam.heading}",
        "rugs": sorted(_rugs(position)),
        "squares": [_lies(position, square) for square in SQUARES],
        "seats": [_seat(position, index, name) for index, name in enumerate(names)],
        "pile": _pile(position, seat),
        "ways": ["L", "S", "R"] if chooses is Phase.TURN else [],
        "places": sorted(_places(position)) if chooses is Phase.LAY else [],
    }


def expect_board(page: Page, game: Game, seat: int | None) -> None:
    """Wait until the page shows the board of the log; fail with what differs."""
    expected = folded(game, seat)
    compare = f"expected => JSON.stringify(({READ})()) === expected"
    try:
        page.wait_for_function(compare, arg=json.dumps(expected, separators=(",", ":")))
    except Late:
        assert shown(page) == expected
        raise


def _rugs(position: Position) -> list[str]:
    """Every whole rug and single half: its drawing, and the square of its top left corner."""
    colour_at = position.rugs.colour_at
    whole = [
        f"#rug-{colour_at(first)}-{'wide' if second == first + 1 else 'tall'} {NAMES[first]}"
        for first, second in position.rugs.whole_rugs()
    ]
    return [*whole, *(f"#rug-{colour_at(half)}-half {NAMES[half]}" for half in position.rugs.single_halves())]


def _lies(position: Position, square: int) -> str:
    colour = position.rugs.colour_at(square)
    if not colour:
        return "bare"
    for pair in position.rugs.whole_rugs():
        if square in pair:
            return f"{COLOURS[colour]}, whole with {NAMES[sum(pair) - square]}"
    return f"{COLOURS[colour]}, half of a covered rug"


def _seat(position: Position, index: int, name: str) -> dict[str, Any]:
    seat = position.seats[index]
    return {
        "name": name,
        "due": index in position.movers,
        "out": seat.status is not Status.IN,
        "numbers": [str(number) for number in (seat.dirhams, seat.rugs, position.points(index))],
        "colours": [str(COLOURS[colour]) for colour in seat.colours],
        "left": [str(number) for number in seat.left] if len(seat.left) > 1 else [],
        "next": str(COLOURS[seat.next_colour]) if len(seat.left) > 1 and seat.next_colour else "",
    }


def _pile(position: Position, seat: int | None) -> list[str]:
    """The opponent's rugs from the top down, as far as the viewer knows them and as long as they matter."""
    if seat is None or len(position.seats) != 2 or position.phase is Phase.OVER:
        return []
    pile = position.seats[1 - seat].pile or ()
    return [] if UNKNOWN in pile else [str(COLOURS[colour]) for colour in pile]


def _places(position: Position) -> list[str]:
    return [f"{NAMES[first]} {NAMES[second]}" for first, second in position.layings()]
