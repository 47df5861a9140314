"""The time zone in which a reader is told moments."""

import logging
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.contrib.auth.models import AnonymousUser

from accounts.models import User

logger = logging.getLogger(__name__)


def zone_of(reader: User | AnonymousUser | None) -> ZoneInfo:
    """The zone that he has chosen; UTC for who is not logged in."""
    if not isinstance(reader, User):
        return ZoneInfo("UTC")
    try:
        return ZoneInfo(reader.time_zone)
    except ZoneInfoNotFoundError:
        # It was one when it was chosen; a machine with other zone files may not know it.
        logger.warning("User %s has the unknown time zone %s", reader.pk, reader.time_zone)
        return ZoneInfo("UTC")
