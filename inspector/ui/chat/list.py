"""The messages as a list that is gone through by hand: chosen, unfolded, opened, copied."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from PySide6.QtCore import QEvent, QPoint, QRect, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QContextMenuEvent,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
)
from PySide6.QtWidgets import QToolTip

from inspector.families.chat import Message
from inspector.timeline.arranging import ENTRY
from inspector.ui.chat.bubble import EDITS, MORE, Open, Part
from inspector.ui.chat.canvas import DAY_HEIGHT, ChatCanvas
from inspector.ui.chat.rows import FOLD
from inspector.ui.chat.words import message_text
from inspector.ui.labels import tip


class ChatList(ChatCanvas):
    """Shows the messages of a conversation."""

    messageSelected = Signal(object)
    """The place of the current message, or None."""
    messageOpened = Signal(object)
    """The place of a message whose row is to be opened."""
    otherWanted = Signal(object)
    """The place of a message between agents whose other session is to be opened."""
    copyRequested = Signal()
    """What is selected is to be copied."""
    traceRequested = Signal()
    """What became of the current message is to be told."""
    menuRequested = Signal(object, object)
    """``(place, global QPoint)``."""

    # --- chosen ----------------------------------------------------------------------------------------------------

    def current(self) -> int | None:
        """The place of the current message."""
        return self._current

    def choose(self, place: int, *, extend: bool = False, middle: bool = False) -> None:
        """Make a message the current one and bring it on screen; what it is folded into is unfolded."""
        row = int(self._rows.row_of_place[place])
        if self._rows.kinds[row] == FOLD:
            self._unfolded.add(int(self._rows.places[row]))
            self._arrange()
            row = int(self._rows.row_of_place[place])
        changed = place != self._current
        self._current = place
        if not extend:
            self._anchor = place
        self._reveal(row, middle=middle)
        self.viewport().update()
        if changed:
            self._tell()

    def keep_current(self, place: int) -> None:
        """A message is the current one still, wherever it stands."""
        self._current = self._anchor = place
        self._tell()

    def to_end(self) -> None:
        """Bring the newest message on screen."""
        self.verticalScrollBar().setValue(self.verticalScrollBar().maximum())
        self._settle()
        self.verticalScrollBar().setValue(self.verticalScrollBar().maximum())

    def text_of_selected(self, most: int, read: Mapping[int, Message]) -> str:
        """What is selected as text, at most so many messages; ``read`` has those that are not known here."""
        chosen = self.selected()[:most]
        return "\n\n".join(message_text(self.timeline.entry(p), self._messages.get(p) or read.get(p)) for p in chosen)

    def toggle_text(self, place: int) -> None:
        """Show all of a text, or its beginning."""
        was = self._opened.get(place, Open())
        self._reopen(place, Open(not was.text, was.edits))

    def toggle_edits(self, place: int) -> None:
        """Show what a message said before it was edited, or hide it."""
        was = self._opened.get(place, Open())
        self._reopen(place, Open(was.text, not was.edits))

    def _reopen(self, place: int, now: Open) -> None:
        self._opened[place] = now
        self._bubbles.pop(place, None)
        self._settle()

    def _toggle_fold(self, place: int) -> None:
        self._unfolded ^= {place}
        self._arrange()

    def _reveal(self, row: int, *, middle: bool) -> None:
        self._settle()
        bar, tall = self.verticalScrollBar(), self.viewport().height()
        top, bottom = int(self._rows.tops[row]), int(self._rows.tops[row + 1])
        head = self._theme.scaled(DAY_HEIGHT)
        if bottom - bar.value() > tall or top - bar.value() < head:
            if middle:
                bar.setValue(top - tall // 3)
            elif top - bar.value() < head or bottom - top > tall - head:
                bar.setValue(top - head)
            else:
                bar.setValue(bottom - tall + 4)

    # --- by hand ---------------------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        at = event.position().toPoint()
        row = self._rows.row_at(at.y() + self._offset)
        left = event.button() == Qt.MouseButton.LeftButton
        if row is None or not (left or event.button() == Qt.MouseButton.RightButton):
            return
        place = int(self._rows.places[row])
        if self._rows.kinds[row] == FOLD and left and self._folds:
            self._toggle_fold(place)
        elif self._rows.kinds[row] == ENTRY and (left or place not in self.selected()):
            part = self._part_at(at)
            self.choose(place, extend=bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
            if left and part is not None and part.act:
                self._act(place, part.act)

    def _act(self, place: int, act: str) -> None:
        if act == MORE:
            self.toggle_text(place)
        elif act == EDITS:
            self.toggle_edits(place)
        else:
            self.otherWanted.emit(place)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        at = event.position().toPoint()
        place, part = self.message_at(at), self._part_at(at)
        if place is not None and event.button() == Qt.MouseButton.LeftButton and not (part is not None and part.act):
            self.messageOpened.emit(place)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = event.position().toPoint()
        row, part = self._rows.row_at(at.y() + self._offset), self._part_at(at)
        links = (part is not None and part.act) or (row is not None and self._rows.kinds[row] == FOLD)
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if links else Qt.CursorShape.ArrowCursor)
        place = self.message_at(at)
        if event.buttons() & Qt.MouseButton.LeftButton and place is not None and self._anchor is not None:
            self.choose(place, extend=True)
        if row != self._hovered:
            self._hovered = row
            self.viewport().update()

    def leaveEvent(self, event: QEvent) -> None:
        self._hovered = None
        self.viewport().update()

    def message_at(self, at: QPoint) -> int | None:
        """The message at a point of the viewport."""
        row = self._rows.row_at(at.y() + self._offset)
        return int(self._rows.places[row]) if row is not None and self._rows.kinds[row] == ENTRY else None

    def _part_at(self, at: QPoint) -> Part | None:
        place = self.message_at(at)
        if place is None:
            return None
        return next((part for part, area in self.parts_of(place) if area.contains(at)), None)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        place = self.message_at(event.pos()) if by_mouse else self._current
        if place is not None:
            row = int(self._rows.row_of_place[place])
            at = event.pos() if by_mouse else QPoint(40, int(self._rows.tops[row]) - self._offset + 30)
            self.menuRequested.emit(place, self.viewport().mapToGlobal(at))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, current = event.key(), self._current
        extend = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if event.matches(QKeySequence.StandardKey.SelectAll) and len(self.timeline):
            self._anchor, self._current = 0, len(self.timeline) - 1
            self._tell()
            self.viewport().update()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and current is not None:
            self.messageOpened.emit(current)
        elif event.matches(QKeySequence.StandardKey.Copy):
            self.copyRequested.emit()
        elif key == Qt.Key.Key_T and not event.modifiers() and current is not None:
            self.traceRequested.emit()
        elif key == Qt.Key.Key_Space and current is not None:
            self.toggle_text(current)
        elif not self._step(Qt.Key(key), extend=extend):
            super().keyPressEvent(event)

    def _step(self, key: Qt.Key, *, extend: bool) -> bool:
        """From message to message; those that are folded are passed over."""
        bar = self.verticalScrollBar()
        if not len(self.timeline):
            return False
        if key in (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown):
            bar.setValue(bar.value() + (bar.pageStep() if key == Qt.Key.Key_PageDown else -bar.pageStep()))
            return True
        rows = np.nonzero(self._rows.kinds == ENTRY)[0]
        if key not in (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Home, Qt.Key.Key_End) or not len(rows):
            return False
        if key == Qt.Key.Key_Home:
            at = 0
        elif key == Qt.Key.Key_End:
            at = len(rows) - 1
        elif self._current is None:
            at = int(np.searchsorted(rows, self._seen()[-1], side="right")) - 1
        else:
            at = int(np.searchsorted(rows, self._rows.row_of_place[self._current]))
            at += 1 if key == Qt.Key.Key_Down else -1
        at = min(len(rows) - 1, max(0, at))
        self.choose(int(self._rows.places[rows[at]]), extend=extend)
        if key == Qt.Key.Key_End and not extend:
            self.to_end()
        return True

    def _tell(self) -> None:
        place = self._current
        words = message_text(self.timeline.entry(place), self._messages.get(place)) if place is not None else ""
        self.setAccessibleDescription(words[:2_000])
        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.DescriptionChanged))
        self.messageSelected.emit(place)

    def parts_of(self, place: int) -> tuple[tuple[Part, QRect], ...]:
        """The parts of a message and where each stands in the viewport."""
        bubble, row = self._bubble(place), int(self._rows.row_of_place[place])
        if bubble is None:
            return ()
        top = int(self._rows.tops[row]) - self._offset
        return tuple((part, part.area.translated(0, top).toAlignedRect()) for part in bubble.parts)

    # --- Qt --------------------------------------------------------------------------------------------------------

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            place, part = self.message_at(event.pos()), self._part_at(event.pos())
            if place is not None:
                entry = self.timeline.entry(place)
                message = self._messages.get(place)
                words = part.words if part is not None and part.look != "text" else ""
                hints = "\n".join(message.hints) if message is not None else ""
                told = "\n\n".join(one for one in (words, self.times.tip(entry), hints) if one)
                QToolTip.showText(event.globalPos(), tip(told), self.viewport())
            return True
        return super().viewportEvent(event)
