"""The whole access report: how each file of a source is read and what that has cost, every figure as measured."""

from __future__ import annotations

import os
import time
from typing import Literal

from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Slot
from PySide6.QtGui import QFont, QGuiApplication, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from inspector.db.access import AccessReport
from inspector.ui.labels import PlainLabel, one_line, plain, tip, tone
from inspector.ui.lines.card import Card, Page
from inspector.ui.lines.line import Mark
from inspector.ui.lines.marks import SIZE, draw_mark
from inspector.ui.shell.access_words import Figure, access_text, explained, figures, headline
from inspector.ui.theme.theme import Theme
from inspector.workspace.source import Source

_TICK_MS = 1000
_WIDTH, _HEIGHT, _LEAST_HEIGHT, _MOST_HEIGHT = 720, 400, 240, 640
_NAME = 48
_INSET = 8
_LABEL_WIDTH = 128


class AccessPanel(QDialog):
    """Shows the access reports of a source and goes on showing them while it is read."""

    def __init__(self, source: Source, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.source = source
        """What it reports on."""
        self.theme = theme
        """The colours of its signs."""
        self._files: list[FileReport] = []
        self.setWindowTitle(f"Access report: {one_line(source.title)}")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._page = Page(theme, self)
        self._page.content.setAccessibleName("Access report")
        self._nothing = plain("This source has no file that is read.", self._page.content, wrap=True)
        tone(self._nothing, "muted")
        self._page.column.addWidget(self._nothing)
        self._page.column.addStretch(1)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        copy = QPushButton("Copy", self)
        copy.setAutoDefault(False)
        copy.setToolTip("Put the report on the clipboard as text")
        buttons.addButton(copy, QDialogButtonBox.ButtonRole.ActionRole)
        foot = QHBoxLayout()
        foot.setContentsMargins(16, 8, 16, 8)
        foot.addWidget(buttons)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._page, 1)
        column.addLayout(foot)
        self._tick = QTimer(self, interval=_TICK_MS)
        self._tick.timeout.connect(self._show)
        buttons.rejected.connect(self.close)
        copy.clicked.connect(self._copy)
        self._tick.start()
        self._show()
        self.setMinimumHeight(_LEAST_HEIGHT)
        self.resize(_WIDTH, min(_MOST_HEIGHT, _HEIGHT * max(1, len(self._files))))

    def text(self) -> str:
        """The report as text."""
        return access_text(self._reports(), time.time())

    def files(self) -> tuple[FileReport, ...]:
        """What is shown of each file."""
        return tuple(self._files)

    def _reports(self) -> tuple[AccessReport, ...]:
        database = self.source.database
        return database.reports() if database else ()

    @Slot()
    def _show(self) -> None:
        reports, now = self._reports(), time.time()
        while len(self._files) < len(reports):
            made = FileReport(self.theme, reports[len(self._files)].path, self._page.content)
            self._page.column.insertWidget(self._page.column.count() - 1, made)
            self._files.append(made)
        self._nothing.setVisible(not reports)
        for shown, report in zip(self._files, reports, strict=True):
            shown.show_report(report, now)

    @Slot()
    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.text())


