"""The picture of a chart, drawn by pyqtgraph; imported with the first chart, for the library takes half a second."""

from __future__ import annotations

import contextlib
import html
import os
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

os.environ.setdefault("PYQTGRAPH_QT_LIB", "PySide6")

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, Qt, Signal, Slot
from PySide6.QtGui import QColor, QFontMetrics, QMouseEvent
from PySide6.QtWidgets import QToolTip, QWidget

from inspector.db.display import visible
from inspector.timeline.instants import read_instant, utc_text
from inspector.ui.labels import tip
from inspector.ui.theme.theme import Theme
from inspector.workspace.answers.chart_data import Chart, ColumnKind, Series

HUES = ("task", "milestone", "artifact", "decision", "blocker", "observation", "plan", "requirement", "spec",
        "visual_state", "contract", "acceptance_criterion")  # fmt: skip
"""Types whose colours tell series apart."""
_NEAR = 12
"""Pixels within which a point is meant."""
_SMOOTH = 2_000
"""Points up to which a line is drawn smoothly: it takes four times as long."""
_BETWEEN = 8
"""Pixels between two words along the bottom."""
_FEWEST_PIXELS = 52
"""Pixels that a word along the bottom needs."""


class _Words(pg.AxisItem):
    """Words along the bottom, as many as have room."""

    def __init__(self) -> None:
        super().__init__("bottom")
        self.places: tuple[str, ...] = ()
        self._room = _FEWEST_PIXELS

    def tickValues(self, minVal: float, maxVal: float, size: float) -> list[tuple[float, list[float]]]:
        first, last = max(0, int(np.ceil(minVal))), min(len(self.places) - 1, int(np.floor(maxVal)))
        if last < first:
            return []
        apart = max(1.0, size) / max(1.0, maxVal - minVal)
        step = max(1, int(np.ceil(self._needed() / apart)))
        self._room = int(apart * step) - _BETWEEN
        return [(float(step), [float(place) for place in range(first, last + 1, step)])]

    def _needed(self) -> int:
        """Names are shortened before they are left out; of days each that is named is named whole."""
        if not self.places or not all(read_instant(place) for place in self.places[:3]):
            return _FEWEST_PIXELS
        metrics = QFontMetrics(self.style["tickFont"])
        return max(metrics.horizontalAdvance(place) for place in self.places) + _BETWEEN + 2

    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:
        metrics = QFontMetrics(self.style["tickFont"])
        return [
            metrics.elidedText(self.places[round(value)], Qt.TextElideMode.ElideRight, self._room) for value in values
        ]


