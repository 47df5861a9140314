"""The rating by which a player is let in to a table or matched, and tables that ask for one.

That is his rating on the ladder, no season, which counts such games and is for the fewest numbers of players: Duel for
two, Market for three or four. Who has none there counts with the rating that everybody begins with.
"""

from functools import cached_property

from django.contrib.auth.models import AnonymousUser
from django.dispatch import receiver
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Game
from games.refusals import NotAllowed
from games.signals import player_joins
from ladder import elo
from ladder.models import Ladder, in_points


class OwnRatings:
    """The ratings of one user for all kinds of games: two queries, when he is first asked for one."""

    def __init__(self, user: User | AnonymousUser) -> None:
        self.user = user

    def on(self, ladder: Ladder) -> int:
        """His rating on a ladder, in points."""
        return self._points.get(ladder.pk, in_points(elo.new_rating(ladder.constants)))

    def ladder_for(self, game: Game) -> Ladder | None:
        """The ladder whose ratings are asked for at this table, which need not be saved; None if none counts it."""
        fitting = [ladder for ladder in self.ladders if ladder.is_for(game, [])]
        return min(fitting, key=lambda ladder: (ladder.most - ladder.fewest, ladder.pk), default=None)

    def why_not(self, game: Game) -> str:
        """Why his rating is not one that this table asks of joiners, in a sentence; empty if it is."""
        least, most = game.least_rating, game.most_rating
        if (least is None and most is None) or not isinstance(self.user, User):
            return ""
        ladder = self.ladder_for(game)
        own = self.on(ladder) if ladder else None
        if own is None or (least or 0) <= own <= (own if most is None else most):
            return ""
        words = {"least": least, "most": most, "own": own, "ladder": ladder}
        if most is None:
            return _("This table asks for ratings from %(least)d up. Yours is %(own)d (%(ladder)s).") % words
        if least is None:
            return _("This table asks for ratings up to %(most)d. Yours is %(own)d (%(ladder)s).") % words
        return _("This table asks for ratings from %(least)d to %(most)d. Yours is %(own)d (%(ladder)s).") % words

    @cached_property
    def ladders(self) -> list[Ladder]:
        """The ladders that count what ends now, but seasons; one query."""
        return list(Ladder.objects.open_at(timezone.now()).filter(season_of=None).order_by("pk"))

    @cached_property
    def _points(self) -> dict[int, int]:
        shown = {ladder.pk: ladder.generation for ladder in self.ladders}
        there = self.user.standings.filter(ladder__in=shown) if isinstance(self.user, User) else []
        return {each.ladder_id: each.points for each in there if each.generation == shown[each.ladder_id]}


@receiver(player_joins)
def require_rating(game: Game, user: User, **kwargs: object) -> None:
    """Let nobody join whose rating is not one that the table asks for."""
    why_not = OwnRatings(user).why_not(game)
    if why_not:
        raise NotAllowed(f"{why_not} {_('Join another table, or open one.')}")
