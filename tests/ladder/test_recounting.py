"""Checking ladders, computing them anew, and voiding games: the numbers are always those that the games say."""

from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from accounts.models import User
from games import play, voiding
from games.models import Game
from ladder import rebuilding
from ladder.models import QUIET_AFTER, Ladder, RatedGame, RatingChange, Standing
from tests.games.tables import queries
from tests.ladder.rated import confirmed_people, found_wrong, ladder, numbers, ratings, start_rated, win

pytestmark = pytest.mark.django_db


def run(command: str, *arguments: str) -> str:
    """What a command prints, or says when it fails."""
    said = StringIO()
    try:
        call_command(command, *arguments, stdout=said)
    except CommandError as error:
        said.write(str(error))
    return said.getvalue()


@pytest.fixture
def users() -> list[User]:
    """anise, basil, cumin and dill, who may play rated."""
    return confirmed_people()


@pytest.fixture
def games(users: list[User]) -> list[Game]:
    """Six rated games of two to four of them."""
    anise, basil, cumin, dill = users
    tables = [(anise, basil), (cumin, dill, basil), (dill, anise, basil, cumin), (cumin, dill), (dill, anise)]
    return [win(*table) for table in (*tables, (basil, anise, cumin))]


@pytest.fixture
def few_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rebuilding takes two games at once."""
    monkeypatch.setattr(rebuilding, "GAMES_AT_ONCE", 2)


def test_what_was_rated_as_games_ended_is_what_the_records_say(games: list[Game]) -> None:
    said = run("rate", "--check")
    assert "all: as the records say.\n" in said
    assert said.count("as the records say") == Ladder.objects.count()


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("after", 1, "after is 1, the games say"),
        ("before", 1, "before is 1, the games say"),
        ("rank", 4, "rank is 4, the games say"),
        ("games", 7, "games is 7, the games say 0"),
        ("sequence", 99, "comes after change 99"),
    ],
)
def test_a_change_that_was_tampered_with_is_found(games: list[Game], field: str, value: int, said: str) -> None:
    change = RatingChange.objects.filter(ladder=ladder()).order_by("sequence").first()
    assert change is not None
    RatingChange.objects.filter(pk=change.pk).update(**{field: value})
    found = run("rate", "--check", "--ladder", "all")
    assert said in found
    assert "differences. `manage.py rate --rebuild` computes" in found


def test_a_ladder_that_is_being_computed_anew_is_not_called_wrong_for_what_is_yet_to_come(games: list[Game]) -> None:
    voiding.void(games[0].code, "by mistake", timezone.now())
    found = run("rate", "--check")
    assert "all: is being computed anew." in found
    assert "market: as the records say." in found
    assert "Please check all, duel" in found
    assert "differences." not in found
    rebuilding.build_all_asked_for()
    assert "Please" not in run("rate", "--check")


@pytest.mark.parametrize(("field", "value"), [("rating", 1), ("games", 9), ("wins", 9), ("last_results", "11")])
def test_a_standing_that_was_tampered_with_is_found(
    games: list[Game], users: list[User], field: str, value: Any
) -> None:
    Standing.objects.filter(ladder=ladder(), user=users[0]).update(**{field: value})
    (found,) = found_wrong()
    assert found.startswith(f"player {users[0].pk}: {field} is {value!r}, the games say")


def test_a_place_that_nobody_should_have_yet_is_found(games: list[Game], users: list[User]) -> None:
    Standing.objects.filter(ladder=ladder(), user=users[0]).update(has_place=True)
    assert found_wrong() == [f"player {users[0].pk}: he has a place after 4 games"]


def test_a_place_that_somebody_should_have_is_found(users: list[User]) -> None:
    Ladder.objects.update(provisional=1)
    win(*users[:2])
    Standing.objects.filter(ladder=ladder(), user=users[0]).update(has_place=False)
    assert found_wrong() == [f"player {users[0].pk}: he has no place, though he has played enough, and lately"]


def test_who_is_quiet_gets_no_place_from_old_games_and_may_lose_his_a_little_late(users: list[User]) -> None:
    Ladder.objects.update(provisional=1)
    win(*users[:2], at=timezone.now() - 2 * QUIET_AFTER)
    assert not ladder().standings.filter(has_place=True).exists()
    run("rate", "--rebuild", "--ladder", "all")
    assert not ladder().standings.filter(has_place=True).exists()
    ladder().standings.filter(user=users[0]).update(has_place=True)  # until it is taken back
    assert found_wrong() == []


def test_what_is_missing_and_what_is_too_much_is_found(games: list[Game], users: list[User]) -> None:
    RatingChange.objects.filter(ladder=ladder("duel"), game=games[0]).delete()
    Standing.objects.filter(ladder=ladder("market"), user=users[1]).delete()
    Game.objects.filter(pk=games[3].pk).update(voided_at=timezone.now())
    RatedGame.objects.filter(game=games[4]).delete()
    found = "\n".join(found_wrong())
    assert f"game {games[0].pk}, player {users[0].pk}: the change is missing" in found
    assert f"player {users[1].pk}: the standing is missing" in found
    assert f"game {games[3].pk}: it changes the rating of player {users[2].pk}, but does not count" in found
    assert f"game {games[4].pk}: it changes the rating of player {users[0].pk}, but is not rated" in found
    assert (
        f"game {games[4].pk} ({games[4].code}): it is rated and over, but has no place among the rated games" in found
    )


def test_rebuilding_gives_the_same_numbers(games: list[Game], few_at_once: None) -> None:
    before = numbers()
    said = run("rate", "--rebuild")
    assert "6 of 6 games" in said
    assert numbers() == before
    assert ladder().generation == 2
    assert found_wrong() == []


def test_rebuilding_repairs_what_was_tampered_with_and_what_was_missed(games: list[Game]) -> None:
    before = numbers()
    RatingChange.objects.filter(ladder=ladder(), game=games[2]).update(after=400000)
    Standing.objects.filter(ladder=ladder("duel")).delete()
    RatedGame.objects.filter(game=games[-1]).delete()
    assert found_wrong() != []
    run("rate", "--rebuild")
    assert numbers() == before
    assert found_wrong() == []


def test_a_ladder_that_is_added_later_is_computed_from_the_games_there_were(games: list[Game]) -> None:
    Ladder.objects.create(slug="again", name="Again")
    assert ratings("again") == {}
    run("rate", "--rebuild", "--ladder", "again")
    assert ratings("again") == ratings("all")
    assert found_wrong() == []


def test_an_unknown_ladder_is_told(db: None) -> None:
    assert "There is no ladder nobody. There are: all, duel, market." in run("rate", "--check", "--ladder", "nobody")


def test_pages_keep_the_old_generation_until_the_new_one_is_complete(games: list[Game], few_at_once: None) -> None:
    before = ratings()
    seen = []
    rebuilding.ask(ladder().pk)
    rebuilding.build(ladder().pk, lambda progress: seen.append((progress.done, progress.games, ratings())))
    assert seen[:3] == [(2, 6, before), (4, 6, before), (6, 6, before)]
    assert ratings() == before


def test_games_that_end_while_a_ladder_is_rebuilt_are_in_both_generations(
    games: list[Game], users: list[User], few_at_once: None
) -> None:
    rebuilding.ask(ladder().pk)
    ended = iter((win(users[3], users[0]), win(users[2], users[1])) for _ in range(2))
    shown: list[dict[str, int]] = []

    def go_on_playing(progress: rebuilding.Progress) -> None:
        next(ended, None)
        shown.append(ratings())

    rebuilding.build(ladder().pk, go_on_playing)
    assert len(shown) >= 5
    assert ratings() == shown[-1]
    assert Standing.objects.get(ladder=ladder(), generation=2, user=users[3]).games == 6
    assert found_wrong() == []


def test_a_rebuild_that_was_interrupted_goes_on_where_it_was(games: list[Game], few_at_once: None) -> None:
    before = numbers()

    def interrupt(progress: rebuilding.Progress) -> None:
        raise KeyboardInterrupt

    rebuilding.ask(ladder().pk)
    with pytest.raises(KeyboardInterrupt):
        rebuilding.build(ladder().pk, interrupt)
    assert numbers() == before
    done: list[int] = []
    rebuilding.ask(ladder().pk)
    rebuilding.build(ladder().pk, lambda progress: done.append(progress.done))
    assert done == [4, 6, 6]
    assert numbers() == before


def test_a_step_of_a_rebuild_asks_as_often_for_players_who_are_known_as_for_new_ones(
    users: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(2):
        win(*users)
    monkeypatch.setattr(rebuilding, "GAMES_AT_ONCE", 1)
    rebuilding.ask(ladder().pk)
    new, known = (queries(lambda: rebuilding._go_on(ladder().pk)) for _ in range(2))
    assert new == known


def test_what_no_page_shows_any_more_is_deleted_and_nothing_else(games: list[Game], few_at_once: None) -> None:
    run("rate", "--rebuild")
    rebuilding.ask(ladder().pk)
    builds = rebuilding._go_on(ladder().pk)
    assert builds == 2
    before, rows = numbers(), RatingChange.objects.filter(ladder=ladder(), generation=3).count()
    rebuilding.delete_old_generations()
    assert numbers() == before
    assert set(RatingChange.objects.filter(ladder=ladder()).values_list("generation", flat=True)) == {2, 3}
    assert RatingChange.objects.filter(ladder=ladder(), generation=3).count() == rows


def test_voiding_gives_the_numbers_as_if_the_game_had_never_been(users: list[User]) -> None:
    def play_all(left_out: int | None = None) -> list[Game]:
        tables = [(users[0], users[1]), (users[1], users[2]), (users[0], *users[2:]), (users[2], users[0])]
        at = timezone.now()
        return [win(*table, at=at) for number, table in enumerate(tables) if number != left_out]

    play_all(left_out=1)
    never_been = {slug: ratings(slug) for slug in ("all", "duel", "market")}
    for each in (RatingChange, Standing, RatedGame):
        each.objects.all().delete()
    Ladder.objects.update(sequence=0)

    games = play_all()
    assert ratings() != never_been["all"]
    said = run("void_game", games[1].code, "--because", "One person played both sides.")
    assert f"Game {games[1].code} is voided." in said
    assert {slug: ratings(slug) for slug in never_been} == never_been
    assert not RatingChange.objects.filter(game=games[1], ladder=ladder(), generation=ladder().generation).exists()


def test_a_restored_game_has_its_old_place(games: list[Game], few_at_once: None) -> None:
    before = numbers()
    run("void_game", games[2].code, "--because", "A mistake")
    assert numbers() != before
    assert found_wrong() == []
    said = run("void_game", games[2].code, "--undo")
    assert f"Game {games[2].code} counts again." in said
    assert numbers() == before
    assert found_wrong() == []


def test_a_game_that_is_voided_while_a_ladder_is_rebuilt_is_not_in_the_new_generation(
    games: list[Game], few_at_once: None
) -> None:
    voids: Iterator[Game] = iter(voiding.void(games[0].code, "Too late?", timezone.now()) for _ in range(1))
    rebuilding.ask(ladder().pk)

    def void(progress: rebuilding.Progress) -> None:
        next(voids, None)

    rebuilding.build(ladder().pk, void)
    rebuilding.build_all_asked_for()
    assert not RatingChange.objects.filter(game=games[0], ladder=ladder(), generation=ladder().generation).exists()
    assert found_wrong() == []


def test_the_sites_loop_completes_what_a_command_did_not(games: list[Game]) -> None:
    voiding.void(games[0].code, "And then the power failed.", timezone.now())
    assert Ladder.objects.to_rebuild().count() == 4  # all games and duels, and their seasons
    rebuilding.build_all_asked_for()
    assert not Ladder.objects.to_rebuild().exists()
    assert found_wrong() == []


def test_voiding_a_game_that_is_not_rated_asks_for_nothing(users: list[User], games: list[Game]) -> None:
    game = start_rated(users[:2])
    Game.objects.filter(pk=game.pk).update(rated=False)
    play.resign(game.code, users[0], timezone.now())
    voiding.void(game.code, "It did not count anyway.", timezone.now())
    assert not Ladder.objects.to_rebuild().exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nosuchgame", "--undo"], "There is no game nosuchgame."),
        (["nosuchgame", "--because", ""], "Say why in 1 to 200 characters."),
        (["nosuchgame", "--because", "x" * 201], "Say why in 1 to 200 characters."),
    ],
)
def test_what_cannot_be_voided_is_told(db: None, arguments: list[str], said: str) -> None:
    assert said in run("void_game", *arguments)


def test_a_running_game_cannot_be_voided(users: list[User]) -> None:
    game = start_rated(users[:2])
    assert "Only a game that was played to its end" in run("void_game", game.code, "--because", "Now")
