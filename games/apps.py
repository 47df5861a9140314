from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    """Tables, running games and their records."""

    name = "games"
    verbose_name = _("games")

    def ready(self) -> None:
        """Listen for log-outs and suspensions, which close sockets."""
        from games import announcing  # noqa: F401 - importing it connects its receivers
