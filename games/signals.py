"""What other apps may hear from running games. Sent inside the transaction, so a receiver's error undoes it all."""

from django.dispatch import Signal

# kwargs: game (a Game whose results are saved)
game_ended = Signal()
