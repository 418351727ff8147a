"""What a filter leaves, and what each facet counts."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from inspector.timeline.entry import Entry
from inspector.timeline.filtering import FLAG, KIND, LANE, STATUS, UNTIMED, TimelineFilter, filtered
from inspector.timeline.instants import read_instant
from inspector.timeline.timeline import Timeline, timeline_of

BASE = 1_700_000_000


def made() -> Timeline:
    return timeline_of(
        [
            Entry(read_instant(BASE), "Started", "Straße 5", "start", "one", "ok"),
            Entry(read_instant(BASE + 1), "Called", "rm -rf", "call", "one", "failed", flags=("error",)),
            Entry(read_instant(BASE + 2), "Called", "ls", "call", "two", "ok", flags=("held", "error")),
            Entry(None, "Ended", "", "end", "two", "", stored="never"),
        ]
    )


def test_nothing_asked_leaves_everything() -> None:
    found = filtered(made(), TimelineFilter())
    assert found.shown.tolist() == [0, 1, 2, 3]
    assert found.counts[KIND] == {"start": 1, "call": 2, "end": 1}
    assert found.counts[FLAG] == {"error": 2, "held": 1, UNTIMED: 1}
    assert TimelineFilter().empty


def test_facets_narrow_one_another_and_not_themselves() -> None:
    wanted = TimelineFilter().toggled(KIND, "call").toggled(LANE, "two")
    found = filtered(made(), wanted)
    assert found.shown.tolist() == [2]
    assert found.counts[KIND] == {"start": 0, "call": 1, "end": 1}
    assert found.counts[LANE] == {"one": 1, "two": 1}
    assert found.counts[STATUS] == {"ok": 1, "failed": 0, "": 0}
    assert wanted.toggled(KIND, "call").words(KIND) == frozenset()


def test_text_is_words_in_title_or_text_whatever_their_case() -> None:
    assert filtered(made(), TimelineFilter(text="STRASSE started")).shown.tolist() == [0]
    assert filtered(made(), TimelineFilter(text="called ls")).shown.tolist() == [2]
    assert filtered(made(), TimelineFilter(text="nothing of it")).shown.tolist() == []


def test_a_range_is_of_places_and_leaves_the_histogram_whole() -> None:
    since = (BASE + 2) * 1_000_000
    found = filtered(made(), TimelineFilter(since=since))
    assert found.shown.tolist() == [2, 3]
    assert found.in_range.tolist() == [True] * 4
    assert found.counts[KIND]["start"] == 0


def test_unread_times_can_be_asked_for() -> None:
    assert filtered(made(), TimelineFilter().toggled(FLAG, UNTIMED)).shown.tolist() == [3]


_words = st.sampled_from(["", "a", "b"])


@given(
    st.lists(st.tuples(_words, _words, _words), max_size=25),
    st.sets(_words),
    st.sets(_words),
)
def test_the_same_as_one_by_one(rows: list[tuple[str, str, str]], kinds: set[str], lanes: set[str]) -> None:
    timeline = timeline_of(Entry(read_instant(BASE + n), "t", "", *row) for n, row in enumerate(rows))
    wanted = TimelineFilter().choosing(KIND, frozenset(kinds)).choosing(LANE, frozenset(lanes))
    found = filtered(timeline, wanted)
    fits = [not kinds or row[0] in kinds for row in rows], [not lanes or row[1] in lanes for row in rows]
    assert found.shown.tolist() == [n for n in range(len(rows)) if fits[0][n] and fits[1][n]]
    for word, count in found.counts[KIND].items():
        assert count == sum(1 for n, row in enumerate(rows) if row[0] == word and fits[1][n])
