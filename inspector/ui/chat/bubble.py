"""Which parts has a bubble, and where does each stand? Measured once for a message and a width."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont, QFontMetrics, QTextLayout

from inspector.families.chat import Attached, Message, Tone
from inspector.timeline.entry import Entry
from inspector.ui.chat.text_lines import broken
from inspector.ui.chat.words import reaction_words, time_of_edit
from inspector.ui.labels import one_line
from inspector.ui.lines.sizes import size_words
from inspector.ui.theme.fonts import FontRole
from inspector.ui.theme.theme import Theme
from inspector.ui.timeline.times import RowTimes

AVATAR, EDGE, INSIDE, BETWEEN = 28, 16, 10, 6
"""Pixels: the circle of a sender, the margin of a row, that inside a bubble, that between its parts."""
_WIDEST = 660
COLUMN = 1_080
"""Pixels between the two sides at most."""
_LINES = 18
"""Lines of a text that are shown until it is unfolded."""
_MOST = 4_000
"""Lines that are shown of it then."""
_HEAD, _FOOT, _CHIP = 18, 18, 24

MORE, EDITS, OTHER = "more", "edits", "other"
"""What a part does when it is clicked: unfold the text, show what stood there before, open the other session."""


@dataclass(frozen=True)
class Part:
    """Something that is drawn at a place, in pixels from the left and top of its row."""

    look: str
    """``text``, ``line``, ``chip``, ``choice``, ``chosen``, ``bar``, ``mark``, ``link``, ``reaction``."""
    area: QRectF
    """Where it stands."""
    words: str = ""
    """What it says, plain text."""
    role: str = "text"
    """Role of its colour; empty: the text of its bubble."""
    font: FontRole = "body"
    """Its font."""
    bold: bool = False
    """Whether it is a heading."""
    layout: QTextLayout | None = None
    """Its lines, where it has several."""
    icon: str = ""
    """Name of its icon."""
    act: str = ""
    """What a click does."""
    right: bool = False
    """Whether its words end at the right."""


@dataclass(frozen=True)
class Bubble:
    """A message, measured."""

    height: int
    """Pixels of its row."""
    frame: QRectF
    """Where the bubble itself stands."""
    avatar: QRectF
    """Where the circle of its sender stands."""
    parts: tuple[Part, ...]
    """What is drawn on it and beside it."""


@dataclass(frozen=True)
class Open:
    """What is unfolded of a message."""

    text: bool = False
    """All of its text."""
    edits: bool = False
    """What it said before."""


@dataclass
class _Column:
    """Parts one below the other."""

    y: float
    parts: list[Part] = field(default_factory=list)
    width: float = 0


class Composer:
    """Measures the bubbles of one list."""

    def __init__(self, theme: Theme, times: RowTimes) -> None:
        self._theme, self.times = theme, times

    def estimate(self) -> int:
        """Pixels of a message that nothing is known of yet: one line, with what stands above and below it."""
        body = QFontMetrics(self._theme.font("body")).lineSpacing()
        return self._scaled(_HEAD + 2 * INSIDE - 4 + _FOOT + 8) + body

    def room(self, width: int) -> int:
        """Pixels that a bubble may take of a list so wide."""
        beside = 2 * self._scaled(EDGE) + self._scaled(AVATAR) + 8
        return max(120, min(self._scaled(_WIDEST), int((width - beside) * 0.82)))

    def bubble(self, message: Message, entry: Entry, width: int, opened: Open) -> Bubble:
        """A message in a list so wide."""
        right = message.side == "out"
        scaled = self._scaled
        # in a wide window the two sides stay near enough to be read as one conversation
        beside = max(0, width - scaled(COLUMN)) // 2
        width -= 2 * beside
        room = self.room(width) - 2 * scaled(INSIDE)
        top = float(scaled(4 + _HEAD))
        column = _Column(top + scaled(INSIDE) - 2)
        self._fill(column, message, room, opened)
        inner = min(float(room), max(column.width, scaled(36)))
        bottom = column.y + scaled(INSIDE) - 2 - scaled(BETWEEN)
        wide = inner + 2 * scaled(INSIDE)
        edges = (beside + scaled(EDGE) + scaled(AVATAR) + 8.0, beside + width - scaled(EDGE) - scaled(AVATAR) - 8.0)
        left = edges[1] - wide if right else edges[0]
        shifted = [_moved(part, left + scaled(INSIDE)) for part in column.parts]
        frame = QRectF(left, top, wide, bottom - top)
        circle = edges[1] + 8 if right else edges[0] - scaled(AVATAR) - 8
        avatar = QRectF(circle, top, scaled(AVATAR), scaled(AVATAR))
        shifted += self._head(message, entry, edges, right)
        foot = _Column(bottom + 2)
        self._below(foot, message, entry, edges, right)
        return Bubble(int(foot.y + scaled(6)), frame, avatar, (*shifted, *foot.parts))

    # --- inside ----------------------------------------------------------------------------------------------------

    def _fill(self, column: _Column, message: Message, room: int, opened: Open) -> None:
        heading = _HEADINGS.get(message.shape)
        if heading is not None:
            icon, words = heading
            self._line(column, message.title or words, room, bold=True, icon=icon)
        elif message.title:
            self._line(column, message.title, room, bold=True)
        if message.quote is not None:
            said = ": ".join(part for part in (message.quote.sender, message.quote.text) if part)
            self._quote(column, said, room)
        if message.text:
            self._text(column, message.text, room, opened, "mono_dense" if message.shape == "json" else "body")
        elif not (message.attached or message.title or message.choices or heading):
            self._line(column, "no text", room, role="muted")
        self._flow(column, [self._chip(one) for one in message.attached], room)
        choices = [("chosen" if one.chosen else "choice", one.label, "") for one in message.choices]
        self._flow(column, choices, room)
        if message.answered:
            answered = any(one.chosen for one in message.choices)
            self._line(column, message.answered, room, role="muted" if answered else "warning", font="dense")
        for words, value in message.told:
            self._line(column, f"{words}: {value}" if words else value, room, role="muted", font="dense")
        self._edits(column, message, room, opened)
        if not message.whole and opened.text:
            told = f"The beginning of {size_words(message.size)}: the whole stands in its row"
            self._line(column, told, room, role="muted", font="dense")

    def _edits(self, column: _Column, message: Message, room: int, opened: Open) -> None:
        if not message.edits:
            return
        count = len(message.edits) - 1
        words = "edited" if count == 1 else f"edited {count:,} times"
        if not opened.edits:
            self._line(column, f"{words} · show what stood there", room, role="link", font="dense", act=EDITS)
            return
        self._line(column, f"{words} · hide what stood there", room, role="link", font="dense", act=EDITS)
        for place, edit in enumerate(message.edits[:-1]):
            when = time_of_edit(edit, self.times)
            self._line(column, "first" if not place else f"then, {when}", room, role="muted", font="dense", bold=True)
            self._quote(column, edit.text, room, lines=12)

    def _chip(self, one: Attached) -> tuple[str, str, str]:
        kind = one.type.partition("/")[0].partition(";")[0]
        size = size_words(one.size) if one.size is not None else ""
        if one.inside and not one.name:
            # nobody decodes it: what it is and how large must do
            words = ", ".join(part for part in (kind or "file", size) if part)
        else:
            words = " · ".join(
                part for part in (one.name or kind or "file", one.type if one.name else "", size) if part
            )
        return "chip", words, _ICONS.get(kind, "ph.paperclip")

    def _line(
        self,
        column: _Column,
        words: str,
        room: int,
        *,
        role: str = "",
        font: FontRole = "body",
        bold: bool = False,
        icon: str = "",
        act: str = "",
    ) -> None:
        """One elided line."""
        metrics = self._metrics(font, bold)
        shown = one_line(words[:600])
        beside = self._scaled(20) if icon else 0
        wide = min(room, metrics.horizontalAdvance(shown) + beside + 2)
        area = QRectF(0, column.y, wide, metrics.lineSpacing())
        column.parts.append(Part("link" if act else "line", area, shown, role, font, bold, icon=icon, act=act))
        self._below_of(column, area)

    def _quote(self, column: _Column, words: str, room: int, *, lines: int = 2) -> None:
        layout, size, _ = broken(words, self._theme.font("dense"), room - self._scaled(12), lines)
        area = QRectF(self._scaled(10), column.y, size.width(), size.height())
        column.parts.append(Part("bar", QRectF(0, column.y, 3, size.height()), role="border"))
        column.parts.append(Part("text", area, words, "muted", "dense", layout=layout))
        self._below_of(column, area)

    def _text(self, column: _Column, words: str, room: int, opened: Open, font: FontRole) -> None:
        layout, size, more = broken(words, self._theme.font(font), room, _MOST if opened.text else _LINES)
        area = QRectF(0, column.y, size.width(), size.height())
        column.parts.append(Part("text", area, words, "", font, layout=layout))
        self._below_of(column, area)
        if more or (opened.text and _is_long(words)):
            told = "Show less" if opened.text else f"Show all ({len(words):,} characters)"
            self._line(column, told, room, role="link", font="dense", act=MORE)

    def _flow(self, column: _Column, pieces: list[tuple[str, str, str]], room: int) -> None:
        """Pieces beside one another, in as many rows as they need."""
        if not pieces:
            return
        metrics = self._metrics("dense", False)
        x, y, high, gap = 0.0, column.y + 2, self._scaled(_CHIP), self._scaled(6)
        for look, words, icon in pieces:
            shown = one_line(words[:200])
            beside = self._scaled(20) if icon or look == "chosen" else 0
            wide = min(room, metrics.horizontalAdvance(shown) + beside + self._scaled(20))
            if x and x + wide > room:
                x, y = 0.0, y + high + gap
            column.parts.append(Part(look, QRectF(x, y, wide, high), shown, "", "dense", icon=icon))
            column.width = max(column.width, x + wide)
            x += wide + gap
        column.y = y + high + self._scaled(BETWEEN)

    # --- around ----------------------------------------------------------------------------------------------------

    def _head(self, message: Message, entry: Entry, edges: tuple[float, float], right: bool) -> Iterator[Part]:
        """Above the bubble: who, under which number, when."""
        number = f"#{entry.sequence}" if entry.sequence is not None else "no number"
        pieces: list[tuple[str, str, bool]] = [
            (one_line(message.sender[:80]), "text", True),
            (number, "muted", False),
            (self._time(entry), "muted" if entry.instant is not None else "warning", False),
        ]
        yield from self._row(pieces, edges, self._scaled(3), right)

    def _time(self, entry: Entry) -> str:
        """When, to the second: the tip has the rest."""
        words = self.times.words(entry)
        return words.partition(".")[0] if entry.instant is not None and self.times.form != "age" else words

    def _row(
        self, pieces: list[tuple[str, str, bool]], edges: tuple[float, float], y: float, right: bool
    ) -> Iterator[Part]:
        room = edges[1] - edges[0]
        widths = [self._metrics("dense", bold).horizontalAdvance(words) + 2.0 for words, _, bold in pieces]
        gap = self._scaled(8)
        # who said it gives way
        over = sum(widths) + gap * (len(widths) - 1) - room
        widths[0] = max(min(40.0, widths[0]), widths[0] - max(0.0, over))
        x = edges[1] - sum(widths) - gap * (len(widths) - 1) if right else edges[0]
        for (words, role, bold), wide in zip(pieces, widths, strict=True):
            yield Part("line", QRectF(x, y, wide, self._scaled(_HEAD)), words, role, "dense", bold)
            x += wide + gap

    def _below(self, column: _Column, message: Message, entry: Entry, edges: tuple[float, float], right: bool) -> None:
        """Below the bubble: signs put on it, what became of it, where it went."""
        pieces = [("reaction", reaction_words(one.emoji), "", "") for one in message.reactions]
        pieces += [(_MARKS[one.tone], one.words, "", _ROLES[one.tone]) for one in message.marks]
        pieces += [("mark:warning", words, "", "warning") for words in _numbering(entry)]
        if message.destination:
            to = "to " + message.destination
            pieces.append(("plain", to, "", "muted"))
        if message.other is not None:
            name = message.other.name or message.other.agent or "the other agent"
            pieces.append(("link", f"Open the session of {name}", OTHER, "link"))
        if not pieces:
            column.y += self._scaled(2)
            return
        self._place(column, pieces, edges, right)

    def _place(
        self, column: _Column, pieces: list[tuple[str, str, str, str]], edges: tuple[float, float], right: bool
    ) -> None:
        room, metrics, gap = edges[1] - edges[0], self._metrics("dense", False), self._scaled(12)
        high = self._scaled(_FOOT)
        rows: list[list[tuple[float, tuple[str, str, str, str]]]] = [[]]
        taken = 0.0
        for piece in pieces:
            look, words = piece[0], one_line(piece[1][:300])
            beside = self._scaled(18) if look.startswith("mark:") else self._scaled(14) if look == "reaction" else 2
            wide = min(room, metrics.horizontalAdvance(words) + beside)
            if rows[-1] and taken + gap + wide > room:
                rows.append([])
                taken = 0.0
            taken += wide + (gap if rows[-1] else 0)
            rows[-1].append((wide, piece))
        for row in rows:
            total = sum(wide for wide, _ in row) + gap * (len(row) - 1)
            x = edges[1] - total if right else edges[0]
            for wide, (look, words, act, role) in row:
                area = QRectF(x, column.y, wide, high)
                column.parts.append(Part(look, area, one_line(words[:300]), role, "dense", act=act))
                x += wide + gap
            column.y += high + 2

    def _below_of(self, column: _Column, area: QRectF) -> None:
        column.width = max(column.width, area.right())
        column.y = area.bottom() + self._scaled(BETWEEN)

    def _metrics(self, font: FontRole, bold: bool) -> QFontMetrics:
        made = self._theme.font(font)
        if bold:
            made.setWeight(QFont.Weight.DemiBold)
        return QFontMetrics(made)

    def _scaled(self, pixels: int) -> int:
        return self._theme.scaled(pixels)


_HEADINGS = {
    "question": ("ph.question", "Question"),
    "card": ("ph.cards", "Card"),
    "task": ("ph.calendar-check", "Task"),
    "log": ("ph.notebook", "Log of a task"),
    "json": ("ph.brackets-curly", "JSON of an unknown shape"),
}
_ICONS = {
    "image": "ph.image",
    "video": "ph.film-strip",
    "audio": "ph.microphone",
    "application": "ph.file",
    "text": "ph.file-text",
}
_MARKS: dict[Tone, str] = {"fine": "mark:good", "warning": "mark:warning", "error": "mark:error", "quiet": "plain"}
_ROLES: dict[Tone, str] = {"fine": "muted", "warning": "warning", "error": "negative", "quiet": "muted"}
_FAULTS = {
    "odd-number": "number of the other side",
    "same-number": "number used on both sides",
}


def _numbering(entry: Entry) -> Iterator[str]:
    """What is wrong with the number and the time of a message."""
    for flag, words in _FAULTS.items():
        if flag in entry.flags:
            parity = entry.sequence is None and flag == "odd-number"
            yield "it has no number" if parity else words
    if entry.instant is None:
        yield f"no readable time: {entry.stored}" if entry.stored else "no time"


def _is_long(words: str) -> bool:
    return len(words) > 600 or words.count("\n") >= _LINES


def _moved(part: Part, x: float) -> Part:
    area = part.area.translated(x, 0)
    return Part(
        part.look, area, part.words, part.role, part.font, part.bold, part.layout, part.icon, part.act, part.right
    )
