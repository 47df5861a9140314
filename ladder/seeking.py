"""Looking for a rated game: beginning, going on being there, stopping; and bringing together who fits.

Each change of a seek is one transaction, and those that begin or match one hold the locks of its users, taken in the
order of their keys, before any game's. Who fits is chosen without locks (`ladder.matching`); what no longer holds when
the locks are taken changes nothing, and the next try follows. So any number of processes may match at once.
"""

import logging
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from secrets import SystemRandom

from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.signals import user_logged_out
from django.db import transaction
from django.db.models import Count, Q, QuerySet
from django.dispatch import receiver
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games import lobby
from games.announcing import announce_mine
from games.clock import TimeControl
from games.locking import lock_user
from games.models import Game, Seat
from games.refusals import Outdated, Refusal
from games.rules import Variant
from games.signals import game_starts
from ladder.clocks import LIVE, OFFERED
from ladder.matching import Seeker, first_group
from ladder.models import Seek
from ladder.ranges import OwnRatings
from ladder.rating import met_too_often

logger = logging.getLogger(__name__)

ABSENT_AFTER = timedelta(seconds=90)
"""Who looks for a game to be played at once, and has not been heard of for so long, looks no more.

His page says so every ten seconds; but where it has long been hidden, browsers let it do so once a minute only.
"""
STALE_AFTER = timedelta(days=7)

_chance = SystemRandom()


