"""What lies on the squares of the market, in words, for those who do not see the picture."""

from functools import lru_cache

from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.rules import NAMES, SQUARES, Rugs
from games.telling import COLOURS


def colour_on(rugs: Rugs, square: int) -> str:
    """The colour that lies on a square, in words; empty if it is bare."""
    colour = rugs.colour_at(square)
    return str(COLOURS[colour]) if colour else ""


def squares_table(rugs: Rugs) -> SafeString:
    """What lies on every square as the rows of a table, in the reader's language."""
    return _table(rugs, get_language() or "")


@lru_cache(maxsize=512)
def _table(rugs: Rugs, language: str) -> SafeString:
    partners = {square: other for pair in rugs.whole_rugs() for square, other in (pair, pair[::-1])}
    words = [_square_words(rugs, square, partners) for square in SQUARES]
    return format_html_join(
        "",
        '<tr><th scope="row">{}</th>{}</tr>',
        (
            (
                row + 1,
                format_html_join("", "<td>{}</td>", ((words[square],) for square in SQUARES[7 * row : 7 * row + 7])),
            )
            for row in range(7)
        ),
    )


def _square_words(rugs: Rugs, square: int, partners: dict[int, int]) -> str:
    colour = rugs.colour_at(square)
    if not colour:
        return _("bare")
    if square in partners:
        return _("%(colour)s, whole with %(square)s") % {"colour": COLOURS[colour], "square": NAMES[partners[square]]}
    return _("%(colour)s, half of a covered rug") % {"colour": COLOURS[colour]}
