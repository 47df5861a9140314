"""Short ways to set up a moment of a game for a test."""

from __future__ import annotations

from games.rules import Lay, Phase, Position, Roll, Turn, Variant

BARE = """
.......
.......
.......
.......
.......
.......
.......
"""

ALL_VARIANTS = tuple(
    Variant(players, turning, colours, dirhams, own_cover)
    for players in (2, 3, 4)
    for turning in ("before", "after")
    for colours in (("shuffled", "arranged", "swapped") if players == 2 else ("shuffled",))
    for dirhams in (30, 10)
    for own_cover in (False, True)
)
"""Every way to play, with the usual and with few dirhams."""

EVERYBODY_IN = {
    2: "30:12+12:1;30:12+12:3",
    3: "30:15:1;30:15:2;30:15:3",
    4: "30:12:1;30:12:2;30:12:3;30:12:4",
}


def moment(  # one parameter a field of the notation
    market: str = BARE,
    assam: str = "d4S",
    phase: str = "turn",
    mover: int = 1,
    *,
    roll: str = "-",
    seats: str = "",
    gone: str = "-",
    variant: str = "3-before-shuffled-30",
    turn: int = 20,
) -> Position:
    """A position set up by hand: the market as seven lines, everything else as the notation has it."""
    rows = "/".join(market.split())
    players = seats or EVERYBODY_IN[int(variant[0])]
    return Position.from_text(f"{rows} {assam} {turn} {phase} {mover} {roll} {players} {gone} {variant}")


def play_turn(position: Position, side: str = "S", face: int = 1, lay: tuple[str, str] | None = None) -> Position:
    """Play a whole turn of ``before``: by default the first laying that is legal."""
    position = position.play(Turn(side)).play(Roll(face))
    if position.phase is not Phase.LAY:
        return position
    return position.play(position.legal_actions()[0] if lay is None else Lay(*lay))