class ChartPlot(pg.PlotWidget):
    """Draws one chart."""

    rowChosen = Signal(object)
    """The row of the answer whose point was clicked."""

    def __init__(
        self, theme: Theme, row_words: Callable[[int, Collection[str]], str], parent: QWidget | None = None
    ) -> None:
        """``row_words``: what a row of the answer says, but for some columns."""
        super().__init__(parent=parent, background=None)
        self._row_words = row_words
        self._theme = theme
        self._chart: Chart | None = None
        self._points: list[tuple[Series, Any]] = []
        self.setMenuEnabled(False)
        self.hideButtons()
        self.setMouseTracking(True)
        self.setFrameShape(pg.QtWidgets.QFrame.Shape.NoFrame)
        self.scene().sigMouseMoved.connect(self._tell)
        theme.changed.connect(self._redraw)

    def show_chart(self, chart: Chart) -> None:
        """Draw a chart, all of it in view."""
        self._chart = chart
        self.getPlotItem().clear()
        self._dress(chart)
        self._points = []
        for number, series in enumerate(chart.series):
            colour = self._theme.node_colour(HUES[number % len(HUES)])
            self._draw(chart, series, number, colour)
        self.show_whole()

    def show_whole(self) -> None:
        """Bring all of it into view."""
        plot, chart = self.getPlotItem(), self._chart
        plot.enableAutoRange()
        plot.autoRange(padding=0.04)
        if chart is not None and chart.spec.kind in ("bar", "histogram") and chart.series:
            low = min(float(one.y.min()) for one in chart.series)
            high = max(float(one.y.max()) for one in chart.series)
            # bars stand on the axis
            plot.setYRange(min(0.0, low), max(0.0, high) * 1.05 or 1.0, padding=0)

    def _draw(self, chart: Chart, series: Series, number: int, colour: QColor) -> None:
        kind = chart.spec.kind
        x = series.x
        if kind in ("bar", "histogram"):
            if kind == "bar":
                x = x + (number - (len(chart.series) - 1) / 2) * chart.width
            # neighbours stay apart, whatever their width
            width = chart.width * 0.96
            item: Any = pg.BarGraphItem(x=x, height=series.y, width=width, brush=colour, pen=pg.mkPen(None))
        elif kind == "line":
            few = len(x) <= 200
            item = pg.PlotDataItem(
                x, series.y, pen=pg.mkPen(colour, width=2), symbol="o" if few else None, symbolSize=6,
                symbolBrush=colour, symbolPen=None, antialias=len(x) <= _SMOOTH,
            )  # fmt: skip
        else:
            item = pg.ScatterPlotItem(x=x, y=series.y, size=6, brush=colour, pen=None)
        self.addItem(item)
        self._points.append((replace(series, x=x), colour))

    def _dress(self, chart: Chart) -> None:
        plot = self.getPlotItem()
        self.setBackground(QColor(self._theme.colour("panel")))
        plot.setAxisItems({"bottom": _axis("bottom", chart.x_kind, chart.places), "left": _axis("left", chart.y_kind)})
        y = ", ".join(chart.spec.y) or "rows"
        x_zone, y_zone = (" (UTC)" if kind == "time" else "" for kind in (chart.x_kind, chart.y_kind))
        for side, name in (("bottom", visible(chart.spec.x) + x_zone), ("left", visible(y) + y_zone)):
            axis = plot.getAxis(side)
            axis.setPen(pg.mkPen(QColor(self._theme.colour("border"))))
            axis.setTextPen(pg.mkPen(QColor(self._theme.colour("muted"))))
            # marks point to the words: they would stand in the bars
            axis.setStyle(tickFont=self._theme.font("dense"), tickLength=4)
            # a label is HTML there
            axis.setLabel(html.escape(name))
            axis.enableAutoSIPrefix(False)
        plot.showGrid(x=False, y=True, alpha=0.18)

    @contextlib.contextmanager
    def to_be_saved(self) -> Iterator[None]:
        """While it is drawn into a picture: on screen points are stamps of a fixed number of pixels."""
        saved = [item for item in self.scene().items() if hasattr(item, "setExportMode")]
        for item in saved:
            item.setExportMode(True, {"antialias": True, "resolutionScale": 1.0})
        try:
            yield
        finally:
            for item in saved:
                item.setExportMode(False)

    @Slot()
    def _redraw(self) -> None:
        if self._chart is not None:
            self.show_chart(self._chart)

    # --- points ---

    @Slot(object)
    def _tell(self, place: QPointF) -> None:
        found = self._nearest(place)
        if found is None:
            QToolTip.hideText()
            return
        QToolTip.showText(self.mapToGlobal(self.mapFromScene(place)), tip(self.words(*found)), self)

    def words(self, number: int, point: int) -> str:
        """What a point of a series says."""
        chart = self._chart
        assert chart is not None
        series, drawn = chart.series[number], self._points[number][0]
        along = drawn.x[point] if chart.spec.kind == "histogram" else series.x[point]
        if chart.spec.kind == "histogram":
            low, high = along - chart.width / 2, along + chart.width / 2
            x = f"{_said(low, chart.x_kind)} to {_said(high, chart.x_kind)}"
        else:
            x = chart.places[int(along)] if chart.x_kind == "word" else _said(along, chart.x_kind)
        name = f"{visible(series.name)}\n" if series.name and len(chart.series) > 1 else ""
        told = f"{visible(series.column) or 'rows'}: {_said(series.y[point], chart.y_kind)}"
        words = f"{name}{visible(chart.spec.x)}: {x}\n{told}"
        row = int(series.rows[point])
        others = self._row_words(row, {chart.spec.x, series.column, chart.spec.group}) if row >= 0 else ""
        return f"{words}\n{others}" if others else words

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        if event.button() == Qt.MouseButton.LeftButton:
            found = self._nearest(self.mapToScene(event.position().toPoint()))
            if found is not None:
                row = int(self._points[found[0]][0].rows[found[1]])
                if row >= 0:
                    self.rowChosen.emit(row)

    def _nearest(self, place: QPointF) -> tuple[int, int] | None:
        """(series, point) at a place of the scene."""
        chart, view = self._chart, self.getPlotItem().vb
        if chart is None or not view.sceneBoundingRect().contains(place):
            return None
        at = view.mapSceneToView(place)
        size = view.viewPixelSize()
        best: tuple[float, int, int] | None = None
        for number, (series, _) in enumerate(self._points):
            if not len(series.x):
                continue
            across = np.abs(series.x - at.x())
            if chart.spec.kind in ("bar", "histogram"):
                inside = (across <= chart.width / 2) & _between(at.y(), series.y)
                if inside.any():
                    return number, int(inside.argmax())
                continue
            far = np.hypot(across / size[0], (series.y - at.y()) / size[1])
            point = int(far.argmin())
            if far[point] <= _NEAR and (best is None or far[point] < best[0]):
                best = float(far[point]), number, point
        return None if best is None else best[1:]


def _between(y: float, heights: Any) -> Any:
    return (np.minimum(heights, 0) <= y) & (y <= np.maximum(heights, 0))


def _axis(side: str, kind: ColumnKind, places: tuple[str, ...] = ()) -> Any:
    if kind == "word":
        axis = _Words()
        axis.places = places
        return axis
    # days stand where answers group by them, and the other pages tell times in UTC too
    return pg.DateAxisItem(side, utcOffset=0) if kind == "time" else pg.AxisItem(side)


def _said(value: float, kind: ColumnKind) -> str:
    if kind == "time":
        return utc_text(datetime.fromtimestamp(float(value), UTC)).replace(" 00:00:00 UTC", "")
    return f"{value:,.0f}" if float(value).is_integer() else f"{value:,.6g}"
