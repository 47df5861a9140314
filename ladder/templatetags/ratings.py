"""What ladders have to say on the pages of games and tables."""

from collections.abc import Sequence
from typing import Any

from django import template
from django.contrib.auth.models import AnonymousUser
from django.db.models import F

from accounts.models import User
from games.models import Game
from games.tables import Table
from ladder import seeking
from ladder.models import RatingChange, Seek
from ladder.prospects import Prospects, prospects
from ladder.ranges import OwnRatings
from ladder.top import top_for

register = template.Library()


@register.inclusion_tag("ladder/_changes.html")
def rating_changes(game: Game) -> dict[str, Any]:
    """What a rated game that is over did to its players' ratings, on each ladder that is no season; one query."""
    there = RatingChange.objects.filter(game=game, generation=F("ladder__generation"), ladder__season_of=None)
    return {"game": game, "changes": there.select_related("ladder", "user").order_by("ladder", "rank", "sequence")}


@register.simple_tag
def seek_of(user: User | AnonymousUser) -> Seek | None:
    """The rated game that the reader looks for, or has last looked for; one query."""
    return seeking.seek_of(user)


@register.filter
def why_not_at(own: OwnRatings, table: Table) -> str:
    """Why these ratings keep the reader from a table, in a sentence; empty if they do not, as never if he is invited.

    Two queries for the first table of a page that asks for ratings, and none for others.
    """
    return "" if table.is_seated or table.is_invited else own.why_not(table.game)


@register.inclusion_tag("ladder/_top.html", takes_context=True)
def ladder_top(context: dict[str, Any]) -> dict[str, Any]:
    """Who leads the main ladder, and where the reader stands."""
    return {"top": top_for(context["user"]), "user": context["user"]}


@register.inclusion_tag("ladder/_prospects.html", takes_context=True)
def rating_prospects(context: dict[str, Any], table: Table) -> dict[str, Any]:
    """What each rank at a rated table would bring to the reader."""
    return {"table": table, "prospects": prospects([table], context["own_ratings"]).get(table.game.pk)}


@register.simple_tag(takes_context=True)
def with_prospects(context: dict[str, Any], tables: Sequence[Table]) -> list[tuple[Table, Prospects | None]]:
    """Each of these tables, with what each rank there would bring to the reader if he may join it and it is rated."""
    own = context["own_ratings"]
    joinable = [table for table in tables if table.may_join and not why_not_at(own, table)]
    told = prospects(joinable, own)
    return [(table, told.get(table.game.pk)) for table in tables]
