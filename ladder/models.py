"""Ladders as data, and what they say of players: where everybody stands, and how each rated game changed it.

The truth of a ladder is the rated games that it counts, in the order of their keys (`RatedGame`). Changes and standings
are computed from them, and written by `ladder.rating` as games end. `manage.py rate` compares and recomputes them: into
a new generation beside the one that pages show, which takes its place when it is complete.
"""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import ClassVar, Self

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games import rules
from games.clock import TimeControl
from games.models import Game, Seat
from ladder import elo
from ladder.clocks import LIVE, OFFERED
from ladder.elo import POINT, Constants
from ladder.matching import Reach, reach_after

CLOCKS = [pace.value for pace in Game.Pace if pace is not Game.Pace.NONE]
LAST_RESULTS = 10
QUIET_AFTER = timedelta(days=60)
"""Who has not finished a game for so long has no place until he does."""
WIDENS_LIVE = timedelta(seconds=10)
WIDENS_DAYS = timedelta(hours=3)
"""So often who looks for a game reaches a step further: one played at once, or one over days."""
_DEFAULTS = Constants()


def all_clocks() -> list[str]:
    """The kinds of clock that a new ladder counts: all."""
    return list(CLOCKS)


class LadderQuerySet(models.QuerySet["Ladder"]):
    """Ladders by when they count, and what is being done with them."""

    def open_at(self, at: datetime) -> Self:
        """Those that count what ends at this moment."""
        begun = Q(begins_at=None) | Q(begins_at__lte=at)
        return self.filter(begun & (Q(ends_at=None) | Q(ends_at__gt=at)))

    def main(self) -> Self:
        """The one that is meant where none is named: the first that is no season, if there is any."""
        return self.filter(season_of=None).order_by("pk")[:1]

    def to_rebuild(self) -> Self:
        """Those of which a new generation has been asked for and is not complete."""
        return self.exclude(building=None)


class Ladder(models.Model):
    """One way to compare players: which games it counts, and with which constants.

    A ladder with `has_seasons` has one more, its season, for each quarter of a year (`ladder.seasons`): it counts the
    same games, of that quarter alone.
    """

    slug = models.SlugField(_("address"), unique=True)
    name = models.CharField(_("name"), max_length=60)
    fewest = models.PositiveSmallIntegerField(
        _("players at least"),
        default=min(rules.PLAYERS),
        validators=[MinValueValidator(min(rules.PLAYERS)), MaxValueValidator(max(rules.PLAYERS))],
    )
    most = models.PositiveSmallIntegerField(
        _("players at most"),
        default=max(rules.PLAYERS),
        validators=[MinValueValidator(min(rules.PLAYERS)), MaxValueValidator(max(rules.PLAYERS))],
    )
    clocks = models.JSONField(_("kinds of clock"), default=all_clocks)
    counts_house = models.BooleanField(_("also games with house players"), default=False)
    begins_at = models.DateTimeField(_("counts games that end from"), null=True, blank=True)
    ends_at = models.DateTimeField(_("and before"), null=True, blank=True)
    has_seasons = models.BooleanField(_("has a season each quarter"), default=False)
    season_of = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, related_name="seasons", verbose_name=_("season of")
    )

    start = models.PositiveSmallIntegerField(_("first rating"), default=_DEFAULTS.start)
    floor = models.PositiveSmallIntegerField(_("lowest rating"), default=_DEFAULTS.floor)
    scale = models.PositiveSmallIntegerField(_("scale"), default=_DEFAULTS.scale, validators=[MinValueValidator(1)])
    first_k = models.PositiveSmallIntegerField(_("first K"), default=_DEFAULTS.first_k)
    least_k = models.PositiveSmallIntegerField(_("least K"), default=_DEFAULTS.least_k)
    fading = models.PositiveSmallIntegerField(
        _("games that halve K"), default=_DEFAULTS.fading, validators=[MinValueValidator(1)]
    )
    provisional = models.PositiveSmallIntegerField(_("games until it has a place"), default=_DEFAULTS.provisional)

    # Under the ladder's lock: the generation that pages show, and the last number of a change in it.
    generation = models.PositiveIntegerField(_("generation"), default=1, editable=False)
    sequence = models.PositiveBigIntegerField(_("changes"), default=0, editable=False)
    # The generation that is being built, the last number of a change in it, and the last game that it has.
    building = models.PositiveIntegerField(_("generation being built"), null=True, editable=False)
    built_sequence = models.PositiveBigIntegerField(default=0, editable=False)
    built_up_to = models.PositiveBigIntegerField(default=0, editable=False)

    objects: ClassVar[models.Manager["Ladder"]] = LadderQuerySet.as_manager()

    class Meta:
        verbose_name = _("ladder")
        verbose_name_plural = _("ladders")
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(fields=["season_of", "begins_at"], name="ladder_season_once"),
            models.CheckConstraint(condition=Q(fewest__lte=F("most")), name="ladder_players_in_order"),
        )

    def __str__(self) -> str:
        name = gettext(self.name)
        return f"{name}, {self.quarter}" if self.quarter else name

    def get_absolute_url(self) -> str:
        return reverse("ladder:standings", args=[self.slug])

    def clean(self) -> None:
        """Refuse what contradicts itself, each at its field."""
        errors = {}
        if _is_above(self.fewest, self.most):
            errors["most"] = _("That is less than the least number of players.")
        if self.begins_at and self.ends_at and self.begins_at >= self.ends_at:
            errors["ends_at"] = _("That is not after the moment from which games count.")
        if _is_above(self.floor, self.start):
            errors["floor"] = _("The lowest rating cannot be above the first one.")
        if _is_above(self.least_k, self.first_k):
            errors["least_k"] = _("The least K cannot be above the first one.")
        if errors:
            raise ValidationError(errors)

    @property
    def quarter(self) -> str:
        """Of a season, which it is, as 2030/2; empty for a ladder that is no season."""
        if self.season_of_id is None or self.begins_at is None:
            return ""
        return f"{self.begins_at.year}/{(self.begins_at.month + 2) // 3}"

    @cached_property
    def constants(self) -> Constants:
        """The numbers that go into its formula."""
        return Constants(**{name: getattr(self, name) for name in asdict(_DEFAULTS)})

    def is_over(self, now: datetime) -> bool:
        """Whether it counts no more games, so that it stays as it is."""
        return self.ends_at is not None and self.ends_at <= now

    def quiet_since(self, now: datetime) -> datetime:
        """Whose last game ended before this moment is quiet. What is over is seen as it ended."""
        return min(now, self.ends_at or now) - QUIET_AFTER

    def counts(self, game: Game, seats: Sequence[Seat]) -> bool:
        """Whether it counts a rated game, with these seats and their users; of one that goes on, if it ended now."""
        is_open = self._is_open_at(game.ended_at or game.started_at)
        return game.voided_at is None and is_open and self.is_for(game, seats)

    def is_for(self, game: Game, seats: Sequence[Seat]) -> bool:
        """Whether it is for games of this kind between players of these kinds, whenever that is."""
        if not self.fewest <= game.players <= self.most or game.pace not in self.clocks:
            return False
        return self.counts_house or all(seat.user.kind != User.Kind.HOUSE for seat in seats)

    def _is_open_at(self, at: datetime | None) -> bool:
        assert at is not None  # a game that has begun
        return (self.begins_at is None or self.begins_at <= at) and (self.ends_at is None or at < self.ends_at)


