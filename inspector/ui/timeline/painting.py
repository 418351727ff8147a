"""How is a row drawn: time, lane, kind, what happened, how long it took, what became of it; headings and gaps."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPolygonF, QTextLayout, QTextOption

from inspector.timeline import entry as flags
from inspector.timeline.entry import Entry
from inspector.timeline.timeline import Timeline
from inspector.timeline.words import stretch_words
from inspector.ui.icons import Icons
from inspector.ui.labels import one_line
from inspector.ui.lines.line import Mark
from inspector.ui.lines.marks import draw_mark
from inspector.ui.theme.contrast import oklch
from inspector.ui.theme.theme import Theme
from inspector.ui.timeline.times import RowTimes

PAD, GAP_X, ICON, STRIP, FOLD = 8, 8, 16, 3, 14
_INDENT = 16
_MOST_LINES = 16
_SEVERE = (flags.ERROR,)
_NOTABLE = (flags.SUSPECT, flags.HELD, flags.DUE)
_WORDS = {flags.CONTEXT: "context only"}
_MEASURED = 60
"""Lanes and statuses whose width is looked at: the longest is as good as any."""
_FIRST_HUE, _GOLDEN = 250.0, 137.508
"""Hues that are a golden angle apart are spread well, however many there are."""
TYPICAL_TIME = {"local": "00:00:00.000", "utc": "00:00:00.000", "age": "in 11 months"}


@dataclass(frozen=True)
class Columns:
    """Where the parts of a row stand, in pixels from its left."""

    time: int
    """Width of the time."""
    lane: int
    """Width of the name of the lane; 0 where there is no room, or one lane alone."""
    status: int
    """Width of the status; 0 where nothing has one."""
    span: int
    """Width of the duration; 0 where nothing has one."""


class RowPainter:
    """Draws the rows of one list."""

    def __init__(self, theme: Theme, icons: Icons, times: RowTimes) -> None:
        self._theme, self._icons, self.times = theme, icons, times
        self._columns = Columns(0, 0, 0, 0)
        self._lanes: dict[str, int] = {}

    def measure(self, timeline: Timeline, width: int) -> None:
        """Divide the width among the parts of the rows of a timeline."""
        dense = QFontMetrics(self._theme.font("dense"))
        time = dense.horizontalAdvance(TYPICAL_TIME[self.times.form])
        lanes = sorted(name for name in timeline.lanes.names if name)
        self._lanes = {name: place for place, name in enumerate(lanes)}
        lane = max((dense.horizontalAdvance(one_line(name)) for name in lanes[:_MEASURED]), default=0)
        words = [name for name in timeline.statuses.names if name]
        status = max((dense.horizontalAdvance(one_line(name)) for name in words[:_MEASURED]), default=0)
        if timeline.flag_names:
            status = max(status, *(dense.horizontalAdvance(_flag_words(name)) for name in timeline.flag_names))
        spans = bool((timeline.spans >= 0).any())
        wide = width >= 420
        self._columns = Columns(
            time,
            min(lane, width // 5) if len(lanes) > 1 and wide else 0,
            min(status + ICON + 4, width // 5) if status else 0,
            dense.horizontalAdvance("59 min 59 s") if spans and wide else 0,
        )

    # --- rows ------------------------------------------------------------------------------------------------------

    def heading(self, painter: QPainter, area: QRect, text: str, trailing: str) -> None:
        """A day, with how many entries it has."""
        painter.fillRect(area, self._theme.colour("raised"))
        painter.setPen(self._theme.colour("border"))
        painter.drawLine(area.left(), area.bottom(), area.right(), area.bottom())
        font = self._theme.font("dense")
        inner = area.adjusted(PAD, 0, -PAD, 0)
        muted = self._theme.colour("muted")
        taken = _text(painter, inner, trailing, font, muted, right=True)
        font.setWeight(QFont.Weight.DemiBold)
        _text(painter, inner.adjusted(0, 0, -taken - PAD, 0), text, font, self._theme.colour("text"))

    def gap(self, painter: QPainter, area: QRect, length: int) -> None:
        """A thin line that says for how long nothing happened."""
        font, muted = self._theme.font("dense"), self._theme.colour("muted")
        words = f"{stretch_words(length)} nothing"
        left = area.left() + PAD + FOLD + self._columns.time + GAP_X
        room = QRect(left, area.top(), area.right() - left - PAD, area.height())
        taken = _text(painter, room, words, font, muted)
        painter.setPen(self._theme.colour("border"))
        middle = area.center().y()
        painter.drawLine(area.left() + PAD, middle, left - GAP_X, middle)
        painter.drawLine(left + taken + GAP_X, middle, area.right() - PAD, middle)

    def entry(
        self, painter: QPainter, area: QRect, entry: Entry, timeline: Timeline, *, open_text: str | None, look: str
    ) -> None:
        """An entry; ``open_text`` is its text where it is unfolded, ``look`` is ``selected``, ``hovered`` or empty."""
        selected = look == "selected"
        if look:
            painter.fillRect(area, self._theme.colour("selection" if selected else "raised"))
        first = QRect(area.left(), area.top(), area.width(), self._theme.row_height)
        muted = self._theme.colour("selection_text" if selected else "muted")
        self._strip(painter, area, entry)
        at = first.left() + PAD
        if entry.text:
            self._fold(painter, QRectF(at, first.top(), FOLD, first.height()), muted, opened=open_text is not None)
        at = self._head(painter, first, at + FOLD, entry, muted, selected)
        end = self._tail(painter, first, entry, timeline, muted, selected)
        self._title(painter, QRect(at, first.top(), max(0, end - at), first.height()), entry, timeline, muted, selected)
        if open_text is not None:
            self._open_text(painter, area, open_text, muted if selected else self._theme.colour("text"))

    def _strip(self, painter: QPainter, area: QRect, entry: Entry) -> None:
        if entry.lane:
            painter.fillRect(area.left(), area.top() + 1, STRIP, area.height() - 2, self.lane_colour(entry.lane))

    def lane_colour(self, lane: str) -> QColor:
        """The colour of a lane: as far as may be from those of its neighbours by name."""
        tokens = self._theme.tokens
        hue = (_FIRST_HUE + _GOLDEN * self._lanes.get(lane, 0)) % 360
        return QColor(oklch(tokens.unknown_lightness, tokens.unknown_chroma, hue))

    def _fold(self, painter: QPainter, place: QRectF, colour: QColor, *, opened: bool) -> None:
        middle = QPointF(place.left() + 4, place.center().y())
        points = [(-4, -2), (4, -2), (0, 3)] if opened else [(-2, -4), (-2, 4), (3, 0)]
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawPolygon(QPolygonF([middle + QPointF(x, y) for x, y in points]))
        painter.restore()

    def _head(self, painter: QPainter, first: QRect, at: int, entry: Entry, muted: QColor, selected: bool) -> int:
        dense, columns = self._theme.font("dense"), self._columns
        colour = muted if entry.instant is not None or selected else self._theme.colour("warning")
        _text(painter, QRect(at, first.top(), columns.time, first.height()), self.times.words(entry), dense, colour)
        at += columns.time + GAP_X
        if columns.lane:
            tint = muted if selected else self.lane_colour(entry.lane)
            _text(painter, QRect(at, first.top(), columns.lane, first.height()), entry.lane, dense, tint, middle=True)
            at += columns.lane + GAP_X
        return at + min(entry.depth, 12) * _INDENT

    def _tail(
        self, painter: QPainter, first: QRect, entry: Entry, timeline: Timeline, muted: QColor, selected: bool
    ) -> int:
        """Duration and status at the right, where there are any; gives where the rest ends."""
        dense, columns = self._theme.font("dense"), self._columns
        end = first.right() - PAD
        free = end
        if columns.status:
            place = QRect(end - columns.status, first.top(), columns.status, first.height())
            end = place.left() - GAP_X
            if status_words(entry):
                self._status(painter, place, entry, timeline, selected)
                free = end
        if columns.span and entry.span_ms is not None:
            place = QRect(end - columns.span, first.top(), columns.span, first.height())
            _text(painter, place, stretch_words(round(entry.span_ms * 1000)), dense, muted, right=True)
            free = place.left() - GAP_X
        return free

    def _status(self, painter: QPainter, place: QRect, entry: Entry, timeline: Timeline, selected: bool) -> None:
        """The gravest flag by its sign, and the status, or the flags where it has none, in words."""
        mark = status_mark(entry)
        state = timeline.states.get(entry.status, "")
        square = QRectF(place.left(), place.top() + (place.height() - 14) / 2, 14, 14)
        if mark == "error" or mark == "warning":
            draw_mark(painter, mark, square, self._theme)
        elif state == "done":
            draw_mark(painter, "good", square, self._theme)
        elif state == "blocked":
            draw_mark(painter, "error", square, self._theme)
        words = status_words(entry)
        colour = self._theme.colour("selection_text" if selected else _tone(mark, state))
        _text(painter, place.adjusted(ICON + 4, 0, 0, 0), words, self._theme.font("dense"), colour)

    def _title(
        self, painter: QPainter, room: QRect, entry: Entry, timeline: Timeline, muted: QColor, selected: bool
    ) -> None:
        icon = self._icons.icon(self.icon_of(entry, timeline), "selection_text" if selected else "muted")
        if not icon.isNull():
            icon.paint(painter, QRect(room.left(), room.top() + (room.height() - ICON) // 2, ICON, ICON))
        room = room.adjusted(ICON + 6, 0, 0, 0)
        font = self._theme.font("body")
        font.setStrikeOut(flags.UNDONE in entry.flags)
        quiet = flags.CONTEXT in entry.flags
        colour = self._theme.colour("selection_text" if selected else "muted" if quiet else "text")
        taken = _text(painter, room, entry.title, font, colour)
        if entry.text:
            rest = room.adjusted(taken + GAP_X, 0, 0, 0)
            _text(painter, rest, entry.text, self._theme.font("body"), muted)

    def icon_of(self, entry: Entry, timeline: Timeline) -> str:
        """The icon of an entry's kind: that of the timeline, else that of a node type of this name."""
        return timeline.icons.get(entry.kind) or self._theme.node(entry.kind).icon

    # --- unfolded --------------------------------------------------------------------------------------------------

    def opened_height(self, text: str, width: int) -> int:
        """Pixels of an entry whose text is unfolded."""
        _, height = self._lines(text, width)
        return self._theme.row_height + height + 6

    def _open_text(self, painter: QPainter, area: QRect, text: str, colour: QColor) -> None:
        painter.setPen(colour)
        layout, _ = self._lines(text, area.width())
        layout.draw(painter, QPointF(area.left() + self._text_left(), area.top() + self._theme.row_height))

    def _text_left(self) -> int:
        return PAD + FOLD + self._columns.time + GAP_X

    def _lines(self, text: str, width: int) -> tuple[QTextLayout, int]:
        """The first lines of a text, laid out; what is beyond is said in the last."""
        room = max(80, width - self._text_left() - PAD)
        shown = text.replace("\r\n", "\n").replace("\0", "␀")
        given = shown.split("\n")
        cut = len(given) > _MOST_LINES
        layout = self._laid_out("\u2028".join(given[:_MOST_LINES]), room)
        count = layout.lineCount()
        if count > _MOST_LINES or cut:
            last = layout.lineAt(min(count, _MOST_LINES) - 1)
            kept = layout.text()[: last.textStart() + last.textLength()].rstrip("\u2028")
            layout = self._laid_out(f"{kept}\u2028… the whole stands in the details", room)
        height = sum(layout.lineAt(n).height() for n in range(layout.lineCount()))
        return layout, int(height)

    def _laid_out(self, text: str, room: int) -> QTextLayout:
        layout = QTextLayout(text, self._theme.font("body"))
        layout.setTextOption(QTextOption(Qt.AlignmentFlag.AlignLeft))
        option = layout.textOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        layout.beginLayout()
        y = 0.0
        for _ in range(_MOST_LINES + 2):
            line = layout.createLine()
            if not line.isValid():
                break
            line.setLineWidth(room)
            line.setPosition(QPointF(0, y))
            y += line.height()
        layout.endLayout()
        return layout


