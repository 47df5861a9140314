"""Tables and games as they are kept: who sits where, what was decided, and the secrets of the dice.

A game's truth is its opening and its moves; `Game.position` and the seats' results are caches of their fold
(`manage.py check_games` compares them). Running games are changed by `games.play` alone, tables by `games.lobby`.
"""

import secrets
from datetime import datetime
from typing import ClassVar, Self

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Count, Exists, F, OuterRef, Q
from django.db.models.expressions import Combinable
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.letters import LETTERS
from accounts.models import User
from games import rules
from games.clock import NO_TIME, Pace, TimeControl
from games.rules import Position, Variant

CODE_LENGTH = 16
LONGEST_MESSAGE = 500
LONGEST_NOTE = 5000
LONGEST_REASON = 200


# What was played out or called off, in terms that a database recognises in a query: closed tables never began.
_PLAYED_OUT = Q(first__isnull=False, ended_at__isnull=False)


def new_code() -> str:
    """An address part of 80 random bits: knowing it is what lets somebody see a link-only game."""
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def is_code(text: str) -> bool:
    """Whether this could be a game's code; what cannot is not looked up and names no group."""
    return len(text) == CODE_LENGTH and set(text) <= set(LETTERS)


class GameQuerySet(models.QuerySet["Game"]):
    """Games by who may be told of them and by where they stand."""

    def shown_to(self, user: User | AnonymousUser) -> Self:
        """Those that may stand in a list read by this user: the listed ones, and his own."""
        shown: Combinable | Q = Q(listed=True)
        if user.is_authenticated:
            shown |= Exists(Seat.objects.filter(user=user, game=OuterRef("pk")))
        return self.filter(shown)

    def with_players(self) -> Self:
        """With who sits there: two queries in all, however many games there are."""
        return self.prefetch_related(models.Prefetch("seats", Seat.objects.select_related("user")))

    def current_of(self, user: User) -> Self:
        """Games going on, and tables, at which he sits."""
        return self.filter(pk__in=Seat.objects.filter(user=user, ended_at__isnull=True).values("game"))

    def waiting(self) -> Self:
        """Tables that have free seats."""
        return self.filter(status=Game.Status.WAITING)

    def joinable(self) -> Self:
        """Tables with a seat that is kept for nobody."""
        invited = Q(invitations__declined_at=None, invitations__user__is_active=True)
        taken = Count("seats", distinct=True) + Count("invitations", filter=invited, distinct=True)
        return self.waiting().annotate(free=F("players") - taken).filter(free__gt=0)

    def playing(self) -> Self:
        """Games going on."""
        return self.filter(status=Game.Status.PLAYING)

    def ended(self) -> Self:
        """Games that were played to an end or called off."""
        return self.filter(_PLAYED_OUT)


