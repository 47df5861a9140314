"""The chat of a game as one of its players reads it."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F, OuterRef, Subquery
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from accounts.models import User
from games import chat
from games.models import Game, Message, Seat

SHOWN_MESSAGES = 50


@dataclass(frozen=True, slots=True)
class Line:
    """One message. `text` is HTML, with the names of players at the table marked."""

    number: int
    author: str
    at: datetime
    text: SafeString
    is_mine: bool
    is_unread: bool
    names_me: bool


@dataclass(frozen=True, slots=True)
class Conversation:
    """Some messages in order. `last` is the number of the last of them, `read` of the last one the reader read.

    While he has the chat off (`is_off` here, `is_off_everywhere` by his preferences) there are none for him.
    """

    game: Game
    lines: Sequence[Line]
    last: int
    read: int
    is_off: bool
    is_off_everywhere: bool

    @property
    def unread(self) -> int:
        """How many messages up to the last of these the reader has not read."""
        return max(0, self.last - self.read)

    @property
    def earlier(self) -> int:
        """The number before which there are more messages; 0 if there are none."""
        first = self.lines[0].number if self.lines else 0
        return first if first > 1 else 0


def conversation(
    game: Game, user: User | None, *, after: int | None = None, before: int | None = None
) -> Conversation | None:
    """The last messages of this game, of those `before` a number or of all; or the first ones `after` a number.

    None for others than its players, and before it begins.
    """
    seats = list(game.seats.select_related("user")) if user is not None and game.first is not None else []
    mine = next((seat for seat in seats if user is not None and seat.user_id == user.pk), None)
    if mine is None:
        return None
    if chat.is_off(mine):
        return Conversation(game, (), 0, 0, is_off=True, is_off_everywhere=mine.user.chat_off)
    messages = _messages(game, after, before)
    last = messages[-1].number if messages else after or 0
    return Conversation(
        game, _lines(messages, seats, mine), last, mine.read_messages, is_off=False, is_off_everywhere=False
    )


def mark_unread(games: Collection[Game], user: User) -> None:
    """Let each of these games say, as `unread`, how many messages this player has not read; one query."""
    if user.chat_off:
        return
    said = Message.objects.filter(game=OuterRef("game")).order_by("-number").values("number")[:1]
    seats = Seat.objects.filter(game__in=games, user=user, chat_off=False)
    unread = dict(seats.annotate(unread=Subquery(said) - F("read_messages")).values_list("game", "unread"))
    for game in games:
        game.unread = unread.get(game.pk) or 0


def marked(text: str, names: Sequence[str]) -> SafeString:
    """A message's text as HTML, with `@name` marked for each of these names, whatever the case."""
    parts = _mentions(names).split(text)  # text and mentions by turns
    html = [format_html('<b class="mention">{}</b>' if odd % 2 else "{}", part) for odd, part in enumerate(parts)]
    return format_html_join("", "{}", ((part,) for part in html))


def _messages(game: Game, after: int | None, before: int | None) -> list[Message]:
    wanted = game.messages.select_related("author")
    if after is not None:
        return list(wanted.filter(number__gt=after).order_by("number")[:SHOWN_MESSAGES])
    if before is not None:
        wanted = wanted.filter(number__lt=before)
    return list(wanted.order_by("-number")[:SHOWN_MESSAGES])[::-1]


def _lines(messages: Sequence[Message], seats: Sequence[Seat], mine: Seat) -> list[Line]:
    names = [seat.user.name for seat in seats]
    my_name = _mentions([mine.user.name])
    return [
        Line(
            number=message.number,
            author=message.author.name,
            at=message.at,
            text=marked(message.text, names),
            is_mine=message.author_id == mine.user_id,
            is_unread=message.number > mine.read_messages,
            names_me=my_name.search(message.text) is not None,
        )
        for message in messages
    ]


def _mentions(names: Sequence[str]) -> re.Pattern[str]:
    """Finds these names after an @ that does not belong to an e-mail address."""
    any_name = "|".join(map(re.escape, names))
    return re.compile(rf"(?<![\w.+-])(@(?:{any_name}))(?![\w-])", re.ASCII | re.IGNORECASE)
