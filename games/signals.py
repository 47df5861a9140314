"""What other apps may hear from running games. Sent inside the transaction, so a receiver's error undoes it all."""

from django.dispatch import Signal

# kwargs: game (a table that waits), user (who is about to sit down there uninvited). A receiver that does not let him
# raises `games.refusals.NotAllowed`.
player_joins = Signal()

# kwargs: game (a Game about to begin, `started_at` set), seats (its seats in order, with users). A receiver may take
# back `game.rated`, and say in `game.unrated_because` why; the game is saved after.
game_starts = Signal()

# kwargs: game (a Game whose results are saved)
game_ended = Signal()

# kwargs: game (a Game that has just been voided, or restored: `voided_at` tells which)
game_voided = Signal()
