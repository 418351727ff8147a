"""The grid itself: a QTableView with our keys and links, and a word of what part of it is on screen."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPoint, QRect, Qt, Signal, Slot
from PySide6.QtGui import (
    QContextMenuEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QRegion,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from inspector.ui.table.delegate import CellDelegate, Index
from inspector.ui.table.header import TableHeader
from inspector.ui.table.model import RowsModel
from inspector.ui.theme.theme import Theme

_WIDEST, _WIDEST_ID, _NARROWEST = 340, 216, 64
"""Pixels of a column at first: long ids lose their middle, so that there is room for what is read."""
_WIDEST_ALONE = 1200
"""Pixels of a column that is fitted by itself."""
_FITTED_COLUMNS = 48
_NUMBERS_WIDTH = 32
_MEASURED_ROWS = 30


class Corner(QObject):
    """Paints the corner between the headers as flat as they are."""

    def __init__(self, theme: Theme, grid: QTableView) -> None:
        super().__init__(grid)
        self._theme = theme
        corner = grid.findChild(QAbstractButton)
        if corner is not None:
            corner.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.Paint or not isinstance(watched, QAbstractButton):
            return False
        painter = QPainter(watched)
        painter.fillRect(watched.rect(), self._theme.colour("raised"))
        painter.fillRect(0, watched.height() - 1, watched.width(), 1, self._theme.colour("border"))
        painter.end()
        return True


class RowsGrid(QTableView):
    """Shows a :class:`RowsModel`."""

    moved = Signal()
    """Another part of the rows is on screen."""
    currentMoved = Signal()
    """Another cell is current."""
    linkRequested = Signal(object)
    """``(row, column)`` whose link is to be followed."""
    menuRequested = Signal(object)
    """``(global QPoint, row, column)``."""
    copyRequested = Signal()
    """The selection is to be copied."""
    entered = Signal()
    """Enter: the reader wants the details of the row."""

    def __init__(self, theme: Theme, rows: RowsModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._rows = rows
        self.setModel(rows)
        self.setItemDelegate(CellDelegate(theme, self))
        self.header = TableHeader(theme, self)
        self.setHorizontalHeader(self.header)
        self._build()
        self._corner = Corner(theme, self)
        self._dress()
        theme.changed.connect(self._dress)
        rows.dataChanged.connect(self._touch_pinned)
        # by the signal: an override of selectionChanged would be handed selections that Qt destroys under it
        self.selectionModel().selectionChanged.connect(self._touch_pinned)
        self.verticalScrollBar().valueChanged.connect(self._scrolled)
        self.horizontalScrollBar().valueChanged.connect(self._scrolled)

    def rows_on_screen(self) -> tuple[int, int]:
        """First and last row that is at least partly visible; (0, -1) without rows."""
        count = self._rows.rowCount()
        if not count:
            return 0, -1
        first = self.rowAt(0)
        last = self.rowAt(max(0, self.viewport().height() - 1))
        return max(0, first), (count - 1 if last < 0 else last)

    def columns_on_screen(self) -> tuple[int, ...]:
        """The columns that are at least partly visible, in the order of the table."""
        count, width = self.header.count(), self.viewport().width()
        found = set(self.header.pinned.held())
        for visual in range(max(0, self.header.visualIndexAt(0)), count):
            section = self.header.logicalIndex(visual)
            if self.header.sectionViewportPosition(section) >= width:
                break
            if not self.header.isSectionHidden(section):
                found.add(section)
        return tuple(sorted(found))

    def rows_that_fit(self) -> int:
        """How many rows fit on the screen."""
        return self.viewport().height() // max(1, self.verticalHeader().defaultSectionSize()) + 1

    def put_at_top(self, row: int) -> None:
        """Scroll so that a row is the first on screen."""
        self.verticalScrollBar().setValue(row)

    def lead_with_what_is_said(self) -> None:
        """Put the columns that say what a row is about behind the first: they are often the last, out of sight."""
        columns = self._rows.look.columns if self._rows.look is not None else ()
        for section in (place for place, column in enumerate(columns) if column.says and place > 1):
            self.header.moveSection(self.header.visualIndex(section), 1)

    def fit_columns(self, kept: Collection[int] = ()) -> None:
        """Give each column that was read the width of its rows in sight, within limits, and what is left to long texts.

        ``kept`` are columns whose width was chosen. Columns far from sight get theirs when they are fitted there.
        """
        near = [c for c in self._near_sight() if c not in kept]
        wanted = {column: self._wanted_width(column) for column in near}
        widths = {column: max(_NARROWEST, min(self._widest(column), wanted[column])) for column in near}
        others = sum(self.columnWidth(c) for c in kept if not self.isColumnHidden(c))
        spare = self.viewport().width() - sum(widths.values()) - others
        short = [column for column in near if wanted[column] > widths[column]]
        for place, column in enumerate(short):
            # ids that are cut are still told apart: only what is read grows
            more = 0 if self._is_id(column) else min(wanted[column] - widths[column], spare // (len(short) - place))
            if more > 0:
                widths[column] += more
                spare -= more
        for column, width in widths.items():
            self.setColumnWidth(column, width)

    def fit_column(self, column: int, *, most: int = _WIDEST_ALONE) -> None:
        """Give one column the width of its rows in sight."""
        self.setColumnWidth(column, max(_NARROWEST, min(most, self._wanted_width(column))))

    def refit_column(self, column: int) -> None:
        """The same within the limits of a table that is shown at first."""
        self.fit_column(column, most=self._widest(column))

    def _near_sight(self) -> list[int]:
        """Columns that are fitted: those in sight and the ones behind them, a bounded number."""
        first = max(0, self.header.visualIndexAt(0))
        behind = [self.header.logicalIndex(v) for v in range(first, min(first + _FITTED_COLUMNS, self.header.count()))]
        wanted = dict.fromkeys((*self.header.pinned.held(), *behind))
        return [column for column in wanted if not self.isColumnHidden(column)]

    def sizeHintForColumn(self, column: int) -> int:
        """What a double click on the edge of a header asks for."""
        return min(_WIDEST_ALONE, self._wanted_width(column))

    def _wanted_width(self, column: int) -> int:
        """Pixels that the header and the first rows of a column take."""
        first, last = self.rows_on_screen()
        rows = range(first, min(max(last + 1, first + _MEASURED_ROWS), self._rows.rowCount()))
        head = self.header.sectionSizeFromContents(column).width()
        return max(head, *(self.sizeHintForIndex(self._rows.index(row, column)).width() for row in rows), 0)

    def _widest(self, column: int) -> int:
        head = self.header.sectionSizeFromContents(column).width()
        return max(head, _WIDEST_ID) if self._is_id(column) else _WIDEST

    def _is_id(self, column: int) -> bool:
        """Whether a column shows bare ids: those with the name of what they mean in front are to be read."""
        look, (first, _) = self._rows.look, self.rows_on_screen()
        if look is None or not look.columns[column].ids:
            return False
        rows = range(first, min(first + _MEASURED_ROWS, self._rows.rowCount()))
        return not (look.columns[column].links and any(self._rows.name(row, column) for row in rows))

    # --- columns that stay at the left ---

    def indexAt(self, pos: QPoint) -> QModelIndex:
        section = self.header.pinned.section_at(pos.x())
        return super().indexAt(pos) if section is None else self._rows.index(self.rowAt(pos.y()), section)

    def visualRect(self, index: Index) -> QRect:
        rect = super().visualRect(index)
        left = self.header.pinned.left(index.column()) if index.isValid() else None
        if left is not None:
            rect.moveLeft(left)
        return rect

    def scrollTo(
        self, index: Index, hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible
    ) -> None:
        bar = self.horizontalScrollBar()
        before, covered = bar.value(), self.header.pinned.width()
        super().scrollTo(index, hint)
        if self.header.pinned.left(index.column()) is not None:
            bar.setValue(before)
        elif covered and (hidden := covered - self.visualRect(index).left()) > 0:
            bar.setValue(bar.value() - hidden)

    def paintEvent(self, event: QPaintEvent) -> None:
        strip = self.header.pinned.lying()
        if not strip:
            super().paintEvent(event)
            return
        pinned = QRegion(0, 0, strip, self.viewport().height())
        rest = event.region() - pinned
        if not rest.isEmpty():
            super().paintEvent(QPaintEvent(rest))
        if event.region().intersects(pinned):
            self._paint_pinned(event.region().boundingRect())

    def _paint_pinned(self, asked: QRect) -> None:
        painter = QPainter(self.viewport())
        option = QStyleOptionViewItem()
        self.initViewItemOption(option)
        selected = QStyle.StateFlag.State_Selected
        plain = option.state & ~selected
        selection, delegate = self.selectionModel(), self.itemDelegate()
        width, height = self.header.pinned.width(), self.viewport().height()
        painter.fillRect(0, 0, width, height, self.palette().base())
        first, last = self.rows_on_screen()
        for section in self.header.pinned.held():
            for row in range(first, last + 1):
                index = self._rows.index(row, section)
                option.rect = self.visualRect(index)
                if not option.rect.intersects(asked):
                    continue
                option.state = plain | selected if selection.isSelected(index) else plain
                painter.save()
                painter.setClipRect(option.rect)
                delegate.paint(painter, option, index)
                painter.restore()
        painter.fillRect(width - 1, 0, 2, height, self._theme.colour("accent"))
        painter.end()

    @Slot()
    def _touch_pinned(self) -> None:
        """Qt knows of the pinned columns only where they would be unscrolled."""
        strip = self.header.pinned.lying()
        if strip:
            self.viewport().update(0, 0, strip + 1, self.viewport().height())

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        before = self.header.pinned.width() if self.header.pinned.sections else 0
        super().scrollContentsBy(dx, dy)
        if dx:
            self.header.scrolled()
        if before:
            # the picture was shifted, pinned columns with it
            self.viewport().update(0, 0, before + abs(dx) + 2, self.viewport().height())

    # --- the keyboard and the mouse ---

    def moveCursor(self, cursorAction: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier) -> QModelIndex:
        """Home and End go to the first and last row; with Ctrl to the first and last cell."""
        action = QAbstractItemView.CursorAction
        current = self.currentIndex()
        last_row = self._rows.rowCount() - 1
        first_column, last_column = self._outer_columns()
        control = bool(modifiers & Qt.KeyboardModifier.ControlModifier)
        column = max(0, current.column())
        if cursorAction == action.MoveHome:
            return self._rows.index(0, first_column if control else column)
        if cursorAction == action.MoveEnd:
            return self._rows.index(last_row, last_column if control else column)
        if control and current.isValid() and cursorAction in (action.MoveLeft, action.MoveRight):
            left = cursorAction == action.MoveLeft
            return self._rows.index(current.row(), first_column if left else last_column)
        return super().moveCursor(cursorAction, modifiers)

    def _outer_columns(self) -> tuple[int, int]:
        """The leftmost and the rightmost column that are not hidden."""
        visuals = range(self.header.count())
        shown = (self.header.logicalIndex(v) for v in visuals)
        first = next((s for s in shown if not self.header.isSectionHidden(s)), 0)
        behind = (self.header.logicalIndex(v) for v in reversed(visuals))
        return first, next((s for s in behind if not self.header.isSectionHidden(s)), 0)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copyRequested.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
                self._follow(self.currentIndex())
            else:
                self.entered.emit()
        else:
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if event.button() == Qt.MouseButton.LeftButton and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._follow(self.indexAt(event.position().toPoint()))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Twice on what leads somewhere goes there; twice on anything else is for its details."""
        super().mouseDoubleClickEvent(event)
        index = self.indexAt(event.position().toPoint())
        if event.button() != Qt.MouseButton.LeftButton or not index.isValid():
            return
        if self._rows.link(index.row(), index.column()) is not None:
            self._follow(index)
        else:
            self.entered.emit()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        index = self.indexAt(event.position().toPoint())
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        linked = control and index.isValid() and self._rows.link(index.row(), index.column()) is not None
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if linked else Qt.CursorShape.ArrowCursor)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        at: QPoint = event.pos()
        index = self.indexAt(at) if event.reason() == QContextMenuEvent.Reason.Mouse else self.currentIndex()
        if event.reason() != QContextMenuEvent.Reason.Mouse and index.isValid():
            at = self.visualRect(index).bottomLeft()
        if index.isValid():
            self.menuRequested.emit((self.viewport().mapToGlobal(at), index.row(), index.column()))

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        if current.row() != previous.row():
            # the rows are tinted, so both are painted again: no more than they
            for row in (current.row(), previous.row()):
                top = self.rowViewportPosition(row) if row >= 0 else -1
                self.viewport().update(0, top, self.viewport().width(), self.rowHeight(row) if row >= 0 else 0)
        self.currentMoved.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.moved.emit()

    def viewportEvent(self, event: QEvent) -> bool:
        handled = super().viewportEvent(event)
        if event.type() == QEvent.Type.Show:
            self.moved.emit()
        return handled

    def _build(self) -> None:
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setCornerButtonEnabled(False)
        self.setMouseTracking(True)
        self.setTabKeyNavigation(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerItem)
        rows = self.verticalHeader()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setHighlightSections(False)
        # columns must not jump under the keyboard when a filter matches nothing
        rows.setMinimumWidth(_NUMBERS_WIDTH)
        rows.setDefaultAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)

    @Slot()
    def _dress(self) -> None:
        self.verticalHeader().setDefaultSectionSize(self._theme.row_height)
        self.verticalHeader().setFont(self._theme.font("dense"))
        self.viewport().update()

    @Slot()
    def _scrolled(self) -> None:
        self.moved.emit()

    def _follow(self, index: QModelIndex) -> None:
        if index.isValid() and self._rows.link(index.row(), index.column()) is not None:
            self.linkRequested.emit((index.row(), index.column()))