class FileReport(Card):
    """The report of one file: its way in words, the figures below each other, what cannot be promised."""

    def __init__(self, theme: Theme, path: str, parent: QWidget | None = None) -> None:
        name = one_line(os.path.basename(path) or path)
        super().__init__(theme, name if len(name) <= _NAME else f"{name[: _NAME // 2]}…{name[-_NAME // 2 :]}", parent)
        self._notes: tuple[str, ...] = ()
        self._rows: list[_FigureRow] = []
        self._path = PlainLabel(path, self, elide=Qt.TextElideMode.ElideMiddle)
        self._path.setContentsMargins(_INSET, 0, _INSET, 0)
        tone(self._path, "muted")
        self._way = plain("", self, wrap=True)
        self._way.setContentsMargins(_INSET, 0, _INSET, 4)
        self._way.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._grid = QGridLayout()
        self._grid.setContentsMargins(_INSET, 0, _INSET, 0)
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnMinimumWidth(1, _LABEL_WIDTH)
        self._grid.setColumnStretch(2, 1)
        self._warned = QVBoxLayout()
        self._warned.setContentsMargins(_INSET, 4, _INSET, 0)
        for part in (self._path, self._way):
            self.add(part)
        column = self.layout()
        assert isinstance(column, QVBoxLayout)
        column.addLayout(self._grid)
        column.addLayout(self._warned)

    def show_report(self, report: AccessReport, now: float) -> None:
        """Show the figures of now; what is selected by the reader stays as it is. ``now`` in Unix s."""
        self.set_count(headline(report))
        _put(self._way, "\n".join(explained(report)))
        self._way.setVisible(bool(self._way.text()))
        told = figures(report, now)
        while len(self._rows) < len(told):
            self._rows.append(_FigureRow(self._theme, self._grid, len(self._rows), self))
        for row, figure in zip(self._rows, told, strict=True):
            row.show_figure(figure)
        if report.warnings != self._notes:
            self._notes = report.warnings
            self._show_notes()

    def marked(self) -> tuple[str, ...]:
        """What stands out, for tests and screen readers."""
        return (*(row.words() for row in self._rows if row.is_marked()), *self._notes)

    def figure(self, label: str) -> str:
        """The value behind a label."""
        return next(row.value.text() for row in self._rows if row.label.text() == label)

    def path_label(self) -> PlainLabel:
        """Where the path stands."""
        return self._path

    def _show_notes(self) -> None:
        while (item := self._warned.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.deleteLater()
        for note in self._notes:
            holder = QWidget(self)
            line = QHBoxLayout(holder)
            line.setContentsMargins(0, 0, 0, 0)
            line.setSpacing(8)
            sign = _Sign(self._theme, holder)
            sign.show_mark("warning")
            words = plain(note, holder, wrap=True)
            words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            line.addWidget(sign, 0, Qt.AlignmentFlag.AlignTop)
            line.addWidget(words, 1)
            self._warned.addWidget(holder)


class _FigureRow:
    """One line of figures: calm where there was nothing, with a sign and in bold where a person should look."""

    def __init__(self, theme: Theme, grid: QGridLayout, row: int, parent: QWidget) -> None:
        self._mark: Mark = ""
        self._nothing: bool | None = None
        self._sign = _Sign(theme, parent)
        self.label, self.value = plain("", parent), plain("", parent, wrap=True)
        tone(self.label, "muted")
        self.value.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.value.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        top = Qt.AlignmentFlag.AlignTop
        grid.addWidget(self._sign, row, 0, top)
        grid.addWidget(self.label, row, 1, top)
        grid.addWidget(self.value, row, 2)

    def show_figure(self, figure: Figure) -> None:
        self.label.setText(figure.label)
        _put(self.value, figure.value)
        for label in (self.label, self.value):
            label.setToolTip(tip(figure.about))
        self.value.setAccessibleName(f"{figure.label}: {figure.value}")
        if (figure.mark, figure.nothing) == (self._mark, self._nothing):
            return
        self._mark, self._nothing = figure.mark, figure.nothing
        self._sign.show_mark(figure.mark)
        weight = QFont.Weight.DemiBold if figure.mark else QFont.Weight.Normal
        font = self.value.font()
        font.setWeight(weight)
        self.value.setFont(font)
        tone(self.value, _tone(figure))

    def is_marked(self) -> bool:
        return bool(self._mark)

    def words(self) -> str:
        return f"{self.label.text()}: {self.value.text()}"


class _Sign(QWidget):
    """The place of a sign; empty for what is calm."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._mark: Mark = ""
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    def show_mark(self, mark: Mark) -> None:
        self._mark = mark
        self.setAccessibleName("Worth a look" if mark else "")
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(SIZE, max(SIZE, self.fontMetrics().height()))

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._mark:
            painter = QPainter(self)
            draw_mark(painter, self._mark, QRectF(0, (self.height() - SIZE) / 2, SIZE, SIZE), self._theme)
            painter.end()


def _tone(figure: Figure) -> Literal["", "muted", "warning", "negative"]:
    if figure.mark:
        return "negative" if figure.mark == "error" else "warning"
    return "muted" if figure.nothing else ""


def _put(label: QLabel, text: str) -> None:
    """A text that is replaced loses the selection that a reader may be copying."""
    if text != label.text() and not label.hasSelectedText():
        label.setText(text)
