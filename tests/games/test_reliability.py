"""Who stays to the end: what counts as staying, the share of a player's last games, and asking for it at a table."""

from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games import lobby, play
from games.checking import differences
from games.clock import TimeControl
from games.history import History
from games.house.users import house_user
from games.models import Game, Seat
from games.refusals import NotAllowed
from games.reliability import LAST_GAMES, Reliability, kept_from_opening_until, reliabilities, who_stayed
from games.rules import Leave, Phase, Position, Variant
from tests.games.tables import logged_in, mover, people, play_on, play_to_the_end, queries, start_game, user_at

pytestmark = pytest.mark.django_db

START = Position.start(Variant()).to_text()


def stays(game: Game) -> list[bool | None]:
    """What is kept of each seat."""
    return list(game.seats.order_by("index").values_list("stayed", flat=True))


def at_turn(game: Game, turn: int) -> Game:
    """Play on until this turn begins."""
    while game.current().turn < turn:
        assert not game.is_ended
        game = play_on(game, 1, seed=game.ply)
    return game


def ended_games(user: User, *, stayed: int, left: int, at: timedelta = timedelta()) -> None:
    """Let this user have so many games behind him in which he stayed, and then so many that he left."""
    now = timezone.now() + at
    for number in range(stayed + left):
        ended = now + timedelta(seconds=number)
        kept = {"status": Game.Status.OVER, "first": 0, "position": START, "created_at": now, "started_at": now}
        game = Game.objects.create(creator=user, ended_at=ended, **kept)
        Seat.objects.create(game=game, index=0, user=user, sat_down_at=now, stayed=number < stayed, ended_at=ended)


def of(user: User) -> Reliability:
    """His reliability."""
    return reliabilities([user])[user.pk]


def test_who_plays_to_the_end_and_who_cannot_pay_has_stayed() -> None:
    game = play_to_the_end(start_game(people(3), Variant(players=3, dirhams=3)))
    assert "eliminated" in {seat.status for seat in game.current().seats}
    assert stays(game) == [True, True, True]


@pytest.mark.parametrize(("number_of_people", "counted"), [(1, False), (2, True)])
def test_a_game_counts_where_at_least_two_people_sat(number_of_people: int, counted: bool) -> None:
    anise, *others = people(number_of_people)
    game = lobby.open_table(anise, Variant(players=3), timezone.now())
    for other in others:
        lobby.join(game.code, other, timezone.now())
    for index in range(number_of_people, 3):
        game = lobby.add_house_player(game.code, anise, "apprentice", index, timezone.now())
    game = play_to_the_end(game)
    assert stays(game) == [True if counted else None] * 3
    assert of(anise).games == (1 if counted else 0)
    assert list(differences(game)) == []


@pytest.mark.parametrize(("players", "last_early"), [(2, 16), (3, 15), (4, 16)])
def test_resigning_is_early_in_the_first_third_of_the_turns(players: int, last_early: int) -> None:
    for turn, stayed in ((1, False), (last_early, False), (last_early + 1, True)):
        users = [User.objects.create_user(f"{name}-{turn}") for name in ("anise", "basil", "cumin", "dill")[:players]]
        game = at_turn(start_game(users, Variant(players=players, dirhams=99)), turn)
        leaver = game.current().mover
        game = play.resign(game.code, user_at(game, leaver), timezone.now())
        assert game.is_ended == (players == 2)
        if players == 2:
            assert stays(game) == [seat != leaver or stayed for seat in range(players)]
        else:
            assert stays(game) == [None] * players
            game = play_to_the_end(game)
            assert stays(game)[leaver] is stayed


def test_running_out_of_time_is_not_staying_however_late() -> None:
    game = at_turn(start_game(people(2), Variant(dirhams=99)), 30)
    history = History.opened(game).extended(game.moves.order_by("ply"))
    late = history.position.play(Leave(1, "time"))
    step = type(history.steps[-1])(game.ply, 1, timezone.now(), history.position, Leave(1, "time"), late)
    assert who_stayed(History((*history.steps, step), game.ply + 1, late)) == (True, False)


def test_resigning_before_the_first_turn_is_early() -> None:
    users = people(2)
    game = start_game(users, Variant(colours="arranged"))
    assert game.current().phase is Phase.ARRANGE
    assert stays(play.resign(game.code, users[1], timezone.now())) == [True, False]


