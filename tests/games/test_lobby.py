"""Tables until they start: who may sit down, leave, close, decline and ask again, also at the same moment."""

import threading
from collections.abc import Callable
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.db import IntegrityError, connection
from django.utils import timezone

from games import lobby, play, rules
from games.clock import DEFAULT, TimeControl
from games.models import Game, Invitation, Seat, Seed
from games.refusals import NotAllowed, Outdated, Refusal
from games.rules import Variant
from games.signals import game_starts
from tests.games.tables import people, play_to_the_end, start_game

pytestmark = pytest.mark.django_db


def at_the_same_moment(*requests: Callable[[], object]) -> list[object]:
    """What each of these came to, all begun together in threads of their own: a result, or the refusal's class."""
    barrier = threading.Barrier(len(requests))
    outcomes: list[object] = []

    def run(request: Callable[[], object]) -> None:
        barrier.wait()
        try:
            outcomes.append(request())
        except Refusal as refusal:
            outcomes.append(type(refusal))
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(request,)) for request in requests]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes


def seated(game: Game) -> list[str]:
    """Who sits at a table, in order."""
    return [seat.user.name for seat in game.seats.select_related("user").order_by("index")]


def test_who_opens_a_table_sits_at_it_and_the_fingerprint_of_its_dice_is_fixed() -> None:
    (anise,) = people(1)
    game = lobby.open_table(anise, Variant(players=3), timezone.now(), title="By the well")
    assert game.status == Game.Status.WAITING
    assert seated(game) == ["anise"]
    assert game.commitment == rules.commitment(bytes(Seed.objects.get(game=game).value))


def test_two_tables_have_different_seeds_and_addresses() -> None:
    (anise,) = people(1)
    games = [lobby.open_table(anise, Variant(), timezone.now()) for _ in range(2)]
    assert len({game.code for game in games}) == len({game.commitment for game in games}) == 2


def test_the_game_starts_when_the_last_seat_is_taken_and_not_before() -> None:
    anise, basil, cumin = people(3)
    game = lobby.open_table(anise, Variant(players=3), timezone.now())
    game = lobby.join(game.code, basil, timezone.now())
    assert game.status == Game.Status.WAITING
    game = lobby.join(game.code, cumin, timezone.now())
    assert game.status == Game.Status.PLAYING
    assert seated(game) == ["anise", "basil", "cumin"]
    assert Seat.objects.filter(game=game, to_move=True).count() == 1


def test_sitting_down_twice_is_sitting_down_once() -> None:
    anise, basil = people(2)
    game = lobby.open_table(anise, Variant(players=3), timezone.now())
    lobby.join(game.code, basil, timezone.now(), contribution="first")
    lobby.join(game.code, basil, timezone.now(), contribution="second")
    assert seated(game) == ["anise", "basil"]
    assert game.seats.get(user=basil).contribution == "first"


def test_nobody_sits_down_at_a_game_that_has_begun_or_a_table_that_was_closed() -> None:
    anise, basil, cumin = people(3)
    begun = start_game([anise, basil])
    closed = lobby.open_table(anise, Variant(), timezone.now())
    lobby.close(closed.code, anise, timezone.now())
    for game in (begun, closed):
        with pytest.raises(Outdated):
            lobby.join(game.code, cumin, timezone.now())


@pytest.mark.django_db(transaction=True)
def test_of_two_who_take_the_last_seat_at_the_same_moment_one_sits_and_the_other_is_told() -> None:
    anise, basil, cumin, dill = people(4)
    game = lobby.open_table(anise, Variant(players=3), timezone.now())
    lobby.join(game.code, basil, timezone.now())
    outcomes = at_the_same_moment(
        lambda: lobby.join(game.code, cumin, timezone.now()), lambda: lobby.join(game.code, dill, timezone.now())
    )
    assert sorted(outcome is Outdated for outcome in outcomes) == [False, True]
    game.refresh_from_db()
    assert game.status == Game.Status.PLAYING
    assert game.seats.count() == 3


@pytest.mark.django_db(transaction=True)
def test_one_player_who_sits_down_from_many_tabs_at_the_same_moment_has_one_seat() -> None:
    anise, basil = people(2)
    game = lobby.open_table(anise, Variant(players=4), timezone.now())
    outcomes = at_the_same_moment(*[lambda: lobby.join(game.code, basil, timezone.now())] * 4)
    assert outcomes == [game] * 4
    assert seated(game) == ["anise", "basil"]


