"""Tables until they start: opening, inviting, sitting down, getting up, closing, and playing again.

Each function is one transaction that locks the table. What it refuses raises `games.refusals.Refusal` and changes
nothing. Locks are taken in one order, the user's before the game's, so that two requests never wait for each other.
"""

import secrets
from collections.abc import Collection, Iterable, Sequence
from dataclasses import asdict
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.crypto import salted_hmac
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _

from accounts.letters import spelled
from accounts.models import User
from accounts.zones import zone_of
from games import play, rules
from games.announcing import announce_table
from games.clock import DEFAULT, TimeControl
from games.house.users import house_user
from games.locking import lock_game, lock_user
from games.models import CODE_LENGTH, Game, Invitation, Seat, Seed, new_code
from games.refusals import NotAllowed, Outdated, Refusal
from games.reliability import LAST_ENDED, MOST_CALLED_OFF, kept_from_opening_until, reliabilities
from games.rules import Variant
from games.signals import player_joins

MAX_WAITING = 10
MAX_PLAYING = 60
STALE_AFTER = timedelta(days=14)


def open_table(  # noqa: PLR0913 - what somebody fills in who opens a table
    user: User,
    variant: Variant,
    at: datetime,
    *,
    control: TimeControl = DEFAULT,
    title: str = "",
    listed: bool = True,
    rated: bool = False,
    least_reliability: int = 0,
    least_rating: int | None = None,
    most_rating: int | None = None,
    contribution: str = "",
    invited: Iterable[User] = (),
    token: str = "",
) -> Game:
    """Open a table and sit down at it; one seat is kept for each of `invited`, and a house player takes his at once.

    At a `rated` table sits only who has confirmed an e-mail address; whether the game counts is settled when it starts.
    It has a clock, as `control` says; only a table that is not rated may have none.
    A guest plays with who comes by his link and with the house: he challenges nobody, and is in no list.
    `least_reliability` is asked of those who join, in percent; 0 is nothing (`games.reliability`).
    `least_rating` and `most_rating` are asked of those who join a rated table, in points; None is nothing. Who opens it
    may have any rating.
    A form carries a `token` of its own: the same form sent again opens no second table, and gets the first.
    """
    invited = list(invited)
    wanted = (
        token,
        variant.to_text(),
        control,
        title,
        listed,
        rated,
        least_reliability,
        least_rating,
        most_rating,
        *(each.pk for each in invited),
    )
    code = _code_of_form(user, wanted) if token else new_code()
    with transaction.atomic():
        lock_user(user)
        opened = Game.objects.filter(code=code).first()
        if opened is not None:
            return opened
        _require_room(user)
        _require_finisher(user, at)
        _require_account(user, listed, invited)
        game = Game(code=code, creator=user, title=title, listed=listed, created_at=at, **asdict(variant))
        game.time_control = control
        game.rated = rated
        game.least_reliability = least_reliability
        game.least_rating, game.most_rating = least_rating, most_rating
        _require_address(game, user)
        _require_clock(game)
        _require_sensible_ratings(game)
        return _open(game, invited, contribution)


def open_full(users: Sequence[User], variant: Variant, at: datetime, *, control: TimeControl) -> Game:
    """Open a rated table at which these users sit in this order, and begin its game at once. All may watch it.

    Within a transaction of the caller, who holds the locks of all of them and has judged each by
    `require_rated_player`. Whether the game is rated is settled then: see `Game.rated`.
    """
    game = Game(creator=users[0], rated=True, created_at=at, **asdict(variant))
    game.time_control = control
    _require_clock(game)
    _set_up(game)
    play.begin(game, [_sit_down(game, user, index, "", at) for index, user in enumerate(users)], at)
    announce_table(game, [user.pk for user in users])
    return game


def require_rated_player(user: User, at: datetime) -> None:
    """Refuse who could not open one more rated table at this moment, and say why."""
    if user.kind != User.Kind.PERSON:
        raise NotAllowed(_("Rated games are for players with an account. Sign up to play them."))
    _require_confirmed_address(user)
    _require_room(user)
    _require_finisher(user, at)


