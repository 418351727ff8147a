"""Stored times become instants: every form of them, and nothing that only looks like one."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.timeline.instants import age_words, describe, local_text, read_instant, utc_text

NOW = datetime(2026, 7, 28, 16, 0, tzinfo=UTC)


@pytest.fixture
def berlin(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    if not hasattr(time, "tzset"):
        pytest.skip("the zone of the process cannot be set here")
    monkeypatch.setenv("TZ", "Europe/Berlin")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize(
    ("value", "moment", "kind"),
    [
        (1753700365, datetime(2025, 7, 28, 10, 59, 25, tzinfo=UTC), "Unix s"),
        (1753700365339, datetime(2025, 7, 28, 10, 59, 25, 339_000, tzinfo=UTC), "Unix ms"),
        (1753700365339000, datetime(2025, 7, 28, 10, 59, 25, 339_000, tzinfo=UTC), "Unix µs"),
        (1753700365339000123, datetime(2025, 7, 28, 10, 59, 25, 339_000, tzinfo=UTC), "Unix ns"),
        (1753700365.25, datetime(2025, 7, 28, 10, 59, 25, 250_000, tzinfo=UTC), "Unix s"),
        ("1753700365339", datetime(2025, 7, 28, 10, 59, 25, 339_000, tzinfo=UTC), "Unix ms"),
        (2459067.57, datetime(2020, 8, 6, 1, 40, 48, tzinfo=UTC), "Julian day"),
        ("2026-07-28 15:59:34", datetime(2026, 7, 28, 15, 59, 34, tzinfo=UTC), "SQLite text"),
        ("2026-07-28T15:59:25.339Z", datetime(2026, 7, 28, 15, 59, 25, 339_000, tzinfo=UTC), "ISO 8601"),
        ("2026-07-28T15:59:25+02:00", datetime(2026, 7, 28, 13, 59, 25, tzinfo=UTC), "ISO 8601"),
        ("2026-07-28T15:59-0330", datetime(2026, 7, 28, 19, 29, tzinfo=UTC), "ISO 8601"),
        ("2026-07-28", datetime(2026, 7, 28, tzinfo=UTC), "date"),
    ],
)
def test_each_stored_form_is_one_instant(value: object, moment: datetime, kind: str):
    found = read_instant(value)
    assert found is not None
    assert (found.moment, found.kind) == (moment, kind)


@pytest.mark.parametrize(
    "value",
    [
        *(None, True, 7, 42.5, 99_999_999, -1753700365, 2459067, 2**63 - 1, float("nan"), float("inf")),
        *("", "yesterday", "2026-13-01", "2026-07-28 25:00", "12345678", "9" * 400, "2026-07-28 15:59:34 and more"),
        b"2026-07-28",
    ],
)
def test_what_is_no_time_is_left_alone(value: object):
    assert read_instant(value) is None


def test_a_text_without_a_zone_is_read_as_utc_and_says_so():
    found = read_instant("2026-07-28 15:59:34")
    assert found is not None
    assert not found.zone_known
    assert "read as UTC" in found.words
    with_zone = read_instant("2026-07-28T15:59:34Z")
    assert with_zone is not None
    assert with_zone.words == "ISO 8601"


@pytest.mark.parametrize(
    ("ago", "words"),
    [
        (timedelta(0), "just now"),
        (timedelta(seconds=12), "12 s ago"),
        (timedelta(minutes=12, seconds=59), "12 min ago"),
        (timedelta(hours=-3), "in 3 h"),
        (timedelta(days=2, hours=1), "2 days ago"),
        (timedelta(hours=47), "47 h ago"),
        (timedelta(days=60), "60 days ago"),
        (timedelta(days=61), "2 months ago"),
        (timedelta(days=100), "3 months ago"),
        (timedelta(days=731), "2 years ago"),
        (timedelta(days=-1500), "in 4 years"),
    ],
)
def test_age_in_words(ago: timedelta, words: str):
    assert age_words(NOW - ago, NOW) == words


@given(st.integers(1, 400 * 86_400 * 10))
def test_no_amount_is_one_of_several(seconds: int):
    assert not age_words(NOW - timedelta(seconds=seconds), NOW).startswith(("1 days", "1 months", "1 years"))


def test_a_description_has_local_time_utc_and_age(berlin: None):
    found = read_instant(1753700365339)
    assert found is not None
    lines = describe(found, NOW).splitlines()
    assert lines[0] == "2025-07-28 12:59:25.339 +02:00 (local)"
    assert lines[1] == "2025-07-28 10:59:25.339 UTC"
    assert lines[2] == "11 months ago"
    assert lines[3] == "read as Unix ms"


@given(st.one_of(st.integers(), st.floats(), st.text(max_size=60), st.binary(max_size=12), st.none()))
def test_no_value_raises(value: object):
    found = read_instant(value)
    if found is not None:
        assert utc_text(found.moment).endswith("UTC")
        assert local_text(found.moment)
        assert age_words(found.moment, NOW)


@given(st.datetimes(datetime(1974, 1, 1), datetime(2099, 12, 31)))
def test_every_form_of_a_moment_comes_back(moment: datetime):
    moment = moment.replace(tzinfo=UTC)
    micros = (moment - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(microseconds=1)
    for stored in (moment.isoformat(), micros, micros * 1000, moment.isoformat(" ").replace("+00:00", "Z")):
        found = read_instant(stored)
        assert found is not None
        assert found.moment == moment
