"""How a line of the workspace tree is drawn: its text, and muted behind it what tells it from lines of its text."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from inspector.ui.sources.model import ENTRY_ROLE
from inspector.ui.theme.theme import Theme

_GAP = 8
"""Pixels between text and mark."""


class EntryDelegate(QStyledItemDelegate):
    """Draws :class:`~inspector.ui.sources.entries.Entry` lines; a mark that does not fit is left to the tip."""

    def __init__(self, theme: Theme, parent: object) -> None:
        super().__init__(parent)  # type: ignore[arg-type]
        self._theme = theme

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        super().paint(painter, option, index)
        entry = index.data(ENTRY_ROLE)
        if entry is None or not entry.mark:
            return
        drawn = QStyleOptionViewItem(option)
        self.initStyleOption(drawn, index)
        style = option.widget.style()
        room = style.subElementRect(QStyle.SubElement.SE_ItemViewItemText, drawn, option.widget)
        room.setLeft(room.left() + drawn.fontMetrics.horizontalAdvance(drawn.text) + _GAP)
        if drawn.fontMetrics.horizontalAdvance(entry.mark) > room.width():
            return
        painter.save()
        painter.setFont(drawn.font)
        painter.setPen(self._theme.colour("muted"))
        painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), entry.mark)
        painter.restore()