def join(code: str, user: User, at: datetime, *, contribution: str = "") -> Game:
    """Take a free seat; the game starts in the same step when that was the last. Joining twice is no error."""
    with transaction.atomic():
        lock_user(user)
        game, seats = lock_game(code)
        if any(seat.user_id == user.pk for seat in seats):
            return game
        _require_waiting(game)
        _require_room(user)
        kept_for = _kept_for(game)
        _require_free_seat(game, seats, kept_for - {user.pk})
        _require_address(game, user)
        if user.pk not in kept_for:
            _require_reliability(game, user)
            player_joins.send(sender=Game, game=game, user=user)
        game.invitations.filter(user=user).delete()
        seats.append(_sit_down(game, user, len(seats), contribution, at))
        _start_or_save(game, seats, at)
        game.refresh_from_db()  # it knew the seats as they were before
        return game


def add_house_player(code: str, user: User, player: str, index: int, at: datetime) -> Game:
    """Let a house player take a free seat at one's own table; the game starts in the same step when that was the last.

    `index` is the seat that is free by the page that was looked at: asking twice for the same seat is no error.
    """
    with transaction.atomic():
        game, seats = lock_game(code)
        if game.creator_id != user.pk:
            raise NotAllowed(_("Only the player who opened this table can let a house player sit down."))
        if index < len(seats) and seats[index].user.kind == User.Kind.HOUSE:
            return game
        _require_waiting(game)
        if index != len(seats):
            raise Outdated(_("Somebody has sat down or got up meanwhile. Here is the table as it is now."))
        _require_free_seat(game, seats, _kept_for(game))
        house = house_user(player, [seat.user.name for seat in seats])
        seats.append(_sit_down(game, house, index, "", at))
        _start_or_save(game, seats, at)
        return game


def invite(code: str, user: User, invited: User) -> Game:
    """Keep a free seat at one's own table for somebody; inviting twice, or who sits there already, is no error.

    Who has declined is not asked again: he may still sit down by himself while there is a free seat.
    """
    with transaction.atomic():
        game, seats = lock_game(code)
        if game.creator_id != user.pk:
            raise NotAllowed(_("Only the player who opened this table can invite others to it."))
        invitation = game.invitations.filter(user=invited).first()
        if any(seat.user_id == invited.pk for seat in seats) or (invitation and invitation.declined_at is None):
            return game
        _require_waiting(game)
        _require_account(user, False, [invited])
        if invited.kind == User.Kind.HOUSE:
            raise Refusal(_("Players of the house sit down at once. Add one with the buttons below."))
        if invitation:
            raise NotAllowed(
                _("%(name)s has declined already, and is not asked again. Who changes his mind can still sit down.")
                % {"name": invited.name}
            )
        if len(seats) + game.invitations.open().count() >= game.players:
            raise Refusal(_("No seat is free for one more player. Take an invitation back first."))
        Invitation.objects.create(game=game, user=invited)
        _touch(game, seats, invited)
        return game


def withdraw(code: str, user: User, invited: User) -> Game:
    """Take an invitation to one's own table back; the seat becomes free. Nothing happens if none is open."""
    with transaction.atomic():
        game, seats = lock_game(code)
        if game.creator_id != user.pk:
            raise NotAllowed(_("Only the player who opened this table can take invitations back."))
        _require_waiting(game)
        if game.invitations.filter(user=invited, declined_at=None).delete()[0]:
            _touch(game, seats, invited)
        return game


def leave(code: str, user: User) -> Game:
    """Get up from a table that has not started. Whoever opened it closes it instead."""
    with transaction.atomic():
        game, seats = lock_game(code)
        mine = next((seat for seat in seats if seat.user_id == user.pk), None)
        if mine is None:
            return game
        _require_waiting(game)
        if game.creator_id == user.pk:
            raise NotAllowed(_("This table is yours: close it if you do not want to play."))
        mine.delete()
        for seat in seats[mine.index + 1 :]:
            seat.index -= 1
            seat.save(update_fields=["index"])
        _touch(game, [*seats])
        game.refresh_from_db()  # it knew the seats as they were before
        return game


def close(code: str, user: User, at: datetime) -> Game:
    """Close a table that has not started; only who opened it may."""
    with transaction.atomic():
        game, seats = lock_game(code)
        if game.creator_id != user.pk:
            raise NotAllowed(_("Only the player who opened this table can close it."))
        if game.status == Game.Status.CLOSED:
            return game
        _require_waiting(game)
        _close(game, seats, at)
        return game


def decline(code: str, user: User, at: datetime) -> Game:
    """Turn an invitation down; the seat kept for this user becomes free."""
    with transaction.atomic():
        game, seats = lock_game(code)
        _require_waiting(game)
        if game.invitations.open().filter(user=user).update(declined_at=at):
            _touch(game, seats, user)
        return game


