"""Tables that wait for players, as one reader sees them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import AnonymousUser
from django.db.models import Prefetch

from accounts.models import User
from games.models import Game, GameQuerySet, Invitation, Seat
from games.reliability import Reliability, reliabilities
from games.vacations import on_vacation_until


@dataclass(frozen=True, slots=True)
class Place:
    """One place at a table: its colours, and who has it or for whom it is kept; free if neither.

    `reliability` is that of the one who has it, `away_until` the end of his vacation if he is on one.
    """

    colours: tuple[int, ...]
    seat: Seat | None = None
    kept_for: User | None = None
    reliability: Reliability | None = None
    away_until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """A table with who sits there, for whom seats are kept, and what the reader may do at it."""

    game: Game
    reader: User | AnonymousUser
    seats: list[Seat]
    kept_for: list[User]
    declined_by: list[User]
    reliabilities: Mapping[int, Reliability]
    vacations: Mapping[int, datetime]

    @property
    def free(self) -> int:
        """How many seats anybody may take."""
        return self.game.players - len(self.seats) - len(self.kept_for)

    @property
    def missing(self) -> int:
        """How many players must still sit down for the game to begin."""
        return self.game.players - len(self.seats)

    @property
    def places(self) -> list[Place]:
        """All places in order: the taken ones, those kept for somebody, the free ones."""
        colours = [self.game.variant.colours_of(index) for index in range(self.game.players)]
        taken = [
            Place(
                colours.pop(0),
                seat,
                reliability=self.reliabilities[seat.user_id],
                away_until=self.vacations.get(seat.user_id),
            )
            for seat in self.seats
        ]
        kept = [Place(colours.pop(0), kept_for=guest) for guest in self.kept_for]
        return taken + kept + [Place(own) for own in colours]

    @property
    def is_mine(self) -> bool:
        """Whether the reader opened it."""
        return self.game.creator_id == self.reader.pk

    @property
    def is_seated(self) -> bool:
        """Whether the reader sits there."""
        return any(seat.user_id == self.reader.pk for seat in self.seats)

    @property
    def is_invited(self) -> bool:
        """Whether a seat is kept for the reader."""
        return self.reader in self.kept_for

    @property
    def may_join(self) -> bool:
        """Whether a seat can be the reader's, or would be if he logged in."""
        return not self.is_seated and (self.is_invited or (self.free > 0 and not self.is_beyond_reader))

    @property
    def is_beyond_reader(self) -> bool:
        """Whether the table asks for players who stay more often than the reader does."""
        if not isinstance(self.reader, User):
            return False
        return not self.reliabilities[self.reader.pk].suffices(self.game.least_reliability)


def with_people(games: GameQuerySet) -> GameQuerySet:
    """These games with all that `table` needs: two more queries, however many games there are."""
    invitations = Invitation.objects.select_related("user").order_by("pk")
    return games.with_players().prefetch_related(Prefetch("invitations", invitations))


def tables(games: Iterable[Game], reader: User | AnonymousUser, at: datetime) -> list[Table]:
    """Games from `with_people` as this reader sees them now; two more queries, for what is told of people."""
    games = list(games)
    people = {seat.user for game in games for seat in game.seats.all()}
    known = reliabilities([*people, reader] if games and isinstance(reader, User) else people)
    away = on_vacation_until(people, at)
    return [_table(game, reader, known, away) for game in games]


def _table(
    game: Game, reader: User | AnonymousUser, known: Mapping[int, Reliability], away: Mapping[int, datetime]
) -> Table:
    invitations = game.invitations.all()
    return Table(
        game,
        reader,
        seats=list(game.seats.all()),
        kept_for=[each.user for each in invitations if each.declined_at is None and each.user.is_active],
        declined_by=[each.user for each in invitations if each.declined_at is not None],
        reliabilities=known,
        vacations=away,
    )