class Game(models.Model):
    """One table and the game played at it."""

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting for players")
        PLAYING = "playing", _("going on")
        OVER = "over", _("over")
        CALLED_OFF = "called off", _("called off")
        CLOSED = "closed", _("closed before it began")

    class Turning(models.TextChoices):
        BEFORE = "before", _("before the roll")
        AFTER = "after", _("after laying, for the next player")

    class Colours(models.TextChoices):
        SHUFFLED = "shuffled", _("from a shuffled pile")
        ARRANGED = "arranged", _("in the order the opponent arranged")
        SWAPPED = "swapped", _("swapped at each mosaic")

    class Pace(models.TextChoices):
        NONE = Pace.NONE.value, _("no clock")
        PER_MOVE = Pace.PER_MOVE.value, _("days for each turn")
        BANK = Pace.BANK.value, _("a bank of days")
        LIVE = Pace.LIVE.value, _("minutes, all at once")

    class Unrated(models.TextChoices):
        """Why a game is not rated though its table asked for it."""

        HOUSE = "house", _("a player of the house takes part")
        NO_LADDER = "no ladder", _("no ladder counts such games")
        MET = "met", _("its players have begun too many rated games with each other within 24 hours")

    code = models.CharField(_("code"), max_length=CODE_LENGTH, unique=True, default=new_code, editable=False)
    title = models.CharField(_("title"), max_length=60, blank=True)
    creator = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("opened by"))
    listed = models.BooleanField(_("listed"), default=True)
    status = models.CharField(_("status"), max_length=10, choices=Status.choices, default=Status.WAITING)
    previous = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, related_name="rematches", verbose_name=_("rematch of")
    )

    players = models.PositiveSmallIntegerField(
        _("players"),
        default=2,
        validators=[MinValueValidator(min(rules.PLAYERS)), MaxValueValidator(max(rules.PLAYERS))],
    )
    turning = models.CharField(_("Assam is turned"), max_length=6, choices=Turning.choices, default=Turning.BEFORE)
    colours = models.CharField(_("next colour"), max_length=8, choices=Colours.choices, default=Colours.SHUFFLED)
    dirhams = models.PositiveSmallIntegerField(
        _("dirhams each"),
        default=30,
        validators=[MinValueValidator(rules.LEAST_DIRHAMS), MaxValueValidator(rules.MOST_DIRHAMS)],
    )
    own_cover = models.BooleanField(_("own rugs may be covered whole"), default=False)

    # What the table asks for; when the game starts it is settled, and stays.
    rated = models.BooleanField(_("rated"), default=False)
    unrated_because = models.CharField(
        _("not rated, though asked, because"), max_length=9, choices=Unrated.choices, blank=True, editable=False
    )
    # The time control, as `games.clock.TimeControl` knows it.
    pace = models.CharField(_("clock"), max_length=8, choices=Pace.choices, default=Pace.NONE)
    time = models.DurationField(_("time to begin with, or for each turn"), default=NO_TIME)
    increment = models.DurationField(_("time added for a turn"), default=NO_TIME)
    cap = models.DurationField(_("most time in the bank"), null=True, blank=True)

    least_reliability = models.PositiveSmallIntegerField(
        _("reliability asked of joiners, in percent"), default=0, validators=[MaxValueValidator(100)]
    )
    # In points on a ladder, which apps above this one know of; None where nothing is asked.
    least_rating = models.PositiveSmallIntegerField(_("lowest rating asked of joiners"), null=True, blank=True)
    most_rating = models.PositiveSmallIntegerField(_("highest rating asked of joiners"), null=True, blank=True)

    commitment = models.CharField(_("SHA-256 of the seed"), max_length=64, editable=False)
    first = models.PositiveSmallIntegerField(_("first player's seat"), null=True, editable=False)
    opening = models.TextField(_("chance before the first move"), blank=True, editable=False)
    position = models.TextField(_("position"), blank=True, editable=False)
    ply = models.PositiveIntegerField(_("decisions so far"), default=0, editable=False)
    version = models.PositiveIntegerField(_("version"), default=0, editable=False)
    dice_events = models.PositiveIntegerField(_("dice events so far"), default=0, editable=False)
    clock_at = models.DateTimeField(_("time counted up to"), null=True, editable=False)
    clock_paused = models.BooleanField(_("all clocks stand still"), default=False, editable=False)

    created_at = models.DateTimeField(_("opened"))
    started_at = models.DateTimeField(_("started"), null=True, blank=True)
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)
    voided_at = models.DateTimeField(_("voided"), null=True, blank=True, editable=False)
    voided_because = models.CharField(_("voided because"), max_length=LONGEST_REASON, blank=True, editable=False)

    objects: ClassVar[models.Manager["Game"]] = GameQuerySet.as_manager()

    unread = 0  # messages that the reader has not read, where a list says so (games.conversation)

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        constraints = (
            models.UniqueConstraint(fields=["previous"], condition=~Q(status="closed"), name="game_one_rematch"),
            models.CheckConstraint(
                condition=(
                    Q(pace="none", time=NO_TIME, increment=NO_TIME, cap=None)
                    | Q(pace="per move", time__gt=NO_TIME, increment=NO_TIME, cap=None)
                    | Q(pace="bank", time__gt=NO_TIME, increment__gte=NO_TIME, cap__isnull=False, cap__gte=F("time"))
                    | Q(pace="live", time__gt=NO_TIME, increment__gte=NO_TIME, cap=None)
                ),
                name="game_time_control",
            ),
            models.CheckConstraint(condition=Q(least_rating__lte=F("most_rating")), name="game_ratings_in_order"),
            models.CheckConstraint(condition=Q(rated=False) | Q(unrated_because=""), name="game_rated_or_why_not"),
        )
        indexes = (
            models.Index(fields=["status", "-created_at"], name="game_status_created"),
            models.Index(fields=["status", "-started_at", "-id"], name="game_status_started"),
            models.Index(fields=["status", "-ended_at", "-id"], name="game_status_ended"),
            models.Index(fields=["-ended_at", "-id"], condition=_PLAYED_OUT, name="game_played_out"),
            # One for each way to play that can be searched for, so that no search walks all games for a rare one.
            models.Index(fields=["players", "-ended_at", "-id"], condition=_PLAYED_OUT, name="game_players_played_out"),
            models.Index(fields=["turning", "-ended_at", "-id"], condition=_PLAYED_OUT, name="game_turning_played_out"),
            models.Index(fields=["colours", "-ended_at", "-id"], condition=_PLAYED_OUT, name="game_colours_played_out"),
            models.Index(fields=["dirhams", "-ended_at", "-id"], condition=_PLAYED_OUT, name="game_dirhams_played_out"),
            models.Index(
                fields=["-ended_at", "-id"], condition=_PLAYED_OUT & Q(own_cover=True), name="game_own_cover_played_out"
            ),
            models.Index(fields=["pace", "-ended_at", "-id"], condition=_PLAYED_OUT, name="game_pace_played_out"),
            models.Index(
                fields=["-ended_at", "-id"], condition=_PLAYED_OUT & Q(rated=True), name="game_rated_played_out"
            ),
        )

    def __str__(self) -> str:
        return self.title or f"#{self.pk}"

    def get_absolute_url(self) -> str:
        return reverse("games:game", args=[self.code])

    @property
    def name(self) -> str:
        """What it is called by people, in the reader's language where it has no title."""
        return self.title or gettext("Table %(number)d") % {"number": self.pk}

    @property
    def variant(self) -> Variant:
        """The options of this table, as the rules know them."""
        return Variant(
            players=self.players,
            turning=self.turning,
            colours=self.colours,
            dirhams=self.dirhams,
            own_cover=self.own_cover,
        )

    @property
    def time_control(self) -> TimeControl:
        """The time control of this table."""
        return TimeControl(Pace(self.pace), self.time, self.increment, self.cap)

    @time_control.setter
    def time_control(self, control: TimeControl) -> None:
        self.pace, self.time = Game.Pace(control.pace.value), control.time
        self.increment, self.cap = control.increment, control.cap

    @property
    def is_ended(self) -> bool:
        """Whether it was played to an end or called off."""
        return self.status in (self.Status.OVER, self.Status.CALLED_OFF)

    def seated(self) -> list["Seat"]:
        """The seats in order, with their users: fetched once for this object, so that all its holders see the same."""
        models.prefetch_related_objects([self], models.Prefetch("seats", Seat.objects.select_related("user")))
        return list(self.seats.all())

    def current(self) -> Position:
        """The position as it stands; only a started game has one."""
        return Position.from_text(self.position)

    def start(self) -> Position:
        """The position before the opening's chance; only a started game has one."""
        if self.first is None:
            raise ValueError(f"game {self.pk} has not started")
        return Position.start(self.variant, first=self.first)