def rematch(code: str, user: User, at: datetime) -> Game:
    """Play an ended game again: who asks first opens the table and the others are invited, who asks later joins it."""
    with transaction.atomic():
        lock_user(user)
        game, seats = lock_game(code)
        if all(seat.user_id != user.pk for seat in seats):
            raise NotAllowed(_("Only those who played this game can ask for a rematch."))
        if not game.is_ended:
            raise Outdated(_("This game is still going on."))
        again = game.rematches.exclude(status=Game.Status.CLOSED).first()
        if again is None:
            _require_room(user)
            _require_finisher(user, at)
            others = [seat.user for seat in seats if seat.user_id != user.pk and seat.user.is_active]
            listed = game.listed and user.kind != User.Kind.GUEST  # as `open_table` lets no guest
            again = Game(
                creator=user, title=game.title, listed=listed, previous=game, created_at=at, **asdict(game.variant)
            )
            again.time_control = game.time_control
            again.rated = game.rated
            again.least_reliability = game.least_reliability
            again.least_rating, again.most_rating = game.least_rating, game.most_rating
            _require_address(again, user)
            _open(again, others)
            _touch(game, seats)
            return again
    return join(again.code, user, at)


def close_stale_tables(now: datetime) -> int:
    """Close the tables nobody has filled within 14 days of their opening; how many that were."""
    codes = list(Game.objects.waiting().filter(created_at__lt=now - STALE_AFTER).values_list("code", flat=True))
    closed = 0
    for code in codes:
        with transaction.atomic():
            game, seats = lock_game(code)
            if game.status == Game.Status.WAITING:
                _close(game, seats, now)
                closed += 1
    return closed


def clean_contribution(text: str) -> str:
    """A player's contribution to the dice: his own 1 to 64 printable characters, or a random one when he gave none."""
    text = text.strip()
    if not text:
        return secrets.token_urlsafe(12)
    if len(text) > rules.LONGEST_CONTRIBUTION or not text.isprintable():
        raise Refusal(
            _("A contribution to the dice has at most %(most)d printable characters.")
            % {"most": rules.LONGEST_CONTRIBUTION}
        )
    return text


def _code_of_form(user: User, wanted: tuple[object, ...]) -> str:
    """The address part of the table this form opens: always the same, and as hard to guess as a random one."""
    digest = salted_hmac("games.lobby.open_table", repr((user.pk, *wanted)), algorithm="sha256").digest()
    return spelled(digest[:CODE_LENGTH])


def _open(game: Game, invited: Sequence[User], contribution: str = "") -> Game:
    """Save a new game with its seed, its creator seated and seats kept for the invited; house players sit down."""
    if len(invited) >= game.players or game.creator in invited:
        raise Refusal(_("Invite other players, and no more of them than there are seats left."))
    _set_up(game)
    people = [each for each in invited if each.kind != User.Kind.HOUSE]
    Invitation.objects.bulk_create([Invitation(game=game, user=each) for each in people])
    seats = [_sit_down(game, game.creator, 0, contribution, game.created_at)]
    for each in invited:
        if each not in people:
            seats.append(_sit_down(game, each, len(seats), "", game.created_at))
    if len(seats) == game.players:
        play.begin(game, seats, game.created_at)
    announce_table(game, [*(seat.user_id for seat in seats), *(each.pk for each in people)])
    return game


def _set_up(game: Game) -> None:
    """Save a new game with its seed."""
    seed = secrets.token_bytes(rules.SEED_BYTES)
    game.commitment = rules.commitment(seed)
    game.save()
    Seed.objects.create(game=game, value=seed)


def _require_waiting(game: Game) -> None:
    if game.status == Game.Status.CLOSED:
        raise Outdated(_("This table has been closed."))
    if game.status != Game.Status.WAITING:
        raise Outdated(_("This game has begun already."))


def _require_room(user: User) -> None:
    """Refuse one more table than a player may have. Tables that wait count as games, since they may all begin."""
    seats = Seat.objects.filter(user=user)
    waiting = seats.filter(game__status=Game.Status.WAITING).count()
    playing = seats.filter(game__status=Game.Status.PLAYING).count()
    if waiting >= MAX_WAITING:
        raise Refusal(
            _("You sit at %(most)d tables that have not begun, and more are not allowed. Leave or close one first.")
            % {"most": MAX_WAITING}
        )
    if waiting + playing >= MAX_PLAYING:
        raise Refusal(
            _("You have %(most)d games going on or about to begin, and more are not allowed. Finish one first.")
            % {"most": MAX_PLAYING}
        )


