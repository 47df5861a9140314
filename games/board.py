"""What one viewer may see of a game, ready to draw: everything the board's templates need, and nothing hidden."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from accounts.models import User
from games import drawing
from games.beforehand import Foreseen, foreseen
from games.choices import Laying, Spot, Turning, layings, spots, turnings
from games.clock_log import clock_events
from games.drawing import Market
from games.frames import Frame, frame_of, frames_of
from games.gifts import Gift, gifts
from games.history import History, Step, history_of
from games.log import log_of
from games.models import Game, Seat
from games.rules import NAMES, UNKNOWN, Phase, Position, Roll, Status
from games.seat_clocks import SeatClock, seat_clock
from games.squares import squares_table
from games.telling import COLOURS, OUT, WAYS, Telling, toll_of

MOST_FRAMES = 30
RECENT_TURNS = 12


@dataclass(frozen=True, slots=True)
class Colour:
    """One of a player's colours, how many rugs of it he has still to lay, and whether another one comes next."""

    number: int
    name: str
    left: int
    is_later: bool


@dataclass(frozen=True, slots=True)
class SeatView:
    """One player of the game as the others see him."""

    index: int
    name: str
    kind: str
    url: str
    is_me: bool
    colours: tuple[Colour, ...]
    dirhams: int
    rugs: int
    points: int
    is_due: bool
    agrees: bool
    rank: int | None
    notes: tuple[str, ...]
    contribution: str
    clock: SeatClock | None

    @property
    def is_two_coloured(self) -> bool:
        """Whether he lays rugs of two colours, as in a game of two."""
        return len(self.colours) > 1


@dataclass(frozen=True, slots=True)
class Board:
    """One game as one viewer may see it. `me` is his seat, None for everybody who does not play in it.

    `now` is the moment of which it tells, None for a board that is kept: it says nothing that goes stale by itself.

    The sentences `said`, `due` and `result` are empty where there is nothing to say, `turnings`, `layings` and `spots`
    where it is not for him to choose, and `pile`, the rugs of the opponent below the top, where he did not arrange it.
    `foreseen` is what he may say of his next turn beforehand, `gifts` what time he may give to others.
    """

    game: Game
    now: datetime | None
    ply: int
    position: Position
    me: int | None
    is_due: bool
    seats: tuple[SeatView, ...]
    market: Market
    squares: SafeString
    at: str
    way: str
    said: str
    due: str
    result: str
    turnings: tuple[Turning, ...]
    layings: tuple[tuple[str, tuple[Laying, ...]], ...]
    spots: tuple[Spot, ...]
    may_arrange: bool
    pile: tuple[tuple[int, str], ...]
    foreseen: tuple[Foreseen, ...]
    gifts: tuple[Gift, ...]
    since: int
    start: Frame | None
    frames: tuple[Frame, ...]
    log: list[SafeString]
    seed: str

    @property
    def is_over(self) -> bool:
        """Whether the game was played to an end or called off."""
        return self.position.phase is Phase.OVER

    @property
    def is_in(self) -> bool:
        """Whether the viewer plays, and may still leave."""
        return self.me is not None and not self.is_over and self.position.seats[self.me].status is Status.IN

    @property
    def agrees(self) -> bool:
        """Whether the viewer has agreed that the game be called off."""
        return self.me is not None and self.seats[self.me].agrees

    @property
    def is_proposed(self) -> bool:
        """Whether anybody has agreed that the game be called off."""
        return any(seat.agrees for seat in self.seats)

    @property
    def has_said(self) -> bool:
        """Whether the viewer has said beforehand how Assam is to be turned."""
        return any(each.chosen for each in self.foreseen)

    @property
    def opponent(self) -> SeatView:
        """The other player of a game of two; only for one who plays in it."""
        assert self.me is not None
        return self.seats[1 - self.me]

    @property
    def recent(self) -> list[SafeString]:
        """The last turns of the log."""
        return self.log[:RECENT_TURNS]

    @property
    def earlier(self) -> list[SafeString]:
        """The other turns of the log."""
        return self.log[RECENT_TURNS:]


