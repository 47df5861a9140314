from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    """Tables, running games and their records."""

    name = "games"
    verbose_name = _("games")

    def ready(self) -> None:
        """Listen for log-outs and suspensions, and for guests who go home; keep the house players' names for them."""
        from accounts.names import reserve
        from games import announcing, guests  # noqa: F401 - importing them connects their receivers
        from games.house.users import NAMES

        reserve(*NAMES)
