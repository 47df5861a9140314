"""Ladders in admin: added and changed, with numbers that follow."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from ladder import rebuilding
from ladder.admin import COUNTED, FORMULA, NAMES
from ladder.models import Ladder
from tests.games.tables import logged_in
from tests.ladder.rated import confirmed_people, found_wrong, ladder, ratings, win

pytestmark = pytest.mark.django_db


@pytest.fixture
def admin() -> Client:
    """The browser of somebody who may do everything in admin."""
    return logged_in(User.objects.create_superuser("saffron"))


def filled_in(shown: Ladder, **changes: Any) -> dict[str, Any]:
    """The form of a ladder as a browser sends it, with these changes."""
    sent = {name: getattr(shown, name) for name in (*NAMES, *COUNTED, *FORMULA) if getattr(shown, name) is not None}
    sent["has_seasons"] = "on" if shown.has_seasons else ""
    sent.update(changes)
    for name in ("begins_at", "ends_at"):
        if name in sent:
            moment = sent.pop(name)
            sent[f"{name}_0"], sent[f"{name}_1"] = moment.strftime("%Y-%m-%d"), moment.strftime("%H:%M:%S")
    return {name: value for name, value in sent.items() if value not in ("", False)}


def change(admin: Client, address: str, /, **changes: Any) -> Any:
    """The answer to a change of a ladder."""
    shown = ladder(address)
    return admin.post(f"/admin/ladder/ladder/{shown.pk}/change/", filled_in(shown, **changes))


def add(admin: Client, **wanted: Any) -> Any:
    """The answer to a new ladder like none there is."""
    return admin.post("/admin/ladder/ladder/add/", filled_in(Ladder(), **wanted))


def test_a_new_ladder_counts_the_games_that_were_played_before_it(admin: Client) -> None:
    anise, basil, cumin, _ = confirmed_people()
    win(anise, basil)
    win(anise, basil, cumin)
    assert add(admin, name="Threes", slug="threes", fewest=3, most=3).status_code == 302
    rebuilding.build_all_asked_for()
    assert ratings("threes").keys() == {"anise", "basil", "cumin"}
    assert found_wrong() == []


def test_the_season_of_a_new_ladder_counts_the_whole_quarter(admin: Client) -> None:
    anise, basil, *_ = confirmed_people()
    win(anise, basil)
    add(admin, name="Twos", slug="twos", most=2, has_seasons=True)
    win(basil, anise)
    rebuilding.build_all_asked_for()
    season = ladder("twos").seasons.get()
    assert ratings(season.slug) == ratings("twos")
    assert season.changes.filter(generation=season.generation).count() == 4
    assert found_wrong() == []


def test_a_new_ladder_that_begins_now_counts_what_ends_from_now_on(admin: Client) -> None:
    anise, basil, *_ = confirmed_people()
    win(anise, basil)
    begin = timezone.now() + timedelta(days=1)
    assert add(admin, name="Winter", slug="winter", begins_at=begin).status_code == 302
    rebuilding.build_all_asked_for()
    assert ratings("winter") == {}
    win(basil, anise, at=begin + timedelta(hours=1))
    assert ratings("winter")["basil"] > ratings("winter")["anise"]


def test_other_constants_count_for_all_games_again(admin: Client) -> None:
    anise, basil, *_ = confirmed_people()
    win(anise, basil)
    assert change(admin, "duel", start=1000).status_code == 302
    assert ratings("duel")["anise"] > 1500  # until the new numbers are complete
    rebuilding.build_all_asked_for()
    assert 1000 < ratings("duel")["anise"] < 1500
    assert found_wrong() == []


def test_a_new_name_changes_no_number(admin: Client) -> None:
    assert change(admin, "duel", name="Two at the fountain").status_code == 302
    assert ladder("duel").name == "Two at the fountain"
    assert not Ladder.objects.to_rebuild().exists()


def test_games_that_end_while_the_page_is_open_are_not_forgotten(admin: Client) -> None:
    anise, basil, *_ = confirmed_people()
    before = filled_in(ladder("duel"), name="Two")
    win(anise, basil)
    admin.post(f"/admin/ladder/ladder/{ladder('duel').pk}/change/", before)
    assert ladder("duel").name == "Two"
    assert found_wrong() == []


@pytest.mark.parametrize(
    ("field", "changes"),
    [
        ("most", {"fewest": 4, "most": 3}),
        ("floor", {"floor": 1600}),
        ("least_k", {"least_k": 500}),
        ("clocks", {"clocks": []}),
        ("clocks", {"clocks": ["none"]}),
        ("scale", {"scale": 0}),
        ("fading", {"fading": 0}),
        ("slug", {"slug": "market"}),
    ],
)
def test_a_ladder_that_contradicts_itself_is_refused_at_the_field(
    admin: Client, field: str, changes: dict[str, Any]
) -> None:
    answer = change(admin, "duel", **changes)
    assert answer.status_code == 200
    assert field in answer.context["adminform"].form.errors
    assert ladder("duel").slug == "duel"


def test_a_ladder_that_ends_before_it_begins_is_refused(admin: Client) -> None:
    now = timezone.now()
    answer = add(admin, name="Upside down", slug="upside-down", begins_at=now, ends_at=now - timedelta(days=1))
    assert "ends_at" in answer.context["adminform"].form.errors


def test_the_season_that_goes_on_follows_its_ladder_and_one_that_is_over_does_not(admin: Client) -> None:
    anise, basil, *_ = confirmed_people()
    past = timezone.now() - timedelta(days=100)
    win(anise, basil, at=past)
    win(anise, basil)
    over, present = Ladder.objects.filter(season_of=ladder("duel")).order_by("begins_at")
    end = timezone.now() + timedelta(minutes=1)
    assert change(admin, "duel", name="Pairs", start=1000, ends_at=end).status_code == 302
    rebuilding.build_all_asked_for()
    assert 1000 < ratings(present.slug)["anise"] < 1500 < ratings(over.slug)["anise"]
    assert [ladder(each.slug).name for each in (over, present)] == ["Duel", "Pairs"]
    assert ladder(over.slug).ends_at == over.ends_at
    assert ladder(present.slug).ends_at == ladder("duel").ends_at
    assert found_wrong() == []


def test_a_season_stays_as_it_is(admin: Client) -> None:
    anise, basil, *_ = confirmed_people()
    win(anise, basil)
    season = Ladder.objects.exclude(season_of=None).earliest("pk")
    assert admin.post(f"/admin/ladder/ladder/{season.pk}/change/", {"name": "Mine"}).status_code == 403
    assert admin.get(f"/admin/ladder/ladder/{season.pk}/change/").status_code == 200
    assert admin.post(f"/admin/ladder/ladder/{season.pk}/delete/", {"post": "yes"}).status_code == 403