class RatedGame(models.Model):
    """A rated game that was played to its end. The order of these keys is the order in which ladders count games.

    The key is taken under the locks of all ladders that count the game, so that for each of them it is also the order
    in which it was told; moments can invert. It stays when the game is voided, and is skipped then.
    """

    game = models.OneToOneField(Game, models.CASCADE, related_name="rated_game", verbose_name=_("game"))

    class Meta:
        verbose_name = _("rated game")
        verbose_name_plural = _("rated games")
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"rated game {self.game_id}"


class RatingChange(models.Model):
    """What one game did to one player's rating on one ladder; ratings in hundredths of a point."""

    ladder = models.ForeignKey(Ladder, models.CASCADE, related_name="changes", verbose_name=_("ladder"))
    generation = models.PositiveIntegerField(_("generation"))
    sequence = models.PositiveBigIntegerField(_("number"))
    game = models.ForeignKey(Game, models.CASCADE, related_name="rating_changes", verbose_name=_("game"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="rating_changes", verbose_name=_("player")
    )
    rank = models.PositiveSmallIntegerField(_("rank"))
    players = models.PositiveSmallIntegerField(_("players"))
    games = models.PositiveIntegerField(_("games before"))
    before = models.PositiveIntegerField(_("rating before"))
    after = models.PositiveIntegerField(_("rating after"))
    at = models.DateTimeField(_("game ended"))

    class Meta:
        verbose_name = _("rating change")
        verbose_name_plural = _("rating changes")
        constraints = (
            models.UniqueConstraint(fields=["ladder", "generation", "game", "user"], name="change_once"),
            models.UniqueConstraint(fields=["ladder", "generation", "sequence"], name="change_sequence_once"),
        )
        indexes = (models.Index(fields=["user", "ladder", "generation", "-sequence"], name="change_of_user"),)

    def __str__(self) -> str:
        return f"{self.user_id} in game {self.game_id}: {self.before} to {self.after}"

    @property
    def points(self) -> int:
        """How the rating that people read has changed: so that what they read adds up."""
        return in_points(self.after) - in_points(self.before)

    @property
    def points_after(self) -> int:
        """The rating after it that people read."""
        return in_points(self.after)


class Standing(models.Model):
    """Where one player stands on one ladder: the sum of his rating changes. The rating is in hundredths of a point."""

    ladder = models.ForeignKey(Ladder, models.CASCADE, related_name="standings", verbose_name=_("ladder"))
    generation = models.PositiveIntegerField(_("generation"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="standings", verbose_name=_("player")
    )
    rating = models.PositiveIntegerField(_("rating"))
    games = models.PositiveIntegerField(_("games"), default=0)
    wins = models.PositiveIntegerField(_("wins"), default=0)
    # Its rating is not provisional and its player not quiet: known as games end, and `ladder.quiet` takes it back.
    has_place = models.BooleanField(_("has a place"), default=False)
    last_ended_at = models.DateTimeField(_("last game ended"))
    # Two digits for each of the last games, the last one first: the rank, and of how many.
    last_results = models.CharField(_("last results"), max_length=2 * LAST_RESULTS)

    class Meta:
        verbose_name = _("standing")
        verbose_name_plural = _("standings")
        constraints = (models.UniqueConstraint(fields=["ladder", "generation", "user"], name="standing_once"),)
        # Places are counted in it, without looking at the rows.
        indexes = (
            models.Index(fields=["ladder", "generation", "has_place", "-rating", "user"], name="standing_place"),
        )

    def __str__(self) -> str:
        return f"{self.user_id}: {in_points(self.rating)}"

    @classmethod
    def of_newcomer(cls, ladder: Ladder, generation: int, user_id: int) -> "Standing":
        """The standing, not saved, of a player whose first game is being counted."""
        return cls(ladder=ladder, generation=generation, user_id=user_id, rating=elo.new_rating(ladder.constants))

    @property
    def points(self) -> int:
        """The rating that people read."""
        return in_points(self.rating)

    @property
    def results(self) -> list[tuple[int, int]]:
        """Rank and number of players of each of the last games, the last one first."""
        pairs = zip(self.last_results[::2], self.last_results[1::2], strict=True)
        return [(int(rank), int(players)) for rank, players in pairs]


def _is_above(least: int | None, most: int | None) -> bool:
    """Whether these contradict each other; what is missing has been refused on its own."""
    return least is not None and most is not None and least > most


class SeekQuerySet(models.QuerySet["Seek"]):
    """Seeks by where they stand."""

    def looking(self) -> Self:
        """Those that go on."""
        return self.filter(state=Seek.State.LOOKING)


class Seek(models.Model):
    """The rated game that a player looks for, or has last looked for, and what came of it (`ladder.seeking`)."""

    class Reach(models.TextChoices):
        NEAR = Reach.NEAR.value, _("Near mine")
        WIDE = Reach.WIDE.value, _("Not too far from mine")
        ANY = Reach.ANY.value, _("Any")

    class State(models.TextChoices):
        LOOKING = "looking", _("looking")
        FOUND = "found", _("found a game")
        STOPPED = "stopped", _("stopped")
        ABSENT = "absent", _("ended, as nobody was there")
        STALE = "stale", _("ended, having gone on for too long")
        UNABLE = "unable", _("ended, as the player could not sit down")

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="seek", verbose_name=_("player"))
    number = models.PositiveIntegerField(_("how many times he has begun to look"), default=0)
    players = models.PositiveSmallIntegerField(_("players"))
    clock = models.CharField(_("clock"), max_length=8)
    reach = models.CharField(_("ratings of the others"), max_length=4, choices=Reach.choices)
    rating = models.PositiveIntegerField(_("rating when he began to look, in points"))
    since = models.DateTimeField(_("since"))
    seen_at = models.DateTimeField(_("last known to be there"))
    state = models.CharField(_("state"), max_length=8, choices=State.choices, default=State.LOOKING)
    game = models.ForeignKey(
        Game, models.SET_NULL, null=True, blank=True, related_name="seeks", verbose_name=_("game found")
    )

    objects: ClassVar[models.Manager["Seek"]] = SeekQuerySet.as_manager()

    class Meta:
        verbose_name = _("seek")
        verbose_name_plural = _("seeks")
        indexes = (models.Index(fields=["players", "clock"], condition=Q(state="looking"), name="seek_looking"),)

    def __str__(self) -> str:
        return f"{self.user_id} {self.state}: {self.players} players, {self.clock}"

    @property
    def is_looking(self) -> bool:
        """Whether it goes on."""
        return self.state == self.State.LOOKING

    @property
    def control(self) -> TimeControl:
        """The clock of the game."""
        return OFFERED[self.clock]

    def reach_at(self, at: datetime) -> int | None:
        """How far in points from his own the ratings may be that he takes at this moment; None: any."""
        return reach_after(Reach(self.reach), at - self.since, WIDENS_LIVE if self.clock in LIVE else WIDENS_DAYS)


def in_points(rating: int) -> int:
    """A rating as people read it, in whole points; a half is rounded up."""
    return (rating + POINT // 2) // POINT