@dataclass(frozen=True, slots=True)
class Wish:
    """What is looked for: how many players, which of `clocks.OFFERED`, and how far the others' ratings may be."""

    players: int
    clock: str
    reach: Seek.Reach


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of game that is looked for, and by how many."""

    players: int
    clock: str
    number: int

    @property
    def control(self) -> TimeControl:
        """Its clock."""
        return OFFERED[self.clock]


class _Unable(Exception):
    """This player can sit down no more."""

    def __init__(self, seek: Seek) -> None:
        self.seek = seek


def seek_of(user: User | AnonymousUser) -> Seek | None:
    """What this user looks for or has last looked for, with the game that it led to; one query, for people only."""
    if not isinstance(user, User) or user.kind != User.Kind.PERSON:
        return None
    return Seek.objects.filter(user=user).select_related("game").first()


def begin(user: User, wish: Wish, number: int, at: datetime) -> Seek:
    """Begin to look for such a game, in place of what he looked for before; and see whether it is there already.

    `number` is that of the user's seek when the form was made, 0 if there was none: the same form sent again begins
    nothing new, and an older one is `Outdated`. Refusal if he could not sit down now.
    """
    with transaction.atomic():
        lock_user(user)
        seek = Seek.objects.filter(user=user).first() or Seek(user=user)
        if seek.number == number + 1:
            return seek
        if seek.number != number:
            raise Outdated(_("You have looked for a game on another page meanwhile. This is how things stand now."))
        lobby.require_rated_player(user, at)
        seek.number += 1
        seek.players, seek.clock, seek.reach = wish.players, wish.clock, wish.reach
        seek.rating = _rating_for(user, wish)
        seek.since = seek.seen_at = at
        seek.state, seek.game = Seek.State.LOOKING, None
        seek.save()
        announce_mine([user.pk])
    match(wish.players, wish.clock, at)
    seek.refresh_from_db()
    return seek


def stop(user: User) -> None:
    """Look no more. Harmless if he does not look, or has found a game."""
    seek = Seek.objects.looking().filter(user=user).first()
    if seek is not None:
        _end(seek, Seek.State.STOPPED)


def still_here(user: User, at: datetime) -> None:
    """Note that who looks for a game to be played at once is there."""
    Seek.objects.looking().filter(user=user, clock__in=LIVE, seen_at__lt=at).update(seen_at=at)


def end_abandoned(at: datetime) -> None:
    """End the seeks of those who are not there any more, or who have looked for too long."""
    for seek in Seek.objects.looking().filter(_absent(at)):
        _end(seek, Seek.State.ABSENT, seen_at=seek.seen_at)
    for seek in Seek.objects.looking().filter(since__lt=at - STALE_AFTER):
        _end(seek, Seek.State.STALE)


def match_all() -> None:
    """End seeks that are abandoned, and bring together who fits; trouble with one kind of game stops no other."""
    now = timezone.now()
    end_abandoned(now)
    for kind in kinds_looked_for():
        try:
            match(kind.players, kind.clock, now)
        except Exception:
            logger.exception("Those who look for %s could not be matched", kind)


def kinds_looked_for() -> list[Kind]:
    """The kinds of game that somebody looks for at present; one query."""
    kinds = Seek.objects.looking().values_list("players", "clock").annotate(number=Count("pk"))
    return [Kind(*kind) for kind in kinds.order_by("players", "clock")]


def match(players: int, clock: str, at: datetime) -> None:
    """Bring together all who look for such a game and fit at this moment, who has waited longest first."""
    while True:
        group = _next_group(players, clock, at)
        if not group or not _bring_together(group, at):
            return


def looking_for_the_same(seek: Seek) -> QuerySet[Seek]:
    """The seeks of others who look for such a game, whatever their ratings."""
    same = Seek.objects.looking().filter(players=seek.players, clock=seek.clock)
    return same.exclude(pk=seek.pk)


def _next_group(players: int, clock: str, at: datetime) -> list[Seek]:
    """The seeks of the next who are to play, chosen without locks; none if nobody fits."""
    seeks = Seek.objects.looking().filter(players=players, clock=clock).exclude(_absent(at))
    pool = {seek.user_id: seek for seek in seeks.select_related("user")}
    if len(pool) < players:
        return []
    apart = met_too_often(pool.keys(), at)
    seekers = [Seeker(key, seek.rating, seek.reach_at(at), seek.since) for key, seek in pool.items()]
    group = first_group(seekers, players, lambda keys: keys not in apart)
    return [pool[each.key] for each in group or ()]


def _bring_together(group: Sequence[Seek], at: datetime) -> bool:
    """Begin a game of these, if they all still look for it and can play; whether anything has come of it.

    Who cannot play any more looks no more, and the others go on looking.
    """
    try:
        with transaction.atomic():
            return _begin_game(group, at) is not None
    except _Unable as unable:
        _end(unable.seek, Seek.State.UNABLE)
        return True


def _begin_game(group: Sequence[Seek], at: datetime) -> Game | None:
    """The game of these, begun; None, and nothing is changed, if it cannot be or would not be rated."""
    for seek in sorted(group, key=lambda seek: seek.user_id):
        try:
            lock_user(seek.user)
            lobby.require_rated_player(seek.user, at)
        except Refusal as refusal:
            raise _Unable(seek) from refusal
    these = Seek.objects.looking().filter(_any_of(group))
    users = [seek.user for seek in group]
    _chance.shuffle(users)
    if these.update(state=Seek.State.FOUND) == len(group):
        game = lobby.open_full(users, Variant(players=len(users)), at, control=group[0].control)
        if game.rated:
            Seek.objects.filter(_any_of(group)).update(game=game)
            return game
    transaction.set_rollback(True)
    return None


def _any_of(group: Sequence[Seek]) -> Q:
    """These seeks, as long as they are the same: who begins anew has another number."""
    return Q(*(Q(pk=seek.pk, number=seek.number) for seek in group), _connector=Q.OR)


def _absent(at: datetime) -> Q:
    return Q(clock__in=LIVE, seen_at__lt=at - ABSENT_AFTER)


def _end(seek: Seek, state: Seek.State, **still: datetime) -> None:
    """End this seek if it goes on, and this is still true of it; and tell its user's pages."""
    with transaction.atomic():
        if Seek.objects.looking().filter(pk=seek.pk, number=seek.number, **still).update(state=state):
            announce_mine([seek.user_id])


def _rating_for(user: User, wish: Wish) -> int:
    """The rating with which he looks. Refusal if no ladder counts such games."""
    game = Game(players=wish.players)
    game.time_control = OFFERED[wish.clock]
    own = OwnRatings(user)
    ladder = own.ladder_for(game)
    if ladder is None:
        raise Refusal(_("No ladder counts such games at present. Choose another number of players or clock."))
    return own.on(ladder)


@receiver(user_logged_out)
def stop_who_leaves(user: User | None, **kwargs: object) -> None:
    """Who logs out will not be there for a game that begins at once; one over days he may find when he is back."""
    if user is not None:
        _stop_live([user.pk])


@receiver(game_starts)
def stop_who_plays(game: Game, seats: Sequence[Seat], **kwargs: object) -> None:
    """Who has just begun a game by minutes is not to begin another beside it."""
    if game.pace == Game.Pace.LIVE:
        # Afterwards, for here the locks of games are held, which come after those of seeks.
        transaction.on_commit(partial(_stop_live, [seat.user_id for seat in seats]), robust=True)


def _stop_live(users: Collection[int]) -> None:
    """Let these look no more for games that begin at once."""
    for seek in Seek.objects.looking().filter(user__in=users, clock__in=LIVE):
        _end(seek, Seek.State.STOPPED)
