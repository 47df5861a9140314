"""Ladders in admin: added, and changed. Whatever decides how one counts lets it be computed anew."""

from typing import Any

from django import forms
from django.contrib import admin
from django.db import transaction
from django.db.models import Count, F, Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models import Game
from ladder.models import CLOCKS, Ladder
from ladder.rebuilding import begin_anew
from ladder.seasons import let_follow

NAMES = ("name", "slug")
COUNTED = ("fewest", "most", "clocks", "counts_house", "begins_at", "ends_at")
FORMULA = ("start", "floor", "scale", "first_k", "least_k", "fading", "provisional")


class LadderForm(forms.ModelForm):
    """A ladder, with the kinds of clock to be ticked."""

    clocks = forms.MultipleChoiceField(
        label=_("Kinds of clock"),
        choices=[(value, label) for value, label in Game.Pace.choices if value in CLOCKS],
        widget=forms.CheckboxSelectMultiple,
    )

    class Meta:
        model = Ladder
        fields = (*NAMES, *COUNTED, "has_seasons", *FORMULA)


@admin.register(Ladder)
class LadderAdmin(admin.ModelAdmin):
    """Ladders and their seasons. Seasons make themselves, and stay as they ended; nothing is deleted."""

    form = LadderForm
    list_display = ("__str__", "slug", "fewest", "most", "begins_at", "ends_at", "has_seasons", "players", "is_rebuilt")
    list_filter = (("season_of", admin.EmptyFieldListFilter), "has_seasons")
    search_fields = ("name", "slug")
    prepopulated_fields = {"slug": ("name",)}
    ordering = ("season_of", "-pk")
    fieldsets = (
        (None, {"fields": (*NAMES, "has_seasons")}),
        (
            _("Which games count"),
            {
                "fields": COUNTED,
                "description": _("A change here or below lets the ladder be computed anew from the records of games."),
            },
        ),
        (_("Formula"), {"fields": FORMULA}),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Ladder]:
        shown = Q(standings__generation=F("generation"))
        ladders: QuerySet[Ladder] = super().get_queryset(request)
        return ladders.annotate(number_of_players=Count("standings", filter=shown))

    def has_change_permission(self, request: HttpRequest, obj: Ladder | None = None) -> bool:
        is_season = obj is not None and obj.season_of_id is not None
        return not is_season and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Ladder | None = None) -> bool:
        return False

    @transaction.atomic
    def save_model(self, request: HttpRequest, obj: Ladder, form: LadderForm, change: bool) -> None:
        """Save what was edited and nothing else, for games go on being counted; then let it be computed anew.

        So is its season that goes on; those that are over stay as they ended.
        """
        # The locks of all: games that are ending are there then to be computed; others find the ladder as it is then.
        ladders = {each.pk: each for each in Ladder.objects.select_for_update(no_key=True).order_by("pk")}
        now = timezone.now()
        if not change:
            obj.save()
            begin_anew(obj)
            return
        obj.save(update_fields=form.changed_data)
        seasons = [each for each in ladders.values() if each.season_of_id == obj.pk and not each.is_over(now)]
        for season in seasons:
            let_follow(obj, season)
        if set(form.changed_data) & {*COUNTED, *FORMULA}:
            for ladder in (ladders[obj.pk], *seasons):
                begin_anew(ladder)

    @admin.display(description=_("players"))
    def players(self, ladder: Any) -> int:
        """How many have a rating there."""
        number: int = ladder.number_of_players
        return number

    @admin.display(description=_("complete"), boolean=True)
    def is_rebuilt(self, ladder: Ladder) -> bool:
        """Whether nothing is being computed anew."""
        return ladder.building is None
