"""The "as of" time is one instant in UTC, whichever way it was written and is asked for."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.clock import Clock, parse_as_of
from inspector.errors import InvalidInput

MOMENT = datetime(2026, 5, 19, 21, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    "text",
    [
        "2026-05-19T21:30:00Z",
        " 2026-05-19T21:30:00.000Z ",
        "2026-05-19 21:30:00",
        "2026-05-19T21:30",
        "2026-05-19T23:30:00+02:00",
        "20260519T213000Z",
    ],
)
def test_times_are_read_as_utc_unless_they_name_a_zone(text: str) -> None:
    assert parse_as_of(text) == MOMENT
    assert parse_as_of(text).tzinfo is UTC


@pytest.mark.parametrize("text", ["", "yesterday", "2026-13-01", "1779226200", "0001-01-01T00:00:00+23:00"])
def test_what_is_no_time_is_said_with_the_way_to_write_one(text: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        parse_as_of(text)
    assert f"'{text}'" in caught.value.what
    assert "2026-05-19T21:30:00Z" in caught.value.advice


@given(st.text())
def test_any_text_is_a_time_or_invalid_input(text: str) -> None:
    try:
        moment = parse_as_of(text)
    except InvalidInput:
        return
    assert moment.tzinfo is UTC


def test_a_set_clock_stands_still() -> None:
    clock = Clock(MOMENT.astimezone(timezone(timedelta(hours=9))))
    assert clock.as_of == clock.now() == MOMENT
    assert clock.now_iso() == "2026-05-19T21:30:00.000Z"
    assert clock.now_ms() == 1779226200000


def test_a_running_clock_tells_the_real_time() -> None:
    clock, before = Clock(), datetime.now(UTC)
    assert clock.as_of is None
    assert before <= clock.now() <= datetime.now(UTC)


@given(st.datetimes(timezones=st.just(UTC)))
def test_the_three_forms_name_the_same_millisecond(moment: datetime) -> None:
    clock = Clock(moment)
    whole = moment.replace(microsecond=moment.microsecond // 1000 * 1000)
    assert datetime.fromisoformat(clock.now_iso()) == whole
    assert datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=clock.now_ms()) == whole
    assert len(clock.now_iso()) == len("2026-05-19T21:30:00.000Z")
