"""The entries as a list that scrolls: only rows on screen are made and drawn, however many there are."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from PySide6.QtCore import QEvent, QPoint, QRect, Qt, Signal, Slot
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QContextMenuEvent,
    QFocusEvent,
    QGuiApplication,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QToolTip, QWidget

from inspector.timeline.arranging import DAY, ENTRY, Arranged, arranged
from inspector.timeline.moments import I64
from inspector.timeline.timeline import Timeline, timeline_of
from inspector.timeline.words import entries_text, entry_line
from inspector.ui.labels import tip
from inspector.ui.timeline.painting import FOLD, PAD, RowPainter
from inspector.ui.timeline.row_layout import Heights, RowLayout
from inspector.ui.timeline.times import RowTimes, TimeForm
from inspector.ui.view import ViewContext

_GAP_HEIGHT, _DAY_HEIGHT = 20, 26
_COPIED = 20_000
"""Entries that are copied at most: more is a file, not a clipboard."""
_STEPS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


class TimelineList(QAbstractScrollArea):
    """Shows the entries of a timeline that a filter leaves."""

    entrySelected = Signal(object)
    """The place of the current entry in the timeline, or None."""
    entryOpened = Signal(object)
    """The place of an entry whose row is to be opened."""
    unfolded = Signal(object)
    """Places of entries whose whole text is to be seen."""
    menuRequested = Signal(object, object)
    """``(place, global QPoint)``."""
    copied = Signal(str)
    """What to say of what was copied."""

    def __init__(self, context: ViewContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = context.theme
        self.times = RowTimes(context.clock)
        self._clock = context.clock
        self._painter = RowPainter(context.theme, context.icons, self.times)
        self.timeline = timeline_of(())
        self.newest_first = False
        self._shown: I64 = np.empty(0, np.int64)
        self._rows: Arranged = arranged(self.timeline, self._shown, self.times.zone)
        self._layout = RowLayout(self._rows, self._heights(), {})
        self._opened: dict[int, str] = {}
        self._current: int | None = None
        self._anchor: int | None = None
        self._hovered: int | None = None
        self._counts: Mapping[int, int] = {}
        self.setAccessibleName("Timeline")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMinimumWidth(240)
        self.viewport().setMouseTracking(True)
        self.viewport().setBackgroundRole(self.viewport().backgroundRole().Base)
        self.viewport().setAutoFillBackground(True)
        context.theme.changed.connect(self._restyle)
        context.icons.changed.connect(self.viewport().update)

    # --- shown -----------------------------------------------------------------------------------------------------

    def show_timeline(self, timeline: Timeline, shown: I64) -> None:
        """Show other entries; what was current and unfolded is forgotten."""
        self.timeline, self._current, self._anchor = timeline, None, None
        self._opened.clear()
        self._painter.measure(timeline, self.viewport().width())
        self.show_places(shown)

    def show_places(self, shown: I64) -> None:
        """Show these of the timeline's entries; the current one keeps its height on screen where it stays."""
        keep = self._top_of_current()
        self._shown = shown
        self._rows = arranged(self.timeline, shown, self.times.zone, newest_first=self.newest_first)
        days, counts = np.unique(self._rows.days[self._rows.rows], return_counts=True)
        self._counts = dict(zip(days.tolist(), counts.tolist(), strict=True))
        if self._current is not None and self._rows.row_of(self._current) is None:
            self._current = self._anchor = None
            self._tell()
        self._lay_out(keep)

    def show_form(self, form: TimeForm) -> None:
        """Tell times in another form."""
        self.times = RowTimes(self._clock, form)
        self._painter.times = self.times
        self._painter.measure(self.timeline, self.viewport().width())
        self.show_places(self._shown)

    def show_order(self, *, newest_first: bool) -> None:
        """Turn the list round."""
        self.newest_first = newest_first
        self.show_places(self._shown)

    def show_whole(self, texts: Mapping[int, str]) -> None:
        """The whole texts of unfolded entries came."""
        for place, text in texts.items():
            if place in self._opened:
                self._opened[place] = text
        self._lay_out(self._top_of_current())

    @property
    def shown(self) -> I64:
        """Places of the entries that are shown, in their order."""
        return self._shown

    @property
    def rows(self) -> Arranged:
        """The rows, from top to bottom."""
        return self._rows

    # --- chosen ----------------------------------------------------------------------------------------------------

    def current(self) -> int | None:
        """The place of the current entry."""
        return self._current

    def selected(self) -> list[int]:
        """Places of all that is selected, from top to bottom."""
        if self._current is None or self._anchor is None:
            return []
        rows = [self._rows.row_of(place) for place in (self._anchor, self._current)]
        if None in rows:
            return []
        first, last = sorted(row for row in rows if row is not None)
        kinds = self._rows.kinds[first : last + 1]
        found: list[int] = self._rows.places[first : last + 1][kinds == ENTRY].tolist()
        return found

    def choose(self, place: int, *, extend: bool = False, middle: bool = False) -> bool:
        """Make an entry the current one and bring it on screen; False where it is not shown."""
        row = self._rows.row_of(place)
        if row is None:
            return False
        changed = place != self._current
        self._current = place
        if not extend:
            self._anchor = place
        self._reveal(row, middle=middle)
        self.viewport().update()
        if changed:
            self._tell()
        return True

    def make_current(self, place: int) -> bool:
        """The entry is the current one still, wherever it stands; False where it is not shown."""
        if self._rows.row_of(place) is None:
            return False
        self._current = self._anchor = place
        self._tell()
        return True

    def to_end(self) -> None:
        """Bring the newest entry on screen."""
        bar = self.verticalScrollBar()
        bar.setValue(0 if self.newest_first else bar.maximum())

    def first_on_screen(self) -> int | None:
        """The place of the uppermost entry that is seen whole."""
        for row in self._seen():
            if self._rows.kinds[row] == ENTRY and self._layout.top(row) >= self._offset:
                return int(self._rows.places[row])
        return None

    def at_end(self) -> bool:
        """Whether the newest entry is in sight, and nobody scrolled away from it."""
        bar = self.verticalScrollBar()
        return bar.value() <= bar.minimum() if self.newest_first else bar.value() >= bar.maximum()

    def height_of(self, place: int) -> int | None:
        """Where an entry stands on screen, in pixels from its top; None where it is not shown."""
        row = self._rows.row_of(place)
        return self._layout.top(row) - self._offset if row is not None else None

    def put_at(self, place: int, height: int) -> None:
        """Scroll so that an entry stands at a height."""
        row = self._rows.row_of(place)
        if row is not None:
            self.verticalScrollBar().setValue(self._layout.top(row) - height)

    def bearings(self) -> int:
        """How far it is scrolled."""
        return self._offset

    def return_to(self, offset: int) -> None:
        """Scroll to where it was."""
        self.verticalScrollBar().setValue(offset)

    def copy(self) -> None:
        """Copy the selected entries as text, a line each."""
        places = self.selected()
        if places:
            QGuiApplication.clipboard().setText(entries_text(self.timeline.entry(p) for p in places[:_COPIED]))
            left = len(places) - _COPIED
            more = f"; {left:,} more were not copied" if left > 0 else ""
            self.copied.emit(f"{min(len(places), _COPIED):,} entries copied{more}")

    def toggle(self, place: int) -> None:
        """Unfold the text of an entry, or fold it."""
        if self._opened.pop(place, None) is None:
            text = str(self.timeline.texts[place])
            if not text:
                return
            self._opened[place] = text
            self.unfolded.emit((place,))
        self._lay_out(self._top_of_current())

    def is_open(self, place: int) -> bool:
        """Whether the text of an entry is unfolded."""
        return place in self._opened

    def open_text(self, place: int) -> str:
        """What is seen of the text of an unfolded entry; empty of one that is folded."""
        return self._opened.get(place, "")

    # --- laying out ------------------------------------------------------------------------------------------------

    @property
    def _offset(self) -> int:
        return self.verticalScrollBar().value()

    def _heights(self) -> Heights:
        return Heights(self._theme.row_height, self._theme.scaled(_DAY_HEIGHT), self._theme.scaled(_GAP_HEIGHT))

    def _lay_out(self, keep: int | None = None) -> None:
        width = self.viewport().width()
        opened = {place: self._painter.opened_height(text, width) for place, text in self._opened.items()}
        self._layout = RowLayout(self._rows, self._heights(), opened)
        self._fit_bar()
        row = self._rows.row_of(self._current) if self._current is not None else None
        if keep is not None and row is not None:
            self.verticalScrollBar().setValue(self._layout.top(row) - keep)
        self.viewport().update()

    def _fit_bar(self) -> None:
        bar = self.verticalScrollBar()
        bar.setRange(0, max(0, self._layout.height - self.viewport().height()))
        bar.setPageStep(max(1, self.viewport().height() - self._heights().day))
        bar.setSingleStep(self._theme.row_height)

    def _top_of_current(self) -> int | None:
        """Where the current entry stands on screen; None where it is out of sight."""
        row = self._rows.row_of(self._current) if self._current is not None else None
        if row is None:
            return None
        top = self._layout.top(row) - self._offset
        return top if 0 <= top < self.viewport().height() else None

    def _reveal(self, row: int, *, middle: bool) -> None:
        bar, tall = self.verticalScrollBar(), self.viewport().height()
        top, bottom = self._layout.top(row), self._layout.bottom(row)
        # the heading of the day stays on top of what is scrolled
        head = self._heights().day
        if bottom - bar.value() > tall or top - bar.value() < head:
            if middle:
                bar.setValue(top - tall // 2)
            else:
                bar.setValue(top - head if top - bar.value() < head else bottom - tall)

    def _seen(self) -> range:
        return self._layout.between(self._offset, self._offset + self.viewport().height())

    # --- drawing ---------------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, offset, width = QPainter(self.viewport()), self._offset, self.viewport().width()
        chosen: set[int | None] = set(self.selected()) if self._anchor != self._current else {self._current}
        for row in self._seen():
            top = self._layout.top(row)
            self._draw(painter, row, QRect(0, top - offset, width, self._layout.bottom(row) - top), chosen)
        self._draw_sticky(painter, offset, width)
        painter.end()

    def _draw(self, painter: QPainter, row: int, area: QRect, chosen: set[int | None]) -> None:
        kind, place = self._rows.kinds[row], int(self._rows.places[row])
        if kind == DAY:
            self._draw_day(painter, row, area)
        elif kind == ENTRY:
            look = "selected" if place in chosen else "hovered" if place == self._hovered else ""
            text = self._opened.get(place)
            self._painter.entry(painter, area, self.timeline.entry(place), self.timeline, open_text=text, look=look)
            if place == self._current and self.hasFocus():
                painter.setPen(QPen(self._theme.colour("focus"), 1))
                painter.drawRect(area.adjusted(0, 0, -1, -1))
        else:
            self._painter.gap(painter, area, int(self._rows.lengths[row]))

    def _draw_day(self, painter: QPainter, row: int, area: QRect) -> None:
        day = int(self._rows.days[row])
        count = self._counts.get(day, 0)
        words = f"{count:,} {'entry' if count == 1 else 'entries'}"
        zone = " (UTC)" if self.times.form == "utc" else ""
        self._painter.heading(painter, area, f"{self.times.day(day)}{zone}", words)

    def _draw_sticky(self, painter: QPainter, offset: int, width: int) -> None:
        """The heading of what is on top, pushed away by the next one."""
        top = self._layout.row_at(offset)
        heading = self._rows.heading_of(top) if top is not None else None
        if top is None or heading is None or (heading == top and self._layout.top(top) == offset):
            return
        tall = self._heights().day
        behind = np.nonzero(self._rows.kinds[top + 1 : top + 40] == DAY)[0]
        at = 0
        if len(behind):
            at = min(0, self._layout.top(top + 1 + int(behind[0])) - offset - tall)
        self._draw_day(painter, heading, QRect(0, at, width, tall))

    # --- by hand ---------------------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        place = self._entry_at(event.position().toPoint())
        if place is None or event.button() not in (Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton):
            return
        if event.button() == Qt.MouseButton.RightButton and place in self.selected():
            return
        self.choose(place, extend=bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
        if event.button() == Qt.MouseButton.LeftButton and event.position().x() < PAD + FOLD:
            self.toggle(place)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        place = self._entry_at(event.position().toPoint())
        if place is not None and event.button() == Qt.MouseButton.LeftButton and event.position().x() >= PAD + FOLD:
            self.entryOpened.emit(place)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        place = self._entry_at(event.position().toPoint())
        if event.buttons() & Qt.MouseButton.LeftButton and place is not None and self._anchor is not None:
            self.choose(place, extend=True)
        if place != self._hovered:
            self._hovered = place
            self.viewport().update()

    def leaveEvent(self, event: QEvent) -> None:
        self._hovered = None
        self.viewport().update()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        place = self._entry_at(event.pos()) if by_mouse else self._current
        row = self._rows.row_of(place) if place is not None else None
        if place is not None and row is not None:
            at = event.pos() if by_mouse else QPoint(PAD, self._layout.bottom(row) - self._offset)
            self.menuRequested.emit(place, self.viewport().mapToGlobal(at))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, current = event.key(), self._current
        extend = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.matches(QKeySequence.StandardKey.SelectAll):
            self._select_all()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and current is not None:
            self.entryOpened.emit(current)
        elif key == Qt.Key.Key_Space and current is not None:
            self.toggle(current)
        elif key in (Qt.Key.Key_Right, Qt.Key.Key_Left) and current is not None:
            if self.is_open(current) == (key == Qt.Key.Key_Left):
                self.toggle(current)
        elif not self._step(Qt.Key(key), extend=extend):
            super().keyPressEvent(event)

    def _step(self, key: Qt.Key, *, extend: bool) -> bool:
        page = max(1, self.viewport().height() // max(1, self._theme.row_height) - 1)
        count = len(self._rows.shown)
        steps = {**_STEPS, Qt.Key.Key_PageUp: -page, Qt.Key.Key_PageDown: page}
        steps |= {Qt.Key.Key_Home: -count, Qt.Key.Key_End: count}
        if key not in steps or not count:
            return False
        at = self._position(self._current)
        if at is None:
            seen = self.first_on_screen()
            at = self._position(seen) or 0
            wanted = at if abs(steps[key]) < count else at + steps[key]
        else:
            wanted = at + steps[key]
        self.choose(int(self._rows.shown[min(count - 1, max(0, wanted))]), extend=extend)
        return True

    def _position(self, place: int | None) -> int | None:
        """How many entries stand above one."""
        if place is None:
            return None
        found = np.nonzero(self._rows.shown == place)[0]
        return int(found[0]) if len(found) else None

    def _select_all(self) -> None:
        if len(self._rows.shown):
            self._anchor = int(self._rows.shown[0])
            self._current = int(self._rows.shown[-1])
            self._tell()
            self.viewport().update()

    def _entry_at(self, at: QPoint) -> int | None:
        row = self._layout.row_at(at.y() + self._offset)
        if row is None or self._rows.kinds[row] != ENTRY:
            return None
        return int(self._rows.places[row])

    def _tell(self) -> None:
        words = entry_line(self.timeline.entry(self._current)) if self._current is not None else ""
        self.setAccessibleDescription(words)
        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.DescriptionChanged))
        self.entrySelected.emit(self._current)

    # --- Qt --------------------------------------------------------------------------------------------------------

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            place = self._entry_at(event.pos())
            if place is not None:
                entry = self.timeline.entry(place)
                words = f"{self.times.tip(entry)}\n\n{entry.title}\n{entry.text}"
                QToolTip.showText(event.globalPos(), tip(words), self.viewport())
            return True
        return super().viewportEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._painter.measure(self.timeline, self.viewport().width())
        at_end = self._offset >= self.verticalScrollBar().maximum() > 0
        if self._opened and event.size().width() != event.oldSize().width():
            self._lay_out(self._top_of_current())
        else:
            self._fit_bar()
        if at_end:
            self.verticalScrollBar().setValue(self.verticalScrollBar().maximum())

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        self.viewport().update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()

    @Slot()
    def _restyle(self) -> None:
        self._painter.measure(self.timeline, self.viewport().width())
        self._lay_out(self._top_of_current())