def _require_account(user: User, listed: bool, invited: Sequence[User]) -> None:
    """Refuse a guest what would put him before people who did not ask for it."""
    if user.kind != User.Kind.GUEST:
        return
    if listed or any(other.kind != User.Kind.HOUSE for other in invited):
        raise NotAllowed(_("Guests open tables by link only, and challenge nobody. Sign up to do that."))


def _kept_for(game: Game) -> set[int]:
    """The keys of the users for whom seats are kept."""
    return set(game.invitations.open().values_list("user_id", flat=True))


def _require_free_seat(game: Game, seats: list[Seat], kept_for: Collection[int]) -> None:
    if len(seats) + len(kept_for) >= game.players:
        raise NotAllowed(_("The seats that are left at this table are kept for players who were invited."))


def _require_reliability(game: Game, user: User) -> None:
    """Refuse who stays too seldom for this table."""
    if game.least_reliability == 0:
        return
    own = reliabilities([user])[user.pk]
    if not own.suffices(game.least_reliability):
        raise NotAllowed(
            _(
                "This table asks for players who stay to the end in %(least)d %% of their games. You stayed in"
                " %(percent)d %% of your last %(games)d. Join another table, or open one."
            )
            % {"least": game.least_reliability, "percent": own.percent, "games": own.games}
        )


def _require_address(game: Game, user: User) -> None:
    if game.rated:
        _require_confirmed_address(user)


def _require_confirmed_address(user: User) -> None:
    """Refuse rated games to who has no confirmed e-mail address: one person should have one rating."""
    if not user.has_confirmed_address():
        raise NotAllowed(
            _(
                "Rated games are for players who have confirmed an e-mail address. Confirm yours in your preferences,"
                " or play at a table that is not rated."
            )
        )


def _require_clock(game: Game) -> None:
    """Refuse a rated table without a clock: who loses could put it off for ever."""
    if game.rated and not game.time_control.is_timed:
        raise Refusal(_("A rated game needs a clock. Choose one, or let the table be not rated."))


def _require_sensible_ratings(game: Game) -> None:
    """Refuse a range of ratings that nobody could be in, or that nothing could be compared with."""
    least, most = game.least_rating, game.most_rating
    if (least is not None or most is not None) and not game.rated:
        raise Refusal(_("Ratings are asked at rated tables. Let the table be rated, or leave the ratings empty."))
    if least is not None and most is not None and least > most:
        raise Refusal(_("No rating is between these two: the lowest is above the highest. Change one of them."))


def _require_finisher(user: User, at: datetime) -> None:
    """Refuse a new table to who has let too many games be called off, until a day has passed."""
    until = kept_from_opening_until(user)
    if until is not None and at < until:
        raise NotAllowed(
            _(
                "%(most)d of your last %(games)d games were called off because your time ran out before everybody had"
                " taken a turn. You can open tables again from %(until)s on; you can join those of others meanwhile."
            )
            % {
                "most": MOST_CALLED_OFF,
                "games": LAST_ENDED,
                "until": date_format(localtime(until, zone_of(user)), "DATETIME_FORMAT"),
            }
        )


def _sit_down(game: Game, user: User, index: int, contribution: str, at: datetime) -> Seat:
    return Seat.objects.create(
        game=game, index=index, user=user, contribution=clean_contribution(contribution), sat_down_at=at
    )


def _start_or_save(game: Game, seats: list[Seat], at: datetime) -> None:
    if len(seats) == game.players:
        play.begin(game, seats, at)
        announce_table(game, [seat.user_id for seat in seats])
    else:
        _touch(game, seats)


def _close(game: Game, seats: list[Seat], at: datetime) -> None:
    game.status = Game.Status.CLOSED
    game.ended_at = at
    Seat.objects.filter(game=game).update(ended_at=at)
    _touch(game, seats, *(invitation.user for invitation in game.invitations.select_related("user")))


def _touch(game: Game, seats: list[Seat], *others: User) -> None:
    """Save a change of a table that people may be looking at, and tell them."""
    game.version += 1
    game.save()
    announce_table(game, [*(seat.user_id for seat in seats), *(user.pk for user in others)])
