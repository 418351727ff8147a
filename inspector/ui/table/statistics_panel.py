"""The statistics of one column, beside the rows: what it holds, counted over a bounded part of them, told."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QScrollArea, QToolButton, QVBoxLayout, QWidget

from inspector.cancel import CancelToken
from inspector.db.browse.statistics import tally_column
from inspector.errors import KnownError
from inspector.ui.labels import PlainLabel, enlarge, plain, tone
from inspector.ui.states import StateOverlay
from inspector.ui.table.bars import Bars
from inspector.ui.table.column_summary import ColumnSummary, summarise
from inspector.ui.table.loading import Loaded
from inspector.ui.view import ViewContext
from inspector.workspace.source import Source

WIDTH = 280
"""Pixels of the panel."""


@dataclass(frozen=True)
class Asked:
    """Whose statistics are shown."""

    source: Source
    """The source."""
    loaded: Loaded
    """The rows."""
    column: str
    """Name of the column."""


class StatisticsPanel(QFrame):
    """Hidden until it is asked for a column."""

    closed = Signal()
    """The reader closed it."""

    def __init__(self, context: ViewContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._asked: Asked | None = None
        self._summary: ColumnSummary | None = None
        self._build()
        self.hide()

    # --- what the view asks ---

    @property
    def column(self) -> str:
        """The column that is shown; empty while it is closed."""
        return self._asked.column if self._asked is not None else ""

    @property
    def summary(self) -> ColumnSummary | None:
        """What is shown; None while it is counted."""
        return self._summary

    def ask(self, source: Source, loaded: Loaded, column: str) -> None:
        """Show the statistics of a column of these rows."""
        index = loaded.look.index(column)
        if index is None:
            self.close_panel()
            return
        look = loaded.look.columns[index]
        self._asked, self._summary = Asked(source, loaded, column), None
        self._title.setText(look.title)
        self.show()
        self.overlay.show_loading("Counting…", self._cancel)
        self._count()

    def follow(self, source: Source | None, loaded: Loaded | None) -> None:
        """Other rows are shown: count again if a column is."""
        asked = self._asked
        if asked is None or loaded is None or source is None:
            return
        if loaded.question is not asked.loaded.question or source is not asked.source:
            self.ask(source, loaded, asked.column)

    @Slot()
    def close_panel(self) -> None:
        """Put it away."""
        self._context.runner.cancel(self)
        self._asked = self._summary = None
        self.hide()
        self.closed.emit()

    # --- building ---

    def _build(self) -> None:
        self.setFixedWidth(WIDTH)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Statistics")
        self._title = PlainLabel("", self)
        enlarge(self._title)
        self._copy_button, self._close = QToolButton(self), QToolButton(self)
        self._copy_button.setText("Copy")
        self._close.setText("Close")
        head = QHBoxLayout()
        head.addWidget(self._title, 1)
        head.addWidget(self._copy_button)
        head.addWidget(self._close)
        self._covers = plain("", self, wrap=True)
        tone(self._covers, "muted")
        self._lines = QWidget(self)
        self._grid = QGridLayout(self._lines)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(1, 1)
        self._chart = plain("", self)
        tone(self._chart, "muted")
        self.bars = Bars(self._context.theme, self)
        self._note = plain("", self, wrap=True)
        tone(self._note, "muted")
        body = QWidget(self)
        inner = QVBoxLayout(body)
        inner.setContentsMargins(0, 0, 4, 0)
        for widget in (self._covers, self._lines, self._chart, self.bars, self._note):
            inner.addWidget(widget)
        inner.addStretch(1)
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(body)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 8, 8)
        column.addLayout(head)
        column.addWidget(area, 1)
        self.overlay = StateOverlay(area)
        self._close.clicked.connect(self.close_panel)
        self._copy_button.clicked.connect(self.copy)

    # --- counting ---

    def _count(self) -> None:
        asked = self._asked
        assert asked is not None
        source, loaded, column = asked.source, asked.loaded, asked.column
        database, runner = source.database, self._context.runner
        if database is None:
            return
        look = loaded.look.columns[loaded.look.index(column) or 0]
        table, redactor = loaded.look.table.name, source.redactor

        def work(cancel: CancelToken) -> ColumnSummary:
            def told(rows: int) -> None:
                runner.tell(cancel, f"{rows:,} rows")

            question, order = loaded.question, loaded.order
            tally = tally_column(database, question, column, order, cancel, told, blind=look.secret)
            return summarise(tally, look, table, redactor, filtered=bool(question.conditions))

        title = f"Counting {look.title}"
        runner.run(work, self._show, self._failed, owner=self, key="count", title=title, cancelled=self._stopped)

    def _show(self, summary: ColumnSummary) -> None:
        self._summary = summary
        self._covers.setText(f"{_sentence(summary.covers)}.")
        while (item := self._grid.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.deleteLater()
        for row, (label, value) in enumerate(summary.lines):
            name, shown = plain(label, self._lines), PlainLabel(value, self._lines)
            tone(name, "muted")
            self._grid.addWidget(name, row, 0)
            self._grid.addWidget(shown, row, 1)
        self._chart.setText(summary.chart)
        self._chart.setVisible(bool(summary.chart))
        self.bars.show_bars(summary.bars, upright=summary.ordered)
        self._note.setText(summary.note)
        self._note.setVisible(bool(summary.note))
        self.setAccessibleDescription(summary.text())
        self.overlay.show_content()

    def _failed(self, error: KnownError) -> None:
        self.overlay.show_error(error, self._count)

    @Slot()
    def _cancel(self) -> None:
        self._context.runner.cancel(self, "count")
        self._stopped()

    def _stopped(self) -> None:
        self.overlay.show_empty("Counting was stopped.", action="Count", run=self._count_again)

    def _count_again(self) -> None:
        if self._asked is not None:
            self.ask(self._asked.source, self._asked.loaded, self._asked.column)

    @Slot()
    def copy(self) -> None:
        """Put what is said on the clipboard."""
        if self._summary is not None:
            QGuiApplication.clipboard().setText(self._summary.text())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close_panel()
        else:
            super().keyPressEvent(event)


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]
