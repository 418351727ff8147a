"""Entries become a timeline: their order, what has no time, merging, rows with headings and gaps, bins, ways to go."""

from __future__ import annotations

from datetime import UTC, timedelta
from zoneinfo import ZoneInfo

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.db.rows import RowRef
from inspector.timeline.arranging import DAY, ENTRY, GAP, arranged
from inspector.timeline.bins import binned
from inspector.timeline.entry import Entry, Link
from inspector.timeline.going import nearest, next_where, same_kind, same_status
from inspector.timeline.instants import read_instant
from inspector.timeline.local_times import LocalTimes
from inspector.timeline.merging import in_order, merged
from inspector.timeline.moments import UNKNOWN, moment_of
from inspector.timeline.timeline import Timeline, timeline_of
from inspector.timeline.words import entries_text, stretch_words

BERLIN = ZoneInfo("Europe/Berlin")


def entry(at: object, title: str = "", **more: object) -> Entry:
    return Entry(read_instant(at), title or str(at), stored="" if read_instant(at) else str(at), **more)  # type: ignore[arg-type]


def titles(timeline: Timeline) -> list[str]:
    return [one.title for one in timeline]


def all_of(timeline: Timeline) -> np.ndarray:
    return np.arange(len(timeline))


def test_an_entry_comes_back_as_it_was_given() -> None:
    given_entry = Entry(
        read_instant("2026-05-19 21:30:00"),
        "title",
        "text",
        "kind",
        "lane",
        "done",
        7,
        12.5,
        2,
        ("error",),
        Link("/a.db", RowRef("main", "t", (3,))),
    )
    bare = Entry(None, "no time", stored="soon")
    found = timeline_of([given_entry, bare])
    assert list(found) == [given_entry, bare]


def test_formats_are_mixed_and_ordered_by_instant() -> None:
    mixed = ["2026-05-19T21:30:00+02:00", 1779218000, "2026-05-19 19:00:00", 1779220000000]
    moments = [one.instant.moment for one in timeline_of(map(entry, mixed)) if one.instant]
    assert len(moments) == 4
    assert moments == sorted(moments)


def test_what_has_no_time_stays_behind_the_one_before_it_by_sequence() -> None:
    found = timeline_of(
        [entry("2026-01-03", "c"), entry("?", "unread"), entry("2026-01-01", "a"), entry("2026-01-02", "b")]
    )
    assert titles(found) == ["a", "b", "c", "unread"]
    assert found.unread.tolist() == [False, False, False, True]
    first = timeline_of([entry("?", "unread"), entry("2026-01-02", "b"), entry("2026-01-01", "a")])
    assert titles(first) == ["a", "unread", "b"]


def test_nothing_has_a_time() -> None:
    found = timeline_of([entry("x", sequence=2), entry("y", sequence=1)])
    assert titles(found) == ["y", "x"]
    rows = arranged(found, all_of(found), LocalTimes(UTC))
    assert rows.kinds.tolist() == [ENTRY, ENTRY]
    assert len(binned(found, np.ones(2, bool), 10)) == 0
    assert nearest(found, all_of(found), 0) is None


def test_merging_is_by_instant_then_sequence_or_by_sequence_alone() -> None:
    into = timeline_of([entry("2026-01-01", "in 2", sequence=2, kind="a"), entry("2026-01-03", "in 4", sequence=4)])
    out = timeline_of(
        [entry("2026-01-01", "out 1", sequence=1, flags=("held",), kind="b"), entry("2026-01-02", "out 5", sequence=5)]
    )
    whole = merged([into, out])
    assert titles(whole) == ["out 1", "in 2", "out 5", "in 4"]
    assert [one.kind for one in whole] == ["b", "a", "", ""]
    assert [one.flags for one in whole] == [("held",), (), (), ()]
    assert titles(merged([into, out], "sequence")) == ["out 1", "in 2", "in 4", "out 5"]


_entries = st.lists(
    st.tuples(st.one_of(st.none(), st.integers(0, 50)), st.integers(0, 20)).map(
        lambda pair: Entry(
            None if pair[0] is None else read_instant(1_700_000_000 + pair[0]), str(pair), sequence=pair[1]
        )
    ),
    max_size=30,
)


@given(st.lists(_entries, min_size=1, max_size=4))
def test_merging_loses_nothing_and_orders_what_has_a_time(parts: list[list[Entry]]) -> None:
    whole = merged([timeline_of(part) for part in parts])
    assert sorted(titles(whole)) == sorted(one.title for part in parts for one in part)
    known = [one.instant.moment for one in whole if one.instant is not None]
    assert known == sorted(known)
    sequences = [one.sequence for one in merged([timeline_of(part) for part in parts], "sequence")]
    assert sequences == sorted(sequences)


def test_links_lead_to_rows_and_back() -> None:
    ones = [entry("2026-01-01", "x", link=Link("/a", RowRef("main", "t", (n,)))) for n in range(5)]
    other = [entry("2026-01-02", "y", link=Link("/b", RowRef("main", "t", (n,)))) for n in range(5)]
    whole = merged([timeline_of(ones), timeline_of(other), timeline_of([entry("2026-01-03")])])
    place = whole.find(Link("/b", RowRef("main", "t", (3,))))
    assert place is not None
    assert whole.entry(place) == other[3]
    assert whole.find(Link("/c", RowRef("main", "t", (3,)))) is None
    assert whole.entry(len(whole) - 1).link is None


