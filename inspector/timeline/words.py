"""How are entries told in plain text: their time, how long they took, what stands in them?"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from inspector.timeline.entry import Entry
from inspector.timeline.instants import utc_text


def stretch_words(microseconds: int) -> str:
    """A stretch of time in its two largest units: "2 h 14 min", "3 days 2 h", "850 ms"."""
    if microseconds < 1_000:
        return f"{microseconds} µs"
    if microseconds < 10_000_000:
        return f"{microseconds / 1_000:,.0f} ms" if microseconds < 1_000_000 else f"{microseconds / 1e6:.1f} s"
    seconds = round(microseconds / 1e6)
    units = (("days", 86_400), ("h", 3_600), ("min", 60), ("s", 1))
    for (name, size), (below, smaller) in pairwise(units):
        if seconds >= size:
            whole, rest = divmod(seconds, size)
            name = "day" if name == "days" and whole == 1 else name
            return f"{whole:,} {name} {rest // smaller} {below}" if rest // smaller else f"{whole:,} {name}"
    return f"{seconds} s"


def time_words(entry: Entry) -> str:
    """The time of an entry in UTC; what is stored where that cannot be read."""
    if entry.instant is not None:
        return utc_text(entry.instant.moment)
    return f"no readable time: {entry.stored}" if entry.stored else "no time"


def entry_line(entry: Entry) -> str:
    """An entry in one line, its parts divided by tabs: to be copied and read elsewhere."""
    title = entry.title if not entry.text else f"{entry.title}: {entry.text}"
    span = "" if entry.span_ms is None else stretch_words(round(entry.span_ms * 1000))
    parts = (time_words(entry), entry.lane, entry.kind, entry.status, ", ".join(entry.flags), span, title)
    return "\t".join(" ".join(part.split()) for part in parts)


def entries_text(entries: Iterable[Entry]) -> str:
    """Entries to be copied, a line each."""
    return "\n".join(map(entry_line, entries))
