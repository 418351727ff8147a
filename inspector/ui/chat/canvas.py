"""Messages as they stand below one another: what is on screen is measured and drawn, however many there are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
from PySide6.QtCore import QRect, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QFocusEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from inspector.families.chat import Message
from inspector.timeline.arranging import DAY, ENTRY, GAP, Arranged
from inspector.timeline.moments import I64
from inspector.timeline.timeline import Timeline, timeline_of
from inspector.ui.chat.bubble import Bubble, Composer, Open
from inspector.ui.chat.painting import ChatPainter
from inspector.ui.chat.rows import FOLD, ChatRows, Heights, arranged_all, chat_rows, system_mask
from inspector.ui.chat.words import fold_words
from inspector.ui.timeline.times import RowTimes, TimeForm
from inspector.ui.view import ViewContext

DAY_HEIGHT, _GAP, _FOLD = 38, 24, 26
_AROUND = 40
"""Messages above and below what is seen that are read along."""
_KEPT = 3_000
"""Messages whose words are kept."""
_MEASURED = 400
"""Bubbles that are kept as they were measured."""
_REST_MS = 20
_TRIES = 6
"""How often what is seen is measured anew until nothing moves any more."""


class ChatCanvas(QAbstractScrollArea):
    """Draws a conversation and keeps in place what is in sight; who goes through it by hand stands above it."""

    wanted = Signal(object)
    """Places of messages whose words are to be read: a tuple."""

    def __init__(self, context: ViewContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._clock = context.theme, context.clock
        self.times = RowTimes(context.clock)
        self._composer = Composer(context.theme, self.times)
        self._painter = ChatPainter(context.theme, context.icons, self.times)
        self.timeline: Timeline = timeline_of(())
        self._system = np.zeros(0, bool)
        self._days: Arranged = arranged_all(self.timeline, self.times.zone)
        self._known: I64 = np.zeros(0, np.int64)
        self._unfolded: set[int] = set()
        self._folds = True
        self._messages: dict[int, Message | None] = {}
        self._stale: set[int] = set()
        self._bubbles: dict[int, Bubble] = {}
        self._opened: dict[int, Open] = {}
        self._rows: ChatRows = self._arranged()
        self._current: int | None = None
        self._anchor: int | None = None
        self._hovered: int | None = None
        self._settling = False
        self._width = 0
        self._rest = QTimer(self, singleShot=True, interval=_REST_MS)
        self.setAccessibleName("Conversation")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMinimumWidth(260)
        self.viewport().setMouseTracking(True)
        self.viewport().setBackgroundRole(self.viewport().backgroundRole().Base)
        self.viewport().setAutoFillBackground(True)
        self._rest.timeout.connect(self._ask)
        context.theme.changed.connect(self._restyle)
        context.icons.changed.connect(self.viewport().update)

    # --- shown -----------------------------------------------------------------------------------------------------

    def lasting(self) -> set[int]:
        """Places of which something is known that another reading does not take away."""
        return {*self._messages, *self._opened, *self._unfolded}

    def show_timeline(self, timeline: Timeline, made: Arranged, places: Mapping[int, int], *, keep_words: bool) -> None:
        """Show other messages; ``places`` says where those that stay stand now. What they say is read again, and seen
        until then, unless it is known to be the same (``keep_words``)."""
        moved = places
        self._messages = {moved[p]: m for p, m in self._messages.items() if p in moved}
        self._opened = {moved[p]: one for p, one in self._opened.items() if p in moved}
        self._unfolded = {moved[p] for p in self._unfolded if p in moved}
        self._stale = {moved[p] for p in self._stale if p in moved} if keep_words else set(self._messages)
        self._bubbles.clear()
        self.timeline, self._current, self._anchor, self._hovered = timeline, None, None, None
        self._system, self._days = system_mask(timeline), made
        self._forget_heights()
        self._arrange()

    def show_messages(self, messages: Mapping[int, Message], asked: Iterable[int]) -> None:
        """The words of messages came; what was asked for and did not come is not there any more."""
        for place in asked:
            self._messages.pop(place, None)
            self._messages[place] = messages.get(place)
            self._stale.discard(place)
            self._bubbles.pop(place, None)
        while len(self._messages) > _KEPT:
            self._messages.pop(next(iter(self._messages)))
        self._settle()

    def forget_messages(self) -> None:
        """What messages say is read again."""
        self._messages.clear()
        self._bubbles.clear()
        self._settle()

    def show_form(self, form: TimeForm) -> None:
        """Tell times in another form."""
        self.times = RowTimes(self._clock, form)
        self._composer.times = self._painter.times = self.times
        self._days = arranged_all(self.timeline, self.times.zone)
        self._bubbles.clear()
        self._arrange()

    def show_folds(self, *, fold: bool) -> None:
        """Fold all system messages, or none."""
        self._folds = fold
        self._unfolded.clear()
        self._arrange()

    def mark_words(self, words: str) -> None:
        """Mark these words wherever they are seen."""
        self._painter.wanted = words
        self.viewport().update()

    def message(self, place: int) -> Message | None:
        """What a message says, if that was read."""
        return self._messages.get(place)

    @property
    def rows(self) -> ChatRows:
        """The rows, from top to bottom."""
        return self._rows

    def is_seen(self, place: int) -> bool:
        """Whether a message has a row of its own."""
        return bool(self._rows.kinds[self._rows.row_of_place[place]] == ENTRY)

    def is_unfolded(self, place: int) -> bool:
        """Whether the run of system messages that begins here is unfolded."""
        return not self._folds or place in self._unfolded

    # --- in sight --------------------------------------------------------------------------------------------------

    def selected(self) -> range:
        """Places of all that is selected, from top to bottom."""
        if self._current is None or self._anchor is None:
            return range(0)
        first, last = sorted((self._anchor, self._current))
        return range(first, last + 1)

    def at_end(self) -> bool:
        """Whether the newest message is in sight."""
        return self.verticalScrollBar().value() >= self.verticalScrollBar().maximum() - 2

    def first_on_screen(self) -> tuple[int, int] | None:
        """(place of the uppermost message in sight, its distance from the top in pixels)."""
        for row in self._seen():
            if self._rows.kinds[row] in (ENTRY, FOLD) and self._rows.tops[row + 1] > self._offset:
                return int(self._rows.places[row]), int(self._rows.tops[row]) - self._offset
        return None

    def put_at(self, place: int, height: int) -> None:
        """Scroll so that a message stands at a distance from the top."""
        row = int(self._rows.row_of_place[place])
        self.verticalScrollBar().setValue(int(self._rows.tops[row]) - height)

    # --- laying out ------------------------------------------------------------------------------------------------

    @property
    def _offset(self) -> int:
        return self.verticalScrollBar().value()

    def _arranged(self) -> ChatRows:
        scaled = self._theme.scaled
        heights = Heights(scaled(DAY_HEIGHT), scaled(_GAP), scaled(_FOLD))
        return chat_rows(self.timeline, self._days, heights, self._known, self._unfolded, fold=self._folds)

    def _forget_heights(self) -> None:
        self._known = np.where(self._system, self._theme.scaled(_FOLD), self._composer.estimate()).astype(np.int64)

    def _arrange(self) -> None:
        """Other rows; what is in sight stays where it is."""
        at_end, keep = self.at_end(), self._keep()
        self._rows = self._arranged()
        self._fit_bar()
        self._restore(keep, at_end=at_end)
        self._settle()

    def _keep(self) -> tuple[int, int] | None:
        """A message in sight and its distance from the top: the current one, else the uppermost."""
        if self._current is not None and self._current < len(self._rows.row_of_place):
            row = int(self._rows.row_of_place[self._current])
            top = int(self._rows.tops[row]) - self._offset
            if 0 <= top < self.viewport().height():
                return self._current, top
        return self.first_on_screen()

    def _restore(self, keep: tuple[int, int] | None, *, at_end: bool) -> None:
        bar = self.verticalScrollBar()
        if at_end:
            bar.setValue(bar.maximum())
        elif keep is not None and keep[0] < len(self._rows.row_of_place):
            self.put_at(*keep)

    def _fit_bar(self) -> None:
        bar = self.verticalScrollBar()
        bar.setRange(0, max(0, self._rows.height + self._theme.scaled(10) - self.viewport().height()))
        bar.setPageStep(max(1, self.viewport().height() - self._theme.scaled(DAY_HEIGHT)))
        bar.setSingleStep(self._theme.scaled(40))

    def _settle(self) -> None:
        """Measure what is in sight until nothing moves, and ask for what is not known of it."""
        if self._settling:
            return
        self._settling = True
        for _ in range(_TRIES):
            changed = self._measure_seen()
            if not changed:
                break
            at_end, keep = self.at_end(), self._keep()
            self._rows.resize(changed)
            self._fit_bar()
            self._restore(keep, at_end=at_end)
        self._settling = False
        self._rest.start()
        self.viewport().update()

    def _measure_seen(self) -> dict[int, int]:
        """The rows in sight that are higher or lower than was thought."""
        changed: dict[int, int] = {}
        for row in self._seen():
            if self._rows.kinds[row] != ENTRY:
                continue
            place = int(self._rows.places[row])
            bubble = self._bubble(place)
            if bubble is not None and bubble.height != self._rows.heights[row]:
                self._known[place] = changed[row] = bubble.height
        return changed

    def _bubble(self, place: int) -> Bubble | None:
        """A message, measured; None of one that is not known, or drawn in a line."""
        message = self._messages.get(place)
        if message is None or self._system[place]:
            return None
        found = self._bubbles.get(place)
        if found is None:
            width = self.viewport().width()
            found = self._composer.bubble(message, self.timeline.entry(place), width, self._opened.get(place, Open()))
            while len(self._bubbles) >= _MEASURED:
                self._bubbles.pop(next(iter(self._bubbles)))
            self._bubbles[place] = found
        return found

    @Slot()
    def _ask(self) -> None:
        """Say which messages in sight, and near it, nothing is known of."""
        places = [int(self._rows.places[row]) for row in self._seen() if self._rows.kinds[row] == ENTRY]
        if all(self._is_known(place) for place in places):
            return
        around = range(max(0, places[0] - _AROUND), min(len(self.timeline), places[-1] + 1 + _AROUND))
        self.wanted.emit(tuple(place for place in around if not self._is_known(place)))

    def _is_known(self, place: int) -> bool:
        return place in self._messages and place not in self._stale

    def _seen(self) -> range:
        return self._rows.between(self._offset, self._offset + self.viewport().height())

    # --- drawing ---------------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, width, chosen = QPainter(self.viewport()), self.viewport().width(), self.selected()
        for row in self._seen():
            top = int(self._rows.tops[row]) - self._offset
            self._draw(painter, row, QRect(0, top, width, int(self._rows.heights[row])), chosen)
        self._draw_sticky(painter, width)
        painter.end()

    def _draw(self, painter: QPainter, row: int, area: QRect, chosen: range) -> None:
        kind, place = self._rows.kinds[row], int(self._rows.places[row])
        look = "selected" if place in chosen and kind == ENTRY else "hovered" if row == self._hovered else ""
        if kind == DAY:
            self._painter.day(painter, area, self._day_words(row))
        elif kind == GAP:
            self._painter.gap(painter, area, int(self._rows.lengths[row]))
        elif kind == FOLD:
            count = int(self._rows.counts[row])
            faults = int(np.count_nonzero(self.timeline.flagged("error")[place : place + count]))
            words = fold_words(count, ["error"] * faults)
            opened = self.is_unfolded(place)
            self._painter.fold(painter, area, words, look, opened=opened, fault=faults > 0)
        else:
            self._draw_message(painter, area, place, look)

    def _draw_message(self, painter: QPainter, area: QRect, place: int, look: str) -> None:
        entry, message = self.timeline.entry(place), self._messages.get(place)
        gone = place in self._messages and message is None
        if self._system[place] and not gone:
            self._painter.system(painter, area, entry, message, look)
            return
        bubble = self._bubble(place)
        look = "" if look == "hovered" else look
        if message is None or bubble is None:
            self._painter.waiting(painter, area, entry, right=entry.lane == "out", look=look, gone=gone)
        else:
            self._painter.bubble(painter, area, bubble, message, entry, look)

    def _day_words(self, row: int) -> str:
        return self.times.day(int(self._rows.days[row])) + (" (UTC)" if self.times.form == "utc" else "")

    def _draw_sticky(self, painter: QPainter, width: int) -> None:
        """The day of what is on top floats above it."""
        top = self._rows.row_at(self._offset)
        heading = self._rows.heading_of(top) if top is not None else None
        if top is None or heading is None or (heading == top and self._rows.tops[top] == self._offset):
            return
        tall = self._theme.scaled(DAY_HEIGHT)
        behind = np.nonzero(self._rows.kinds[top + 1 : top + 12] == DAY)[0]
        at = 0
        if len(behind):
            at = min(0, int(self._rows.tops[top + 1 + int(behind[0])]) - self._offset - tall)
        self._painter.day(painter, QRect(0, at, width, tall), self._day_words(heading), floating=True)

    # --- Qt --------------------------------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        at_end, keep = self.at_end() or not event.oldSize().isValid(), self._keep()
        if self.viewport().width() != self._width:
            self._width = self.viewport().width()
            self._bubbles.clear()
        self._fit_bar()
        self._restore(keep, at_end=at_end)
        self._settle()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        self._settle()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()

    @Slot()
    def _restyle(self) -> None:
        self._bubbles.clear()
        self._forget_heights()
        self._arrange()
