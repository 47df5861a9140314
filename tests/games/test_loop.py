"""The loop: jobs come round, fail apart from each other, and end in order."""

import asyncio
import logging
from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone

from games import lobby, loop, pauses
from games.models import Game
from games.rules import Variant
from games.watching import watchers
from tests.games import tables

OFTEN = timedelta(0)


def fail() -> None:
    raise ValueError("the job's own trouble")


class Counted:
    """A job's work that lets a test wait for its n-th time."""

    def __init__(self) -> None:
        self.times = asyncio.Queue[int]()
        self.done = 0

    async def work(self) -> None:
        self.done += 1
        await self.times.put(self.done)

    async def wait_for(self, time: int) -> None:
        while await self.times.get() < time:
            pass


async def test_a_job_comes_round_again_until_the_loop_is_told_to_stop() -> None:
    counted, stopping = Counted(), asyncio.Event()
    running = asyncio.create_task(loop.run([loop.Job("count", OFTEN, counted.work)], stopping))
    await counted.wait_for(3)
    stopping.set()
    await running


async def test_stopping_does_not_wait_for_the_pause_to_end() -> None:
    counted, stopping = Counted(), asyncio.Event()
    running = asyncio.create_task(loop.run([loop.Job("count", timedelta(days=1), counted.work)], stopping))
    await counted.wait_for(1)
    stopping.set()
    await running
    assert counted.done == 1


async def test_stopping_waits_for_the_job_under_way() -> None:
    stopping, begun, finished = asyncio.Event(), asyncio.Event(), []

    async def work() -> None:
        begun.set()
        await stopping.wait()
        finished.append(True)

    running = asyncio.create_task(loop.run([loop.Job("work", OFTEN, work)], stopping))
    await begun.wait()
    stopping.set()
    await running
    assert finished == [True]


async def test_a_failing_job_is_logged_and_disturbs_no_other(caplog: pytest.LogCaptureFixture) -> None:
    counted, stopping = Counted(), asyncio.Event()
    jobs = [loop.Job("trouble", OFTEN, fail), loop.Job("count", OFTEN, counted.work)]
    running = asyncio.create_task(loop.run(jobs, stopping))
    await counted.wait_for(3)
    stopping.set()
    await running
    logged = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert len(logged) >= 1
    assert "'trouble'" in logged[0].getMessage()
    assert logged[0].exc_info


async def test_a_job_says_whether_it_went_well() -> None:
    assert not await loop.Job("trouble", OFTEN, fail).once()
    assert await loop.Job("peace", OFTEN, lambda: None).once()


def test_pauses_grow_while_a_job_fails_up_to_five_minutes() -> None:
    job = loop.Job("job", timedelta(minutes=1), fail)
    minutes = [job.next_pause(failures) // timedelta(minutes=1) for failures in (0, 1, 2, 3, 10, 10_000)]
    assert minutes == [1, 2, 4, 5, 5, 5]


def test_trouble_with_the_heartbeat_alone_is_over_before_it_looks_like_an_outage() -> None:
    (beat,) = (job for job in loop.JOBS if job.work is loop.beat)
    assert beat.next_pause(10_000) < pauses.LONGEST_GAP


def test_a_daily_job_keeps_its_own_pause_when_it_fails() -> None:
    assert loop.Job("job", timedelta(days=1), fail).next_pause(5) == timedelta(days=1)


@pytest.mark.django_db(transaction=True)
async def test_every_job_of_the_site_goes_well() -> None:
    jobs = [*loop.JOBS, *loop.WEB_JOBS]
    assert [await job.once() for job in jobs] == [True] * len(jobs)
    await watchers.close()


@pytest.mark.django_db
def test_a_table_nobody_filled_is_closed_and_a_fresh_one_stays() -> None:
    now = timezone.now()
    anise, basil = tables.people(2)
    stale = lobby.open_table(anise, Variant(), now - lobby.STALE_AFTER - timedelta(minutes=1))
    fresh = lobby.open_table(basil, Variant(), now - lobby.STALE_AFTER + timedelta(minutes=1))
    loop.close_stale_tables()
    stale.refresh_from_db()
    fresh.refresh_from_db()
    assert (stale.status, fresh.status) == (Game.Status.CLOSED, Game.Status.WAITING)


@pytest.mark.django_db
def test_expired_sessions_are_deleted() -> None:
    now = timezone.now()
    Session.objects.create(session_key="old", expire_date=now - timedelta(minutes=1))
    Session.objects.create(session_key="new", expire_date=now + timedelta(minutes=1))
    loop.clear_sessions()
    assert [session.session_key for session in Session.objects.all()] == ["new"]
