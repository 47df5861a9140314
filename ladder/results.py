"""What has come of one player's games: places by number of players, money, areas and thinking time; and against whom.

Counted are games that were played to their end and not voided, as far as the reader may be told of them: one that only
who has its link may see adds nothing for others, or the sums would tell of it. It is summed up whenever it is asked
for, so that voiding or hiding a game, or a guest who comes home, leaves nothing to correct. That reads the player's
seats along their index, and their games: three times, which takes about 0.25 s for 20,000 games with SQLite, and a few
milliseconds for some hundred (`python -m benchmarks.player`). More games are not counted, so that no page takes longer.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Case, Count, Exists, F, OuterRef, Q, QuerySet, Sum, When

from accounts.models import User
from games.clock import NO_TIME
from games.models import Game, Seat
from games.rules import PLAYERS

MOST_GAMES = 20_000
"""So many of a player's last games are counted."""

FIRST_OPPONENTS, MOST_OPPONENTS = 8, 100


@dataclass(frozen=True, slots=True)
class Results:
    """Some games of a player summed up. `ranks` says how often he had each; `players` is None if their number differs.

    paid, received: dirhams. live, slow: how long a turn took on average by clocks of minutes, and of days; None where
    there were no such turns.
    """

    players: int | None
    ranks: tuple[int, ...]
    points: int
    paid: int
    received: int
    live: timedelta | None
    slow: timedelta | None

    @property
    def games(self) -> int:
        """How many there were."""
        return sum(self.ranks)

    @property
    def won(self) -> float:
        """The share of games in which he was first or shared the first place, in percent."""
        return self._each(100 * self.ranks[0])

    @property
    def places(self) -> list[int | None]:
        """How often he had each rank from 1 to the last there is; None for one that so many players do not have."""
        return [number if rank <= (self.players or rank) else None for rank, number in enumerate(self.ranks, start=1)]

    @property
    def points_each(self) -> float:
        """Points in a game, on average."""
        return self._each(self.points)

    @property
    def paid_each(self) -> float:
        """Dirhams paid in a game, on average."""
        return self._each(self.paid)

    @property
    def received_each(self) -> float:
        """Dirhams taken in a game, on average."""
        return self._each(self.received)

    def _each(self, number: int) -> float:
        return number / self.games if self.games else 0.0


@dataclass(frozen=True, slots=True)
class Group:
    """Games between people, or those in which a house player sat: by number of players, and in all."""

    with_house: bool
    by_players: list[Results]
    total: Results


@dataclass(frozen=True, slots=True)
class Opponent:
    """How often a player met another, and in how many of these games he was placed above, beside and below him."""

    name: str
    kind: str
    games: int
    above: int
    shared: int
    below: int

    @property
    def ahead(self) -> int:
        """The share of games in which he was placed above, in percent."""
        return 100 * self.above // self.games

    @property
    def not_below(self) -> int:
        """The share of games in which he was placed above or beside, in percent."""
        return 100 * (self.above + self.shared) // self.games


@dataclass(frozen=True, slots=True)
class Opponents:
    """Those a player met most often, the reader himself first; and whether there are more."""

    rows: list[Opponent]
    has_more: bool


def groups_of(player: User, reader: User | AnonymousUser) -> list[Group]:
    """What this player achieved between people, and with house players: those of the two that there are. One query."""
    with_house = Exists(Seat.objects.filter(game=OuterRef("game"), user__kind=User.Kind.HOUSE))
    counted = _counted(player, reader).annotate(with_house=with_house)
    sums = {name: Sum(name) for name in ("points", "paid", "received", "turns", "thought")}
    kinds = counted.order_by().values("with_house", "game__players", "game__pace", "rank")
    rows: list[Any] = list(kinds.annotate(games=Count("pk"), **{f"sum_{name}": each for name, each in sums.items()}))
    found = []
    for is_with_house in (False, True):
        of_group = [row for row in rows if row["with_house"] == is_with_house]
        if of_group:
            by_players = [(n, [row for row in of_group if row["game__players"] == n]) for n in PLAYERS]
            lines = [_summed(each, players) for players, each in by_players if each]
            found.append(Group(is_with_house, lines, _summed(of_group)))
    return found


def opponents_of(player: User, reader: User | AnonymousUser, most: int = FIRST_OPPONENTS) -> Opponents:
    """Whom this player met most often, house players among them; one query."""
    met = _counted(player, reader).annotate(opponent=F("game__seats__user"), other=F("game__seats__rank"))
    met = met.exclude(opponent=player.pk).order_by()
    is_reader = Case(When(opponent=reader.pk or 0, then=0), default=1)
    rows: Any = (
        met.values(name=F("game__seats__user__name"), kind=F("game__seats__user__kind"), first=is_reader)
        .annotate(
            games=Count("pk"),
            above=Count("pk", filter=Q(rank__lt=F("other"))),
            shared=Count("pk", filter=Q(rank=F("other"))),
            below=Count("pk", filter=Q(rank__gt=F("other"))),
        )
        .order_by("first", "-games", "name")
    )
    found = [Opponent(**{key: value for key, value in row.items() if key != "first"}) for row in rows[: most + 1]]
    return Opponents(found[:most], len(found) > most)


def largest_area_of(player: User, reader: User | AnonymousUser) -> Seat | None:
    """His seat, with its game, in which he collected from the largest area, the last time if often; one query."""
    collected = _counted(player, reader).filter(collected_from__gt=0).select_related("game")
    return collected.order_by("-collected_from", "-ended_at", "-pk").first()


def _counted(player: User, reader: User | AnonymousUser) -> QuerySet[Seat]:
    """His seats in the games that count."""
    ended = Seat.objects.filter(user=player, ended_at__isnull=False).order_by("-ended_at", "-pk")
    shown = Game.objects.filter(pk=OuterRef("game"), voided_at=None).shown_to(reader)
    return Seat.objects.filter(Exists(shown), pk__in=ended.values("pk")[:MOST_GAMES], rank__isnull=False)


def _summed(rows: Sequence[dict[str, Any]], players: int | None = None) -> Results:
    """Rows of games with the same number of players, or of any, in one."""

    def total(name: str) -> int:
        return sum(row[f"sum_{name}"] or 0 for row in rows)

    ranks = (sum(row["games"] for row in rows if row["rank"] == rank) for rank in range(1, max(PLAYERS) + 1))
    live = [row for row in rows if row["game__pace"] == Game.Pace.LIVE]
    slow = [row for row in rows if row["game__pace"] != Game.Pace.LIVE]
    return Results(
        players, tuple(ranks), total("points"), total("paid"), total("received"), _a_turn(live), _a_turn(slow)
    )


def _a_turn(rows: Iterable[dict[str, Any]]) -> timedelta | None:
    """How long a turn took on average; games without a clock have no turns here."""
    timed = [row for row in rows if row["sum_turns"]]
    if not timed:
        return None
    thought: timedelta = sum((row["sum_thought"] for row in timed), NO_TIME)
    turns: int = sum(row["sum_turns"] for row in timed)
    return thought / turns
