"""An answer as a chart: what is drawn is guessed, or said by the question, and can be chosen."""

from __future__ import annotations

import os
from collections.abc import Collection, Sequence
from functools import partial
from typing import TYPE_CHECKING, get_args

from PySide6.QtCore import QSignalBlocker, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QMenu, QToolButton, QVBoxLayout, QWidget

from inspector.cancel import CancelToken
from inspector.db.display import display, visible
from inspector.db.values import Value
from inspector.errors import KnownError
from inspector.queries.chart_spec import ChartKind, ChartSpec
from inspector.timeline.instants import read_instant, utc_text
from inspector.ui.file_dialogs import FileKind, ask_target
from inspector.ui.labels import plain, tone
from inspector.ui.lines.flow import FlowBox
from inspector.ui.queries.pages.chart_picture import picture_of
from inspector.ui.queries.pages.column_choice import ColumnChoice
from inspector.ui.states import StateOverlay
from inspector.ui.view import ViewContext
from inspector.workspace.answers.block_text import apart
from inspector.workspace.answers.chart_data import (
    KIND_WORDS,
    Chart,
    ColumnKind,
    Row,
    chart_of,
    column_kinds,
    fitting,
    guessed,
)
from inspector.workspace.answers.export_target import save_whole

if TYPE_CHECKING:
    from inspector.ui.queries.pages.chart_plot import ChartPlot

_NONE = "(none)"
_MOST_WORDS, _CELL = 8, 80
"""Columns of a row, and characters of a cell, that a point tells."""


