"""Whole games through the page: after every move the board of everybody at the table, and of a spectator, is the
server's fold of the log as he may see it, and none of these pages is ever loaded again."""

from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Page, expect

from games.history import history_of
from games.models import Game
from games.rules import Lay, Phase, Position, Turn
from games.telling import COLOURS
from tests.browser import pages
from tests.browser.boards import expect_board
from tests.games.records import check_record

PLAYERS = ("anise", "basil", "cumin", "dill")


class Meeting:
    """Players, each in a browser of his own, who sign up and meet by an invitation link, and a spectator."""

    def __init__(self, visitor: Callable[..., Page], players: int, **options: object) -> None:
        self.tabs = [visitor(reduced_motion="reduce") for _ in range(players + 1)]
        host, *guests = self.tabs[:players]
        host.goto("/")
        pages.sign_up(host, PLAYERS[0])
        link = pages.open_table(host, players, **options)  # type: ignore[arg-type]
        for name, guest in zip(PLAYERS[1:], guests, strict=False):
            guest.goto(link)
            pages.sign_up(guest, name)
            pages.sit_down(guest, link)
        self.tabs[-1].goto("/")
        pages.sign_up(self.tabs[-1], "saffron")
        self.tabs[-1].goto(link)
        self.game = Game.objects.get()
        self.chooser = Random(players)
        for tab in self.tabs:
            expect(pages.board(tab)).to_be_visible()
            tab.evaluate("window.neverLoadedAgain = true")

    @property
    def position(self) -> Position:
        return history_of(self.game).position

    def expect_all_boards(self) -> None:
        for seat, tab in enumerate(self.tabs):
            expect_board(tab, self.game, seat if tab is not self.tabs[-1] else None)

    def arrange(self) -> None:
        """Everybody who has to puts the rugs of the other in some order."""
        for seat in self.position.movers:
            rugs = [colour for colour in self.game.variant.colours_of(1 - seat) for _ in range(12)]
            pages.arrange(self.tabs[seat], [str(COLOURS[rug]) for rug in self.chooser.sample(rugs, len(rugs))])
            self.expect_all_boards()

    def play_to_the_end(self) -> None:
        self.expect_all_boards()
        while (position := self.position).phase is not Phase.OVER:
            action = self.chooser.choice(position.legal_actions())
            assert isinstance(action, Turn | Lay)
            pages.decide(self.tabs[position.mover], action)
            self.expect_all_boards()

    def expect_the_end(self) -> None:
        for tab in self.tabs:
            expect(pages.board(tab).get_by_text("place 1")).to_be_visible()
            assert tab.evaluate("window.neverLoadedAgain")
        check_record(self.game)


def test_three_players_and_a_spectator_play_to_the_last_rug(visitor: Callable[..., Page]) -> None:
    meeting = Meeting(visitor, 3, dirhams=99)
    meeting.play_to_the_end()
    meeting.expect_the_end()
    assert [seat.rugs for seat in meeting.position.seats] == [0, 0, 0]


@pytest.mark.parametrize("colours", ["from a shuffled pile", "swapped at each mosaic"])
def test_two_players_play_a_whole_game(visitor: Callable[..., Page], colours: str) -> None:
    meeting = Meeting(visitor, 2, colours=colours, dirhams=10)
    meeting.play_to_the_end()
    meeting.expect_the_end()


def test_two_players_arrange_their_rugs_and_play_a_whole_game(visitor: Callable[..., Page]) -> None:
    meeting = Meeting(visitor, 2, colours="in the order the opponent arranged", dirhams=10)
    meeting.arrange()
    meeting.play_to_the_end()
    meeting.expect_the_end()


def test_four_players_turn_assam_after_laying_for_a_whole_game(visitor: Callable[..., Page]) -> None:
    meeting = Meeting(visitor, 4, turning="after laying, for the next player", dirhams=10)
    meeting.play_to_the_end()
    meeting.expect_the_end()
