"""Ids of the sample world are well-formed, unique and repeatable."""

from __future__ import annotations

import re
import uuid
from datetime import UTC, datetime, timedelta

import pytest

from inspector.sample.chance import Chance
from inspector.sample.moments import Moments, iso, sql, unix, unix_ms

AT = datetime(2026, 6, 1, 12, 0, 0, 250_000, tzinfo=UTC)


def test_ulids_sort_by_time_and_hold_it() -> None:
    chance = Chance(1, "x")
    ids = [chance.ulid(AT + timedelta(milliseconds=step)) for step in range(50)]
    assert ids == sorted(ids)
    assert len(set(ids)) == 50
    assert all(re.fullmatch("[0-9A-HJKMNP-TV-Z]{26}", id) for id in ids)
    alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
    stamp = sum(alphabet.index(letter) * 32 ** (9 - place) for place, letter in enumerate(ids[0][:10]))
    assert stamp == unix_ms(AT)


def test_uuids_are_of_version_4() -> None:
    made = uuid.UUID(Chance(1, "x").uuid())
    assert made.version == 4
    assert made.variant == uuid.RFC_4122


def test_stamped_ids_hold_their_time() -> None:
    assert re.fullmatch(r"sess-1780315200250-[0-9a-z]{6}", Chance(1, "x").stamped("sess", AT))


def test_the_same_seed_and_part_repeat_and_another_part_does_not() -> None:
    assert Chance(1, "x").uuid() == Chance(1, "x").uuid()
    assert Chance(1, "x").uuid() != Chance(1, "y").uuid()
    assert Chance(1, "x").uuid() != Chance(2, "x").uuid()


def test_late_is_later_but_not_too_late() -> None:
    chance = Chance(1, "x")
    delays = [chance.late(AT, 2) - AT for _ in range(200)]
    assert timedelta() < min(delays)
    assert max(delays) < timedelta(minutes=2)


@pytest.mark.parametrize(
    ("write", "expected"),
    [(iso, "2026-06-01T12:00:00.250Z"), (sql, "2026-06-01 12:00:00"), (unix, 1780315200), (unix_ms, 1780315200250)],
)
def test_each_system_writes_time_in_its_own_form(write: object, expected: object) -> None:
    assert write(AT) == expected  # type: ignore[operator]


def test_ago_counts_back_from_as_of_in_utc() -> None:
    moments = Moments(datetime.fromisoformat("2026-06-01T14:00:00.9+02:00"))
    assert iso(moments.as_of) == "2026-06-01T12:00:00.000Z"
    assert iso(moments.ago(days=1, minutes=-5)) == "2026-05-31T12:05:00.000Z"
