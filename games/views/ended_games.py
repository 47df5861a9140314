"""The list of ended games on a page: page by page by links, and with scripts on and on as one scrolls down."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.http import urlencode

from games import archive
from games.archive import Search
from games.paging import PAGE_SIZE

MOST_PAGES = 5
"""So many come one below the other; then the list ends with a link, and who wants can reach what is below it."""


def ended_games(
    request: HttpRequest, search: Search, asked: Mapping[str, str], asked_of_archive: Mapping[str, str]
) -> dict[str, Any]:
    """What `games/_ended_games.html` needs to list those that this reader may be told of.

    `asked` says in the address of the page what is looked for, `asked_of_archive` in that of the archive, by whose
    answers all lists grow. `?before=` is the key below which the list begins, and `?pages=` how many pages of it there
    are, so that who comes back finds as much as there was. An answer by which a list grows is the last of these pages,
    and `?top=` the key below which that list begins.
    """
    before = request.GET.get("before", "")
    is_growing = "top" in request.GET
    top = request.GET["top"] if is_growing else before
    pages = _pages(request.GET.get("pages", ""))
    page = archive.found(search, request.user, before, PAGE_SIZE if is_growing else pages * PAGE_SIZE)
    more: dict[str, str | int] = {**asked_of_archive, "before": page.next, "top": top, "pages": pages + 1}
    grown: dict[str, str | int] = {**asked, **({"before": top} if top else {}), "pages": pages + 1}
    return {
        "games": page.rows,
        "is_searched": bool(asked),
        "newest": urlencode(asked) if before and not is_growing else None,
        "older": urlencode({**asked, "before": page.next}) if page.next else "",
        "more": f"{reverse('games:archive')}?{urlencode(more)}" if pages < MOST_PAGES else "",
        "grown": urlencode(grown),
    }


def _pages(text: str) -> int:
    """A number of pages that can be; one if it makes no sense."""
    return min(int(text), MOST_PAGES) if text.isascii() and text.isdigit() and 0 < len(text.lstrip("0")) < 3 else 1