class Seed(models.Model):
    """The secret a game's dice come from: kept apart, so that no page or list loads it by the way."""

    game = models.OneToOneField(Game, models.CASCADE, primary_key=True, related_name="seed")
    value = models.BinaryField(max_length=rules.SEED_BYTES)

    class Meta:
        verbose_name = _("seed")
        verbose_name_plural = _("seeds")

    def __str__(self) -> str:
        return f"seed of game {self.pk}"


class Seat(models.Model):
    """One player's place at one table, numbered from 0 in the order of sitting down."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="seats", verbose_name=_("game"))
    index = models.PositiveSmallIntegerField(_("seat"))
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="seats", verbose_name=_("player"))
    contribution = models.CharField(_("contribution to the dice"), max_length=rules.LONGEST_CONTRIBUTION)
    sat_down_at = models.DateTimeField(_("sat down"))

    to_move = models.BooleanField(_("may act now"), default=False)
    agrees_to_call_off = models.BooleanField(_("agrees to call off"), default=False)
    seen_ply = models.PositiveIntegerField(_("decisions seen"), default=0)

    # His clock at `Game.clock_at`: caches of the fold of moves and clock events (`games.timekeeping`).
    time_left = models.DurationField(_("time left when it was last counted"), default=NO_TIME, editable=False)
    away_until = models.DateTimeField(_("on vacation until"), null=True, blank=True, editable=False)
    deadline = models.DateTimeField(_("out of time after"), null=True, blank=True, editable=False)

    rank = models.PositiveSmallIntegerField(_("rank"), null=True, blank=True)
    points = models.PositiveSmallIntegerField(_("points"), null=True, blank=True)
    final_dirhams = models.PositiveSmallIntegerField(_("dirhams at the end"), null=True, blank=True)
    stayed = models.BooleanField(_("neither ran out of time nor resigned early"), null=True, blank=True)
    # What a game that was played to its end adds to its players' numbers: see `games.tallies`.
    paid = models.PositiveIntegerField(_("dirhams paid to others"), null=True, blank=True)
    received = models.PositiveIntegerField(_("dirhams taken from others"), null=True, blank=True)
    collected_from = models.PositiveSmallIntegerField(_("largest area collected from"), null=True, blank=True)
    turns = models.PositiveIntegerField(_("turns finished by the clock"), null=True, blank=True)
    thought = models.DurationField(_("time that these turns took"), null=True, blank=True)
    # The game's own, once more: so that one player's games are read in the order of their ends, however many they are.
    ended_at = models.DateTimeField(_("game ended"), null=True, blank=True)

    read_messages = models.PositiveIntegerField(_("messages read"), default=0)
    chat_off = models.BooleanField(_("no chat in this game"), default=False)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ("game", "index")
        constraints = (
            models.UniqueConstraint(fields=["game", "index"], name="seat_once"),
            models.UniqueConstraint(fields=["game", "user"], name="seat_user_once"),
        )
        indexes = (
            models.Index(fields=["user"], condition=Q(to_move=True), name="seat_user_to_move"),
            models.Index(fields=["deadline"], condition=Q(deadline__isnull=False), name="seat_deadline"),
            models.Index(fields=["user"], condition=Q(ended_at__isnull=True), name="seat_user_going_on"),
            models.Index(
                fields=["user", "-ended_at", "-id"], condition=Q(ended_at__isnull=False), name="seat_user_ended"
            ),
            # Those of games that ended before their numbers were kept: soon none.
            models.Index(fields=["id"], condition=Q(rank__isnull=False, paid__isnull=True), name="seat_uncounted"),
        )

    def __str__(self) -> str:
        return f"{self.user} in game {self.game_id}"


class InvitationQuerySet(models.QuerySet["Invitation"]):
    """Invitations by how they stand."""

    def open(self) -> Self:
        """Those not declined, to players who can still log in. Each keeps a seat while the table waits."""
        return self.filter(declined_at=None, user__is_active=True)


class Message(models.Model):
    """What a player said in his game's chat; numbered from 1 in each game."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="messages", verbose_name=_("game"))
    number = models.PositiveIntegerField(_("number"))
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("player"))
    text = models.CharField(_("text"), max_length=LONGEST_MESSAGE)
    form = models.CharField(_("mark of the form it was sent by"), max_length=64, editable=False)
    at = models.DateTimeField(_("arrived"))

    class Meta:
        verbose_name = _("message")
        verbose_name_plural = _("messages")
        ordering = ("game", "number")
        constraints = (
            models.UniqueConstraint(fields=["game", "number"], name="message_once"),
            models.UniqueConstraint(fields=["game", "form"], name="message_form_once"),
        )

    def __str__(self) -> str:
        return f"{self.number} in game {self.game_id}"


