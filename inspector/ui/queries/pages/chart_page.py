"""An answer as a chart: what is drawn is guessed, or said by the question, and can be chosen."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, get_args

from PySide6.QtCore import QSignalBlocker, QSize, Signal, Slot
from PySide6.QtGui import QAction, QPainter
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QMenu, QToolButton, QVBoxLayout, QWidget

from inspector.cancel import CancelToken
from inspector.db.display import visible
from inspector.errors import AccessDenied, KnownError
from inspector.queries.chart_spec import ChartKind, ChartSpec
from inspector.ui.file_dialogs import FileKind, ask_target
from inspector.ui.labels import plain, tone
from inspector.ui.lines.flow import FlowBox
from inspector.ui.states import StateOverlay
from inspector.ui.view import ViewContext
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
from inspector.workspace.answers.export_target import refuse_database

if TYPE_CHECKING:
    from inspector.ui.queries.pages.chart_plot import ChartPlot

_NONE = "(none)"


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
        for box in (self.kind, self.along, self.up, self.group):
            box.activated.connect(self._chosen)

    def show_answer(
        self, names: Sequence[str], rows: Sequence[Row], times: Sequence[bool], wanted: ChartSpec | None = None
    ) -> None:
        """Draw rows with these columns; ``wanted``: as the question says."""
        self._names, self._rows = tuple(names), rows
        self._kinds = column_kinds(names, rows, times)
        spec = fitting(wanted, names) if wanted is not None else None
        self.spec = spec or guessed(names, self._kinds)
        self._fill()
        self._draw()

    # --- building ---

    def _build(self) -> None:
        bar = FlowBox(self)
        self.kind = self._box("Chart", [(KIND_WORDS[kind], kind) for kind in get_args(ChartKind)], bar)
        self.along = self._box("Along", [], bar)
        self.up = self._box("Up", [], bar)
        self.group = self._box("Told apart by", [], bar)
        self._whole = QToolButton(bar)
        self._whole.setText("All in view")
        self._whole.setToolTip("Drag moves the chart, the wheel brings it nearer")
        self._whole.clicked.connect(self._show_whole)
        bar.add(self._whole)
        self._save = QToolButton(bar)
        self._save.setText("Save picture")
        self._save.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self._save)
        for words, ending in (("As PNG…", "png"), ("As SVG…", "svg")):
            action = QAction(words, menu)
            action.setData(ending)
            menu.addAction(action)
        menu.triggered.connect(self._ask_file)
        self._save.setMenu(menu)
        bar.add(self._save)
        self._legend = QWidget(self)
        self._names_of = QHBoxLayout(self._legend)
        self._names_of.setContentsMargins(8, 0, 8, 0)
        self._names_of.setSpacing(16)
        self._notes = plain("", self, wrap=True)
        tone(self._notes, "muted")
        self._notes.setContentsMargins(8, 0, 8, 4)
        self._content = QWidget(self)
        self._inside = QVBoxLayout(self._content)
        self._inside.setContentsMargins(0, 0, 0, 0)
        self.overlay = StateOverlay(self._content)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        above = QVBoxLayout()
        above.setContentsMargins(8, 4, 8, 0)
        above.addWidget(bar)
        column.addLayout(above)
        column.addWidget(self._legend)
        column.addWidget(self._content, 1)
        column.addWidget(self._notes)

    def _box(self, words: str, items: Sequence[tuple[str, str]], bar: FlowBox) -> QComboBox:
        held = QWidget(bar)
        inner = QHBoxLayout(held)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(4)
        label = plain(words, held)
        tone(label, "muted")
        box = QComboBox(held)
        box.setAccessibleName(words)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        box.setMaximumWidth(220)
        label.setBuddy(box)
        for text, data in items:
            box.addItem(text, data)
        inner.addWidget(label)
        inner.addWidget(box)
        bar.add(held)
        return box

    def _fill(self) -> None:
        """The columns to choose from."""
        known = list(zip(self._names, self._kinds, strict=True))
        spec = self.spec
        with QSignalBlocker(self.along), QSignalBlocker(self.up), QSignalBlocker(self.group), QSignalBlocker(self.kind):
            _refill(self.along, [name for name, _ in known], spec.x if spec else "")
            _refill(self.up, [n for n, kind in known if kind != "word"], spec.y[0] if spec and spec.y else "")
            words = [name for name, kind in known if kind == "word"]
            _refill(self.group, [_NONE, *words], spec.group if spec and spec.group else _NONE)
            if spec is not None:
                self.kind.setCurrentIndex(self.kind.findData(spec.kind))
        several = spec is not None and len(spec.y) > 1
        self._show_boxes(several)

    def _show_boxes(self, several: bool) -> None:
        counts = self.kind.currentData() == "histogram"
        for box in (self.up, self.group):
            held = box.parentWidget()
            assert held is not None
            held.setVisible(not counts and not (several and box is self.up))

    # --- drawing ---

    @Slot()
    def _chosen(self) -> None:
        kind: ChartKind = self.kind.currentData()
        x, y, group = (box.currentData() or "" for box in (self.along, self.up, self.group))
        if kind == "histogram":
            x = x if self._kind_of(x) != "word" else next((n for n in self._names if self._kind_of(n) != "word"), "")
            self.spec = ChartSpec(kind, x) if x else None
        else:
            several = self.spec is not None and len(self.spec.y) > 1 and self.sender() is not self.up
            told = self.spec.y if several and self.spec is not None else ((y,) if y else ())
            self.spec = ChartSpec(kind, x, told, "" if group == _NONE else group) if told else None
        self._fill()
        self._draw()

    def _kind_of(self, name: str) -> ColumnKind:
        return self._kinds[self._names.index(name)] if name in self._names else "word"

    def _draw(self) -> None:
        if self.spec is None:
            self._notes.setText("")
            self.overlay.show_empty("No column of this answer holds numbers.", "A chart needs one to draw.")
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

            self.plot = ChartPlot(self._context.theme, self._content)
            self.plot.rowChosen.connect(self.rowChosen)
            self._inside.addWidget(self.plot)
        self.plot.show_chart(chart)
        self._show_names(chart)
        self._notes.setText(" ".join(chart.notes))
        self._notes.setVisible(bool(chart.notes))
        if chart.series:
            self.overlay.show_content()
        else:
            self.overlay.show_empty("There is nothing to draw.", " ".join(chart.notes))

    def _failed(self, error: KnownError) -> None:
        self.overlay.show_error(error)

    def _show_names(self, chart: Chart) -> None:
        while (item := self._names_of.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.deleteLater()
        self._legend.setVisible(len(chart.series) > 1)
        if len(chart.series) > 1:
            from inspector.ui.queries.pages.chart_legend import SeriesName

            for number, series in enumerate(chart.series):
                self._names_of.addWidget(SeriesName(self._context.theme, number, visible(series.name), self._legend))
        self._names_of.addStretch(1)

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
        try:
            refuse_database(path, self._context.workspace.sources)
            _write(self.plot, path, ending)
        except KnownError as error:
            self.said.emit(str(error))
        else:
            self.said.emit(f"Saved the chart to {os.path.basename(path)}.")


def _refill(box: QComboBox, names: Sequence[str], current: str) -> None:
    box.clear()
    for name in names:
        box.addItem(visible(name), name)
    box.setCurrentIndex(max(0, box.findData(current)))


def _made(
    spec: ChartSpec, names: Sequence[str], kinds: Sequence[ColumnKind], rows: Sequence[Row], cancel: CancelToken
) -> Chart:
    """The chart; in a worker."""
    return chart_of(spec, names, kinds, rows)


def _write(plot: Any, path: str, ending: str) -> None:
    if ending == "svg":
        from PySide6.QtSvg import QSvgGenerator

        generator = QSvgGenerator()
        generator.setFileName(path)
        generator.setSize(QSize(plot.width(), plot.height()))
        painter = QPainter(generator)
        whole = painter.isActive()
        if whole:
            plot.render(painter)
            painter.end()
    else:
        whole = plot.grab().save(path, "PNG")
    if not whole:
        raise AccessDenied("The file could not be written.", path=path, advice="Choose another folder.")
