"""The ladders that a new site begins with; from then on admins decide which there are."""

from typing import Any

from django.apps import apps as all_apps
from django.apps.registry import Apps
from django.utils.translation import gettext_noop

FIRST = (
    {"slug": "all", "name": gettext_noop("All games")},
    {"slug": "duel", "name": gettext_noop("Duel"), "most": 2},
    {"slug": "market", "name": gettext_noop("Market"), "fewest": 3},
)


def make_first_ladders(using: str, apps: Apps = all_apps, **kwargs: Any) -> None:
    """After migrations, or when a database has been emptied: make the first ladders, where there is none at all."""
    try:
        ladders = apps.get_model("ladder", "Ladder").objects.using(using)
    except LookupError:  # migrated back to before there were ladders
        return
    if not ladders.exists():
        for ladder in FIRST:
            ladders.create(has_seasons=True, **ladder)