def test_who_leaves_frees_a_seat_and_the_others_move_up() -> None:
    anise, basil, cumin, dill = people(4)
    game = lobby.open_table(anise, Variant(players=4), timezone.now())
    for user in (basil, cumin):
        lobby.join(game.code, user, timezone.now())
    lobby.leave(game.code, basil)
    assert seated(game) == ["anise", "cumin"]
    assert [seat.index for seat in game.seats.all()] == [0, 1]
    lobby.leave(game.code, basil)
    lobby.join(game.code, dill, timezone.now())
    assert seated(game) == ["anise", "cumin", "dill"]


def test_a_game_that_has_begun_is_not_left_like_a_table() -> None:
    anise, basil = people(2)
    game = start_game([anise, basil])
    with pytest.raises(Outdated):
        lobby.leave(game.code, basil)
    with pytest.raises(Outdated):
        lobby.close(game.code, anise, timezone.now())
    assert seated(game) == ["anise", "basil"]


def test_a_table_is_closed_by_who_opened_it_alone() -> None:
    anise, basil = people(2)
    game = lobby.open_table(anise, Variant(players=3), timezone.now())
    lobby.join(game.code, basil, timezone.now())
    with pytest.raises(NotAllowed):
        lobby.close(game.code, basil, timezone.now())
    with pytest.raises(NotAllowed):
        lobby.leave(game.code, anise)
    assert lobby.close(game.code, anise, timezone.now()).status == Game.Status.CLOSED
    assert lobby.close(game.code, anise, timezone.now()).status == Game.Status.CLOSED


def test_a_closed_table_is_none_of_the_games_going_on_of_those_who_sat_there() -> None:
    users = people(2)
    now = timezone.now()
    closed = lobby.open_table(users[0], Variant(3), now)
    lobby.join(closed.code, users[1], now)
    stale = lobby.open_table(users[1], Variant(3), now - lobby.STALE_AFTER - timedelta(minutes=1))
    lobby.close(closed.code, users[0], now)
    assert list(Game.objects.current_of(users[0])) == []
    assert list(Game.objects.current_of(users[1])) == [stale]
    lobby.close_stale_tables(now)
    assert list(Game.objects.current_of(users[1])) == []


@pytest.mark.django_db(transaction=True)
def test_a_table_closed_and_filled_at_the_same_moment_is_either_closed_or_a_game() -> None:
    anise, basil = people(2)
    game = lobby.open_table(anise, Variant(), timezone.now())
    outcomes = at_the_same_moment(
        lambda: lobby.close(game.code, anise, timezone.now()), lambda: lobby.join(game.code, basil, timezone.now())
    )
    game.refresh_from_db()
    assert outcomes.count(Outdated) == 1
    assert (game.status, game.seats.count()) in [(Game.Status.CLOSED, 1), (Game.Status.PLAYING, 2)]


def test_a_form_sent_twice_opens_one_table_and_another_form_another() -> None:
    (anise,) = people(1)
    sent = [lobby.open_table(anise, Variant(), timezone.now(), token=token) for token in ("one", "one", "two")]
    assert sent[0] == sent[1] != sent[2]
    assert Game.objects.count() == 2


def test_the_same_form_sent_with_other_options_opens_another_table() -> None:
    (anise,) = people(1)
    lobby.open_table(anise, Variant(players=2), timezone.now(), token="one")
    lobby.open_table(anise, Variant(players=3), timezone.now(), token="one")
    assert Game.objects.count() == 2


def test_another_player_who_sends_the_same_token_gets_a_table_of_his_own() -> None:
    anise, basil = people(2)
    first = lobby.open_table(anise, Variant(), timezone.now(), token="one")
    second = lobby.open_table(basil, Variant(), timezone.now(), token="one")
    assert first != second
    assert second.creator == basil


@pytest.mark.django_db(transaction=True)
def test_a_double_click_on_opening_makes_one_table() -> None:
    (anise,) = people(1)
    outcomes = at_the_same_moment(*[lambda: lobby.open_table(anise, Variant(), timezone.now(), token="one")] * 4)
    assert Game.objects.count() == 1
    assert outcomes == [Game.objects.get()] * 4


