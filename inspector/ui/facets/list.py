"""The groups of all facets as one list: a click chooses, Ctrl or Alt excludes, the menu offers the rest."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt, Signal, Slot
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QAbstractItemView, QWidget

from inspector.ui.facets.shown import NOTE, CountAll, Group, Offered
from inspector.ui.lines.delegate import LineDelegate, draw_text
from inspector.ui.lines.line import Line
from inspector.ui.lines.list import LineList
from inspector.ui.lines.model import LINE_ROLE
from inspector.ui.theme.theme import Theme

_PAD, _BOX = 8, 12
_EXCLUDING = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier


class FacetDelegate(LineDelegate):
    """Draws a box to tick, the value with its meaning, its rows, and how large their share is."""

    def _line(self, painter: QPainter, line: Line, area: QRect, selected: bool) -> None:
        group = line.selects
        if isinstance(group, Offered | CountAll):
            self._offer(painter, line, area, selected)
        elif isinstance(group, Group):
            self._group(painter, line, group, area, selected)
        else:
            super()._line(painter, line, area, selected)

    def _heading(self, painter: QPainter, line: Line, area: QRect) -> None:
        if not line.key.startswith((NOTE, "more ")):
            super()._heading(painter, line, area)
            return
        inner, font = area.adjusted(_PAD, 0, -_PAD, 0), self._theme.font("dense")
        painter.setPen(self._theme.colour("muted"))
        taken = draw_text(painter, font, line.trailing, inner, right=True)
        draw_text(painter, font, line.text, inner.adjusted(0, 0, -taken, 0))

    def _offer(self, painter: QPainter, line: Line, area: QRect, selected: bool) -> None:
        inner = area.adjusted(_PAD, 0, -_PAD, 0)
        painter.setPen(self._theme.colour("selection_text" if selected else "muted"))
        taken = draw_text(painter, self._theme.font("dense"), line.trailing, inner, right=True)
        painter.setPen(self._theme.colour("selection_text" if selected else "link"))
        sign = "+ " if isinstance(line.selects, Offered) else ""
        room = inner.adjusted(0, 0, -taken if line.trailing else 0, 0)
        draw_text(painter, self._theme.font("body"), sign + line.text, room)

    def _group(self, painter: QPainter, line: Line, group: Group, area: QRect, selected: bool) -> None:
        theme = self._theme
        inner = area.adjusted(_PAD, 0, -_PAD, 0)
        muted = theme.colour("selection_text" if selected else "muted")
        painter.setPen(muted)
        taken = draw_text(painter, theme.font("dense"), line.trailing, inner, right=True)
        self._bar(painter, group, inner)
        box = QRectF(inner.x(), inner.y() + (inner.height() - _BOX) / 2, _BOX, _BOX)
        if group.key is not None:
            self._box(painter, group.state, box)
        inner = inner.adjusted(_BOX + _PAD, 0, -taken, 0)
        font = theme.font("body")
        special = group.key is None or group.key.group != "value"
        font.setItalic(special)
        font.setStrikeOut(group.state == "without")
        role = "selection_text" if selected else "null" if special else "text"
        painter.setPen(theme.colour(role))
        used = draw_text(painter, font, line.text, inner)
        rest = inner.adjusted(used, 0, 0, 0)
        if group.meaning and rest.width() > 48:
            painter.setPen(muted)
            draw_text(painter, theme.font("dense"), group.meaning, rest)

    def _bar(self, painter: QPainter, group: Group, inner: QRect) -> None:
        """A thin line below the text, as long as the share."""
        room = inner.width() - _BOX - _PAD
        long = max(1, round(room * group.share)) if group.share > 0 else 0
        painter.fillRect(inner.x() + _BOX + _PAD, inner.bottom() - 2, long, 2, self._theme.colour("border"))

    def _box(self, painter: QPainter, state: str, box: QRectF) -> None:
        theme = self._theme
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        role = {"among": "accent", "without": "negative"}.get(state, "")
        painter.setPen(QPen(theme.colour(role or "muted"), 1))
        painter.setBrush(theme.colour(role) if role else Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)
        pen = QPen(theme.colour("panel"), 1.8)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        middle = box.center()
        if state == "among":
            painter.drawPolyline([middle + QPointF(-3, 0), middle + QPointF(-0.8, 2.4), middle + QPointF(3, -2.4)])
        elif state == "without":
            painter.drawLine(middle + QPointF(-3, 0), middle + QPointF(3, 0))
        painter.restore()


class FacetList(LineList):
    """Shows the groups of facets."""

    groupChosen = Signal(object, bool)
    """``(Group, exclude)``."""
    offerChosen = Signal(object)
    """An :class:`Offered` or :class:`CountAll`."""
    menuRequested = Signal(object, object)
    """``(Line, global QPoint)``: a group or the heading of a facet."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "Facets", parent, fitted=False)
        self._excluding = False
        self.setItemDelegate(FacetDelegate(theme, self))
        self.lineChosen.connect(self._chosen)

    def show_heading(self, text: str) -> None:
        """Bring a facet on screen, its heading at the top where there is room for it."""
        model = self.model()
        for row in range(model.rowCount()):
            line = model.index(row, 0).data(LINE_ROLE)
            if isinstance(line, Line) and line.kind == "heading" and line.text == text:
                self.scrollTo(model.index(row, 0), QAbstractItemView.ScrollHint.PositionAtTop)
                return

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._excluding = bool(event.modifiers() & _EXCLUDING)
        line = self.indexAt(event.position().toPoint()).data(LINE_ROLE)
        super().mouseReleaseEvent(event)
        self._excluding = False
        if isinstance(line, Line) and line.kind == "heading" and event.button() == Qt.MouseButton.LeftButton:
            self.menuRequested.emit(line, event.globalPosition().toPoint())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        entered = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
        line = self.line()
        if entered and line is not None and isinstance(line.selects, Group | Offered | CountAll):
            self._excluding = bool(event.modifiers() & _EXCLUDING)
            self.open_line(line)
            self._excluding = False
            return
        super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        index = self.indexAt(event.pos()) if by_mouse else self.currentIndex()
        line = index.data(LINE_ROLE)
        if isinstance(line, Line):
            at: QPoint = event.pos() if by_mouse else self.visualRect(index).bottomLeft()
            self.menuRequested.emit(line, self.viewport().mapToGlobal(at))

    @Slot(object)
    def _chosen(self, line: Line) -> None:
        if isinstance(line.selects, Group):
            self.groupChosen.emit(line.selects, self._excluding)
        elif isinstance(line.selects, Offered | CountAll):
            self.offerChosen.emit(line.selects)
