"""Looking for a rated game: who is brought together, when, and that each seek leads to one game at most."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.signals import user_logged_out
from django.utils import timezone

from accounts.models import User
from games import lobby, play
from games.clock import TimeControl
from games.models import Game
from games.refusals import NotAllowed, Outdated, Refusal
from games.rules import Variant
from ladder import seeking
from ladder.clocks import LIVE, OFFERED
from ladder.models import Ladder, Seek
from ladder.seeking import Wish
from tests.games.tables import people, start_game
from tests.games.test_lobby import at_the_same_moment
from tests.games.test_reliability import called_off_because_of
from tests.ladder.rated import confirmed_people, start_rated, win
from tests.ladder.test_exactly_once import BEGIN, database, kill, said_of  # noqa: F401 - a fixture
from tests.server import manage

State = Seek.State
SECOND = timedelta(seconds=1)


def wish(players: int = 2, clock: str = "live", reach: str = "near") -> Wish:
    """Something to look for."""
    return Wish(players, clock, Seek.Reach(reach))


def look(user: User, at: datetime | None = None, *, players: int = 2, clock: str = "live", reach: str = "near") -> Seek:
    """Let this user begin to look, from a form that is up to date."""
    known = Seek.objects.filter(user=user).first()
    return seeking.begin(user, wish(players, clock, reach), known.number if known else 0, at or timezone.now())


def states() -> dict[str, str]:
    """How things stand for everybody who looks, or has looked."""
    return dict(Seek.objects.values_list("user__name", "state"))


def players_of(game: Game) -> set[str]:
    """Who plays it."""
    return set(game.seats.values_list("user__name", flat=True))


class TestBringingTogether:
    """Who plays whom."""

    pytestmark = pytest.mark.django_db

    def test_two_who_look_for_the_same_play_a_rated_game_at_once(self) -> None:
        anise, basil = confirmed_people(2)
        assert look(anise).is_looking
        game = look(basil).game
        assert game is not None
        assert states() == {"anise": State.FOUND, "basil": State.FOUND}
        assert Seek.objects.get(user=anise).game == game
        game.refresh_from_db()
        assert (game.status, game.rated, game.listed) == (Game.Status.PLAYING, True, True)
        assert game.time_control == OFFERED["live"] == TimeControl.live(10, 20)
        assert players_of(game) == {"anise", "basil"}

    @pytest.mark.parametrize(("players", "clock"), [(3, "live"), (2, "bank")])
    def test_who_looks_for_something_else_goes_on_looking(self, players: int, clock: str) -> None:
        anise, basil = confirmed_people(2)
        look(anise)
        assert look(basil, players=players, clock=clock).is_looking
        assert not Game.objects.exists()

    @pytest.mark.parametrize("players", [3, 4])
    def test_more_players_wait_until_they_are_enough(self, players: int) -> None:
        *first, last = confirmed_people(players)
        assert all(look(user, players=players).is_looking for user in first)
        game = look(last, players=players).game
        assert game is not None
        assert game.seats.count() == players

    def test_ratings_too_far_apart_meet_when_they_have_waited(self) -> None:
        anise, _basil, cumin, _dill = confirmed_people()
        win(anise, cumin)
        win(anise, cumin)
        now = timezone.now()
        apart = look(anise, now).rating - look(cumin, now).rating
        assert 150 < apart <= 200
        seeking.match(2, "live", now + 19 * SECOND)
        assert states() == {"anise": State.LOOKING, "cumin": State.LOOKING}
        seeking.match(2, "live", now + 20 * SECOND)
        assert states() == {"anise": State.FOUND, "cumin": State.FOUND}

    def test_one_who_takes_anybody_still_has_to_be_taken(self) -> None:
        anise, basil, *_others = confirmed_people()
        Ladder.objects.update(first_k=400)
        win(anise, basil)
        look(anise, reach="any")
        assert look(basil).is_looking
        assert look(basil, reach="any").state == State.FOUND

    def test_who_has_waited_longest_plays_first(self) -> None:
        anise, basil, cumin, dill = confirmed_people()
        now = timezone.now()
        for number in range(5):  # anise and basil have met too often today
            play.resign(start_rated([anise, basil]).code, anise if number % 2 else basil, now)
        look(anise, now, reach="any")
        look(basil, now + SECOND, reach="any")
        look(cumin, now + 2 * SECOND, reach="any")
        assert states() == {"anise": State.FOUND, "basil": State.LOOKING, "cumin": State.FOUND}
        game = look(dill, now + 3 * SECOND, reach="any").game
        assert game is not None
        assert players_of(game) == {"basil", "dill"}

    def test_who_has_met_too_often_today_may_still_play_with_a_third(self) -> None:
        anise, basil, cumin, _dill = confirmed_people()
        for _ in range(5):
            win(anise, basil)
        for user in (anise, basil, cumin):
            look(user, players=3, reach="any")
        assert set(states().values()) == {State.FOUND}

    def test_seats_are_drawn(self, monkeypatch: pytest.MonkeyPatch) -> None:
        users = confirmed_people()
        monkeypatch.setattr(
            seeking._chance, "shuffle", lambda users: users.sort(key=lambda user: user.name, reverse=True)
        )
        for user in users:
            look(user, players=4)
        seats = Game.objects.get().seats.order_by("index").values_list("user__name", flat=True)
        assert list(seats) == ["dill", "cumin", "basil", "anise"]


class TestWhoMayLook:
    """Who is refused, and who loses his seek."""

    pytestmark = pytest.mark.django_db

    def test_rated_games_are_for_people_with_a_confirmed_address(self) -> None:
        (anise,) = people(1)
        guest = User.objects.create_user("guest-1", kind=User.Kind.GUEST)
        house = User.objects.create_user("house-1", kind=User.Kind.HOUSE)
        with pytest.raises(NotAllowed, match="confirmed an e-mail address"):
            look(anise)
        for user in (guest, house):
            with pytest.raises(NotAllowed, match="players with an account"):
                look(user)
        assert not Seek.objects.exists()

    def test_who_has_no_room_for_one_more_game_is_refused(self, monkeypatch: pytest.MonkeyPatch) -> None:
        anise, basil, *_others = confirmed_people()
        monkeypatch.setattr(lobby, "MAX_PLAYING", 1)
        start_game([anise, basil])
        with pytest.raises(Refusal, match="Finish one first"):
            look(anise)

    def test_who_lets_too_many_games_be_called_off_is_refused(self) -> None:
        (anise,) = confirmed_people(1)
        at = timezone.now()
        for _ in range(3):
            called_off_because_of(anise, at)
        with pytest.raises(NotAllowed, match="called off because your time ran out"):
            look(anise, at + timedelta(days=1, hours=1))

    def test_games_that_no_ladder_counts_are_not_looked_for(self) -> None:
        (anise,) = confirmed_people(1)
        Ladder.objects.update(clocks=["bank"])
        with pytest.raises(Refusal, match="No ladder counts such games"):
            look(anise)
        assert look(anise, clock="bank").is_looking

    def test_who_can_sit_down_no_more_looks_no_more_and_the_other_goes_on(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        anise, basil, cumin, _dill = confirmed_people()
        look(anise)
        monkeypatch.setattr(lobby, "MAX_PLAYING", 1)
        start_game([anise, cumin])
        assert look(basil).is_looking
        assert states() == {"anise": State.UNABLE, "basil": State.LOOKING}

    def test_a_closed_account_is_not_brought_together_with_anybody(self) -> None:
        anise, basil, *_others = confirmed_people()
        look(anise)
        anise.is_active = False
        anise.save()
        assert look(basil).is_looking
        assert states()["anise"] == State.UNABLE

    def test_a_game_that_would_not_be_rated_does_not_begin(self) -> None:
        anise, basil, *_others = confirmed_people()
        look(anise)
        Ladder.objects.update(clocks=["bank"])
        user = Seek.objects.get(user=anise)
        Seek.objects.create(
            user=basil, players=2, clock="live", reach="any", rating=1500, since=user.since, seen_at=user.seen_at
        )
        seeking.match(2, "live", user.since)
        assert states() == {"anise": State.LOOKING, "basil": State.LOOKING}
        assert not Game.objects.exists()


class TestBeginningAndEnding:
    """Forms that are sent twice, and seeks that are given up."""

    pytestmark = pytest.mark.django_db

    def test_the_same_form_sent_twice_begins_one_search(self) -> None:
        anise, basil, *_others = confirmed_people()
        first = seeking.begin(anise, wish(), 0, timezone.now())
        again = seeking.begin(anise, wish(), 0, timezone.now() + SECOND)
        assert (again.number, again.since) == (1, first.since)
        game = look(basil).game
        assert seeking.begin(anise, wish(), 0, timezone.now()).game == game, (
            "nor does it begin another when it has led to a game"
        )
        assert Game.objects.count() == 1

    def test_an_older_form_is_told_how_things_stand(self) -> None:
        (anise,) = confirmed_people(1)
        for _ in range(2):
            look(anise)
        with pytest.raises(Outdated, match="on another page"):
            seeking.begin(anise, wish(), 0, timezone.now())

    def test_a_new_wish_takes_the_place_of_the_old_one(self) -> None:
        anise, basil, *_others = confirmed_people()
        look(anise)
        look(anise, clock="bank")
        assert look(basil).is_looking
        assert look(basil, clock="bank").state == State.FOUND

    def test_who_stops_is_not_matched_and_stopping_twice_or_too_late_is_harmless(self) -> None:
        anise, basil, cumin, _dill = confirmed_people()
        look(anise)
        for _ in range(2):
            seeking.stop(anise)
        assert look(basil).is_looking
        look(cumin)
        seeking.stop(cumin)
        seeking.stop(User.objects.create_user("nobody-yet"))
        assert states() == {"anise": State.STOPPED, "basil": State.FOUND, "cumin": State.FOUND}

    @pytest.mark.parametrize("clock", OFFERED)
    def test_for_a_game_at_once_one_has_to_be_there_and_for_one_over_days_not(self, clock: str) -> None:
        anise, basil, *_others = confirmed_people()
        now = timezone.now()
        look(anise, now, clock=clock)
        late = now + seeking.ABSENT_AFTER + SECOND
        assert look(basil, late, clock=clock).is_looking == (clock in LIVE)
        seeking.end_abandoned(late)
        assert states()["anise"] == (State.ABSENT if clock in LIVE else State.FOUND)

    def test_who_says_that_he_is_there_goes_on_looking(self) -> None:
        anise, basil, *_others = confirmed_people()
        now = timezone.now()
        look(anise, now)
        seeking.still_here(anise, now + 50 * SECOND)
        seeking.still_here(anise, now + 40 * SECOND)  # it came late, and takes nothing back
        seeking.end_abandoned(now + 105 * SECOND)
        assert look(basil, now + 105 * SECOND).state == State.FOUND

    def test_after_a_week_nobody_looks_any_more(self) -> None:
        (anise,) = confirmed_people(1)
        now = timezone.now()
        look(anise, now, clock="days")
        seeking.end_abandoned(now + timedelta(days=7))
        assert states() == {"anise": State.LOOKING}
        seeking.end_abandoned(now + timedelta(days=7, seconds=1))
        assert states() == {"anise": State.STALE}

    @pytest.mark.parametrize(("minutes", "left"), [(10, "stopped"), (None, "looking")])
    def test_who_begins_a_game_by_minutes_elsewhere_looks_no_more_for_another(
        self, minutes: int | None, left: str, django_capture_on_commit_callbacks: Any
    ) -> None:
        anise, basil, cumin, _ = confirmed_people()
        look(anise)
        look(cumin, clock="quick")
        with django_capture_on_commit_callbacks(execute=True):
            start_game([basil, anise], control=TimeControl.live(minutes, 0) if minutes else TimeControl.per_move(1))
        assert states() == {"anise": left, "cumin": "looking"}

    def test_who_logs_out_looks_on_only_for_games_over_days(self) -> None:
        anise, basil, *_others = confirmed_people()
        look(anise)
        look(basil, clock="days")
        for user in (anise, basil, None):
            user_logged_out.send(User, request=_Request(), user=user)
        assert states() == {"anise": State.STOPPED, "basil": State.LOOKING}


class _Request:
    """As much of a request as those who hear of logging out look at."""

    class session:
        session_key = None


def found_games() -> list[set[str]]:
    """Who plays in each game; fails if a seek and its game do not say the same, or somebody plays in two."""
    games = [players_of(game) for game in Game.objects.order_by("pk")]
    assert sum(map(len, games)) == len(set().union(*games)), "somebody plays in two games"
    for seek in Seek.objects.select_related("user", "game"):
        is_playing = seek.user.name in set().union(*games)
        assert (seek.state == State.FOUND) == is_playing, seek
        assert (seek.game is not None) == is_playing, seek
        assert seek.game is None or seek.user.name in players_of(seek.game)
    return games


@pytest.mark.django_db(transaction=True)
class TestAtTheSameMoment:
    """Many matchers at once, and what people do meanwhile."""

    def crowd(self, number: int, players: int = 2) -> list[User]:
        """That many who look for a game, and whom nobody has matched yet."""
        users = confirmed_people() + [User.objects.create_user(f"player-{each}") for each in range(number - 4)]
        for user in users[4:]:
            EmailAddress.objects.create(user=user, email=f"{user.name}@example.org", verified=True)
        now = timezone.now()
        Seek.objects.bulk_create(
            Seek(user=user, number=1, players=players, clock="live", reach="any", rating=1500, since=now, seen_at=now)
            for user in users
        )
        return users

    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_of_all_who_look_each_gets_one_game(self, players: int) -> None:
        self.crowd(12, players)
        at_the_same_moment(*[lambda: seeking.match(players, "live", timezone.now())] * 4)
        seeking.match_all()
        assert [len(game) for game in found_games()] == [players] * (12 // players)
        assert set(states().values()) == {State.FOUND}

    def test_two_who_begin_to_look_at_once_find_each_other(self) -> None:
        users = confirmed_people(2)
        at_the_same_moment(*(lambda user=user: look(user) for user in users))
        seeking.match_all()
        assert found_games() == [{"anise", "basil"}]

    def test_who_stops_or_begins_anew_at_that_moment_is_either_in_a_game_or_not(self) -> None:
        users = self.crowd(8)
        at_the_same_moment(
            lambda: seeking.match(2, "live", timezone.now()),
            lambda: seeking.match(2, "live", timezone.now()),
            *(lambda user=user: seeking.stop(user) for user in users[:2]),
            *(lambda user=user: seeking.still_here(user, timezone.now()) for user in users[2:4]),
            lambda: seeking.end_abandoned(timezone.now() + timedelta(minutes=2)),
        )
        found_games()

    def test_a_form_that_comes_many_times_at_once_begins_one_search(self) -> None:
        anise, basil, *_others = confirmed_people()
        look(basil)
        outcomes = at_the_same_moment(*[lambda: seeking.begin(anise, wish(), 0, timezone.now())] * 4)
        assert len({outcome.pk for outcome in outcomes if isinstance(outcome, Seek)}) == 1
        assert found_games() == [{"anise", "basil"}]

    def test_a_seek_whose_user_takes_his_last_free_place_meanwhile_leads_nowhere(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        users = self.crowd(4)
        monkeypatch.setattr(lobby, "MAX_PLAYING", 1)
        outsider = User.objects.create_user("outsider")
        table = lobby.open_table(outsider, Variant(), timezone.now())
        at_the_same_moment(
            lambda: seeking.match(2, "live", timezone.now()),
            lambda: lobby.join(table.code, users[0], timezone.now()),
        )
        assert users[0].seats.count() == 1


KILLED_AS_THE_GAME_BEGINS = (
    BEGIN
    + """
from games.signals import game_starts
from ladder import seeking
from ladder.models import Seek
game_starts.connect(wait)
for user in users[:2]:
    seeking.begin(user, seeking.Wish(2, "days", Seek.Reach.ANY), 0, timezone.now())
"""
)
STATES = "from ladder.models import Seek; print(*Seek.objects.order_by('user').values_list('state', flat=True))"
GAMES = "from games.models import Game; print(*Game.objects.values_list('status', 'rated'))"


def test_a_server_that_is_killed_as_it_brings_two_together_loses_neither_and_begins_no_game(
    database: str,  # noqa: F811 - the fixture
) -> None:
    kill(KILLED_AS_THE_GAME_BEGINS, database)
    assert said_of(database, STATES) == "looking looking"
    assert said_of(database, GAMES) == ""
    said_of(database, "from ladder import seeking; seeking.match_all()")
    assert said_of(database, STATES) == "found found"
    assert said_of(database, GAMES) == "('playing', True)"
    assert manage("check_games", DATABASE_URL=database).returncode == 0
