"""A stretch of time finds times in every form that a cell is read by, and an index leads to them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import apsw
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.db.browse.filters import Ground, parse_filter, parse_filters
from inspector.db.browse.planned import reads_by_index
from inspector.db.browse.question import RowQuestion
from inspector.db.browse.spans import parse_span
from inspector.db.browse.stored_times import FIRST_S, LAST_S, second_sql
from inspector.errors import InvalidInput
from inspector.timeline.instants import read_instant

NOW = datetime(2026, 5, 19, 21, 30, tzinfo=UTC)
FORMS = (
    lambda t: int(t.timestamp()),
    lambda t: int(t.timestamp()) * 1000,
    lambda t: int(t.timestamp()) * 10**6,
    lambda t: int(t.timestamp()) * 10**9,
    lambda t: float(int(t.timestamp())) + 0.25,
    lambda t: t.timestamp() / 86_400 + 2_440_587.5,
    lambda t: str(int(t.timestamp())),
    lambda t: str(int(t.timestamp()) * 1000),
    lambda t: t.strftime("%Y-%m-%dT%H:%M:%SZ"),
    lambda t: t.strftime("%Y-%m-%d %H:%M:%S"),
    lambda t: t.strftime("%Y-%m-%dT%H:%M:%S.123Z"),
    lambda t: t.strftime("%Y-%m-%dT%H:%M:%S,123Z"),
    lambda t: (t + timedelta(hours=5, minutes=30)).strftime("%Y-%m-%dT%H:%M:%S+05:30"),
    lambda t: (t + timedelta(hours=5, minutes=30)).strftime("%Y-%m-%dT%H:%M:%S+0530"),
    lambda t: (t + timedelta(hours=2)).strftime("%Y-%m-%dT%H:%M+02") if not t.second else int(t.timestamp()),
    lambda t: (t - timedelta(hours=8)).strftime("%Y-%m-%d %H:%M:%S-08"),
)


def asked(looker, text):
    return RowQuestion(looker.table, parse_filters(looker.table, {"a": text}, {"a"}, NOW))


def found(looker, text):
    return looker.cells(looker.last(asked(looker, text)), "a")


@pytest.mark.parametrize("declared", ["", "TEXT", "INTEGER", "REAL", "DATETIME"])
def test_every_form_is_found_whatever_the_type_of_the_column(look, declared):
    inside = NOW - timedelta(days=1, hours=23)
    outside = NOW - timedelta(days=2, hours=1), NOW + timedelta(hours=1)
    rows = [(form(moment),) for moment in (inside, *outside) for form in FORMS]
    odd = [(None,), ("",), (5,), ("yesterday",), (b"2026-05-19",), ("2026-99-99",)]
    looker = look(f"CREATE TABLE t(a {declared})", ("INSERT INTO t VALUES (?)", rows + odd))
    # a Julian day is one as a number only
    forms = len(FORMS) - (declared == "TEXT")
    assert len(found(looker, "last 2 days")) == forms
    assert len(found(looker, "since 2026-05-17")) == 3 * forms
    assert len(found(looker, "2026-05-17")) == 2 * forms
    assert len(found(looker, "before 2026-05-17")) == 0
    assert len(found(looker, "null")) == 1


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("today", (19, 0, 0), (20, 0, 0)),
        ("Yesterday", (18, 0, 0), (19, 0, 0)),
        ("since yesterday", (18, 0, 0), None),
        ("before today", None, (19, 0, 0)),
        ("until 2026-05-18", None, (19, 0, 0)),
        ("after 2026-05-18", (19, 0, 0), None),
        (">= 2026-05-18", (18, 0, 0), None),
        ("last 3 hours", (19, 18, 30), (19, 21, 30)),
        ("last hour", (19, 20, 30), (19, 21, 30)),
        ("last 90min", (19, 20, 0), (19, 21, 30)),
        ("next 2 h", (19, 21, 30), (19, 23, 30)),
        ("2026-05-19 20:15", (19, 20, 15), (19, 20, 16)),
        ("2026-05-17..2026-05-18", (17, 0, 0), (19, 0, 0)),
        ("this week", (18, 0, 0), (25, 0, 0)),
    ],
)
def test_stretches_are_those_that_are_meant(text, start, end):
    span = parse_span(text, NOW)
    assert span is not None
    for moment, wanted in ((span.start, start), (span.end, end)):
        expected = None if wanted is None else datetime(2026, 5, *wanted, tzinfo=UTC)
        # the present moment itself belongs to the past
        assert moment == expected or (moment is not None and moment - expected == timedelta(milliseconds=1))


def test_words_begin_with_what_was_typed():
    assert parse_span("last 2 days", NOW).words == "is in the last 2 days, since 2026-05-17 21:30 UTC"
    assert parse_span("since yesterday", NOW).words == "is since 2026-05-18"
    assert parse_span("2026-05", NOW).words == "is in 2026-05"


@pytest.mark.parametrize("text", ["last 3 nights", "lasting", "2026-13-01", "now..never", "..", "since", "1778158811"])
def test_anything_else_is_no_stretch(text):
    assert parse_span(text, NOW) is None


@pytest.mark.parametrize("text", ["last 999999 years", "0001-01-01..9999-12-31", "9999-12", "since 0001-01-01"])
def test_ends_of_the_calendar_are_no_fault(look, text):
    looker = look("CREATE TABLE t(a)", ("INSERT INTO t VALUES (?)", [("2026-05-01",), ("x",)]))
    assert found(looker, text) in ([], ["2026-05-01"])


def test_a_stretch_that_ends_before_it_begins_is_told(look):
    looker = look("CREATE TABLE t(a)")
    with pytest.raises(InvalidInput, match="begins behind its end"):
        asked(looker, "2026-05-02..2026-05-01")


def test_a_column_that_holds_no_times_is_searched_for_the_words(look):
    looker = look("CREATE TABLE t(a)", ("INSERT INTO t VALUES (?)", [("the last 2 days",), (NOW.isoformat(),)]))
    condition = parse_filter(looker.table.columns[0], "last 2 days", Ground(looker.table, (), NOW))
    assert looker.cells(looker.last(RowQuestion(looker.table, (condition,))), "a") == ["the last 2 days"]


@pytest.mark.parametrize("declared", ["TEXT", "INTEGER", ""])
def test_an_index_leads_to_a_stretch_of_time(look, declared):
    looker = look(f"CREATE TABLE t(a {declared}); CREATE INDEX i ON t(a)")
    assert looker.database.read(lambda reader: reads_by_index(reader, asked(looker, "last 2 days")))


@given(st.integers(FIRST_S, LAST_S - 1), st.sampled_from(FORMS))
def test_SQL_reads_a_time_as_a_cell_is_read(second, form):
    value = form(datetime.fromtimestamp(second, UTC))
    instant = read_instant(value)
    connection = apsw.Connection(":memory:")
    told = connection.execute(f"SELECT {second_sql('a')} FROM (SELECT ? AS a)", (value,)).get
    connection.close()
    assert instant is not None
    assert told == int(instant.moment.timestamp())
