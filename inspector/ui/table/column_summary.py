"""The statistics of a column in words and bars: what was counted, of how many rows, secrets masked (no Qt)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from inspector.db.browse.statistics import LONGEST, ColumnTally
from inspector.db.display import display, real_text
from inspector.db.redacted import redacted_value
from inspector.db.values import BadText, Value
from inspector.redaction import Redactor
from inspector.timeline.instants import read_instant, utc_text
from inspector.ui.table.cells import size_words
from inspector.ui.table.columns import ColumnLook

BARS = 24
"""Bars of a histogram."""
FREQUENT = 10
"""Values that are listed where there is no histogram."""
_FEW = 12
"""Different values up to which they are listed one by one, numbers too."""
_MOST_TIMES = 100_000
"""Different texts that are read as times."""
_SHOWN = 80


@dataclass(frozen=True)
class Bar:
    """One bar of a chart."""

    label: str
    """What it stands for."""
    rows: int
    """How many rows."""


@dataclass(frozen=True)
class ColumnSummary:
    """What is said of a column."""

    column: ColumnLook
    """The column."""
    covers: str
    """Of which rows: "all 1,204 rows", "the first 500,000 rows, in 1.8 s"."""
    lines: tuple[tuple[str, str], ...] = ()
    """What was found: label and value."""
    chart: str = ""
    """Title of the bars; empty for none."""
    bars: tuple[Bar, ...] = ()
    """The bars: from the least to the greatest, or the most frequent values first."""
    ordered: bool = False
    """Whether the bars are a histogram, to be drawn upright side by side."""
    note: str = ""
    """What is not counted, and why."""

    def text(self) -> str:
        """All of it, for the clipboard and for screen readers."""
        told = [f"{self.column.title}: {self.covers}", *(f"{label}: {value}" for label, value in self.lines)]
        charted = [self.chart, *(f"{bar.label}: {bar.rows:,}" for bar in self.bars)] if self.bars else []
        return "\n".join(part for part in (*told, *charted, self.note) if part)


def summarise(
    tally: ColumnTally, column: ColumnLook, table: str, redactor: Redactor, *, filtered: bool
) -> ColumnSummary:
    """What is said of a tally. A column that is secret shows no value; others lose what is secret in theirs."""
    lines = [("Rows", f"{tally.rows:,}"), ("NULL", _share(tally.nulls, tally.rows))]
    types = tally.types
    if types:
        lines.append(("Types", ", ".join(f"{kind} {count:,}" for kind, count in types.items())))
    covers = _covers(tally, filtered=filtered)
    if column.secret:
        note = "This column is secret: its values are neither shown nor compared until secrets are shown."
        return ColumnSummary(column, covers, tuple(lines), note=note)

    def shown(value: Value) -> str:
        return display(redacted_value(value, redactor, table, column.name), _SHOWN).text

    texts, numbers = tally.values.get("text", Counter()), _numbers(tally)
    if texts.get(""):
        lines.append(("Empty text", _share(texts[""], tally.rows)))
    lines.append(("Distinct", _distinct(tally)))
    lines += _numbers_said(numbers, column)
    lines += _texts_said(texts, shown, alone=not numbers)
    lines += [(f"Longest {'text' if k == 'text' else 'BLOB'}", size_words(n)) for k, n in tally.longest.items()]
    chart, bars, ordered = _chart(tally, numbers, texts, column, shown)
    return ColumnSummary(column, covers, tuple(lines), chart, bars, ordered, _note(tally))


def _covers(tally: ColumnTally, *, filtered: bool) -> str:
    took = f"{tally.seconds:.1f} s" if tally.seconds >= 0.05 else "less than 0.1 s"
    matching = f", {tally.rows:,} of them match" if filtered and tally.rows != tally.looked_at else ""
    if tally.whole:
        which = f"all {tally.rows:,} rows" if not filtered else f"all {tally.rows:,} rows that match"
        return f"of {which}, in {took}"
    return f"of the first {tally.looked_at:,} rows{matching}, in {took} ({tally.why})"


def _share(count: int, rows: int) -> str:
    if not count or not rows:
        return f"{count:,}"
    part = count / rows
    return f"{count:,} ({part:.1%})" if part >= 0.001 else f"{count:,} (less than 0.1%)"


def _distinct(tally: ColumnTally) -> str:
    count, compared = tally.distinct, tally.rows - tally.nulls - sum(tally.long.values())
    if count and count == compared:
        return f"{count:,} (each once)"
    return f"{count:,}"


def _numbers(tally: ColumnTally) -> dict[int | float, int]:
    found: dict[int | float, int] = {}
    for kind in ("integer", "real"):
        for value, count in tally.values.get(kind, Counter()).items():
            if isinstance(value, int | float):
                found[value] = found.get(value, 0) + count
    return found


def _numbers_said(numbers: dict[int | float, int], column: ColumnLook) -> list[tuple[str, str]]:
    if not numbers:
        return []
    least, greatest = min(numbers), max(numbers)
    said = [("Least", _number(least, column)), ("Greatest", _number(greatest, column))]
    total = sum(numbers.values())
    if not column.times and all(map(math.isfinite, (least, greatest))):
        said.append(("Mean", _mean(sum(value * count for value, count in numbers.items()), total)))
    return said


def _mean(total: int | float, rows: int) -> str:
    if isinstance(total, int) and total % rows == 0:
        return f"{total // rows:,}"
    try:
        return f"{total / rows:,.6g}"
    except OverflowError:
        return f"{total // rows:,}"


def _number(value: int | float, column: ColumnLook) -> str:
    plain = f"{value:,}" if isinstance(value, int) else real_text(value)
    instant = read_instant(value) if column.times else None
    return f"{utc_text(instant.moment)}" if instant is not None else plain


def _texts_said(texts: Counter[Value], shown: Callable[[Value], str], *, alone: bool) -> list[tuple[str, str]]:
    known = [text for text in texts if isinstance(text, str) and text]
    if not known:
        return []
    behind = "" if alone else " text"
    return [(f"Least{behind}", shown(min(known))), (f"Greatest{behind}", shown(max(known)))]


def _note(tally: ColumnTally) -> str:
    long = sum(tally.long.values())
    if not long:
        return ""
    are = "1 value is" if long == 1 else f"{long:,} values are"
    return f"{are} longer than {LONGEST:,} bytes and not compared."


def _chart(
    tally: ColumnTally,
    numbers: dict[int | float, int],
    texts: Counter[Value],
    column: ColumnLook,
    shown: Callable[[Value], str],
) -> tuple[str, tuple[Bar, ...], bool]:
    if tally.distinct > _FEW:
        if column.times:
            moments = _moments(numbers, texts)
            if len(moments) > 1:
                return "Over time (UTC)", _histogram(moments, _moment), True
        finite = {value: count for value, count in numbers.items() if math.isfinite(value)}
        if len(finite) > _FEW and sum(finite.values()) * 2 > tally.rows - tally.nulls:
            return "Histogram", _histogram(finite, _bound), True
    # the same digits may be a number and a text: they are two values
    counted = ((kind, value, count) for kind, counts in tally.values.items() for value, count in counts.items())
    most = sorted(counted, key=lambda one: (-one[2], one[0], str(one[1])))[:FREQUENT]
    if not most or (most[0][2] == 1 and tally.distinct > _FEW):
        return "", (), False
    bars = tuple(Bar(_labelled(value, column, shown), count) for _, value, count in most)
    return ("Values" if tally.distinct <= len(most) else "Most frequent"), bars, False


def _labelled(value: Value, column: ColumnLook, shown: Callable[[Value], str]) -> str:
    instant = read_instant(value) if column.times and isinstance(value, int | float) else None
    return utc_text(instant.moment) if instant is not None else shown(value)


def _moments(numbers: dict[int | float, int], texts: Counter[Value]) -> dict[float, int]:
    """Seconds since 1970 -> rows."""
    found: Counter[float] = Counter()
    values: Iterable[tuple[Value, int]] = (*numbers.items(), *texts.items())
    for place, (value, count) in enumerate(values):
        if place >= _MOST_TIMES:
            break
        instant = read_instant(value) if not isinstance(value, BadText) else None
        if instant is not None:
            found[instant.moment.timestamp()] += count
    return dict(found)


def _histogram(
    counts: dict[int | float, int] | dict[float, int], label: Callable[[float, float], str]
) -> tuple[Bar, ...]:
    least, greatest = min(counts), max(counts)
    if not math.isfinite(greatest - least):
        return ()
    whole = all(isinstance(value, int) for value in counts)
    steps = min(BARS, int(greatest - least) + 1) if whole else BARS
    rows = [0] * steps
    # integers apart, so that 2**63 and its neighbour do not fall together in a REAL
    span = (greatest - least + 1) if whole else (greatest - least)
    for value, count in counts.items():
        at = (value - least) * steps // span if whole else int((value - least) / span * steps) if span else 0
        rows[min(steps - 1, int(at))] += count

    def edge(place: int) -> int | float:
        return least + -(-span * place // steps) if whole else least + span * place / steps

    return tuple(Bar(label(edge(place), _last(edge(place + 1), whole)), count) for place, count in enumerate(rows))


def _last(edge: int | float, whole: bool) -> int | float:
    return edge - 1 if whole else edge


def _bound(low: int | float, high: int | float) -> str:
    if isinstance(low, int) and isinstance(high, int):
        return f"{low:,}" if high <= low else f"{low:,} to {high:,}"
    return f"{low:,.6g} to {high:,.6g}"


def _moment(low: float, high: float) -> str:
    return f"{_day(low)} to {_day(high)}"


def _day(seconds: float) -> str:
    from datetime import UTC, datetime

    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M")
