"""Players who have not finished a game for long: they keep their ratings, but have no place until they do."""

from django.db import transaction
from django.utils import timezone

from games.announcing import announce_ladders
from ladder.models import Ladder


def let_go_of_the_quiet() -> None:
    """Take their places from players who have become quiet on a ladder."""
    now = timezone.now()
    for key in Ladder.objects.values_list("pk", flat=True):
        with transaction.atomic():
            ladder = Ladder.objects.select_for_update(no_key=True).get(pk=key)
            quiet = ladder.standings.filter(has_place=True, last_ended_at__lt=ladder.quiet_since(now))
            if quiet.update(has_place=False):
                announce_ladders()