class Note(models.Model):
    """What a user wrote about a game for himself; nobody else sees it."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="notes", verbose_name=_("game"))
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="notes", verbose_name=_("user"))
    text = models.TextField(_("text"), max_length=LONGEST_NOTE)

    class Meta:
        verbose_name = _("note")
        verbose_name_plural = _("notes")
        constraints = (models.UniqueConstraint(fields=["game", "user"], name="note_once"),)

    def __str__(self) -> str:
        return f"note of {self.user_id} on game {self.game_id}"


class SavedRecord(models.Model):
    """The record of a game played elsewhere or here, checked when it came in, kept by the user who brought it."""

    code = models.CharField(_("code"), max_length=CODE_LENGTH, unique=True, default=new_code, editable=False)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="saved_records", verbose_name=_("owner")
    )
    text = models.TextField(_("text"))
    saved_at = models.DateTimeField(_("saved"))

    class Meta:
        verbose_name = _("saved record")
        verbose_name_plural = _("saved records")
        indexes = (models.Index(fields=["owner", "-saved_at"], name="record_owner_saved"),)

    def __str__(self) -> str:
        return f"record {self.code}"

    def get_absolute_url(self) -> str:
        return reverse("games:saved", args=[self.code])


class Invitation(models.Model):
    """A seat kept for somebody until he sits down or declines."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="invitations", verbose_name=_("game"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="invitations", verbose_name=_("player")
    )
    declined_at = models.DateTimeField(_("declined"), null=True, blank=True)

    objects = InvitationQuerySet.as_manager()

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        constraints = (models.UniqueConstraint(fields=["game", "user"], name="invitation_once"),)

    def __str__(self) -> str:
        return f"{self.user} to game {self.game_id}"


