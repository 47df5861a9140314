"""What other apps may hear of users."""

from django.dispatch import Signal

# kwargs: user (a saved User whose earlier sessions are over: he was locked out, or has a new password)
access_ended = Signal()
