"""A game in numbers: what is counted, and how it is shown."""

import re
from fractions import Fraction

import pytest
from django.test import Client
from django.utils import timezone

from games import saved_records
from games.chart import BOTTOM, LEFT, RIGHT, TOP, charts_of
from games.history import History
from games.rules import Record, Variant
from games.statistics import statistics_of
from tests.forms import Element, Page
from tests.games.tables import people, play_on, play_to_the_end, start_game
from tests.games.test_broken_records import TYPED

# basil walks onto anise's two halves, and anise onto cumin's; then basil covers one of hers.
PAID = TYPED.replace("2. L1 e4f4\n3. R1 e7f7", "2. S1 e6e7\n3. R1 c7b7")
COVERED = f"{PAID}4. L1 d7e7\n5. L1 d6d5\n"


def test_a_payment_is_compared_with_what_each_face_would_have_cost() -> None:
    history = History.recorded(Record.parse(PAID))
    anise, basil, _cumin = statistics_of(history).players
    # Assam looks south from d5: 1 and 2 lead onto the rug on d6 and d7, which costs 2; 3 and 4 lead past it.
    assert basil.luck.paid == 2
    assert basil.luck.expected_paid == Fraction(2 * (1 + 2), 6)
    assert basil.luck.gain == -1
    assert anise.luck.received == 2
    assert anise.highest_payment == 0
    assert basil.highest_payment == 2
    assert basil.money[-2:] == (28, 28)


def test_the_largest_area_is_the_largest_there_ever_was() -> None:
    players = statistics_of(History.recorded(Record.parse(COVERED))).players
    assert [player.largest_area for player in players] == [3, 3, 2]
    assert [player.visible_halves for player in players] == [2, 3, 2]


def test_lines_of_a_chart_begin_at_the_left_and_end_at_the_right_on_one_scale() -> None:
    charts = charts_of((0, 1, 2, 3), ((30, 30, 20, 40), (30, 30, 40, 20)))
    first, second = charts
    assert first.own == second.others[0]
    assert second.own == first.others[0]
    assert first.own.startswith(f"M{LEFT:.1f} ")
    assert first.end == (RIGHT, TOP)  # the most that anybody ever held
    assert [tick.number for tick in first.dirhams] == [0, 10, 20, 30, 40]
    assert first.dirhams[0].at == BOTTOM
    assert [tick.number for tick in first.turns] == [0, 1, 2, 3]


def test_a_line_keeps_its_height_until_a_turn_changes_it() -> None:
    poor, rich = charts_of((0, 1, 2, 3), ((30, 30, 20, 40), (30, 30, 40, 20)))
    assert poor.own == "M34.0 51.5H140.0H246.0V93.0H352.0V10.0"
    assert rich.own == "M34.0 51.5H140.0H246.0V10.0H352.0V93.0"


def test_a_chart_of_nothing_can_be_drawn() -> None:
    (chart,) = charts_of((0,), ((0,),))
    assert chart.end == (LEFT, BOTTOM)


@pytest.mark.django_db
def test_what_the_chart_shows_is_a_table_too() -> None:
    game = play_to_the_end(start_game(people(3), Variant(3, dirhams=7)))
    page = Page("", 200, Client().get(f"{game.get_absolute_url()}statistics/").content.decode())
    charts = [each for each in page.elements if each.tag == "figure"]
    assert [chart.text.split()[-1] for chart in charts] == ["anise", "basil", "cumin"]
    labels = [next(chart.all("svg"))["aria-label"] for chart in charts]
    finals = [seat.final_dirhams for seat in game.seats.order_by("index")]
    assert [re.findall(r"\d+", label)[:2] for label in labels] == [["7", str(final)] for final in finals]
    table = [each for each in page.elements if each.tag == "table"][-1]
    rows = [[cell.text for cell in row.children if not isinstance(cell, str)] for row in table.all("tr")]
    assert rows[0] == ["After turn", "anise", "basil", "cumin"]
    assert rows[1] == ["start", "7", "7", "7"]
    assert rows[-1][1:] == [str(final) for final in finals]


@pytest.mark.django_db
def test_the_page_tells_numbers_and_luck_of_each_player() -> None:
    text = f"{COVERED}6. called-off\n"
    saved = saved_records.save(people(1)[0], Record.parse(text), timezone.now())
    page = Page("", 200, Client().get(f"{saved.get_absolute_url()}statistics/").content.decode())
    numbers, luck, _money = (each for each in page.elements if each.tag == "table")
    # Dirhams at the end, visible halves, largest area, highest payment.
    assert _cells(numbers) == [
        ["anise", "33", "2", "3", "2"],
        ["basil", "25", "3", "3", "3"],
        ["cumin", "32", "2", "2", "0"],
    ]
    # Paid and expected, received and expected, luck. Basil's walks would have cost 2 and then 3 on half of the faces.
    assert _cells(luck) == [
        ["anise", "2", "1.0", "5", "2.5", "+1.5"],
        ["basil", "5", "2.5", "0", "0.0", "-2.5"],
        ["cumin", "0", "0.0", "2", "1.0", "+1.0"],
    ]


def _cells(table: Element) -> list[list[str]]:
    """The rows below the heads of a table."""
    (body,) = table.all("tbody")
    return [[cell.text for cell in row.children if not isinstance(cell, str)] for row in body.all("tr")]


@pytest.mark.django_db
def test_numbers_come_when_the_game_is_over() -> None:
    game = play_on(start_game(people(2)), 9)
    html = Client().get(f"{game.get_absolute_url()}statistics/").content.decode()
    assert "The numbers are counted when the game is over." in html
    assert "<table" not in html
