"""How is a chat drawn: bubbles, headings, gaps, folded system messages, what is still being read?"""

from __future__ import annotations

import zlib

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen, QTextLayout

from inspector.families.chat import Message
from inspector.timeline.entry import CONTEXT, ERROR, Entry
from inspector.timeline.words import stretch_words
from inspector.ui.chat.bubble import AVATAR, COLUMN, EDGE, Bubble, Part
from inspector.ui.icons import Icons
from inspector.ui.labels import one_line
from inspector.ui.lines.marks import draw_mark
from inspector.ui.theme.contrast import oklch
from inspector.ui.theme.theme import Theme
from inspector.ui.timeline.times import RowTimes

_RADIUS = 10
_ICON = 16


class ChatPainter:
    """Draws the rows of one list."""

    def __init__(self, theme: Theme, icons: Icons, times: RowTimes) -> None:
        self._theme, self._icons, self.times = theme, icons, times
        self.wanted = ""
        """Words that are marked wherever they stand."""

    # --- rows that are no bubbles ----------------------------------------------------------------------------------

    def day(self, painter: QPainter, area: QRect, words: str, *, floating: bool = False) -> None:
        """A day in the middle of a line; alone while it floats above what is scrolled."""
        font = self._theme.font("dense")
        font.setWeight(QFont.Weight.DemiBold)
        wide = QFontMetrics(font).horizontalAdvance(words) + 24
        pill = QRectF(area.center().x() - wide / 2, area.center().y() - 11, wide, 22)
        if not floating:
            painter.setPen(self._theme.colour("border"))
            middle = area.center().y()
            painter.drawLine(area.left() + EDGE, middle, int(pill.left()) - 8, middle)
            painter.drawLine(int(pill.right()) + 8, middle, area.right() - EDGE, middle)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._theme.colour("border"), 1))
        painter.setBrush(self._theme.colour("raised"))
        painter.drawRoundedRect(pill, 11, 11)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setFont(font)
        painter.setPen(self._theme.colour("muted"))
        painter.drawText(pill, Qt.AlignmentFlag.AlignCenter, words)

    def gap(self, painter: QPainter, area: QRect, length: int) -> None:
        """For how long nothing was said."""
        self._centred(painter, area, f"{stretch_words(length)} nothing", "muted")

    def fold(self, painter: QPainter, area: QRect, words: str, look: str, *, opened: bool, fault: bool) -> None:
        """System messages that are folded into a line."""
        role = "negative" if fault else "muted"
        sign = "▾" if opened else "▸"
        self._centred(painter, area, f"{sign}  {words}", "link" if look == "hovered" and not fault else role)

    def _centred(self, painter: QPainter, area: QRect, words: str, role: str) -> None:
        font = self._theme.font("dense")
        wide = QFontMetrics(font).horizontalAdvance(words) + 16
        painter.setFont(font)
        painter.setPen(self._theme.colour("border"))
        middle, half, reach = area.center().y(), wide // 2, 60
        painter.drawLine(area.center().x() - half - reach, middle, area.center().x() - half, middle)
        painter.drawLine(area.center().x() + half, middle, area.center().x() + half + reach, middle)
        painter.setPen(self._theme.colour(role))
        painter.drawText(area, Qt.AlignmentFlag.AlignCenter, words)

    def system(self, painter: QPainter, area: QRect, entry: Entry, message: Message | None, look: str) -> None:
        """A system message as one quiet line in the middle."""
        if look:
            self._ground(painter, area, look)
        font = self._theme.font("dense")
        metrics = QFontMetrics(font)
        bad = [one for one in message.marks if one.tone == "error"] if message is not None else []
        number = f"#{entry.sequence}" if entry.sequence is not None else "no number"
        told = f"{message.sender}: {message.text}" if message is not None else "…"
        tail = "   ".join((number, self.times.words(entry), *(one.words for one in bad)))
        room = area.width() - 2 * EDGE - 60
        tail_wide = metrics.horizontalAdvance(tail)
        words = metrics.elidedText(one_line(told[:600]), Qt.TextElideMode.ElideRight, max(60, room - tail_wide - 40))
        wide = metrics.horizontalAdvance(words) + 24 + tail_wide + 22
        x = area.center().x() - wide // 2
        role = "selection_text" if look == "selected" else "negative" if bad or ERROR in entry.flags else "muted"
        icon = self._icons.icon("ph.gear", role)
        if not icon.isNull():
            icon.paint(painter, QRect(x, area.center().y() - _ICON // 2, _ICON, _ICON))
        painter.setFont(font)
        painter.setPen(self._theme.colour(role))
        line = QRect(x + 22, area.top(), area.right() - x, area.height())
        painter.drawText(line, int(Qt.AlignmentFlag.AlignVCenter) | Qt.TextFlag.TextSingleLine, words)
        line.setLeft(x + 22 + metrics.horizontalAdvance(words) + 16)
        painter.drawText(line, int(Qt.AlignmentFlag.AlignVCenter) | Qt.TextFlag.TextSingleLine, tail)

    def waiting(self, painter: QPainter, area: QRect, entry: Entry, *, right: bool, look: str, gone: bool) -> None:
        """A message whose words are being read, or that is not there any more."""
        if look:
            self._ground(painter, area, look)
        size, beside = self._theme.scaled(AVATAR), max(0, area.width() - self._theme.scaled(COLUMN)) // 2
        area = area.adjusted(beside, 0, -beside, 0)
        wide = min(260, area.width() // 2)
        top = area.top() + self._theme.scaled(22)
        left = area.right() - EDGE - size - 8 - wide if right else area.left() + EDGE + size + 8
        frame = QRectF(left, top, wide, area.bottom() - top - self._theme.scaled(20))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._theme.colour("border"), 1, Qt.PenStyle.DashLine))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(frame, _RADIUS, _RADIUS)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(self._theme.colour("muted"))
        painter.setFont(self._theme.font("dense"))
        number = f"#{entry.sequence}  " if entry.sequence is not None else ""
        words = "This message is not there any more." if gone else f"{number}{self.times.words(entry)}"
        painter.drawText(frame, Qt.AlignmentFlag.AlignCenter, words)

    # --- bubbles ---------------------------------------------------------------------------------------------------

    def bubble(self, painter: QPainter, area: QRect, bubble: Bubble, message: Message, entry: Entry, look: str) -> None:
        """A message; ``look`` is ``selected``, ``hovered`` or empty."""
        painter.save()
        painter.translate(area.left(), area.top())
        if look == "selected":
            self._ground(painter, QRect(0, 0, area.width(), area.height()), look)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._frame(painter, bubble, message, entry, look)
        self._avatar(painter, bubble.avatar, message)
        text = self._theme.colour("selection_text" if message.side == "out" else "text")
        if CONTEXT in entry.flags:
            text = self._theme.colour("muted")
        for part in bubble.parts:
            self._part(painter, part, text, message, look)
        painter.restore()

    def _ground(self, painter: QPainter, area: QRect, look: str) -> None:
        painter.fillRect(area, faded(self._theme.colour("selection" if look == "selected" else "raised"), 110))

    def _frame(self, painter: QPainter, bubble: Bubble, message: Message, entry: Entry, look: str) -> None:
        theme = self._theme
        fill = theme.colour("selection" if message.side == "out" else "raised")
        edge, style = fill.darker(108) if not theme.dark else fill.lighter(118), Qt.PenStyle.SolidLine
        if CONTEXT in entry.flags or message.shape == "log":
            fill = theme.colour("background")
            edge, style = faded(theme.colour("muted"), 150), Qt.PenStyle.DashLine
        if ERROR in entry.flags:
            edge = theme.colour("negative")
        if look == "selected":
            edge = theme.colour("accent")
        painter.setPen(QPen(edge, 1.6 if look == "selected" else 1, style))
        painter.setBrush(fill)
        painter.drawRoundedRect(bubble.frame, _RADIUS, _RADIUS)

    def _avatar(self, painter: QPainter, area: QRectF, message: Message) -> None:
        colour = self.sender_colour(message)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawEllipse(area)
        ground = self._theme.colour("background")
        icon = _AVATARS.get(message.shape) if message.side == "in" else None
        if icon and not self._icons.icon(icon, "background").isNull():
            inner = QRect(0, 0, _ICON, _ICON)
            inner.moveCenter(area.center().toPoint())
            self._icons.icon(icon, "background").paint(painter, inner)
            return
        font = self._theme.font("dense")
        font.setWeight(QFont.Weight.DemiBold)
        painter.setFont(font)
        painter.setPen(ground)
        painter.drawText(area, Qt.AlignmentFlag.AlignCenter, initials(message.sender))

    def sender_colour(self, message: Message) -> QColor:
        """The colour of a sender: the same wherever the name stands."""
        if message.side == "out":
            return self._theme.node_colour("agent_group")
        tokens = self._theme.tokens
        hue = zlib.crc32(message.sender.encode("utf-8", "surrogatepass")) % 360
        return QColor(oklch(tokens.unknown_lightness, tokens.unknown_chroma, hue))

    def _part(self, painter: QPainter, part: Part, text: QColor, message: Message, look: str) -> None:
        colour = self._theme.colour(part.role) if part.role else text
        if look == "selected" and part.role == "muted":
            colour = self._theme.colour("text")
        match part.look:
            case "text":
                self._layout(painter, part, colour)
            case "bar":
                painter.fillRect(part.area, self._theme.colour("muted"))
            case "chip" | "choice" | "chosen":
                self._pill(painter, part, text)
            case "reaction":
                painter.setPen(QPen(self._theme.colour("border"), 1))
                painter.setBrush(self._theme.colour("raised"))
                painter.drawRoundedRect(part.area.adjusted(0, 0, 0, 0), 9, 9)
                self._words(painter, part, self._theme.colour("text"), part.area, centred=True)
            case "mark:good" | "mark:warning" | "mark:error":
                size = 12
                place = QRectF(part.area.left(), part.area.center().y() - size / 2, size, size)
                draw_mark(painter, part.look.removeprefix("mark:"), place, self._theme)  # type: ignore[arg-type]  # a Mark
                self._words(painter, part, colour, part.area.adjusted(16, 0, 0, 0))
            case _:
                area = part.area
                if part.icon:
                    icon = self._icons.icon(part.icon, "muted")
                    if not icon.isNull():
                        top = int(area.center().y() - _ICON / 2)
                        icon.paint(painter, QRect(int(area.left()), top, _ICON, _ICON))
                    area = area.adjusted(20, 0, 0, 0)
                self._words(painter, part, colour, area)

    def _words(self, painter: QPainter, part: Part, colour: QColor, area: QRectF, *, centred: bool = False) -> None:
        font = self._theme.font(part.font)
        if part.bold:
            font.setWeight(QFont.Weight.DemiBold)
        if part.act:
            font.setUnderline(True)
        painter.setFont(font)
        painter.setPen(colour)
        shown = QFontMetrics(font).elidedText(part.words, Qt.TextElideMode.ElideRight, int(area.width()) + 2)
        side = Qt.AlignmentFlag.AlignHCenter if centred else Qt.AlignmentFlag.AlignLeft
        painter.drawText(area, int(side | Qt.AlignmentFlag.AlignVCenter) | Qt.TextFlag.TextSingleLine, shown)

    def _pill(self, painter: QPainter, part: Part, text: QColor) -> None:
        chosen = part.look == "chosen"
        painter.setPen(QPen(self._theme.colour("positive" if chosen else "border"), 1.4 if chosen else 1))
        painter.setBrush(self._theme.colour("panel"))
        radius = 5 if part.look == "chip" else part.area.height() / 2
        painter.drawRoundedRect(part.area, radius, radius)
        area = part.area.adjusted(10, 0, -8, 0)
        if part.icon:
            icon = self._icons.icon(part.icon, "muted")
            if not icon.isNull():
                top = int(area.center().y() - _ICON / 2)
                icon.paint(painter, QRect(int(area.left()) - 2, top, _ICON, _ICON))
            area = area.adjusted(18, 0, 0, 0)
        elif chosen:
            draw_mark(painter, "good", QRectF(area.left() - 2, area.center().y() - 6, 12, 12), self._theme)
            area = area.adjusted(16, 0, 0, 0)
        self._words(painter, part, self._theme.colour("text"), area)

    def _layout(self, painter: QPainter, part: Part, colour: QColor) -> None:
        layout = part.layout
        assert layout is not None
        painter.setPen(colour)
        painter.save()
        painter.setClipRect(part.area.adjusted(-2, 0, 2, 1))
        layout.draw(painter, QPointF(part.area.left(), part.area.top()), self._found(layout))
        painter.restore()

    def _found(self, layout: QTextLayout) -> list[QTextLayout.FormatRange]:
        """Where the words that are looked for stand."""
        if not self.wanted:
            return []
        ranges: list[QTextLayout.FormatRange] = []
        words, folded, at = self.wanted.casefold(), layout.text().casefold(), 0
        if len(folded) != len(layout.text()):
            # a letter that folds into two would shift all behind it
            folded = layout.text().lower()
        while (at := folded.find(words, at)) >= 0 and len(ranges) < 200:
            one = QTextLayout.FormatRange()
            one.start, one.length = at, len(words)
            one.format.setBackground(self._theme.colour("match"))
            one.format.setForeground(self._theme.colour("text"))
            ranges.append(one)
            at += len(words)
        return ranges


_AVATARS = {"task": "ph.calendar-check"}


def faded(colour: QColor, alpha: int) -> QColor:
    """A colour that lets through what is behind it; that of the theme is shared and stays as it is."""
    made = QColor(colour)
    made.setAlpha(alpha)
    return made


def initials(name: str) -> str:
    """One or two letters that stand for a sender."""
    words = [word for word in name.replace("_", " ").replace("-", " ").split() if word[0].isalnum()]
    if not words:
        return "?"
    return (words[0][0] + (words[-1][0] if len(words) > 1 else "")).upper()
