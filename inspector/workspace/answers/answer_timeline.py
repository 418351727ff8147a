"""An answer as a timeline: its rows by the time that one of its columns holds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from inspector.db.display import display
from inspector.db.values import Value
from inspector.timeline.entry import Entry
from inspector.timeline.instants import Instant, read_instant
from inspector.workspace.answers.chart_data import ColumnKind

if TYPE_CHECKING:
    from inspector.timeline.timeline import Timeline

_LANES = ("lane", "source", "agent", "agent_id", "session", "session_id", "direction", "who")
_KINDS = ("kind", "type", "event", "event_type", "hook_event", "entry_type")
_STATES = ("status", "state", "outcome", "decision")
_TITLES = ("title", "name", "text", "what", "content", "message", "detail", "command")
_TEXT = 300


def time_column(names: Sequence[str], kinds: Sequence[ColumnKind], wanted: str = "") -> int | None:
    """The place of the column whose times the rows stand by: ``wanted``, else the first that holds times."""
    lowered = [name.lower() for name in names]
    if wanted and wanted.lower() in lowered:
        return lowered.index(wanted.lower())
    return next((place for place, kind in enumerate(kinds) if kind == "time"), None)


def answer_timeline(names: Sequence[str], rows: Sequence[tuple[Value, ...]], time: int) -> Timeline:
    """The rows in the order of time; the number of an entry is that of its row. Lane, kind and status are the columns
    that are named so."""
    from inspector.timeline.timeline import timeline_of  # late: numpy

    lowered = [name.lower() for name in names]
    lane, kind, status = (_first(lowered, words) for words in (_LANES, _KINDS, _STATES))
    title = _first(lowered, _TITLES)
    if title is None:
        title = next((n for n in range(len(names)) if n not in (time, lane, kind, status)), time)
    rest = [n for n in range(len(names)) if n not in (time, lane, kind, status, title)]
    return timeline_of(
        Entry(
            instant=_instant(row[time]),
            title=_said(row[title]),
            text=" · ".join(f"{names[n]}: {_said(row[n])}" for n in rest if row[n] is not None)[:_TEXT],
            kind=_said(row[kind]) if kind is not None else "",
            lane=_said(row[lane]) if lane is not None else "",
            status=_said(row[status]) if status is not None else "",
            sequence=number,
            stored=_said(row[time]) if _instant(row[time]) is None else "",
        )
        for number, row in enumerate(rows)
    )


def _instant(value: Value) -> Instant | None:
    return read_instant(value) if isinstance(value, int | float | str) else None


def _first(lowered: Sequence[str], words: Sequence[str]) -> int | None:
    return next((lowered.index(word) for word in words if word in lowered), None)


def _said(value: Value) -> str:
    return "" if value is None else display(value, _TEXT).text