class Move(models.Model):
    """One decision with the chance that followed it. Rows are appended, never changed."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="moves", verbose_name=_("game"))
    ply = models.PositiveIntegerField(_("ply"))
    seat = models.PositiveSmallIntegerField(_("seat"))
    action = models.CharField(_("action"), max_length=120)
    chance = models.CharField(_("chance that followed"), max_length=200, blank=True)
    at = models.DateTimeField(_("arrived"))

    class Meta:
        verbose_name = _("move")
        verbose_name_plural = _("moves")
        ordering = ("game", "ply")
        constraints = (models.UniqueConstraint(fields=["game", "ply"], name="move_once"),)

    def __str__(self) -> str:
        # Not what was decided: an arranged pile is a secret, and this is shown in many places.
        return f"decision {self.ply} of game {self.game_id}"

    def actions(self) -> tuple[rules.Action, ...]:
        """The decision and then the chance, as the rules know them."""
        return tuple(rules.action_from_text(text) for text in (self.action, *self.chance.split()))


class ClockEvent(models.Model):
    """Something other than a move that changed the clocks of a running game. Rows are appended, never changed.

    Numbered from 1 in each game; it happened when there were `ply` decisions. A game's clocks follow from its moves and
    these (`games.timekeeping.derived`).
    """

    class Kind(models.TextChoices):
        PAUSE = "pause", _("all clocks stand still")
        RESUME = "resume", _("all clocks go on")
        AWAY = "away", _("on vacation")
        BACK = "back", _("back from vacation")
        GIVEN = "given", _("time given")

    game = models.ForeignKey(Game, models.CASCADE, related_name="clock_events", verbose_name=_("game"))
    number = models.PositiveIntegerField(_("number"))
    ply = models.PositiveIntegerField(_("decisions before it"))
    kind = models.CharField(_("what happened"), max_length=6, choices=Kind.choices)
    seat = models.PositiveSmallIntegerField(_("seat"), null=True, blank=True)
    giver = models.PositiveSmallIntegerField(_("given by the seat"), null=True, blank=True)
    amount = models.DurationField(_("how much was given, or how long he is away"), null=True, blank=True)
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("clock event")
        verbose_name_plural = _("clock events")
        ordering = ("game", "number")
        constraints = (
            models.UniqueConstraint(fields=["game", "number"], name="clock_event_once"),
            # An opponent gives time once a decision: the same form sent again gives nothing more.
            models.UniqueConstraint(
                fields=["game", "ply", "seat", "giver"], condition=Q(kind="given"), name="clock_gift_once"
            ),
            models.CheckConstraint(
                condition=(
                    Q(kind__in=["pause", "resume"], seat=None, giver=None, amount=None)
                    | Q(kind="away", seat__isnull=False, giver=None, amount__isnull=False)
                    | Q(kind="back", seat__isnull=False, giver=None, amount=None)
                    | Q(
                        kind="given",
                        seat__isnull=False,
                        giver__isnull=False,
                        amount__isnull=False,
                        amount__gt=NO_TIME,
                    )
                ),
                name="clock_event_whole",
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} in game {self.game_id}"


class Pause(models.Model):
    """A time in which every clock of the site stands still; without an end as long as nobody has ended it."""

    class Cause(models.TextChoices):
        MAINTENANCE = "maintenance", _("maintenance")
        OUTAGE = "outage", _("the site was down")

    cause = models.CharField(_("cause"), max_length=12, choices=Cause.choices)
    begins_at = models.DateTimeField(_("begins"))
    ends_at = models.DateTimeField(_("ends"), null=True, blank=True)
    told = models.BooleanField(_("entered in all running games"), default=False, editable=False)

    class Meta:
        verbose_name = _("pause of all clocks")
        verbose_name_plural = _("pauses of all clocks")
        ordering = ("begins_at",)
        constraints = (
            models.UniqueConstraint(fields=["cause", "begins_at"], name="pause_once"),
            models.UniqueConstraint(fields=["cause"], condition=Q(ends_at=None), name="pause_one_open"),
        )

    def __str__(self) -> str:
        return f"{self.cause} from {self.begins_at:%Y-%m-%d %H:%M} UTC"


class Heartbeat(models.Model):
    """The one row that tells when the site's recurring jobs were last alive (`games.pauses`)."""

    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("heartbeat")
        verbose_name_plural = _("heartbeats")

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M:%S} UTC"