def status_mark(entry: Entry) -> Mark:
    """The sign of the gravest flag: ``error``, ``warning`` or none."""
    if any(flag in _SEVERE for flag in entry.flags):
        return "error"
    if any(flag in _NOTABLE for flag in entry.flags) or (entry.instant is None):
        return "warning"
    return ""


def status_words(entry: Entry) -> str:
    """The status of an entry, or what its flags say where it has none."""
    told = entry.status or ", ".join(_flag_words(flag) for flag in entry.flags)
    return told or ("no readable time" if entry.instant is None else "")


def _flag_words(flag: str) -> str:
    return _WORDS.get(flag, flag)


def _tone(mark: str, state: str) -> str:
    if mark == "error" or state == "blocked":
        return "negative"
    return "warning" if mark == "warning" else "positive" if state == "done" else "muted"


def _text(
    painter: QPainter,
    area: QRect,
    text: str,
    font: QFont,
    colour: QColor,
    *,
    right: bool = False,
    middle: bool = False,
) -> int:
    """One elided line; gives the pixels it took."""
    if not text or area.width() < 8:
        return 0
    metrics = QFontMetrics(font)
    elide = Qt.TextElideMode.ElideMiddle if middle else Qt.TextElideMode.ElideRight
    # a row is no wider than so many letters: what is beyond need not be measured
    shown = metrics.elidedText(one_line(text[: max(8, area.width())]), elide, area.width() + 1)
    side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
    painter.setFont(font)
    painter.setPen(colour)
    painter.drawText(area, int(side | Qt.AlignmentFlag.AlignVCenter) | Qt.TextFlag.TextSingleLine, shown)
    return metrics.horizontalAdvance(shown)
