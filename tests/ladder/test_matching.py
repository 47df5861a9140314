"""Who plays with whom among those who look for a game: what holds for all who ever look."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from ladder.matching import LIMITS, STEP, Reach, Seeker, first_group, reach_after

NOON = datetime(2030, 1, 1, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)
EVERY = timedelta(seconds=10)

spans = st.timedeltas(timedelta(0), timedelta(days=30))
reaches = st.sampled_from(Reach)


@st.composite
def pools(draw: st.DrawFn) -> list[Seeker]:
    """Some who look for a game, close enough to each other that some fit and some do not."""
    numbers = st.tuples(st.integers(1300, 1700), st.sampled_from([50, 100, 200, None]), st.integers(0, 5))
    rows = draw(st.lists(numbers, max_size=7))
    return [Seeker(key, rating, reach, NOON + waited * SECOND) for key, (rating, reach, waited) in enumerate(rows)]


def anybody(keys: frozenset[int]) -> bool:
    """Everybody may meet everybody."""
    return True


def possible(pool: Sequence[Seeker], players: int, may_meet: Callable[[frozenset[int]], bool]) -> list[list[int]]:
    """The keys of all groups that could play, who has waited longest first, by trying all."""
    in_order = sorted(pool, key=lambda seeker: (seeker.since, seeker.key))
    return [
        [each.key for each in group]
        for group in combinations(in_order, players)
        if all(one.takes(other) for one in group for other in group) and may_meet(frozenset(each.key for each in group))
    ]


@given(pools(), st.integers(2, 4), st.sets(st.frozensets(st.integers(0, 6), min_size=2, max_size=4)))
def test_of_all_groups_that_take_each_other_the_one_plays_that_has_waited_longest(
    pool: list[Seeker], players: int, apart: set[frozenset[int]]
) -> None:
    group = first_group(pool, players, lambda keys: keys not in apart)
    groups = possible(pool, players, lambda keys: keys not in apart)
    assert ([each.key for each in group] if group else None) == (groups[0] if groups else None)


@given(pools(), st.integers(2, 4), st.randoms())
def test_who_came_to_the_list_first_does_not_matter(pool: list[Seeker], players: int, chance: object) -> None:
    shuffled = pool[:]
    chance.shuffle(shuffled)  # type: ignore[attr-defined]
    assert first_group(shuffled, players, anybody) == first_group(pool, players, anybody)


@given(pools(), st.integers(2, 4), st.integers(-300, 300))
def test_only_distances_of_ratings_matter(pool: list[Seeker], players: int, shift: int) -> None:
    shifted = [Seeker(each.key, each.rating + shift, each.reach, each.since) for each in pool]
    first, second = (first_group(seekers, players, anybody) or () for seekers in (pool, shifted))
    assert [each.key for each in first] == [each.key for each in second]


@given(reaches, spans, spans)
def test_a_reach_grows_by_steps_from_its_first_to_its_last(reach: Reach, waited: timedelta, more: timedelta) -> None:
    now, later = reach_after(reach, waited, EVERY), reach_after(reach, waited + more, EVERY)
    if now is None or later is None:
        assert reach is Reach.ANY
        assert now is later is None
        return
    first, last = LIMITS[reach]
    assert first <= now <= later <= last
    assert (now - first) % STEP == 0
    assert later == last or later - now >= STEP * (more // EVERY)
    assert reach_after(reach, timedelta(0), EVERY) == first


def test_a_near_reach_by_hand() -> None:
    seconds = (0, 9, 10, 39, 40, 400)
    assert [reach_after(Reach.NEAR, each * SECOND, EVERY) for each in seconds] == [100, 100, 150, 250, 300, 300]
    assert reach_after(Reach.NEAR, -SECOND, EVERY) == 100  # clocks of two machines may differ


def test_both_must_take_each_other() -> None:
    wide, near = Seeker(1, 1500, 250, NOON), Seeker(2, 1650, 100, NOON)
    assert first_group([wide, near], 2, anybody) is None
    assert first_group([wide, Seeker(2, 1600, 100, NOON)], 2, anybody) is not None


def test_who_has_waited_longest_plays_though_another_is_nearer() -> None:
    pool = [
        Seeker(1, 1500, 100, NOON),
        Seeker(2, 1580, 100, NOON + SECOND),
        Seeker(3, 1500, 100, NOON + 2 * SECOND),
    ]
    group = first_group(pool, 2, anybody)
    assert group is not None
    assert [each.key for each in group] == [1, 2]
