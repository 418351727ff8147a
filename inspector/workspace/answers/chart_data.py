"""What a chart draws of an answer: which columns are numbers, times or words, and the points, bars or bins of a chart.

Instants are seconds since 1970, in UTC. Whatever is not drawn is counted and told.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from inspector.cancel import CancelToken
from inspector.db.display import display
from inspector.db.values import Large, Value
from inspector.queries.chart_spec import ChartKind, ChartSpec
from inspector.timeline.instants import read_instant, utc_text

if TYPE_CHECKING:
    from numpy.typing import NDArray

ColumnKind = Literal["number", "time", "word"]
Row = tuple[Value, ...]

_LOOKED_AT = 400
"""Rows that are looked at to tell what a column holds."""
_MOSTLY = 0.9
MOST_POINTS = 20_000
"""Points of one series that are drawn."""
MOST_PLACES = 200
"""Bars side by side."""
MOST_SERIES = 12
"""Series that are told apart."""
_MOST_BINS = 60
_LABEL = 60
_CHECKED = 4_096
"""Rows between two looks at whether the chart is still wanted."""


@dataclass(frozen=True)
class Series:
    """One colour of a chart."""

    name: str
    """What it is."""
    x: NDArray[Any]
    """(n,) float64: numbers, seconds, or places of words."""
    y: NDArray[Any]
    """(n,) float64."""
    rows: NDArray[Any]
    """(n,) int64: the row of the answer behind each; -1 where several are."""
    column: str = ""
    """The column whose numbers these are; empty where rows are counted."""


@dataclass(frozen=True)
class Chart:
    """All that is drawn."""

    spec: ChartSpec
    """As what."""
    series: tuple[Series, ...]
    """The colours."""
    x_kind: ColumnKind
    """What stands along the bottom."""
    places: tuple[str, ...] = ()
    """The words along the bottom, by place."""
    y_kind: ColumnKind = "number"
    """What stands along the side."""
    width: float = 0.8
    """How wide a bar is, in units of x; of a histogram, of a bin."""
    notes: tuple[str, ...] = ()
    """What is not drawn, and why."""


def column_kinds(names: Sequence[str], rows: Sequence[Row], times: Sequence[bool] = ()) -> tuple[ColumnKind, ...]:
    """What each column holds mostly; ``times``: of which it is known that they hold times."""
    looked = rows[:_LOOKED_AT]
    return tuple(
        _kind([row[place] for row in looked], place < len(times) and times[place]) for place in range(len(names))
    )


def _kind(values: Sequence[Value], time: bool) -> ColumnKind:
    there = [value for value in values if value is not None]
    if not there:
        return "word"
    if time and all(read_instant(value) is not None for value in there[:20]):
        return "time"
    if sum(isinstance(value, int | float) for value in there) >= _MOSTLY * len(there):
        return "number"
    texts = [value for value in there if isinstance(value, str) and len(value) >= len("2026-01-01")]
    if len(texts) >= _MOSTLY * len(there) and all(read_instant(text) is not None for text in texts[:50]):
        return "time"
    return "word"


def guessed(names: Sequence[str], kinds: Sequence[ColumnKind]) -> ChartSpec | None:
    """The chart that says most of an answer by itself; None where no column is a number or time."""
    numbers = [name for name, kind in zip(names, kinds, strict=True) if kind == "number" and not _is_id(name)]
    numbers = numbers or [name for name, kind in zip(names, kinds, strict=True) if kind == "number"]
    times = [name for name, kind in zip(names, kinds, strict=True) if kind == "time"]
    words = [name for name, kind in zip(names, kinds, strict=True) if kind == "word"]
    if not numbers:
        return ChartSpec("histogram", times[0]) if times else None
    if times:
        return ChartSpec("line", times[0], (numbers[0],), words[0] if words and len(numbers) == 1 else "")
    if words:
        return ChartSpec("bar", words[0], (numbers[0],))
    if len(numbers) > 1:
        return ChartSpec("scatter", numbers[0], (numbers[1],))
    return ChartSpec("histogram", numbers[0])


def _is_id(name: str) -> bool:
    return name.lower() in ("id", "rowid", "seq") or name.lower().endswith("_id")


def fitting(spec: ChartSpec, names: Sequence[str]) -> ChartSpec | None:
    """``spec`` with the names as the answer has them; None where it lacks one."""
    known = {name.lower(): name for name in reversed(names)}
    wanted = [spec.x, *spec.y, *([spec.group] if spec.group else [])]
    if any(name.lower() not in known for name in wanted):
        return None
    y = tuple(known[name.lower()] for name in spec.y)
    return replace(spec, x=known[spec.x.lower()], y=y, group=known.get(spec.group.lower(), ""))


def chart_of(
    spec: ChartSpec,
    names: Sequence[str],
    kinds: Sequence[ColumnKind],
    rows: Sequence[Row],
    cancel: CancelToken | None = None,
) -> Chart:
    """What is drawn of the rows; ``spec`` names columns of ``names``. Raises Cancelled."""
    maker = _Maker(spec, names, kinds, rows, cancel or CancelToken())
    return maker.histogram() if spec.kind == "histogram" else maker.points()


class _Maker:
    def __init__(
        self,
        spec: ChartSpec,
        names: Sequence[str],
        kinds: Sequence[ColumnKind],
        rows: Sequence[Row],
        cancel: CancelToken,
    ) -> None:
        self._spec = spec
        self._rows = rows
        self._cancel = cancel
        self._place = {name: place for place, name in reversed(list(enumerate(names)))}
        self._kinds = kinds
        self._notes: list[str] = []
        self._labels: dict[str, int] = {}
        self._missing: set[int] = set()
        self._further: set[int] = set()

    def histogram(self) -> Chart:
        import numpy as np  # late: not every answer is drawn

        values = self._numbers(self._spec.x)
        kind = self._kinds[self._place[self._spec.x]]
        if not len(values):
            return Chart(self._spec, (), kind, notes=tuple(self._notes))
        low, high = float(values.min()), float(values.max())
        counts, edges = np.histogram(values, bins=_bins(values), range=(low, high if high > low else low + 1))
        middles = (edges[:-1] + edges[1:]) / 2
        rows = np.full(len(counts), -1, np.int64)
        width = float(edges[1] - edges[0])
        return Chart(
            self._spec,
            (Series("rows", middles, counts.astype(np.float64), rows),),
            kind,
            width=width,
            notes=tuple(self._notes),
        )

    def points(self) -> Chart:
        spec = self._spec
        x_kind: ColumnKind = self._kinds[self._place[spec.x]]
        if spec.kind == "bar" and x_kind != "word":
            x_kind = "word"
        groups = self._groups()
        series = [one for y in spec.y for name, wanted in groups for one in self._series(y, name, wanted, x_kind)]
        if len(series) > MOST_SERIES:
            self._notes.append(f"{len(series) - MOST_SERIES:,} more series are not drawn.")
            series = series[:MOST_SERIES]
        self._tell_missing()
        y_kinds = {self._kinds[self._place[y]] for y in spec.y}
        return Chart(
            spec,
            tuple(series),
            x_kind,
            tuple(self._labels),
            "time" if y_kinds == {"time"} else "number",
            0.8 / max(1, len(series)),
            tuple(dict.fromkeys(self._notes)),
        )

    def _groups(self) -> list[tuple[str, list[int] | None]]:
        """(name, places of its rows); one without a name and all rows where nothing tells them apart."""
        if not self._spec.group:
            return [("", None)]
        place = self._place[self._spec.group]
        found: dict[str, list[int]] = {}
        for number, row in enumerate(self._rows):
            found.setdefault(_word(row[place]), []).append(number)
        biggest = sorted(found, key=lambda name: -len(found[name]))[:MOST_SERIES]
        if len(found) > len(biggest):
            self._notes.append(f"{len(found) - len(biggest):,} more values of {self._spec.group} are not drawn.")
        return [(name, found[name]) for name in found if name in biggest]

    def _series(self, y: str, group: str, wanted: list[int] | None, x_kind: ColumnKind) -> list[Series]:
        import numpy as np

        numbers = range(len(self._rows)) if wanted is None else wanted
        xs: list[float] = []
        ys: list[float] = []
        rows: list[int] = []
        x_place, y_place = self._place[self._spec.x], self._place[y]
        y_kind = self._kinds[y_place]
        words = self._words_of(x_place) if x_kind == "word" else None
        for number in numbers:
            if not number % _CHECKED:
                self._cancel.check()
            row = self._rows[number]
            above = number_of(row[y_place], y_kind)
            along = self._label(words(row[x_place])) if words is not None else number_of(row[x_place], x_kind)
            if above is None or (along is None and words is None):
                self._missing.add(number)
            elif along is None:
                self._further.add(number)
            else:
                xs.append(along)
                ys.append(above)
                rows.append(number)
        made = Series(
            " · ".join(part for part in ((y if len(self._spec.y) > 1 or not group else ""), group) if part),
            np.asarray(xs, np.float64),
            np.asarray(ys, np.float64),
            np.asarray(rows, np.int64),
            y,
        )
        return [self._thinned(self._arranged(made))] if len(made.x) else []

    def _tell_missing(self) -> None:
        missing, further = len(self._missing), len(self._further)
        if missing and len(self._spec.y) > 1:
            self._notes.append(f"{_rows(missing)} {'lacks' if missing == 1 else 'lack'} some of these numbers.")
        elif missing:
            self._notes.append(f"{_rows(missing)} without a number or time {_are(missing)} not drawn.")
        if further:
            self._notes.append(f"{_rows(further)} of further values of {self._spec.x} {_are(further)} not drawn.")

    def _words_of(self, place: int) -> Callable[[Value], str]:
        """How the values of a column are called along the bottom."""
        return _time_word if self._kinds[place] == "time" else _word

    def _arranged(self, series: Series) -> Series:
        import numpy as np

        if self._spec.kind == "bar":
            places, first, inverse = np.unique(series.x, return_index=True, return_inverse=True)
            if len(places) < len(series.x):
                self._notes.append(f"Rows of one {self._spec.x} are added up.")
                single = np.bincount(inverse, minlength=len(places)) == 1
                summed = np.bincount(inverse, weights=series.y, minlength=len(places))
                return replace(series, x=places, y=summed, rows=np.where(single, series.rows[first], -1))
        if self._spec.kind == "line":
            order = np.argsort(series.x, kind="stable")
            return replace(series, x=series.x[order], y=series.y[order], rows=series.rows[order])
        return series

    def _thinned(self, series: Series) -> Series:
        import numpy as np

        count = len(series.x)
        if count <= MOST_POINTS:
            return series
        self._notes.append(f"Of {count:,} points {MOST_POINTS:,} are drawn.")
        if self._spec.kind != "line":
            kept = np.linspace(0, count - 1, MOST_POINTS).astype(np.int64)
        else:
            # of each stretch its lowest and highest point: no peak is lost
            edges = np.linspace(0, count, MOST_POINTS // 2 + 1).astype(np.int64)
            lows = [start + int(series.y[start:end].argmin()) for start, end in itertools.pairwise(edges)]
            highs = [start + int(series.y[start:end].argmax()) for start, end in itertools.pairwise(edges)]
            kept = np.unique(np.asarray(lows + highs, np.int64))
        return replace(series, x=series.x[kept], y=series.y[kept], rows=series.rows[kept])

    def _label(self, word: str) -> float | None:
        if word not in self._labels and len(self._labels) >= MOST_PLACES:
            return None
        return float(self._labels.setdefault(word, len(self._labels)))

    def _numbers(self, name: str) -> NDArray[Any]:
        import numpy as np

        place = self._place[name]
        kind = self._kinds[place]
        values: list[float] = []
        for number, row in enumerate(self._rows):
            if not number % _CHECKED:
                self._cancel.check()
            value = number_of(row[place], kind)
            if value is None:
                self._missing.add(number)
            else:
                values.append(value)
        self._tell_missing()
        return np.asarray(values, np.float64)


def _bins(values: NDArray[Any]) -> int:
    """As many bins as Freedman and Diaconis advise, within what can be seen; of few whole numbers one each."""
    import numpy as np

    whole = np.unique(values)
    if len(whole) <= _MOST_BINS // 2 and bool((whole == np.round(whole)).all()):
        spread = int(whole.max() - whole.min()) + 1
        if spread <= _MOST_BINS:
            return max(1, spread)
    low, high = np.percentile(values, [25, 75])
    step = 2 * float(high - low) / len(values) ** (1 / 3)
    reach = float(values.max() - values.min())
    return max(5, min(_MOST_BINS, round(reach / step))) if step > 0 and reach > 0 else min(_MOST_BINS, 10)


def number_of(value: Value, kind: ColumnKind) -> float | None:
    """Where a value stands on an axis; None where it is no number, or no time."""
    if kind == "time":
        instant = read_instant(value) if isinstance(value, int | float | str) else None
        return None if instant is None else instant.moment.timestamp()
    if isinstance(value, int | float) and abs(value) < 1e300:
        return float(value)
    return None


def _word(value: Value) -> str:
    if isinstance(value, str):
        return display(value, _LABEL).text if value else "(empty)"
    return display(value.prefix if isinstance(value, Large) else value, _LABEL).text


def _time_word(value: Value) -> str:
    """A time as short as it can be said."""
    instant = read_instant(value) if isinstance(value, int | float | str) else None
    if instant is None:
        return _word(value)
    if isinstance(value, str):
        return value.strip()
    return utc_text(instant.moment).removesuffix(" UTC").removesuffix(" 00:00:00")


def _rows(count: int) -> str:
    return "1 row" if count == 1 else f"{count:,} rows"


def _are(count: int) -> str:
    return "is" if count == 1 else "are"


KIND_WORDS: Mapping[ChartKind, str] = {"bar": "Bars", "line": "Lines", "scatter": "Points", "histogram": "Distribution"}
"""What menus call the kinds."""
