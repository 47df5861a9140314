"""Long lists, read from the newest on: a page ends with a key, and the next one begins below it.

Reading on costs the same however far down, and what is added meanwhile shifts nothing.
"""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.db.models import Model, Q, QuerySet

PAGE_SIZE = 20


@dataclass(frozen=True, slots=True)
class Page[Row: Model]:
    """Some rows, and the key that asks for the rows below them, empty when there are none."""

    rows: list[Row]
    next: str


def newest_first[Row: Model](rows: QuerySet[Row], moment: str, before: str, size: int = PAGE_SIZE) -> Page[Row]:
    """The page of `rows` below the key `before`, newest first by the field `moment`; one query.

    A key that makes no sense gives the first page.
    """
    found = list(rows.filter(_below(moment, before)).order_by(f"-{moment}", "-pk")[: size + 1])
    if len(found) <= size:
        return Page(found, "")
    last: Any = found[size - 1]
    return Page(found[:size], f"{getattr(last, moment).isoformat()}_{last.pk}")


def _below(moment: str, key: str) -> Q:
    text, _, number = key.partition("_")
    try:
        at = datetime.fromisoformat(text).astimezone(UTC)
        pk = int(number)
    except (ValueError, OverflowError):
        return Q()
    # The first condition adds nothing, but is a range in which a database can enter an index by the moment.
    return Q((f"{moment}__lte", at)) & (Q((f"{moment}__lt", at)) | Q(pk__lt=pk))