def test_a_player_sits_at_ten_waiting_tables_and_no_more() -> None:
    anise, basil = people(2)
    for _ in range(lobby.MAX_WAITING):
        last = lobby.open_table(anise, Variant(), timezone.now())
    other = lobby.open_table(basil, Variant(players=3), timezone.now())
    with pytest.raises(Refusal, match="10 tables"):
        lobby.open_table(anise, Variant(), timezone.now())
    with pytest.raises(Refusal, match="10 tables"):
        lobby.join(other.code, anise, timezone.now())
    lobby.close(last.code, anise, timezone.now())
    lobby.join(other.code, anise, timezone.now())


@pytest.mark.django_db(transaction=True)
def test_the_tenth_table_opened_twice_at_the_same_moment_is_opened_once() -> None:
    (anise,) = people(1)
    for _ in range(lobby.MAX_WAITING - 1):
        lobby.open_table(anise, Variant(), timezone.now())
    outcomes = at_the_same_moment(*[lambda: lobby.open_table(anise, Variant(), timezone.now())] * 3)
    assert outcomes.count(Refusal) == 2
    assert Game.objects.count() == lobby.MAX_WAITING


def test_a_player_has_sixty_games_that_go_on_or_may_begin_and_no_more() -> None:
    anise, basil = people(2)
    now = timezone.now()
    playing = [Game(creator=basil, status=Game.Status.PLAYING, created_at=now) for _ in range(lobby.MAX_PLAYING - 1)]
    Game.objects.bulk_create(playing)
    Seat.objects.bulk_create(
        Seat(game=game, index=0, user=anise, contribution="x", sat_down_at=now) for game in playing
    )
    lobby.open_table(anise, Variant(), now)
    with pytest.raises(Refusal, match="60 games"):
        lobby.open_table(anise, Variant(), now)


def test_a_seat_is_kept_for_who_is_invited() -> None:
    anise, basil, cumin, dill = people(4)
    game = lobby.open_table(anise, Variant(players=3), timezone.now(), invited=[basil])
    lobby.join(game.code, cumin, timezone.now())
    with pytest.raises(NotAllowed):
        lobby.join(game.code, dill, timezone.now())
    assert lobby.join(game.code, basil, timezone.now()).status == Game.Status.PLAYING


def test_a_declined_seat_is_free_for_others_and_for_who_thinks_again() -> None:
    anise, basil, cumin = people(3)
    games = [lobby.open_table(anise, Variant(), timezone.now(), invited=[basil]) for _ in range(2)]
    for game in games:
        lobby.decline(game.code, basil, timezone.now())
        lobby.decline(game.code, basil, timezone.now())
    assert lobby.join(games[0].code, cumin, timezone.now()).status == Game.Status.PLAYING
    assert lobby.join(games[1].code, basil, timezone.now()).status == Game.Status.PLAYING


def test_no_seat_is_kept_for_an_account_that_was_closed() -> None:
    anise, basil, cumin = people(3)
    game = lobby.open_table(anise, Variant(), timezone.now(), invited=[basil])
    basil.is_active = False
    basil.save()
    assert lobby.join(game.code, cumin, timezone.now()).status == Game.Status.PLAYING


def test_declining_for_others_is_nothing() -> None:
    anise, basil, cumin = people(3)
    game = lobby.open_table(anise, Variant(), timezone.now(), invited=[basil])
    lobby.decline(game.code, cumin, timezone.now())
    assert Invitation.objects.get().declined_at is None


def test_nobody_invites_himself_or_more_than_there_are_seats() -> None:
    anise, basil, cumin = people(3)
    for invited in ([anise], [basil, cumin]):
        with pytest.raises(Refusal):
            lobby.open_table(anise, Variant(players=2), timezone.now(), invited=invited)
    assert not Game.objects.exists()


def test_a_rematch_has_the_same_options_and_seats_kept_for_the_others() -> None:
    anise, basil, cumin = people(3)
    variant = Variant(players=3, turning="after", dirhams=5, own_cover=True)
    game = play_to_the_end(start_game([anise, basil, cumin], variant, listed=False))
    again = lobby.rematch(game.code, basil, timezone.now())
    assert (again.variant, again.listed, again.previous) == (variant, False, game)
    assert seated(again) == ["basil"]
    assert {invitation.user for invitation in again.invitations.all()} == {anise, cumin}


