"""A list of lines: a click or Enter opens, moving selects; as tall as its lines, or scrolling by itself."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QItemSelection, QModelIndex, QPoint, QSize, Qt, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPalette,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QListView, QSizePolicy, QWidget

from inspector.ui.lines.delegate import LineDelegate
from inspector.ui.lines.line import Line, LineGroup
from inspector.ui.lines.model import LinesModel
from inspector.ui.theme.theme import Theme


class LineList(QListView):
    """Shows groups of lines."""

    openRequested = Signal(object)
    """The Location of the line that was clicked, or current when Enter was pressed."""
    lineChosen = Signal(object)
    """The :class:`Line` that was clicked, or current when Enter was pressed; also one that leads nowhere."""
    lineSelected = Signal(object)
    """The :class:`Line` that is selected now, or None."""

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None, *, fitted: bool = True) -> None:
        super().__init__(parent)
        self._theme = theme
        self._fitted = fitted
        self._lines = LinesModel(self)
        self._delegate = LineDelegate(theme, self)
        self.setAccessibleName(name)
        self.setModel(self._lines)
        self.setItemDelegate(self._delegate)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setMouseTracking(True)
        self._clear_ground()
        if fitted:
            self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
            self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.clicked.connect(self._clicked)
        theme.changed.connect(self._restyle)

    def lines(self) -> tuple[Line, ...]:
        """The rows that are shown, top down."""
        return self._lines.lines()

    def show_groups(self, groups: Sequence[LineGroup]) -> None:
        """Show these groups; the selected line stays selected where it is still there."""
        selected = self.line()
        if not self._lines.set_groups(groups):
            return
        if selected is not None:
            self.choose(selected.identity)
        self.updateGeometry()

    def show_lines(self, lines: Sequence[Line], shown: int | None = None) -> None:
        """Show lines without a heading; ``shown`` of them before the rest is asked for."""
        self.show_groups((LineGroup("", tuple(lines), shown=shown),))

    def line(self) -> Line | None:
        """The selected line."""
        chosen = self.selectionModel().selectedIndexes()
        return self._lines.line(chosen[0]) if chosen else None

    def line_at(self, position: QPoint) -> Line | None:
        """The line at a position in the viewport; None for a heading, a fold or none."""
        line = self._lines.line(self.indexAt(position))
        return line if line is not None and line.kind == "line" else None

    def choose(self, identity: str) -> bool:
        """Select the line of this identity; tells whether there is one."""
        index = self._lines.find(identity)
        if index.isValid():
            self.setCurrentIndex(index)
        return index.isValid()

    def open_line(self, line: Line) -> None:
        """Do what a click on a line does."""
        if line.kind == "more":
            self._lines.unfold(line.identity)
            self.updateGeometry()
            return
        self.lineChosen.emit(line)
        if line.goal is not None:
            self.openRequested.emit(line.goal)

    def height_of_lines(self) -> int:
        """Pixels that all rows take."""
        return sum(self._delegate.height(line) for line in self.lines())

    def sizeHint(self) -> QSize:
        return QSize(240, self.height_of_lines() + 2) if self._fitted else super().sizeHint()

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.height_of_lines() + 2) if self._fitted else QSize(120, 80)

    def selectionChanged(self, selected: QItemSelection, deselected: QItemSelection) -> None:
        super().selectionChanged(selected, deselected)
        self.lineSelected.emit(self.line())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        line = self._lines.line(self.currentIndex())
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and line is not None:
            self.open_line(line)
        elif event.matches(QKeySequence.StandardKey.Copy) and line is not None:
            QGuiApplication.clipboard().setText(line.words())
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        by_keys = event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)
        if by_keys and self.line() is None:
            self._choose_first()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        line = self._lines.line(self.indexAt(event.position().toPoint()))
        leads = line is not None and (line.kind == "more" or line.goal is not None)
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if leads else Qt.CursorShape.ArrowCursor)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self._fitted:
            event.ignore()  # the page scrolls, not the list in it
        else:
            super().wheelEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.updateGeometry()
        super().changeEvent(event)

    def _choose_first(self) -> None:
        for row in range(self._lines.rowCount()):
            index = self._lines.index(row, 0)
            if index.flags() & Qt.ItemFlag.ItemIsSelectable:
                self.setCurrentIndex(index)
                return

    def _clear_ground(self) -> None:
        if self._fitted:
            self.viewport().setAutoFillBackground(False)
            colours = QPalette(self.palette())
            colours.setColor(QPalette.ColorRole.Base, QColor(Qt.GlobalColor.transparent))
            self.setPalette(colours)

    @Slot()
    def _restyle(self) -> None:
        self.scheduleDelayedItemsLayout()
        self.updateGeometry()
        self.viewport().update()

    @Slot(QModelIndex)
    def _clicked(self, index: QModelIndex) -> None:
        line = self._lines.line(index)
        if line is not None and line.kind != "heading":
            self.open_line(line)