class ChartPage(QWidget):
    """Draws an answer; what it needs of numpy and its library is loaded when it is first shown."""

    rowChosen = Signal(object)
    """The row of the answer whose point was clicked."""
    said = Signal(str)
    """Something to tell."""

    def __init__(self, context: ViewContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._names: tuple[str, ...] = ()
        self._rows: Sequence[Row] = ()
        self._kinds: tuple[ColumnKind, ...] = ()
        self.spec: ChartSpec | None = None
        """What is drawn."""
        self.plot: ChartPlot | None = None
        """The picture, once something was drawn."""
        self._build()
        for box in (self.kind, self.along, self.group):
            box.activated.connect(self._chosen)
        self.up.chosen.connect(self._chosen)

    def show_answer(
        self, names: Sequence[str], rows: Sequence[Row], times: Sequence[bool], wanted: ChartSpec | None = None
    ) -> None:
        """Draw rows with these columns; ``wanted``: as the question says."""
        self._names, self._rows = tuple(apart(names)), rows
        self._kinds = column_kinds(names, rows, times)
        spec = fitting(wanted, self._names) if wanted is not None else None
        self.spec = spec or guessed(self._names, self._kinds)
        self._fill()
        self._draw()

    # --- building ---

    def _build(self) -> None:
        bar = FlowBox(self)
        self.kind = _box([(KIND_WORDS[kind], kind) for kind in get_args(ChartKind)], bar)
        self.along, self.group = _box([], bar), _box([], bar)
        self.up = ColumnChoice(bar)
        _held("", self.kind, "Kind of chart", bar)
        _held("X", self.along, "Column along the bottom", bar)
        _held("Y", self.up, "Columns that are drawn above it", bar)
        _held("By", self.group, "Column whose values are told apart by colour", bar)
        self._whole = QToolButton(bar)
        self._whole.setText("All")
        self._whole.setToolTip("All in view (drag moves the chart, the wheel brings it nearer)")
        self._whole.setAccessibleName("All in view")
        self._whole.clicked.connect(self._show_whole)
        self._context.icons.dress(self._whole, "ph.frame-corners")
        bar.add(self._whole)
        self._save = QToolButton(bar)
        self._save.setText("Picture")
        self._save.setToolTip("Save the chart as a picture")
        self._save.setAccessibleName("Save the chart as a picture")
        self._save.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._context.icons.dress(self._save, "ph.image")
        menu = QMenu(self._save)
        for words, ending in (("As PNG…", "png"), ("As SVG…", "svg")):
            action = QAction(words, menu)
            action.setData(ending)
            menu.addAction(action)
        menu.triggered.connect(self._ask_file)
        self._save.setMenu(menu)
        bar.add(self._save)
        self._picture = QWidget(self)
        self._legend = FlowBox(self._picture, gap=12)
        self._notes = plain("", self, wrap=True)
        tone(self._notes, "muted")
        self._notes.setContentsMargins(8, 0, 8, 4)
        self._inside = QVBoxLayout(self._picture)
        self._inside.setContentsMargins(0, 0, 0, 0)
        self._inside.setSpacing(4)
        beside = QHBoxLayout()
        beside.setContentsMargins(8, 0, 8, 0)
        beside.addWidget(self._legend)
        self._inside.addLayout(beside)
        self.overlay = StateOverlay(self._picture)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        above = QVBoxLayout()
        above.setContentsMargins(8, 4, 8, 0)
        above.addWidget(bar)
        column.addLayout(above)
        column.addWidget(self._picture, 1)
        column.addWidget(self._notes)

    def _fill(self) -> None:
        """The columns to choose from."""
        known = list(zip(self._names, self._kinds, strict=True))
        spec = self.spec
        with QSignalBlocker(self.along), QSignalBlocker(self.group), QSignalBlocker(self.kind):
            _refill(self.along, [name for name, _ in known], spec.x if spec else "")
            if spec is None or spec.y:
                self.up.fill([name for name, kind in known if kind != "word"], spec.y if spec else ())
            words = [name for name, kind in known if kind == "word"]
            _refill(self.group, [_NONE, *words], spec.group if spec and spec.group else _NONE)
            if spec is not None:
                self.kind.setCurrentIndex(self.kind.findData(spec.kind))
        counts = self.kind.currentData() == "histogram"
        for box in (self.up, self.group):
            held = box.parentWidget()
            assert held is not None
            held.setVisible(not counts)

    # --- drawing ---

    @Slot()
    def _chosen(self) -> None:
        kind: ChartKind = self.kind.currentData()
        x, group = (box.currentData() or "" for box in (self.along, self.group))
        if kind == "histogram":
            x = x if self._kind_of(x) != "word" else next((n for n in self._names if self._kind_of(n) != "word"), "")
            self.spec = ChartSpec(kind, x) if x else None
        else:
            y = self.up.current() or tuple(name for name in self._names if self._kind_of(name) == "number")[:1]
            self.spec = ChartSpec(kind, x, y, "" if group == _NONE else group) if y else None
        self._fill()
        self._draw()

    def _kind_of(self, name: str) -> ColumnKind:
        return self._kinds[self._names.index(name)] if name in self._names else "word"

    def _draw(self) -> None:
        if self.spec is None:
            self._notes.setText("")
            self.overlay.show_empty("No column of this answer holds numbers or times.", "A chart needs one to draw.")
            return
        work = partial(_made, self.spec, self._names, self._kinds, self._rows)
        self.overlay.show_loading("Drawing…")
        self._context.runner.run(work, self._drawn, self._failed, owner=self, key="chart", title="Drawing the chart")

    def _drawn(self, chart: Chart) -> None:
        if chart.spec != self.spec:
            return
        if self.plot is None:
            # late, once, and in this thread: the library makes objects of Qt while it is imported (250 ms)
            from inspector.ui.queries.pages.chart_plot import ChartPlot

            self.plot = ChartPlot(self._context.theme, self._row_words, self._picture)
            self.plot.rowChosen.connect(self.rowChosen)
            self._inside.addWidget(self.plot, 1)
        self.plot.show_chart(chart)
        self._show_names(chart)
        self._notes.setText(" ".join(chart.notes))
        self._notes.setVisible(bool(chart.notes))
        if chart.series:
            self.overlay.show_content()
        else:
            self.overlay.show_empty("There is nothing to draw.", " ".join(chart.notes))

    def _row_words(self, row: int, but: Collection[str]) -> str:
        """The other columns of a row of the answer, a line each."""
        cells = zip(self._names, self._kinds, self._rows[row], strict=True)
        words = [f"{visible(name)}: {_cell_words(value, kind)}" for name, kind, value in cells if name not in but]
        more = [f"and {len(words) - _MOST_WORDS} more columns"] if len(words) > _MOST_WORDS else []
        return "\n".join(words[:_MOST_WORDS] + more)

    def _failed(self, error: KnownError) -> None:
        self.overlay.show_error(error)

    def _show_names(self, chart: Chart) -> None:
        for part in self._legend.parts():
            self._legend.drop(part)
        self._legend.setVisible(len(chart.series) > 1)
        if len(chart.series) > 1:
            from inspector.ui.queries.pages.chart_legend import SeriesName

            for number, series in enumerate(chart.series):
                self._legend.add(SeriesName(self._context.theme, number, visible(series.name), self._legend))

    @Slot()
    def _show_whole(self) -> None:
        if self.plot is not None:
            self.plot.show_whole()

    # --- saving ---

    @Slot(QAction)
    def _ask_file(self, action: QAction) -> None:
        ending = str(action.data())
        kinds = (FileKind(ending.upper(), ending, ending),)
        ask_target(self, f"Save the chart as {ending.upper()}", f"chart.{ending}", kinds, self._save_to)

    def _save_to(self, path: str, ending: str) -> None:
        if self.plot is None:
            return
        sources = tuple(self._context.workspace.sources)
        # the picture belongs to this thread, the disk does not
        with self.plot.to_be_saved():
            found = picture_of(self._picture, ending)

        def work(cancel: CancelToken) -> str:
            save_whole(path, [found], sources, cancel)
            return f"Saved the chart to {os.path.basename(path)}."

        self._context.runner.run(
            work, self.said.emit, self._not_saved, owner=self, key="picture", title="Saving the chart"
        )

    def _not_saved(self, error: KnownError) -> None:
        self.said.emit(str(error))


def _box(items: Sequence[tuple[str, str]], parent: QWidget) -> QComboBox:
    box = QComboBox(parent)
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
    box.setMaximumWidth(180)
    for text, data in items:
        box.addItem(text, data)
    return box


def _held(words: str, chooser: QWidget, meaning: str, bar: FlowBox) -> None:
    """A chooser with its name before it."""
    held = QWidget(bar)
    inner = QHBoxLayout(held)
    inner.setContentsMargins(0, 0, 0, 0)
    inner.setSpacing(4)
    if words:
        label = plain(words, held)
        tone(label, "muted")
        inner.addWidget(label)
    chooser.setAccessibleName(meaning)
    chooser.setToolTip(meaning)
    inner.addWidget(chooser)
    bar.add(held)


def _refill(box: QComboBox, names: Sequence[str], current: str) -> None:
    box.clear()
    for name in names:
        box.addItem(visible(name), name)
    box.setCurrentIndex(max(0, box.findData(current)))


def _made(
    spec: ChartSpec, names: Sequence[str], kinds: Sequence[ColumnKind], rows: Sequence[Row], cancel: CancelToken
) -> Chart:
    """The chart; in a worker."""
    return chart_of(spec, names, kinds, rows, cancel)


def _cell_words(value: Value, kind: ColumnKind) -> str:
    instant = read_instant(value) if kind == "time" and isinstance(value, int | float) else None
    return utc_text(instant.moment) if instant is not None else display(value, _CELL).text
