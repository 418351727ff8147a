"""A lock is given back once: by its reader, or by the timer."""

from __future__ import annotations

import threading
import time

import pytest

from inspector.db.passive import lease
from inspector.db.passive.lease import LEASE_S, Lease, Throttle


@pytest.fixture
def make():
    given_back, held = [], []
    leases = []

    def take():
        leases.append(Lease(lambda: given_back.append(1), held.append))
        return leases[-1], given_back, held

    yield take
    for one in leases:
        one.end()


def test_the_reader_gives_it_back(make):
    one, given_back, held = make()
    assert one.active
    assert given_back == []
    one.end()
    assert not one.active
    assert len(given_back) == len(held) == 1
    assert 0 < held[0] < LEASE_S * 1000


def test_the_timer_gives_it_back_in_time(make, eventually):
    one, given_back, held = make()
    eventually(lambda: bool(held))
    assert not one.active
    assert held[0] > LEASE_S * 1000 / 2
    # a writer that waits a second never fails, even on a busy machine
    assert held[0] < 900
    one.end()
    assert len(given_back) == len(held) == 1


def test_it_is_given_back_once_however_many_ask(make):
    one, given_back, _ = make()
    threads = [threading.Thread(target=one.end) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(given_back) == 1


def test_no_timer_outlives_it(make):
    before = threading.active_count()
    one, _, _ = make()
    one.end()
    for thread in threading.enumerate():
        if isinstance(thread, threading.Timer):
            thread.join(1)
    assert threading.active_count() == before


def test_marks_take_up_a_small_part_of_the_time_only(monkeypatch):
    now = [100.0]
    monkeypatch.setattr(lease.time, "monotonic", lambda: now[0])
    throttle = Throttle()
    assert throttle.wait_s() == 0
    throttle.note_held(200)
    waited = throttle.wait_s()
    assert 0.2 / (0.2 + waited) == pytest.approx(Throttle.SHARE)
    now[0] += waited
    assert throttle.wait_s() == 0
    throttle.note_held(Throttle.SHORT_MS / 2)
    assert throttle.wait_s() == 0, "a log hardly grows under a mark of a moment"


def test_a_lease_is_measured_from_its_beginning(make):
    began = time.perf_counter()
    one, _, held = make()
    one.end()
    assert held[0] <= (time.perf_counter() - began) * 1000