def test_days_are_those_of_the_zone_and_summer_time_is_known() -> None:
    # 23:30 UTC is the next day in Berlin; the clock goes from 2 to 3 on 2026-03-29
    ats = ["2026-03-28T22:59:59Z", "2026-03-28T23:00:00Z", "2026-03-29T21:59:59Z", "2026-03-29T22:00:00Z"]
    found = timeline_of(map(entry, ats))
    days = LocalTimes(BERLIN).days(found.placed)
    assert (days - days[0]).tolist() == [0, 1, 1, 2]
    assert LocalTimes(BERLIN).day_of(int(days[1])).day == 29


@given(st.lists(st.integers(-2_000_000_000, 4_000_000_000), min_size=1, max_size=40))
def test_offsets_are_those_of_the_zone(seconds: list[int]) -> None:
    moments = np.array(seconds, np.int64) * 10**6
    times = LocalTimes(BERLIN)
    offsets = times.offsets(moments).tolist()
    for moment, offset in zip(moments.tolist(), offsets, strict=True):
        expected = times.local(moment).utcoffset()
        assert expected is not None
        assert timedelta(microseconds=offset) == expected


def test_headings_and_gaps() -> None:
    ats = ["2026-05-19T10:00:00Z", "2026-05-19T10:01:00Z", "2026-05-19T12:15:00Z", "2026-05-22T09:00:00Z"]
    found = timeline_of(map(entry, ats))
    rows = arranged(found, all_of(found), LocalTimes(UTC))
    assert rows.kinds.tolist() == [DAY, ENTRY, ENTRY, GAP, ENTRY, GAP, DAY, ENTRY]
    assert stretch_words(int(rows.lengths[3])) == "2 h 14 min"
    assert rows.row_of(2) == 4
    assert rows.heading_of(4) == 0
    assert rows.heading_of(7) == 6
    night = timeline_of(map(entry, ["2026-05-19T20:00:00Z", "2026-05-20T08:00:00Z"]))
    assert arranged(night, all_of(night), LocalTimes(UTC)).kinds.tolist() == [DAY, ENTRY, DAY, ENTRY]
    back = arranged(found, all_of(found), LocalTimes(UTC), newest_first=True)
    assert back.kinds.tolist() == [DAY, ENTRY, GAP, DAY, ENTRY, GAP, ENTRY, ENTRY]
    assert back.shown.tolist() == [3, 2, 1, 0]
    assert len(arranged(found, np.empty(0, np.int64), LocalTimes(UTC))) == 0


def test_regular_entries_far_apart_are_no_gaps() -> None:
    found = timeline_of(entry(1_700_000_000 + 86_400 * n) for n in range(30))
    rows = arranged(found, all_of(found), LocalTimes(UTC))
    assert GAP not in rows.kinds.tolist()


def test_bins_count_what_is_shown_and_what_failed() -> None:
    found = timeline_of(entry(1_700_000_000 + n, flags=("error",) if n == 99 else ()) for n in range(100))
    bins = binned(found, np.ones(100, bool), 10)
    assert bins.shown.tolist() == [10] * 10
    assert bins.faults.tolist() == [0] * 9 + [1]
    one = timeline_of([entry(1_700_000_000)])
    assert binned(one, np.ones(1, bool), 4).shown.tolist() == [1, 0, 0, 0]


def test_ways_to_go() -> None:
    found = timeline_of(
        entry(1_700_000_000 + n, kind="ab"[n % 2], status="xyz"[n % 3], flags=("error",) if n in (3, 7) else ())
        for n in range(10)
    )
    shown = all_of(found)
    errors = found.flagged("error")
    assert next_where(shown, errors, None) == 3
    assert next_where(shown, errors, 3) == 7
    assert next_where(shown, errors, 7) is None
    assert next_where(shown, errors, 7, back=True) == 3
    assert next_where(shown, same_kind(found, 4), 4) == 6
    assert next_where(shown, same_status(found, 4), 4) == 7
    at = read_instant(1_700_000_005)
    assert at is not None
    assert nearest(found, shown, moment_of(at)) == 5
    assert nearest(found, shown, UNKNOWN + 1) == 0


def test_entries_as_text() -> None:
    text = entries_text([entry("2026-05-19T10:00:00Z", "said", text="two\nlines", lane="in"), entry("soon", "x")])
    assert text.splitlines() == [
        "2026-05-19 10:00:00 UTC\tin\t\t\t\t\tsaid: two lines",
        "no readable time: soon\t\t\t\t\t\tx",
    ]


@pytest.mark.parametrize(
    ("size", "words"),
    [
        (5, "5 µs"),
        (1_500, "2 ms"),
        (2_500_000, "2.5 s"),
        (59_600_000, "1 min"),
        (8_040_000_000, "2 h 14 min"),
        (86_400_000_000, "1 day"),
        (266_400_000_000, "3 days 2 h"),
    ],
)
def test_stretches_in_words(size: int, words: str) -> None:
    assert stretch_words(size) == words


def test_order_by_sequence_keeps_unread_times_where_they_are() -> None:
    found = in_order(
        timeline_of(
            [entry("2026-01-03", "c", sequence=1), entry("?", "u", sequence=2), entry("2026-01-01", "a", sequence=3)]
        ),
        "sequence",
    )
    assert titles(found) == ["c", "u", "a"]
    assert found.placed[1] == found.placed[0]
