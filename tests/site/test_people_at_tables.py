"""Several people opening tables, sitting down, getting up, playing, leaving, repeating and coming too late, at random.

A small model says what each request must come to; after each one the site is compared with it, and with its own logs.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

from django.conf import LazySettings
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from accounts.models import User
from games import history
from games.models import Game
from games.rules import Action, IllegalAction, Lay, Phase, Position, Status, Turn
from tests.games.tables import SPICES, people
from tests.site.invariants import Picture, broken
from tests.site.reading import fold

DONE, BAD, FORBIDDEN, LATE = "done", "400", "403", "409"
MOST_WAITING = 10
OFF_THE_RULES = (Lay("a1", "a2"), Lay("g6", "g7"), Turn("L"))

somebody = st.sampled_from(SPICES)
some_number = st.integers(0, 59)


@dataclass
class Table:
    """What the model knows of a table: who sits there, for whom seats are kept, who declined, who would
    call its game off.
    """

    code: str
    players: int
    creator: str
    seats: list[str]
    kept: set[str]
    is_closed: bool = False
    rematch_of: str = ""
    declined: set[str] = field(default_factory=set)
    agree: set[str] = field(default_factory=set)

    @property
    def waits(self) -> bool:
        """Whether people may still sit down."""
        return not self.is_closed and len(self.seats) < self.players

    @property
    def has_begun(self) -> bool:
        """Whether there is a game."""
        return len(self.seats) == self.players

    @property
    def game(self) -> Game:
        """What the site keeps of it."""
        return Game.objects.get(code=self.code)

    def is_in(self, who: str, position: Position) -> bool:
        """Whether somebody who sits there has not gone out of the game."""
        return position.seats[self.seats.index(who)].status is Status.IN


class People(RuleBasedStateMachine):
    """What people do. Each rule sends one request and says what must come of it."""

    def __init__(self) -> None:
        super().__init__()
        chance = random.Random(1)
        # The same example must go the same way each time, so what is secret elsewhere is foreseeable here.
        self.secrets = patch.multiple(
            "secrets",
            token_bytes=chance.randbytes,
            token_urlsafe=lambda size: chance.randbytes(size).hex(),
            choice=chance.choice,
        )
        self.secrets.start()
        self.changes = transaction.atomic()
        self.changes.__enter__()
        self.browsers = {user.name: Client() for user in people()}
        for user in User.objects.all():
            self.browsers[user.name].force_login(user)
        self.tables: list[Table] = []
        self.last: Callable[[], None] = lambda: None
        self.picture = Picture.taken()

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.changes.__exit__(None, None, None)
        self.secrets.stop()
        cache.clear()
        history._recent.clear()

    @initialize()
    def begin(self) -> None:
        """Two games are going on already."""
        for colours in ("shuffled", "arranged"):
            self._open("anise", 2, True, colours=colours, turning="before", opponent="")
            self._join("basil", self.tables[-1], "join")

    @precondition(lambda self: sum(table.waits for table in self.tables) < 3)
    @rule(who=somebody, players=st.integers(2, 4), colours=st.sampled_from(Game.Colours.values), opponent=somebody)
    def challenge(self, who: str, players: int, colours: str, opponent: str) -> None:
        possible = who != opponent and (players == 2 or colours == Game.Colours.SHUFFLED)
        self._open(who, players, possible, colours=colours, turning="before", opponent=opponent)

    @precondition(lambda self: sum(table.waits for table in self.tables) < 3)
    @rule(who=somebody, players=st.integers(2, 4), turning=st.sampled_from(Game.Turning.values))
    def open(self, who: str, players: int, turning: str) -> None:
        self._open(who, players, True, colours="shuffled", turning=turning, opponent="")

    @rule(who=somebody, number=some_number)
    def join(self, who: str, number: int) -> None:
        table = self._table(number)
        self._do(lambda: self._join(who, table, "join"))

    @rule(who=some_number, number=some_number)
    def leave(self, who: int, number: int) -> None:
        table, player = self._table_and_player(number, who)
        self._do(lambda: self._leave(player, table))

    @rule(who=some_number, number=some_number)
    def close(self, who: int, number: int) -> None:
        table, player = self._table_and_player(number, who)
        self._do(lambda: self._close(player, table))

    @rule(who=somebody, number=some_number)
    def decline(self, who: str, number: int) -> None:
        self._do(lambda: self._decline(who, self._table(number)))

    @rule(who=some_number, number=some_number, invited=somebody)
    def invite(self, who: int, number: int, invited: str) -> None:
        table, player = self._table_and_player(number, who)
        self._do(lambda: self._invite(player, table, invited))

    @rule(who=some_number, number=some_number, invited=somebody)
    def withdraw(self, who: int, number: int, invited: str) -> None:
        table, player = self._table_and_player(number, who)
        self._do(lambda: self._withdraw(player, table, invited))

    @rule(who=some_number, number=some_number)
    def ask_for_a_rematch(self, who: int, number: int) -> None:
        table, player = self._table_and_player(number, who)
        self._do(lambda: self._rematch(player, table))

    @rule(who=some_number, number=some_number)
    def resign(self, who: int, number: int) -> None:
        table, player = self._table_and_player(number, who)
        self._do(lambda: self._resign(player, table))

    @rule(who=some_number, number=some_number, agrees=st.booleans())
    def call_off(self, who: int, number: int, agrees: bool) -> None:
        table, player = self._table_and_player(number, who)
        self._do(lambda: self._call_off(player, table, agrees))

    @rule(who=some_number, number=some_number, rugs=st.permutations([0, 1] * 12))
    def arrange(self, who: int, number: int, rugs: list[int]) -> None:
        table, player = self._table_and_player(number, who)
        self._do(lambda: self._arrange(player, table, rugs))

    @rule(who=some_number, number=some_number, choice=some_number, late=st.sampled_from((0, 0, 0, 1, -1)))
    def act(self, who: int, number: int, choice: int, late: int) -> None:
        table, player = self._table_and_player(number, who)
        ply = max(0, table.game.ply - late)
        action = self._action(table, choice)
        self._do(lambda: self._act(player, table, ply, action))

    @precondition(lambda self: any(table.has_begun for table in self.tables))
    @rule(number=some_number, choices=st.lists(some_number, min_size=1, max_size=8))
    def play_on(self, number: int, choices: list[int]) -> None:
        """Those who are due do something that the rules allow, several times."""
        begun = [table for table in self.tables if table.has_begun]
        table = begun[number % len(begun)]
        for choice in choices:
            position = fold(table.game)
            if position.phase in (Phase.TURN, Phase.LAY):
                legal = position.legal_actions()
                self._act(table.seats[position.mover], table, table.game.ply, legal[choice % len(legal)])

    @rule()
    def repeat(self) -> None:
        """The last request once more, as a second click sends it."""
        self.last()

    @invariant()
    def the_site_is_as_the_model_says(self) -> None:
        assert broken(self.picture) == []
        self.picture = Picture.taken()
        assert Game.objects.count() == len(self.tables)
        for table in self.tables:
            game = table.game
            assert [seat.user.name for seat in game.seats.select_related("user").order_by("index")] == table.seats
            assert {kept.user.name for kept in game.invitations.open().select_related("user")} == table.kept
            assert (game.status == Game.Status.CLOSED) == table.is_closed
            assert (game.status == Game.Status.WAITING) == table.waits
            if game.status == Game.Status.PLAYING:
                agreed = game.seats.filter(agrees_to_call_off=True)
                assert {seat.user.name for seat in agreed.select_related("user")} == table.agree

    def _table(self, number: int) -> Table:
        return self.tables[number % len(self.tables)]

    def _table_and_player(self, number: int, who: int) -> tuple[Table, str]:
        """A table, and mostly somebody who sits there."""
        table = self._table(number)
        everybody = (*table.seats * 3, *SPICES)
        return table, everybody[who % len(everybody)]

    def _do(self, request: Callable[[], None]) -> None:
        self.last = request
        request()

    def _post(self, who: str, expected: str, name: str, code: str = "", /, **fields: Any) -> None:
        """Send it, and see that the answer is the expected one."""
        response = self.browsers[who].post(reverse(f"games:{name}", args=[code] if code else []), fields)
        outcome = DONE if response.status_code in (302, 303) else str(response.status_code)
        assert outcome == expected, f"{who}: {name} {fields}"

    def _has_room(self, who: str) -> bool:
        return sum(table.waits and who in table.seats for table in self.tables) < MOST_WAITING

    def _open(self, who: str, players: int, possible: bool, **options: str) -> None:
        fields: dict[str, Any] = {"players": players, "dirhams": 5, "listed": "yes", **options}
        if not possible or not self._has_room(who):
            self._post(who, BAD, "open", **fields)
            return
        self._post(who, DONE, "open", **fields)
        self._opened(Table(Game.objects.latest("pk").code, players, who, [who], {options["opponent"]} - {""}))

    def _opened(self, table: Table) -> None:
        self.tables.append(table)

    def _join(self, who: str, table: Table, name: str, code: str = "") -> None:
        """Sit down at this table; also by asking for the rematch that it is, of the game of this code."""
        code = code or table.code
        if who in table.seats:
            self._post(who, DONE, name, code)
        elif not table.waits:
            self._post(who, LATE, name, code)
        elif not self._has_room(who):
            self._post(who, BAD, name, code)
        elif len(table.seats) + len(table.kept - {who}) >= table.players:
            self._post(who, FORBIDDEN, name, code)
        else:
            self._post(who, DONE, name, code)
            table.seats.append(who)
            table.kept.discard(who)
            table.declined.discard(who)

    def _leave(self, who: str, table: Table) -> None:
        if who not in table.seats:
            self._post(who, DONE, "leave", table.code)
        elif not table.waits:
            self._post(who, LATE, "leave", table.code)
        elif who == table.creator:
            self._post(who, FORBIDDEN, "leave", table.code)
        else:
            self._post(who, DONE, "leave", table.code)
            table.seats.remove(who)

    def _close(self, who: str, table: Table) -> None:
        if who != table.creator:
            self._post(who, FORBIDDEN, "close", table.code)
        elif table.has_begun:
            self._post(who, LATE, "close", table.code)
        else:
            self._post(who, DONE, "close", table.code)
            table.is_closed = True

    def _decline(self, who: str, table: Table) -> None:
        self._post(who, DONE if table.waits else LATE, "decline", table.code)
        if table.waits and who in table.kept:
            table.kept.discard(who)
            table.declined.add(who)

    def _invite(self, who: str, table: Table, invited: str) -> None:
        if who != table.creator:
            self._post(who, FORBIDDEN, "invite", table.code, name=invited)
        elif invited in table.seats or invited in table.kept:
            self._post(who, DONE, "invite", table.code, name=invited)
        elif not table.waits:
            self._post(who, LATE, "invite", table.code, name=invited)
        elif invited in table.declined:
            self._post(who, FORBIDDEN, "invite", table.code, name=invited)
        elif len(table.seats) + len(table.kept) >= table.players:
            self._post(who, BAD, "invite", table.code, name=invited)
        else:
            self._post(who, DONE, "invite", table.code, name=invited)
            table.kept.add(invited)

    def _withdraw(self, who: str, table: Table, invited: str) -> None:
        if who != table.creator:
            self._post(who, FORBIDDEN, "withdraw", table.code, name=invited)
        else:
            self._post(who, DONE if table.waits else LATE, "withdraw", table.code, name=invited)
            if table.waits:
                table.kept.discard(invited)

    def _rematch(self, who: str, table: Table) -> None:
        game = table.game
        again = next((each for each in self.tables if each.rematch_of == table.code and not each.is_closed), None)
        if who not in table.seats:
            self._post(who, FORBIDDEN, "rematch", table.code)
        elif not game.is_ended:
            self._post(who, LATE, "rematch", table.code)
        elif again is not None:
            self._join(who, again, "rematch", table.code)
        elif not self._has_room(who):
            self._post(who, BAD, "rematch", table.code)
        else:
            self._post(who, DONE, "rematch", table.code)
            code = Game.objects.latest("pk").code
            self._opened(Table(code, table.players, who, [who], {*table.seats} - {who}, rematch_of=table.code))

    def _resign(self, who: str, table: Table) -> None:
        game = table.game
        if who not in table.seats:
            self._post(who, FORBIDDEN, "resign", table.code)
        elif game.moves.filter(action=f"leave:{table.seats.index(who)}:resigned").exists():
            self._post(who, DONE, "resign", table.code)
        elif game.status != Game.Status.PLAYING:
            self._post(who, LATE, "resign", table.code)
        elif not table.is_in(who, fold(game)):
            self._post(who, BAD, "resign", table.code)
        else:
            self._post(who, DONE, "resign", table.code)
            assert table.game.ply == game.ply + 1
            table.agree.clear()
            table.agree.clear()

    def _call_off(self, who: str, table: Table, agrees: bool) -> None:
        game = table.game
        fields: dict[str, Any] = {"agree": "yes" if agrees else "no"}
        if who not in table.seats:
            self._post(who, FORBIDDEN, "call_off", table.code, **fields)
        elif game.status == Game.Status.CALLED_OFF and agrees:
            self._post(who, DONE, "call_off", table.code, **fields)
        elif game.status != Game.Status.PLAYING:
            self._post(who, LATE, "call_off", table.code, **fields)
        elif not table.is_in(who, fold(game)):
            self._post(who, FORBIDDEN, "call_off", table.code, **fields)
        else:
            self._post(who, DONE, "call_off", table.code, **fields)
            table.agree = table.agree | {who} if agrees else table.agree - {who}
            everybody = {each for each in table.seats if table.is_in(each, fold(game))}
            assert (table.game.status == Game.Status.CALLED_OFF) == (everybody <= table.agree)

    def _arrange(self, who: str, table: Table, rugs: list[int]) -> None:
        game = table.game
        # The colours of the opponent; at a table of more there is none, and any colours do.
        colours = (3, 4) if table.seats[0] == who else (1, 2)
        pile = [colours[rug] for rug in rugs]
        seat = table.seats.index(who) if who in table.seats else -1
        earlier = game.moves.filter(seat=seat, action__startswith="pile").first()
        if seat < 0:
            self._post(who, FORBIDDEN, "arrange", table.code, rug=pile)
        elif earlier is not None:
            same = earlier.action == f"pile:{seat}:{''.join(map(str, pile))}"
            self._post(who, DONE if same else LATE, "arrange", table.code, rug=pile)
        elif game.status != Game.Status.PLAYING:
            self._post(who, LATE, "arrange", table.code, rug=pile)
        elif fold(game).phase is not Phase.ARRANGE:
            self._post(who, BAD, "arrange", table.code, rug=pile)
        else:
            self._post(who, DONE, "arrange", table.code, rug=pile)
            assert table.game.ply == game.ply + 1

    def _action(self, table: Table, choice: int) -> Action:
        """Something that the rules allow now, if anything, or something that they may not."""
        position = fold(table.game) if table.has_begun else None
        legal = position.legal_actions() if position and position.phase in (Phase.TURN, Phase.LAY) else ()
        actions = (*legal, *OFF_THE_RULES)
        return actions[choice % len(actions)]

    def _act(self, who: str, table: Table, ply: int, action: Action) -> None:
        assert isinstance(action, Turn | Lay)
        game = table.game
        text = action.side if isinstance(action, Turn) else f"{action.first} {action.second}"
        fields: dict[str, Any] = {"ply": ply, "action": text}
        seat = table.seats.index(who) if who in table.seats else -1
        repeated = game.moves.filter(ply=ply, seat=seat, action=text.replace(" ", "")).exists()
        if seat < 0:
            self._post(who, FORBIDDEN, "act", table.code, **fields)
        elif repeated:
            self._post(who, DONE, "act", table.code, **fields)
        elif ply != game.ply or game.status != Game.Status.PLAYING:
            self._post(who, LATE, "act", table.code, **fields)
        elif seat not in (before := fold(game)).movers:
            self._post(who, FORBIDDEN, "act", table.code, **fields)
        elif not allowed(before, action):
            self._post(who, BAD, "act", table.code, **fields)
        else:
            self._post(who, DONE, "act", table.code, **fields)
            assert table.game.ply == game.ply + 1
            table.agree.discard(who)
            if fold(table.game).gone != fold(game).gone:
                table.agree.clear()


def allowed(position: Position, action: Action) -> bool:
    """Whether the rules allow it now."""
    try:
        position.play(action)
    except IllegalAction:
        return False
    return True


def test_whatever_people_do_comes_to_what_it_should(db: None, settings: LazySettings) -> None:
    settings.ACCOUNT_RATE_LIMITS = False
    run_state_machine_as_test(
        People,
        settings=hypothesis_settings(
            max_examples=12,
            stateful_step_count=30,
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
        ),
    )
