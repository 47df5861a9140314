"""Games in admin: found and looked at.

A game changes by being played; here only its title can be changed, and whether it is listed.
"""

from typing import TYPE_CHECKING

from django.contrib import admin
from django.db.models import F, Model, Prefetch, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.admin import DiscreetAdmin
from games.models import ClockEvent, Game, Invitation, Move, Pause, SavedRecord, Seat, Vacation

if TYPE_CHECKING:
    from django.forms import ModelForm


class LookOnly:
    """What is not made, changed or deleted in admin."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class TellsDecision:
    """Shows what a move decided, but not how a pile was arranged while that is a secret."""

    @admin.display(description=_("action"))
    def decision(self, move: Move) -> str:
        """The move's action as text."""
        if move.action.startswith("pile") and not move.game.is_ended:
            return gettext("arranged a pile; shown when the game has ended")
        return move.action


class SeatInline(LookOnly, admin.TabularInline):
    """Who sits at the table of a game."""

    model = Seat
    fields = ("index", "user", "contribution", "sat_down_at", "to_move", "rank", "points", "final_dirhams")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Seat]:
        return super().get_queryset(request).select_related("user")


class InvitationInline(LookOnly, admin.TabularInline):
    """For whom seats are or were kept."""

    model = Invitation
    fields = ("user", "declined_at")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Invitation]:
        return super().get_queryset(request).select_related("user")


class LastMovesInline(TellsDecision, LookOnly, admin.TabularInline):
    """The last moves of a game; the list of moves has them all."""

    model = Move
    fields = ("ply", "seat", "decision", "chance", "at")
    readonly_fields = ("decision",)
    ordering = ("-ply",)
    verbose_name_plural = _("last moves")
    shown = 20

    def get_queryset(self, request: HttpRequest) -> QuerySet[Move]:
        return super().get_queryset(request).select_related("game").filter(ply__gte=F("game__ply") - self.shown)


@admin.register(Game)
class GameAdmin(DiscreetAdmin):
    """Tables and games, by their code, title or players."""

    secrets = ("position",)

    list_display = (
        "pk",
        "title",
        "status",
        "who",
        "options",
        "listed",
        "rated",
        "ply",
        "created_at",
        "started_at",
        "ended_at",
    )
    list_display_links = ("pk", "title")
    list_filter = (
        "status",
        "players",
        "turning",
        "colours",
        "own_cover",
        "listed",
        "rated",
        "pace",
        ("voided_at", admin.EmptyFieldListFilter),
        "created_at",
    )
    list_per_page = 50
    search_fields = ("=code", "title", "seats__user__name")
    search_help_text = _("Code, title, or name of a player")
    date_hierarchy = "created_at"
    ordering = ("-pk",)
    show_full_result_count = False
    fieldsets = (
        (None, {"fields": ("title", "listed", "code", "status", "creator", "previous")}),
        (_("Options"), {"fields": ("players", "turning", "colours", "dirhams", "own_cover")}),
        (_("Clock"), {"fields": ("pace", "time", "increment", "cap", "clock_at", "clock_paused")}),
        (_("Course"), {"fields": ("ply", "version", "created_at", "started_at", "ended_at")}),
        (_("Ladders"), {"fields": ("rated", "unrated_because", "voided_at", "voided_because")}),
        (_("Dice"), {"fields": ("commitment", "seed_if_ended", "dice_events")}),
    )
    readonly_fields = (
        *("code", "status", "creator", "previous", "players", "turning", "colours", "dirhams", "own_cover"),
        *("pace", "time", "increment", "cap", "clock_at", "clock_paused"),
        *("rated", "unrated_because", "voided_at", "voided_because"),
        *("ply", "version", "created_at", "started_at", "ended_at", "commitment", "seed_if_ended", "dice_events"),
    )
    inlines = (SeatInline, InvitationInline, LastMovesInline)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Game | None = None) -> bool:
        return False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        return super().get_queryset(request).prefetch_related(Prefetch("seats", Seat.objects.select_related("user")))

    def save_model(self, request: HttpRequest, obj: Game, form: "ModelForm[Game]", change: bool) -> None:
        """Save what was edited and nothing else: the game may have moved on since this page was loaded."""
        obj.save(update_fields=form.changed_data)

    @admin.display(description=_("players"))
    def who(self, game: Game) -> str:
        """Who sits there, in order."""
        return ", ".join(seat.user.name for seat in game.seats.all())

    @admin.display(description=_("options"))
    def options(self, game: Game) -> str:
        """The options in one word."""
        return game.variant.to_text()

    @admin.display(description=_("seed"))
    def seed_if_ended(self, game: Game) -> str:
        """The secret of the dice, which nobody may know before the end."""
        return bytes(game.seed.value).hex() if game.is_ended else gettext("shown when the game has ended")


class LookOnlyAdmin(LookOnly, DiscreetAdmin):
    """A list to look things up in."""

    list_per_page = 50
    show_full_result_count = False
    ordering = ("-pk",)


@admin.register(Seat)
class SeatAdmin(LookOnlyAdmin):
    """Who sits, or sat, where."""

    list_display = ("game", "index", "user", "sat_down_at", "to_move", "rank", "points", "final_dirhams")
    list_filter = ("game__status", "to_move", "rank", "sat_down_at")
    list_select_related = ("game", "user")
    search_fields = ("=game__code", "game__title", "user__name")


@admin.register(Invitation)
class InvitationAdmin(LookOnlyAdmin):
    """For whom seats are or were kept."""

    list_display = ("game", "user", "declined_at")
    list_filter = ("game__status", "declined_at")
    list_select_related = ("game", "user")
    search_fields = ("=game__code", "game__title", "user__name")


@admin.register(Move)
class MoveAdmin(TellsDecision, LookOnlyAdmin):
    """The log of all games."""

    secrets = ("action",)

    list_display = ("game", "ply", "seat", "decision", "chance", "at")
    list_filter = ("game__status", "at")
    list_select_related = ("game",)
    search_fields = ("=game__code", "game__title")
    fields = ("game", "ply", "seat", "decision", "chance", "at")
    readonly_fields = ("decision",)


@admin.register(SavedRecord)
class SavedRecordAdmin(LookOnlyAdmin):
    """Records that users keep."""

    list_display = ("code", "owner", "saved_at")
    list_filter = ("saved_at",)
    list_select_related = ("owner",)
    search_fields = ("=code", "owner__name")
    fields = ("code", "owner", "text", "saved_at")


@admin.register(ClockEvent)
class ClockEventAdmin(LookOnlyAdmin):
    """What besides moves changed the clocks of all games."""

    list_display = ("game", "number", "ply", "kind", "seat", "giver", "amount", "at")
    list_filter = ("kind", "at")
    list_select_related = ("game",)
    search_fields = ("=game__code", "game__title")


@admin.register(Pause)
class PauseAdmin(LookOnlyAdmin):
    """When all clocks stood still."""

    list_display = ("cause", "begins_at", "ends_at", "told")
    list_filter = ("cause", "begins_at")


@admin.register(Vacation)
class VacationAdmin(LookOnlyAdmin):
    """Who was or is on vacation, and until when."""

    list_display = ("user", "begins_at", "ends_at")
    list_filter = ("begins_at",)
    list_select_related = ("user",)
    search_fields = ("user__name",)