def test_who_asks_for_the_rematch_later_sits_down_at_the_table_of_who_asked_first() -> None:
    anise, basil = people(2)
    game = play_to_the_end(start_game([anise, basil], Variant(dirhams=5)))
    first = lobby.rematch(game.code, anise, timezone.now())
    second = lobby.rematch(game.code, basil, timezone.now())
    third = lobby.rematch(game.code, basil, timezone.now())
    assert first == second == third
    assert third.status == Game.Status.PLAYING


@pytest.mark.django_db(transaction=True)
def test_however_many_ask_for_a_rematch_at_the_same_moment_there_is_one() -> None:
    anise, basil = people(2)
    game = play_to_the_end(start_game([anise, basil], Variant(dirhams=5)))
    asking = [lambda user=user: lobby.rematch(game.code, user, timezone.now()) for user in (anise, basil) * 2]
    outcomes = at_the_same_moment(*asking)
    again = game.rematches.get()
    assert outcomes == [again] * 4
    assert again.status == Game.Status.PLAYING


def test_a_rematch_that_was_closed_can_be_asked_for_again() -> None:
    anise, basil = people(2)
    game = play_to_the_end(start_game([anise, basil], Variant(dirhams=5)))
    first = lobby.rematch(game.code, anise, timezone.now())
    lobby.close(first.code, anise, timezone.now())
    assert lobby.rematch(game.code, basil, timezone.now()) != first


def test_a_rematch_is_for_those_who_played_and_when_it_is_over() -> None:
    anise, basil, cumin = people(3)
    game = start_game([anise, basil], Variant(dirhams=5))
    with pytest.raises(Outdated):
        lobby.rematch(game.code, anise, timezone.now())
    play_to_the_end(game)
    with pytest.raises(NotAllowed):
        lobby.rematch(game.code, cumin, timezone.now())


def test_a_table_nobody_filled_in_14_days_closes_and_no_other() -> None:
    anise, basil = people(2)
    now = timezone.now()
    stale = lobby.open_table(anise, Variant(), now - lobby.STALE_AFTER - timedelta(seconds=1))
    fresh = lobby.open_table(anise, Variant(), now - lobby.STALE_AFTER + timedelta(seconds=1))
    begun = lobby.open_table(anise, Variant(), now - 2 * lobby.STALE_AFTER)
    lobby.join(begun.code, basil, now)
    assert lobby.close_stale_tables(now) == 1
    assert lobby.close_stale_tables(now) == 0
    statuses = [Game.objects.get(pk=game.pk).status for game in (stale, fresh, begun)]
    assert statuses == [Game.Status.CLOSED, Game.Status.WAITING, Game.Status.PLAYING]


@pytest.mark.parametrize("text", ["saffron", "ü" * 64, "<b>7</b>"])
def test_a_contribution_is_taken_as_it_is(text: str) -> None:
    assert lobby.clean_contribution(f" {text} ") == text


@pytest.mark.parametrize("text", ["", "   "])
def test_without_a_contribution_the_server_draws_one(text: str) -> None:
    assert lobby.clean_contribution(text) != lobby.clean_contribution(text)


@pytest.mark.parametrize("text", ["x" * 65, "one\0two", "one\ntwo", "\u202eabc", "\ud800"])
def test_a_contribution_that_is_too_long_or_not_printable_is_refused(text: str) -> None:
    with pytest.raises(Refusal):
        lobby.clean_contribution(text)


def test_tables_are_joinable_while_they_have_a_seat_kept_for_nobody() -> None:
    anise, basil, cumin = people(3)
    free = lobby.open_table(anise, Variant(players=3), timezone.now(), invited=[basil])
    full = lobby.open_table(anise, Variant(players=2), timezone.now(), invited=[basil])
    start_game([anise, cumin])
    assert list(Game.objects.joinable()) == [free]
    lobby.decline(full.code, basil, timezone.now())
    lobby.join(free.code, cumin, timezone.now())
    assert list(Game.objects.joinable()) == [full]