class VacationQuerySet(models.QuerySet["Vacation"]):
    """Vacations by when they are."""

    def on_at(self, at: datetime) -> Self:
        """Those that are on at this moment."""
        return self.filter(begins_at__lte=at, ends_at__gt=at)


class Vacation(models.Model):
    """A time in which the correspondence clocks of one user stand still (`games.vacations`)."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="vacations", verbose_name=_("player")
    )
    begins_at = models.DateTimeField(_("begins"))
    ends_at = models.DateTimeField(_("ends"))

    objects = VacationQuerySet.as_manager()

    class Meta:
        verbose_name = _("vacation")
        verbose_name_plural = _("vacations")
        ordering = ("user", "begins_at")
        constraints = (
            models.UniqueConstraint(fields=["user", "begins_at"], name="vacation_once"),
            models.CheckConstraint(condition=Q(ends_at__gte=F("begins_at")), name="vacation_in_order"),
        )
        indexes = (models.Index(fields=["user", "ends_at"], name="vacation_user_ends"),)

    def __str__(self) -> str:
        return f"vacation of {self.user_id} until {self.ends_at:%Y-%m-%d %H:%M} UTC"


class ConditionalTurn(models.Model):
    """What a player has decided beforehand for when his turn comes: how to turn Assam. For nobody's eyes but his."""

    class Heading(models.TextChoices):
        ANY = "", _("whatever the heading")
        NORTH = "N", _("north")
        EAST = "E", _("east")
        SOUTH = "S", _("south")
        WEST = "W", _("west")

    class Side(models.TextChoices):
        LEFT = "L", _("turn left")
        STRAIGHT = "S", _("straight on")
        RIGHT = "R", _("turn right")

    seat = models.ForeignKey(Seat, models.CASCADE, related_name="conditional_turns", verbose_name=_("seat"))
    heading = models.CharField(_("if Assam heads"), max_length=1, choices=Heading.choices, blank=True)
    side = models.CharField(_("then"), max_length=1, choices=Side.choices)

    class Meta:
        verbose_name = _("conditional turn")
        verbose_name_plural = _("conditional turns")
        constraints = (models.UniqueConstraint(fields=["seat", "heading"], name="conditional_turn_once"),)

    def __str__(self) -> str:
        # Not what was decided: that is a secret.
        return f"conditional turn of seat {self.seat_id}"
