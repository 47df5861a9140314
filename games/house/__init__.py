"""The site's own players: who there is, and what each decides. It knows the rules and nothing of Django.

A house player is a function of what its seat sees and the time it has left; a new one is written in a module of its
own in `games.house.players` and entered in `PLAYERS`. `games.house.turns` lets them play, through the same doors as
people.
"""

from games.house.players.apprentice import apprentice
from games.house.sight import Choose, Decision, Sight

BEGINNERS_PLAYER = "apprentice"
"""Who plays against those who have just come."""

PLAYERS: dict[str, Choose] = {"apprentice": apprentice}
"""The house players by name."""

__all__ = ["BEGINNERS_PLAYER", "PLAYERS", "Choose", "Decision", "Sight"]