def test_a_game_that_is_called_off_counts_for_nobody() -> None:
    users = people(2)
    game = start_game(users)
    for user in users:
        game = play.agree_to_call_off(game.code, user, True, timezone.now())
    assert game.status == Game.Status.CALLED_OFF
    assert stays(game) == [None, None]
    assert [of(user).games for user in users] == [0, 0]
    assert {seat.ended_at for seat in game.seats.all()} == {game.ended_at}


def test_the_last_fifty_games_count_by_when_they_ended() -> None:
    anise, basil = people(2)
    ended_games(anise, stayed=10, left=10)
    ended_games(anise, stayed=45, left=0, at=timedelta(days=1))
    ended_games(anise, stayed=3, left=0, at=timedelta(days=-1))
    assert of(anise) == Reliability(LAST_GAMES, 45)
    assert of(basil) == Reliability(0, 0)
    assert reliabilities([anise, basil]) == {anise.pk: of(anise), basil.pk: of(basil)}


@pytest.mark.parametrize(
    ("games", "stayed", "said"),
    [
        (0, 0, "new player"),
        (4, 0, "new player"),
        (5, 5, "stayed in 100 % of 5 games"),
        (48, 46, "stayed in 95 % of 48 games"),
        (50, 49, "stayed in 98 % of 50 games"),
    ],
)
def test_it_is_said_on_the_players_page_at_his_tables_and_in_the_lobby(games: int, stayed: int, said: str) -> None:
    anise, _ = people(2)
    ended_games(anise, stayed=stayed, left=games - stayed)
    table = lobby.open_table(anise, Variant(), timezone.now())
    for address in ("/player/anise/", "/lobby/", "/", table.get_absolute_url()):
        assert said in Client().get(address).content.decode()


def test_a_table_that_asks_for_it_refuses_who_stays_too_seldom_and_says_why() -> None:
    anise, basil, cumin, dill = people(4)
    ended_games(basil, stayed=8, left=2)
    ended_games(cumin, stayed=9, left=1)
    table = lobby.open_table(anise, Variant(players=4), timezone.now(), least_reliability=90)
    with pytest.raises(NotAllowed, match=r"90 % of their games\. You stayed in 80 % of your last 10\."):
        lobby.join(table.code, basil, timezone.now())
    for user in (cumin, dill):  # good enough, and new
        lobby.join(table.code, user, timezone.now())
    assert table.seats.count() == 3


def test_who_is_invited_may_sit_down_all_the_same() -> None:
    anise, basil = people(2)
    ended_games(basil, stayed=0, left=10)
    table = lobby.open_table(anise, Variant(), timezone.now(), least_reliability=95, invited=[basil])
    assert "Accept and sit down" in logged_in(basil).get(table.get_absolute_url()).content.decode()
    assert lobby.join(table.code, basil, timezone.now()).status == Game.Status.PLAYING


def test_pages_say_what_a_table_asks_and_offer_no_seat_to_others() -> None:
    anise, basil, cumin = people(3)
    ended_games(basil, stayed=8, left=2)
    form = {"players": "2", "listed": "yes", "turning": "before", "dirhams": "30", "least_reliability": "90"}
    logged_in(anise).post("/lobby/open/", form)
    table = Game.objects.waiting().get()
    assert table.least_reliability == 90
    for address in ("/lobby/", table.get_absolute_url()):
        for user, may_join in ((basil, False), (cumin, True)):
            page = logged_in(user).get(address).content.decode()
            assert "for who stays in 90 % of his games" in page
            assert (f"{table.get_absolute_url()}join/" in page) == may_join
        assert "for who stays in 90 % of his games" in Client().get(address).content.decode()
    answer = logged_in(basil).post(f"{table.get_absolute_url()}join/")
    assert answer.status_code == 403
    assert "You stayed in 80 %" in answer.content.decode()


@pytest.mark.parametrize("asked", ["91", "-1", "x", "100"])
def test_what_is_not_offered_cannot_be_asked(asked: str) -> None:
    form = {"players": "2", "listed": "yes", "turning": "before", "dirhams": "30", "least_reliability": asked}
    assert logged_in(people(1)[0]).post("/lobby/open/", form).status_code == 400
    assert not Game.objects.exists()


def test_a_rematch_asks_for_the_same() -> None:
    anise, basil = people(2)
    table = lobby.open_table(anise, Variant(dirhams=3), timezone.now(), least_reliability=80)
    game = play_to_the_end(lobby.join(table.code, basil, timezone.now()))
    assert lobby.rematch(game.code, anise, timezone.now()).least_reliability == 80


