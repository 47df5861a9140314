"""Following other players: who can, whom, how many, and what becomes of it when accounts close."""

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError
from django.utils import timezone

from accounts import following
from accounts.following import follow, followed_by, unfollow
from accounts.models import Follow, User
from tests.games.tables import people
from tests.games.test_lobby import at_the_same_moment

pytestmark = pytest.mark.django_db


def names(user: User) -> list[str]:
    """Whom he follows."""
    return [each.name for each in followed_by(user)]


def test_a_player_follows_others_and_finds_them_by_name() -> None:
    anise, basil, cumin = people(3)
    follow(anise, cumin, timezone.now())
    follow(anise, basil, timezone.now())
    assert names(anise) == ["basil", "cumin"]
    assert names(basil) == []


def test_who_is_followed_and_follows_back_is_known_to_do_so() -> None:
    anise, basil, cumin = people(3)
    for other in (basil, cumin):
        follow(anise, other, timezone.now())
    follow(basil, anise, timezone.now())
    back = {each.name: vars(each)["follows_back"] for each in followed_by(anise)}
    assert back == {"basil": True, "cumin": False}


def test_following_and_unfollowing_twice_is_doing_it_once() -> None:
    anise, basil = people(2)
    for _ in range(2):
        follow(anise, basil, timezone.now())
    assert Follow.objects.count() == 1
    for _ in range(2):
        unfollow(anise, basil)
    assert names(anise) == []


@pytest.mark.django_db(transaction=True)
def test_many_clicks_at_the_same_moment_follow_once() -> None:
    anise, basil = people(2)
    assert at_the_same_moment(*[lambda: follow(anise, basil, timezone.now())] * 4) == [None] * 4
    assert Follow.objects.count() == 1


@pytest.mark.parametrize(
    ("kind", "followed", "words"),
    [
        (User.Kind.GUEST, "basil", "needs an account"),
        (User.Kind.PERSON, "guest-x7", "A guest can be followed when he has signed up"),
        (User.Kind.PERSON, "apprentice", "always there"),
        (User.Kind.PERSON, "closed", "is closed"),
        (User.Kind.PERSON, "anise", "This is you"),
    ],
)
def test_only_people_follow_and_are_followed(kind: User.Kind, followed: str, words: str) -> None:
    follower = User.objects.create_user("anise", kind=kind)
    User.objects.create_user("basil")
    User.objects.create_user("guest-x7", kind=User.Kind.GUEST)
    User.objects.create_user("apprentice", kind=User.Kind.HOUSE)
    User.objects.create_user("closed", is_active=False)
    with pytest.raises(ValidationError, match=words):
        follow(follower, User.objects.get(name=followed), timezone.now())
    assert not Follow.objects.exists()


def test_nobody_follows_more_than_he_may_and_who_has_one_too_many_unfollows_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(following, "MOST_FOLLOWED", 2)
    anise, basil, cumin, dill = people()
    for other in (basil, cumin):
        follow(anise, other, timezone.now())
    with pytest.raises(ValidationError, match="You follow 2 players, and more are not allowed"):
        follow(anise, dill, timezone.now())
    follow(anise, cumin, timezone.now())
    unfollow(anise, basil)
    follow(anise, dill, timezone.now())
    assert names(anise) == ["cumin", "dill"]


@pytest.mark.django_db(transaction=True)
def test_nobody_follows_one_too_many_by_asking_twice_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(following, "MOST_FOLLOWED", 1)
    anise, basil, cumin = people(3)

    def ask(other: User) -> str:
        try:
            follow(anise, other, timezone.now())
        except ValidationError:
            return "refused"
        return "followed"

    outcomes = at_the_same_moment(lambda: ask(basil), lambda: ask(cumin))
    assert sorted(map(str, outcomes)) == ["followed", "refused"]
    assert Follow.objects.count() == 1


def test_closed_accounts_are_in_nobodys_list_and_take_nobodys_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(following, "MOST_FOLLOWED", 1)
    anise, basil, cumin = people(3)
    follow(anise, basil, timezone.now())
    basil.is_active = False
    basil.save()
    assert names(anise) == []
    follow(anise, cumin, timezone.now())
    assert names(anise) == ["cumin"]


def test_what_somebody_followed_goes_with_him() -> None:
    anise, basil = people(2)
    follow(anise, basil, timezone.now())
    follow(basil, anise, timezone.now())
    anise.delete()
    assert not Follow.objects.exists()


def test_the_database_lets_nobody_follow_himself() -> None:
    (anise,) = people(1)
    with pytest.raises(IntegrityError):
        Follow.objects.create(follower=anise, followed=anise, made_at=timezone.now())
