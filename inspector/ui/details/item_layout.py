"""Where the words of an entry stand in the width there is: beside its name where they fit, else below it, wrapped."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QTextCharFormat, QTextLayout, QTextOption

from inspector.ui.details.items import Action, Item, Span, Tone
from inspector.ui.details.pattern import first_units, units
from inspector.ui.theme.theme import Theme

PADDING, GAP, SPACE = 8, 12, 5
"""Pixels at the sides, between name and value, above and below."""
_LEAST_NAME = 64
_NOTE_LINES = 4
_BREAK = "\u2028"
_TONES: dict[Tone, str] = {
    "text": "text",
    "muted": "muted",
    "link": "link",
    "warning": "warning",
    "negative": "negative",
    "info": "info",
    "null": "null",
    "blob": "blob",
    "number": "text",
}


@dataclass(frozen=True)
class Piece:
    """A run of lines."""

    at: QPointF
    """Its top left corner in the entry."""
    layout: QTextLayout
    """Its lines."""
    colour: QColor
    """The colour of what no span colours."""
    bottom: float
    """Where it ends."""
    action: Action | None = None
    """What a click on it does."""


@dataclass(frozen=True)
class Laid:
    """An entry laid out for one width."""

    height: int
    """Pixels."""
    pieces: tuple[Piece, ...]
    """Its texts."""

    def action_at(self, y: float) -> Action | None:
        """What a click at this height does."""
        return next((piece.action for piece in self.pieces if piece.action and piece.at.y() <= y < piece.bottom), None)


class ItemTypesetter:
    """Lays entries out in the fonts and colours of the theme."""

    def __init__(self, theme: Theme, name_share: float) -> None:
        self._name_share = name_share
        self._colours = {tone: theme.colour(role) for tone, role in _TONES.items()}
        self._body, self._dense = theme.font("body"), theme.font("dense")
        self._mono, self._section = theme.font("mono_dense"), theme.font("section")
        self._italic = QFont(self._body)
        self._italic.setItalic(True)
        self._metrics = QFontMetrics(self._body)
        self._dense_metrics = QFontMetrics(self._dense)

    def name_width(self, names: list[str], width: int) -> int:
        """Width of the column of names."""
        widest = max((self._dense_metrics.horizontalAdvance(name) for name in names), default=0)
        return int(min(max(_LEAST_NAME, widest + 2), width * self._name_share))

    def lay(self, item: Item, width: int, name_width: int) -> Laid:
        """The entry in ``width`` pixels."""
        if item.kind == "heading":
            return self._heading(item, width)
        if item.kind == "content":
            return self._stacked(item, width)
        return self._field(item, width, name_width)

    def _heading(self, item: Item, width: int) -> Laid:
        piece = self._piece(item.name, self._section, "text", (), QPointF(PADDING, 12), width - 2 * PADDING, 1)
        return Laid(round(piece.bottom) + 6, (piece,))

    def _stacked(self, item: Item, width: int) -> Laid:
        room = width - 2 * PADDING
        pieces: list[Piece] = []
        y = float(SPACE)
        if item.name:
            label = f"{item.name}  ·  {item.tag}" if item.tag else item.name
            pieces.append(self._piece(label, self._dense, "muted", (), QPointF(PADDING, y), room, 1))
            y = pieces[-1].bottom + 1
        pieces.append(self._value(item, QPointF(PADDING, y), room))
        return self._with_notes(item, pieces, PADDING, room)

    def _field(self, item: Item, width: int, name_width: int) -> Laid:
        left = PADDING + name_width + GAP
        room = width - left - PADDING
        if not self._fits(item, room):
            return self._stacked(item, width)
        name = self._piece(item.name, self._dense, "muted", (), QPointF(PADDING, SPACE + 1), name_width, 1)
        value = self._value(item, QPointF(left, SPACE), room)
        laid = self._with_notes(item, [value], left, room)
        pieces = [name, *laid.pieces]
        if item.tag:
            taken, wanted = (self._dense_metrics.horizontalAdvance(text) for text in (f"{item.name}  ", item.tag))
            beside = taken + wanted <= name_width
            at = QPointF(PADDING + taken, name.at.y()) if beside else QPointF(PADDING, name.bottom)
            pieces.append(self._piece(item.tag, self._dense, "info", (), at, name_width - taken * beside, 1))
        bottom = max(piece.bottom for piece in pieces)
        return Laid(round(bottom) + SPACE, tuple(pieces))

    def _fits(self, item: Item, room: int) -> bool:
        """Whether the value stands beside its name: on one line, or in two of a text without breaks."""
        if "\n" in item.text or len(item.text) > 200:
            return False
        taken = QFontMetrics(self._font(item)).horizontalAdvance(item.text)
        return taken <= room or (item.middle and room > 100)

    def _font(self, item: Item) -> QFont:
        return self._mono if item.mono else self._italic if item.italic else self._body

    def _value(self, item: Item, at: QPointF, room: float) -> Piece:
        font, text = self._font(item), item.text
        if item.middle:
            text = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideMiddle, int(room))
        return self._piece(text, font, item.tone, item.spans, at, room, item.lines)

    def _with_notes(self, item: Item, pieces: list[Piece], left: float, room: float) -> Laid:
        y = pieces[-1].bottom
        for note in item.notes:
            piece = self._piece(note.text, self._dense, note.tone, (), QPointF(left, y + 1), room, _NOTE_LINES)
            pieces.append(Piece(piece.at, piece.layout, piece.colour, piece.bottom, note.action))
            y = piece.bottom
        return Laid(round(y) + SPACE, tuple(pieces))

    def _piece(
        self, text: str, font: QFont, tone: Tone, spans: tuple[Span, ...], at: QPointF, room: float, most: int
    ) -> Piece:
        if most == 1:
            # a line of its own is cut where its room ends, not at the last whole word
            text = QFontMetrics(font).elidedText(text.replace("\n", " "), Qt.TextElideMode.ElideRight, int(room))
        layout = QTextLayout(text.replace("\n", _BREAK), font)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        formats = [
            self._format(units(text[:start]), units(text[:end]), kind) for start, end, kind in spans if end > start
        ]
        if formats:
            layout.setFormats(formats)
        height = _break_lines(layout, max(20.0, room), most)
        shown = layout.lineAt(layout.lineCount() - 1) if layout.lineCount() else None
        if shown is not None and shown.textStart() + shown.textLength() < units(layout.text()):
            # what has no room is cut in front of a sign that says so
            cut = max(0, shown.textStart() + shown.textLength() - 2)
            again = self._piece(first_units(text, cut).rstrip("\n") + "…", font, tone, spans, at, room, most + 1)
            return again
        return Piece(at, layout, self._colours[tone], at.y() + height)

    def _format(self, start: int, end: int, tone: Tone) -> QTextLayout.FormatRange:
        form = QTextCharFormat()
        form.setForeground(self._colours[tone])
        made = QTextLayout.FormatRange()
        made.start, made.length, made.format = start, end - start, form
        return made


def _break_lines(layout: QTextLayout, room: float, most: int) -> float:
    height = 0.0
    layout.beginLayout()
    while layout.lineCount() <= most - 1:
        line = layout.createLine()
        if not line.isValid():
            break
        line.setLineWidth(room)
        line.setPosition(QPointF(0, height))
        height += line.height()
    layout.endLayout()
    return height
