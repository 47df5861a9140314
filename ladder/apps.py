from datetime import timedelta

from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class LadderConfig(AppConfig):
    """Ladders and standings, and players as others see them."""

    name = "ladder"
    verbose_name = _("ladder")

    def ready(self) -> None:
        """Rate games as they end, and let the site's loop do what ladders need from time to time."""
        from games import loop
        from ladder import first_ladders, quiet, ranges, rating, rebuilding, seasons, seeking  # noqa: F401 - receivers

        post_migrate.connect(first_ladders.make_first_ladders, sender=self)
        loop.JOBS += [
            # So often those who look for a game reach further.
            loop.Job("find rated games", timedelta(seconds=2), seeking.match_all),
            loop.Job("compute ladders anew", timedelta(minutes=1), rebuilding.build_all_asked_for),
            loop.Job("make the seasons of the quarter", timedelta(minutes=10), seasons.make_present_seasons),
            loop.Job("let go of quiet players", timedelta(hours=1), quiet.let_go_of_the_quiet),
            loop.Job("delete old generations of ladders", timedelta(hours=1), rebuilding.delete_old_generations),
        ]