def test_a_table_that_was_joined_or_left_knows_who_sits_there_now() -> None:
    anise, basil, cumin = people(3)
    table = lobby.open_table(anise, Variant(players=3), timezone.now())
    joined = lobby.join(table.code, basil, timezone.now())
    assert [seat.user for seat in joined.seated()] == [anise, basil]
    left = lobby.leave(table.code, basil)
    assert [seat.user for seat in left.seated()] == [anise]
    lobby.join(table.code, cumin, timezone.now())
    begun = lobby.join(table.code, basil, timezone.now())
    assert [seat.user for seat in begun.seated()] == [anise, cumin, basil]


def test_a_rated_table_is_for_players_who_have_confirmed_an_address() -> None:
    anise, basil, cumin = people(3)
    with pytest.raises(NotAllowed, match="confirmed an e-mail address"):
        lobby.open_table(anise, Variant(), timezone.now(), rated=True)
    for user in (anise, basil):
        EmailAddress.objects.create(user=user, email=f"{user.name}@example.org", verified=True)
    EmailAddress.objects.create(user=cumin, email="cumin@example.org", verified=False)

    game = lobby.open_table(anise, Variant(), timezone.now(), rated=True, invited=[cumin])
    with pytest.raises(NotAllowed, match="confirmed an e-mail address"):
        lobby.join(game.code, cumin, timezone.now())
    lobby.decline(game.code, cumin, timezone.now())
    assert lobby.join(game.code, basil, timezone.now()).status == Game.Status.PLAYING


def test_what_hears_of_the_start_of_a_game_can_settle_that_it_is_not_rated() -> None:
    users = people(2)

    def take_back(game: Game, seats: list[Seat], **kwargs: object) -> None:
        assert [seat.user for seat in seats] == users
        game.rated = False

    for user in users:
        EmailAddress.objects.create(user=user, email=f"{user.name}@example.org", verified=True)
    game_starts.connect(take_back)
    try:
        table = lobby.open_table(users[0], Variant(), timezone.now(), rated=True)
        assert table.rated
        lobby.join(table.code, users[1], timezone.now())
    finally:
        game_starts.disconnect(take_back)
    table.refresh_from_db()
    assert not table.rated


def test_a_new_table_has_the_usual_clock_unless_another_is_chosen() -> None:
    (anise,) = people(1)
    usual = lobby.open_table(anise, Variant(), timezone.now())
    assert usual.time_control == DEFAULT == TimeControl.bank(3, 1, 7)
    for control in (TimeControl.none(), TimeControl.per_move(5), TimeControl.live(15, 10)):
        game = lobby.open_table(anise, Variant(), timezone.now(), control=control)
        assert Game.objects.get(pk=game.pk).time_control == control


def test_the_same_form_with_another_clock_opens_another_table() -> None:
    (anise,) = people(1)
    for days in (1, 2, 2):
        lobby.open_table(anise, Variant(), timezone.now(), control=TimeControl.per_move(days), token="one")
    assert Game.objects.count() == 2


def test_a_rated_table_has_a_clock() -> None:
    (anise,) = people(1)
    EmailAddress.objects.create(user=anise, email="anise@example.org", verified=True, primary=True)
    with pytest.raises(Refusal, match="needs a clock"):
        lobby.open_table(anise, Variant(), timezone.now(), control=TimeControl.none(), rated=True)
    assert not Game.objects.exists()


def test_a_rematch_has_the_same_clock() -> None:
    anise, basil = people(2)
    control = TimeControl.live(15, 10)
    game = start_game([anise, basil], control=control)
    play.resign(game.code, anise, timezone.now())
    assert lobby.rematch(game.code, basil, timezone.now()).time_control == control


@pytest.mark.parametrize(
    "wrong",
    [
        {"pace": "none", "cap": timedelta(1)},
        {"pace": "per move", "time": timedelta(0), "increment": timedelta(0), "cap": None},
        {"pace": "bank", "cap": None},
        {"pace": "bank", "cap": timedelta(1)},
        {"pace": "sundial"},
    ],
    ids=str,
)
def test_the_database_keeps_no_clock_that_makes_no_sense(wrong: dict[str, object]) -> None:
    game = lobby.open_table(people(1)[0], Variant(), timezone.now())
    with pytest.raises(IntegrityError):
        Game.objects.filter(pk=game.pk).update(**wrong)
