"""The header of a grid: name, type and keys of each column, its sort, and the filter row below them."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QPoint, QPointF, QRect, QSize, Qt, Signal, Slot
from PySide6.QtGui import (
    QContextMenuEvent,
    QFont,
    QFontMetrics,
    QHelpEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPolygon,
    QResizeEvent,
)
from PySide6.QtWidgets import QHeaderView, QWidget

from inspector.db.browse.question import Sort
from inspector.ui.table.columns import ColumnLook
from inspector.ui.table.delegate import PADDING
from inspector.ui.table.filter_row import HEIGHT, FilterRow
from inspector.ui.table.model import OBJECT_ROLE
from inspector.ui.table.pinned import PinnedColumns
from inspector.ui.theme.theme import Theme

_NAMES_HEIGHT = 42
_ARROW = 12


class TableHeader(QHeaderView):
    """Paints two lines a column; a click on them asks for a sort."""

    sortRequested = Signal(object)
    """A :class:`Sort`, or None for the order of the keys."""
    menuRequested = Signal(object)
    """``(global QPoint, column)``."""
    widthChosen = Signal(object)
    """The column whose edge the reader dragged, or clicked twice."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._theme = theme
        self._sort: Sort | None = None
        self.pinned = PinnedColumns(self)
        self.filters = FilterRow(self)
        self.setSectionsClickable(True)
        self.setHighlightSections(False)
        self.setSectionsMovable(True)
        self.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.setMinimumSectionSize(48)
        # a double click on an edge fits to the rows in sight and to no others, however many there are
        self.setResizeContentsPrecision(0)
        self._dress()
        theme.changed.connect(self._dress)
        self._dragged: int | None = None
        self._pressed = False
        self.sectionClicked.connect(self._clicked)
        self.sectionResized.connect(self._resized)
        self.sectionHandleDoubleClicked.connect(self.widthChosen.emit)
        self.sectionResized.connect(self.filters.arrange)
        self.sectionMoved.connect(self.filters.arrange)
        self.sectionCountChanged.connect(self.filters.arrange)

    def set_sort(self, sort: Sort | None) -> None:
        """Show by which column the rows are sorted."""
        self._sort = sort
        self.viewport().update()

    def sort(self) -> Sort | None:
        """The sort that is shown."""
        return self._sort

    def scaled(self, pixels: int) -> int:
        """Pixels in proportion to the letters."""
        return self._theme.scaled(pixels)

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), self._theme.scaled(_NAMES_HEIGHT + HEIGHT))

    def sectionSizeFromContents(self, logicalIndex: int) -> QSize:
        column = self._column(logicalIndex)
        if column is None:
            return QSize(80, self._theme.scaled(_NAMES_HEIGHT))
        name = self._name_metrics.horizontalAdvance(column.title[:80])
        below = self._below_metrics.horizontalAdvance(column.below[:80])
        return QSize(max(name + _ARROW, below) + 2 * PADDING + 4, self._theme.scaled(_NAMES_HEIGHT))

    def updateGeometries(self) -> None:
        self.setViewportMargins(0, 0, 0, self._theme.scaled(HEIGHT))
        super().updateGeometries()
        self.filters.arrange()

    @Slot()
    def scrolled(self) -> None:
        """The columns stand elsewhere: Qt moves what is painted, not the fields below it and what lies over it."""
        if self.pinned.sections:
            self.viewport().update()
        self.filters.arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.filters.arrange()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        end = self.length() - self.offset()
        if end < self.viewport().width():
            painter = QPainter(self.viewport())
            painter.fillRect(end, 0, self.viewport().width() - end, self.height(), self._theme.colour("raised"))
            painter.end()
        if self.pinned.lying():
            self._paint_pinned()

    def _paint_pinned(self) -> None:
        painter = QPainter(self.viewport())
        held = self.pinned.held()
        for section in held:
            rect = QRect(self.sectionPosition(section), 0, self.sectionSize(section), self.viewport().height())
            self.paintSection(painter, rect, section)
        painter.fillRect(self.pinned.width() - 1, 0, 2, self.viewport().height(), self._theme.colour("accent"))
        painter.end()

    # --- the mouse over columns that lie over others ---

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._pressed, self._dragged = True, None
        super().mousePressEvent(self._beneath(event))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(self._beneath(event))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(self._beneath(event))
        self._pressed, dragged = False, self._dragged
        if dragged is not None:
            self._dragged = None
            self.widthChosen.emit(dragged)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        super().mouseDoubleClickEvent(self._beneath(event))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        section = self.section_at(event.pos().x())
        if section >= 0:
            self.menuRequested.emit((event.globalPos(), section))

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and self.pinned.section_at(event.pos().x()) is not None:
            there = QPoint(event.pos().x() - self.offset(), event.pos().y())
            event = QHelpEvent(event.type(), there, event.globalPos())
        return super().viewportEvent(event)

    def section_at(self, x: int) -> int:
        """The column at a place of the viewport; -1 where there is none."""
        held = self.pinned.section_at(x)
        return self.logicalIndexAt(x) if held is None else held

    def _beneath(self, event: QMouseEvent) -> QMouseEvent:
        """The event at the place where Qt believes a pinned column to be."""
        if not self.pinned.lying() or event.position().x() >= self.pinned.width():
            return event
        there = QPointF(event.position().x() - self.offset(), event.position().y())
        return QMouseEvent(
            event.type(), there, event.globalPosition(), event.button(), event.buttons(), event.modifiers()
        )

    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:
        theme = self._theme
        painter.fillRect(rect, theme.colour("raised"))
        painter.fillRect(rect.right(), rect.top() + 6, 1, rect.height() - 12, theme.colour("border"))
        column = self._column(logicalIndex)
        if column is None:
            return
        inner = rect.adjusted(PADDING, 5, -PADDING, -4)
        if self._sort is not None and self._sort.column.lower() == column.name.lower():
            self._paint_arrow(painter, inner, self._sort.descending)
            inner.setRight(inner.right() - _ARROW)
        right = Qt.AlignmentFlag.AlignRight if column.numeric else Qt.AlignmentFlag.AlignLeft
        half = inner.height() // 2
        upper, lower = inner.adjusted(0, 0, 0, -half), inner.adjusted(0, half + 1, 0, 0)
        self._paint_line(painter, upper, column.title, self._name_font, "text", right)
        self._paint_line(painter, lower, column.below, self._below_font, "muted", right)

    def _paint_line(
        self, painter: QPainter, rect: QRect, text: str, font: QFont, role: str, align: Qt.AlignmentFlag
    ) -> None:
        if rect.width() < 8 or not text:
            return
        metrics = QFontMetrics(font)
        shown = metrics.elidedText(text[:200], Qt.TextElideMode.ElideRight, rect.width())
        painter.setFont(font)
        painter.setPen(self._theme.colour(role))
        painter.drawText(rect, int(align | Qt.AlignmentFlag.AlignVCenter) | Qt.TextFlag.TextSingleLine, shown)

    def _paint_arrow(self, painter: QPainter, rect: QRect, descending: bool) -> None:
        middle = QPoint(rect.right() - 3, rect.top() + rect.height() // 4 + 1)
        up = -3 if not descending else 3
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.colour("accent"))
        painter.drawPolygon(
            QPolygon([middle + QPoint(-4, -up // 2 * 1), middle + QPoint(4, -up // 2 * 1), middle + QPoint(0, up)])
        )
        painter.restore()

    def _column(self, section: int) -> ColumnLook | None:
        model = self.model()
        if model is None or section >= model.columnCount(QModelIndex()):
            return None
        found = model.headerData(section, Qt.Orientation.Horizontal, OBJECT_ROLE)
        return found if isinstance(found, ColumnLook) else None

    @Slot()
    def _dress(self) -> None:
        self._name_font, self._below_font = self._theme.font("body"), self._theme.font("dense")
        self._name_font.setWeight(QFont.Weight.DemiBold)
        self._below_font.setPixelSize(max(10, self._below_font.pixelSize() - 1))
        self._name_metrics, self._below_metrics = QFontMetrics(self._name_font), QFontMetrics(self._below_font)
        self.viewport().update()

    @Slot(int, int, int)
    def _resized(self, section: int, before: int, now: int) -> None:
        if self._pressed:
            self._dragged = section
        if self.pinned.sections:
            self.viewport().update()

    @Slot(int)
    def _clicked(self, section: int) -> None:
        """First click ascending, second descending, third as the table keeps its rows."""
        column = self._column(section)
        if column is None:
            return
        now = self._sort if self._sort is not None and self._sort.column.lower() == column.name.lower() else None
        if now is None:
            self.sortRequested.emit(Sort(column.name))
        else:
            self.sortRequested.emit(None if now.descending else Sort(column.name, True))
