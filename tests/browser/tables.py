"""A game going on between people who each have its page open in a browser of their own."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime

from django.db import connection

from games.clock import DEFAULT, TimeControl
from games.history import history_of
from games.models import Game
from games.rules import Lay, Phase, Position, Variant
from tests.browser.boards import expect_board
from tests.browser.conftest import Person
from tests.games.tables import play_on, start_game


def elsewhere[Result](play: Callable[[], Result]) -> Result:
    """Call this in a thread of its own: announcements cannot be made beside Playwright's event loop."""

    def call() -> Result:
        try:
            return play()
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(call).result()


class Table:
    """A game these people sit down to, in this order, after so many decisions made at random, now or at a moment."""

    def __init__(
        self,
        *people: Person,
        variant: Variant | None = None,
        control: TimeControl = DEFAULT,
        decisions: int = 0,
        at: datetime | None = None,
    ) -> None:
        self.people = people
        users = [person.user for person in people]
        self.game = elsewhere(lambda: play_on(start_game(users, variant, control=control, at=at), decisions, at=at))

    def play_on(self, decisions: int = 1) -> None:
        """Let so many decisions be made at random, elsewhere: no page hears of it."""
        self.game = elsewhere(lambda: play_on(Game.objects.get(pk=self.game.pk), decisions))

    def open(self, *people: Person) -> None:
        """Let these people, or else all, look at the game."""
        for person in people or self.people:
            person.page.goto(self.game.get_absolute_url())

    @property
    def position(self) -> Position:
        """The position by the log."""
        return history_of(self.game).position

    @property
    def ply(self) -> int:
        """How many decisions there have been."""
        return history_of(self.game).ply

    @property
    def mover(self) -> Person:
        """Whose turn it is."""
        return self.people[self.position.mover]

    @property
    def others(self) -> list[Person]:
        """Those whose turn it is not, the next player first."""
        mover = self.position.mover
        return [*self.people[mover + 1 :], *self.people[:mover]]

    def a_laying(self) -> Lay:
        """Some place where the mover may lay his rug."""
        assert self.position.phase is Phase.LAY
        action = self.position.legal_actions()[0]
        assert isinstance(action, Lay)
        return action

    def expect_board(self, person: Person) -> None:
        """Wait until this player sees the board of the log."""
        seat = self.people.index(person) if person in self.people else None
        expect_board(person.page, self.game, seat)