def test_many_players_are_asked_for_at_once() -> None:
    users = [User.objects.create_user(f"player-{number}") for number in range(20)]
    for user in users[:5]:
        ended_games(user, stayed=6, left=1)
    assert queries(lambda: reliabilities(users)) == queries(lambda: reliabilities(users[:1])) == 1


def test_the_rules_give_the_turns_of_a_full_game() -> None:
    """What 'a third of the turns' rests on: everybody lays one rug a turn."""
    for players in (2, 3, 4):
        variant = Variant(players=players)
        assert sum(seat.rugs for seat in Position.start(variant).seats) == players * variant.rugs_each


def called_off_because_of(user: User, at: datetime) -> Game:
    """A game in which this user let his time run out before he had taken a turn, which began at this moment."""
    opponent = User.objects.create_user(f"o{User.objects.count()}")
    game = start_game([user, opponent], control=TimeControl.per_move(1), at=at)
    if mover(game) == opponent:
        game = play_on(game, 2, at=at)
    return play.expire(game.code, at + timedelta(days=2))


def test_a_game_called_off_counts_against_the_one_whose_time_ran_out_and_for_nobody() -> None:
    (anise,) = people(1)
    game = called_off_because_of(anise, timezone.now())
    assert game.status == Game.Status.CALLED_OFF
    assert {seat.user_id == anise.pk: seat.stayed for seat in game.seats.all()} == {True: False, False: None}
    assert of(anise) == Reliability(games=1, stayed=0)
    assert of(game.seats.exclude(user=anise).get().user) == Reliability(games=0, stayed=0)


def test_a_game_called_off_by_agreement_counts_for_nobody() -> None:
    users = people(2)
    game = start_game(users)
    for user in users:
        game = play.agree_to_call_off(game.code, user, True, timezone.now())
    assert stays(game) == [None, None]


def test_three_in_ten_games_called_off_because_of_him_keep_a_player_from_opening_tables_for_a_day() -> None:
    (anise,) = people(1)
    at = timezone.now()
    for games in range(3):
        assert kept_from_opening_until(anise) is None, games
        game = called_off_because_of(anise, at + timedelta(hours=games))
    assert game.ended_at is not None
    until = game.ended_at + timedelta(days=1)
    assert kept_from_opening_until(anise) == until
    for zone in ("Europe/Paris", "Zone/Unknown"):
        anise.time_zone = zone
        with pytest.raises(NotAllowed, match="called off because your time ran out"):
            lobby.open_table(anise, Variant(), until - timedelta(seconds=1))
    with pytest.raises(NotAllowed):
        lobby.rematch(game.code, anise, until - timedelta(seconds=1))
    lobby.open_table(anise, Variant(), until)
    other_table = lobby.open_table(game.seats.exclude(user=anise).get().user, Variant(), at)
    assert lobby.join(other_table.code, anise, at).status == Game.Status.PLAYING, "he may join those of others"


def test_games_that_were_played_since_let_a_player_open_tables_again() -> None:
    (anise,) = people(1)
    at = timezone.now()
    for _ in range(3):
        called_off_because_of(anise, at)
    ended_games(anise, stayed=7, left=0, at=timedelta(days=2))
    assert kept_from_opening_until(anise) is not None
    ended_games(anise, stayed=1, left=0, at=timedelta(days=2, hours=1))
    assert kept_from_opening_until(anise) is None


def test_games_that_others_let_be_called_off_keep_nobody_from_opening_tables() -> None:
    anise, basil = people(2)
    at = timezone.now()
    for _ in range(3):
        game = start_game([anise, basil], control=TimeControl.per_move(1), at=at)
        game = play_on(game, 2 if mover(game) == anise else 0, at=at)
        assert play.expire(game.code, at + timedelta(days=2)).status == Game.Status.CALLED_OFF
        game = start_game([anise, basil])
        for user in (anise, basil):
            play.agree_to_call_off(game.code, user, True, at)
    assert kept_from_opening_until(basil) is not None
    assert kept_from_opening_until(anise) is None


def test_tables_that_were_closed_and_games_against_the_house_wash_nobody_clean() -> None:
    (anise,) = people(1)
    at = timezone.now()
    for _ in range(3):
        called_off_because_of(anise, at)
    kept_until = kept_from_opening_until(anise)
    assert kept_until is not None
    for _ in range(10):
        lobby.close(lobby.open_table(anise, Variant(), kept_until).code, anise, kept_until)
        game = lobby.open_table(anise, Variant(), kept_until, invited=[house_user("apprentice")])
        play.resign(game.code, anise, kept_until)
    assert kept_from_opening_until(anise) == kept_until
