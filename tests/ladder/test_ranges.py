"""Tables that ask for ratings, and by which of his ratings a player may sit down there."""

import pytest
from django.db import IntegrityError
from django.utils import timezone

from accounts.models import User
from games import lobby, play
from games.models import Game
from games.refusals import NotAllowed, Refusal
from games.rules import Variant
from ladder.models import Ladder
from ladder.ranges import OwnRatings
from tests.games.tables import logged_in, queries
from tests.ladder.rated import confirmed_people, win

pytestmark = pytest.mark.django_db

FORM = {"players": "2", "listed": "yes", "turning": "before", "dirhams": "30", "rated": "on"}


def asking(
    user: User, least: int | None, most: int | None, *, players: int = 2, invited: tuple[User, ...] = ()
) -> Game:
    """A rated table at which this user sits, which asks for ratings between these."""
    return lobby.open_table(
        user,
        Variant(players=players),
        timezone.now(),
        rated=True,
        least_rating=least,
        most_rating=most,
        invited=invited,
    )


def test_only_who_has_a_rating_that_is_asked_for_may_join_and_others_are_told_theirs() -> None:
    anise, basil, cumin, dill = confirmed_people()
    win(basil, cumin)  # 1550 and 1450
    for least, most, says in (
        (1551, None, r"from 1551 up. Yours is 1550 \(Duel\)"),
        (None, 1549, r"up to 1549. Yours is 1550 \(Duel\)"),
        (1400, 1549, r"from 1400 to 1549. Yours is 1550 \(Duel\)"),
    ):
        with pytest.raises(NotAllowed, match=says):
            lobby.join(asking(anise, least, most).code, basil, timezone.now())
    for least, most, user in ((1550, None, basil), (None, 1450, cumin), (1550, 1550, basil), (1500, 1500, dill)):
        assert lobby.join(asking(anise, least, most).code, user, timezone.now()).status == Game.Status.PLAYING


def test_the_rating_is_that_of_the_ladder_for_such_games() -> None:
    anise, basil, cumin, _dill = confirmed_people()
    win(basil, cumin)
    win(cumin, anise, basil)
    own = OwnRatings(basil)
    two, three = asking(anise, None, None), asking(anise, None, None, players=3)
    assert [str(own.ladder_for(table)) for table in (two, three)] == ["Duel", "Market"]
    assert [own.on(Ladder.objects.get(slug=slug)) for slug in ("duel", "market")] == [1550, 1450]
    Ladder.objects.filter(slug="duel").update(clocks=["live"])
    assert str(OwnRatings(basil).ladder_for(two)) == "All games"
    Ladder.objects.update(clocks=["live"])
    assert OwnRatings(basil).ladder_for(two) is None


def test_who_is_invited_may_sit_down_all_the_same_and_who_opens_may_have_any_rating() -> None:
    anise, basil, *_others = confirmed_people()
    table = asking(anise, 1900, None, invited=(basil,))
    assert "Accept and sit down" in logged_in(basil).get(table.get_absolute_url()).text
    assert lobby.join(table.code, basil, timezone.now()).status == Game.Status.PLAYING


def test_pages_say_what_a_table_asks_and_offer_no_seat_to_others() -> None:
    anise, basil, cumin, dill = confirmed_people()
    win(basil, cumin)
    logged_in(anise).post("/lobby/open/", FORM | {"least_rating": "1500", "most_rating": "1600"})
    table = Game.objects.waiting().get()
    assert (table.least_rating, table.most_rating) == (1500, 1600)
    for address in ("/lobby/", table.get_absolute_url()):
        for user, may_join in ((basil, True), (cumin, False), (dill, True)):
            page = logged_in(user).get(address).text
            assert "for ratings from 1500 to 1600" in page
            assert (f"{table.get_absolute_url()}join/" in page) == may_join
            assert ("Yours is 1450 (Duel)" in page) == (user == cumin)
    answer = logged_in(cumin).post(f"{table.get_absolute_url()}join/")
    assert answer.status_code == 403
    assert "Yours is 1450 (Duel). Join another table, or open one." in answer.text


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"least_rating": "1600", "most_rating": "1500"}, "the lowest is above the highest"),
        ({"least_rating": "1600", "rated": ""}, "Ratings are asked at rated tables"),
        ({"most_rating": "1600", "rated": ""}, "Ratings are asked at rated tables"),
        ({"least_rating": "many"}, "Enter a whole number"),
        ({"most_rating": "-1"}, "greater than or equal to 0"),
        ({"most_rating": "99999"}, "less than or equal to 9999"),
    ],
)
def test_what_makes_no_sense_is_refused_in_words_and_kept_in_the_form(asked: dict[str, str], says: str) -> None:
    (anise,) = confirmed_people(1)
    answer = logged_in(anise).post("/lobby/open/", {key: value for key, value in (FORM | asked).items() if value})
    assert answer.status_code == 400
    assert says in answer.text
    assert all(f'value="{value}"' in answer.text for key, value in asked.items() if value)
    assert not Game.objects.exists()


def test_the_database_keeps_no_range_that_nobody_is_in() -> None:
    (anise,) = confirmed_people(1)
    table = asking(anise, 1500, 1500)
    with pytest.raises(IntegrityError):
        Game.objects.filter(pk=table.pk).update(least_rating=1501)


def test_a_range_is_refused_at_a_table_that_is_not_rated() -> None:
    (anise,) = confirmed_people(1)
    with pytest.raises(Refusal, match="rated tables"):
        lobby.open_table(anise, Variant(), timezone.now(), most_rating=1500)


def test_a_rematch_asks_for_the_same() -> None:
    anise, basil, *_others = confirmed_people()
    game = lobby.join(asking(anise, 1400, 1700).code, basil, timezone.now())
    play.resign(game.code, basil, timezone.now())
    again = lobby.rematch(game.code, anise, timezone.now())
    assert (again.least_rating, again.most_rating) == (1400, 1700)


def test_a_page_of_many_tables_asks_as_often_as_one_of_few() -> None:
    anise, basil, *_others = confirmed_people()
    asking(anise, 1600, None)
    few = queries(lambda: logged_in(basil).get("/lobby/"))
    for number in range(9):
        asking(anise, 1600, 1700 + number)
    assert queries(lambda: logged_in(basil).get("/lobby/")) == few
