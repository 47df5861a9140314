"""The clocks with which one can look for a rated game: few, so that those who look find each other."""

from typing import Final

from games.clock import TimeControl

OFFERED: Final = {
    "quick": TimeControl.live(5, 10),
    "live": TimeControl.live(10, 20),
    "calm": TimeControl.live(20, 30),
    "day": TimeControl.per_move(1),
    "bank": TimeControl.bank(3, 1, 7),
    "days": TimeControl.per_move(3),
}
"""By the names under which choices are kept."""

LIVE: Final = tuple(name for name, control in OFFERED.items() if not control.is_correspondence)
"""Those with which everybody has to be there."""