def board_of(game: Game, user: User | None, since: int | None = None, *, now: datetime | None = None) -> Board:
    """The board of a started game as `user` (None: somebody who does not play) may see it, now or to be kept.

    It shows the steps of the decisions from ply `since` on; without it, a player what he has not seen yet, and
    everybody else the last decision.
    """
    seats = game.seated()
    me = next((seat.index for seat in seats if user is not None and seat.user_id == user.pk), None)
    history = history_of(game)
    position = history.position.seen_by(me)
    telling = Telling([seat.user.name for seat in seats], me)
    if since is None:
        since = history.ply - 1 if me is None else last_seen(seats[me], history)
    shown = history.since(since)[-MOST_FRAMES:]
    phase = position.phase if me in position.movers else None
    events = clock_events(game)
    return Board(
        game=game,
        now=now,
        ply=history.ply,
        position=position,
        me=me,
        is_due=me in position.movers,
        seats=tuple(
            seat_view(
                position,
                seat.index,
                me,
                name=seat.user.name,
                kind=seat.user.kind,
                url=seat.user.get_absolute_url(),
                agrees=seat.agrees_to_call_off,
                contribution=seat.contribution,
                clock=seat_clock(game, seat, now) if position.seats[seat.index].status is Status.IN else None,
            )
            for seat in seats
        ),
        market=market_at(history),
        squares=squares_table(position.rugs),
        at=NAMES[position.assam.square],
        way=str(WAYS[position.assam.heading]),
        said=_said(history, telling),
        due=telling.due(position),
        result=telling.result(position),
        turnings=turnings(position) if phase is Phase.TURN else (),
        layings=layings(position) if phase is Phase.LAY else (),
        spots=spots(position) if phase is Phase.LAY else (),
        may_arrange=phase is Phase.ARRANGE,
        pile=_known_pile(position, me),
        foreseen=foreseen(game, seats[me], position) if me is not None else (),
        gifts=tuple(gifts(game, seats, me, events, now)) if me is not None and now is not None else (),
        since=since,
        start=frame_of(shown[0].before) if shown else None,
        frames=frames_of(shown, telling),
        log=log_of(game.code, history, telling, events),
        seed=bytes(game.seed.value).hex() if position.phase is Phase.OVER else "",
    )


def last_seen(seat: Seat, history: History) -> int:
    """The ply from which on this player has not seen what was played: since his last look, or his own last decision.

    A turn that he had said beforehand, played in the moment of another's decision, was no look.
    """
    others = {step.at for step in history.steps if step.seat != seat.index}
    decided = (
        step.ply
        for step in reversed(history.steps)
        if step.seat == seat.index and step.ply is not None and step.at not in others
    )
    return max(seat.seen_ply, next(decided, -1) + 1)


def seat_view(  # noqa: PLR0913 - what there is to know of a player besides the position
    position: Position,
    index: int,
    me: int | None,
    *,
    name: str,
    kind: str = User.Kind.PERSON,
    url: str = "",
    agrees: bool = False,
    contribution: str = "",
    clock: SeatClock | None = None,
) -> SeatView:
    """The player in a seat of this position; `url` is empty for somebody who has no page here."""
    player = position.seats[index]
    outcome = position.outcome
    return SeatView(
        index=index,
        name=name,
        kind=kind,
        url=url,
        is_me=index == me,
        colours=tuple(
            Colour(number, str(COLOURS[number]), left, number != player.next_colour)
            for number, left in position.rugs_left(index).items()
        ),
        dirhams=player.dirhams,
        rugs=player.rugs,
        points=position.points(index),
        is_due=index in position.movers,
        agrees=agrees,
        rank=outcome.ranks[index] if outcome and outcome.ranks else None,
        notes=tuple(_notes(position, index, agrees)),
        contribution=contribution,
        clock=clock,
    )


def _notes(position: Position, index: int, agrees: bool) -> Iterator[str]:
    """What else there is to say of a player, in a few words each."""
    player = position.seats[index]
    if player.status is not Status.IN:
        yield str(OUT[player.status])
    if len(player.colours) > 1 and player.next_colour:
        yield _("next: %(colour)s") % {"colour": COLOURS[player.next_colour]}
    if agrees and position.outcome is None:
        yield _("would call the game off")


def _known_pile(position: Position, me: int | None) -> tuple[tuple[int, str], ...]:
    """What the viewer knows of the opponent's pile, from the top down: all of it if he arranged it, else nothing."""
    if me is None or position.variant.colours != "arranged" or position.phase is Phase.OVER:
        return ()
    pile = position.seats[1 - me].pile or ()
    return () if UNKNOWN in pile else tuple((colour, str(COLOURS[colour])) for colour in pile)


def market_at(history: History) -> Market:
    """The present picture, with Assam's last walk; and what was paid for it, while the mover's turn lasts."""
    walk = _last_walk(history)
    if walk is None:
        return drawing.market_of(history.position)
    assert isinstance(walk.action, Roll)
    walked = (walk.before.assam, walk.before.walk(walk.action.face))
    toll = toll_of(walk) if history.position.phase is Phase.LAY else None
    return drawing.market_of(history.position, walked, toll)


def _last_walk(history: History) -> Step | None:
    return next((step for step in reversed(history.steps) if isinstance(step.action, Roll)), None)


def _said(history: History, telling: Telling) -> str:
    """What came of the roll that the mover is about to answer; empty at other times."""
    walk = _last_walk(history)
    if walk is None or history.position.phase is not Phase.LAY:
        return ""
    return telling.arrival(walk)
