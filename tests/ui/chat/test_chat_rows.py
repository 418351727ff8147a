"""What stands below what in a chat: days, gaps, folds; heights that become known."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.timeline.arranging import DAY, ENTRY, GAP
from inspector.timeline.entry import Entry
from inspector.timeline.instants import Instant
from inspector.timeline.local_times import LocalTimes
from inspector.timeline.timeline import Timeline, timeline_of
from inspector.ui.chat.rows import FOLD, ChatRows, Heights, arranged_all, chat_rows

HEIGHTS = Heights(day=30, gap=20, fold=10)
UTC_TIMES = LocalTimes(UTC)
SIGNS = {DAY: "d", GAP: "~", FOLD: "+", ENTRY: "."}


def timeline(kinds: str, minutes: int = 1) -> Timeline:
    """An entry for each letter, ``s`` for a system message."""
    start = datetime(2026, 5, 1, 10, tzinfo=UTC)
    return timeline_of(
        Entry(
            Instant(start + timedelta(minutes=minutes * n), "ISO 8601"),
            "",
            kind="system" if kind == "s" else "chat",
            lane="in",
        )
        for n, kind in enumerate(kinds)
    )


def rows_of(made: Timeline, *, opened: set[int] | None = None, fold: bool = True) -> ChatRows:
    return chat_rows(made, arranged_all(made, UTC_TIMES), HEIGHTS, np.full(len(made), 50), opened or set(), fold=fold)


def drawn(rows: ChatRows) -> str:
    return "".join(SIGNS[int(kind)] for kind in rows.kinds)


@pytest.mark.parametrize(
    ("kinds", "opened", "fold", "expected"),
    [
        ("cc", set(), True, "d.."),
        ("csc", set(), True, "d..."),
        ("cssc", set(), True, "d.+."),
        ("csssc", {1}, True, "d.+...."),
        ("csssc", set(), False, "d....."),
        ("ss", set(), True, "d+"),
        ("sscss", {3}, True, "d+.+.."),
        ("", set(), True, ""),
    ],
)
def test_system_messages_in_a_row_are_one_line(kinds: str, opened: set[int], fold: bool, expected: str) -> None:
    rows = rows_of(timeline(kinds), opened=opened, fold=fold)
    assert drawn(rows) == expected
    assert rows.height == sum({"d": 30, "+": 10, ".": 50}[sign] for sign in expected)


def test_a_gap_or_a_day_between_them_divides_them() -> None:
    assert drawn(rows_of(timeline("cccss", minutes=2000))) == "d.d.d.d.d."


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet="cs", max_size=40), st.integers(1, 90), st.sets(st.integers(0, 40)), st.booleans())
def test_every_message_has_a_row_or_is_folded_into_one(kinds: str, minutes: int, opened: set[int], fold: bool) -> None:
    made = timeline(kinds, minutes)
    rows = rows_of(made, opened=opened, fold=fold)
    entries = int((rows.kinds == ENTRY).sum())
    folded = sum(
        int(rows.counts[row])
        for row in range(len(rows))
        if rows.kinds[row] == FOLD and not (fold and int(rows.places[row]) in opened)
    )
    assert entries + folded == len(kinds)
    for place in range(len(kinds)):
        row = int(rows.row_of_place[place])
        if rows.kinds[row] == ENTRY:
            assert rows.places[row] == place
        else:
            assert rows.kinds[row] == FOLD
            assert rows.places[row] <= place < rows.places[row] + rows.counts[row]


def test_heights_that_become_known_move_what_is_below() -> None:
    rows = rows_of(timeline("ccc"))
    assert rows.tops.tolist() == [0, 30, 80, 130, 180]
    rows.resize({2: 70})
    assert rows.tops.tolist() == [0, 30, 80, 150, 200]
    assert rows.row_at(149) == 2
    assert rows.row_at(150) == 3
    assert rows.row_at(9_999) == 3
    assert list(rows.between(0, 31)) == [0, 1]
    assert rows.heading_of(3) == 0
    assert rows_of(timeline("")).row_at(0) is None
