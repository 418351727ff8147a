"""Labels that show untrusted text as text: never as HTML, elided where there is no room, whole in the tip."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QFont, QFontInfo, QFontMetrics, QPaintEvent
from PySide6.QtWidgets import QApplication, QFrame, QLabel, QSizePolicy, QWidget

_TIP_LIMIT = 4000


def tip(text: str) -> str:
    """Tooltip text that shows ``text`` literally whatever it holds: Qt would guess HTML from a tag alone."""
    if not text:
        return ""
    shown = text if len(text) <= _TIP_LIMIT else text[:_TIP_LIMIT] + f"… ({len(text):,} characters)"
    return f'<p style="white-space:pre-wrap; margin:0">{_escaped(shown)}</p>'


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def plain(text: str, parent: QWidget | None = None, *, wrap: bool = False) -> QLabel:
    """A label of plain text; ``wrap`` breaks it into lines."""
    label = QLabel(parent)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setText(text)
    label.setWordWrap(wrap)
    return label


def tone(widget: QWidget, name: Literal["", "muted", "positive", "warning", "negative", "info", "link"]) -> None:
    """Write ``widget`` in the colour of a role; it follows the theme by itself."""
    widget.setProperty("tone", name)
    # Before its first show a widget is not styled yet, and will be once.
    if widget.testAttribute(Qt.WidgetAttribute.WA_WState_Polished):
        widget.style().unpolish(widget)
        widget.style().polish(widget)


def enlarge(widget: QWidget, pixels: int = 15) -> None:
    """Set ``widget`` as a heading: 15 (section) or 20 (page) pixels beside a body of 13, in proportion beside more."""
    _Heading(widget, pixels).write()


class _Heading(QObject):
    """Keeps the font of a heading: a styled widget can lose it when a parent of its moves to another place."""

    def __init__(self, widget: QWidget, pixels: int) -> None:
        super().__init__(widget)
        self._widget, self._pixels = widget, pixels
        widget.installEventFilter(self)

    def write(self) -> None:
        """Give the widget its font, unless it has it."""
        font = self._widget.font()
        pixels = max(self._pixels, round(QFontInfo(QApplication.font()).pixelSize() * self._pixels / 13))
        if (font.pixelSize(), font.weight()) != (pixels, QFont.Weight.DemiBold):
            font.setPixelSize(pixels)
            font.setWeight(QFont.Weight.DemiBold)
            self._widget.setFont(font)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FontChange:
            self.write()
        return False


class PlainLabel(QFrame):
    """One line of plain text that shrinks with the room it has; the whole is in the tip.

    Paths and ids lose their middle (``elide=Qt.TextElideMode.ElideMiddle``), text its end.
    """

    def __init__(
        self,
        text: str = "",
        parent: QWidget | None = None,
        *,
        elide: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
    ) -> None:
        super().__init__(parent)
        self._text = text
        self._elide = elide
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setMinimumWidth(self.fontMetrics().averageCharWidth() * 3)
        self.setText(text)

    def text(self) -> str:
        """The whole text."""
        return self._text

    def setText(self, text: str) -> None:
        """Show ``text``."""
        self._text = text
        self.setAccessibleName(text)
        self.setToolTip(tip(text))
        self.updateGeometry()
        self.update()

    def shown(self) -> str:
        """What fits, with the mark of elision."""
        metrics = QFontMetrics(self.font())
        return metrics.elidedText(one_line(self._text), self._elide, self.contentsRect().width())

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        return QSize(metrics.horizontalAdvance(one_line(self._text)) + 2, metrics.height() + 2)

    def minimumSizeHint(self) -> QSize:
        return QSize(self.minimumWidth(), self.fontMetrics().height() + 2)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._text:
            return
        from PySide6.QtGui import QPainter  # late: nothing is written before the first paint

        painter = QPainter(self)
        alignment = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.drawText(self.contentsRect(), int(alignment) | Qt.TextFlag.TextSingleLine, self.shown())
        painter.end()


def one_line(text: str) -> str:
    """``text`` with line breaks and controls as visible signs, so that it stays one line and hides nothing."""
    return "".join(_VISIBLE.get(character, character) for character in text[:_TIP_LIMIT])


def _visible() -> dict[str, str]:
    signs = {chr(code): chr(0x2400 + code) for code in range(0x20)}
    signs.update({"\n": "⏎", "\r": "␍", "\t": " ", "\x7f": "␡", "\u2028": "⏎", "\u2029": "⏎"})
    for code in (*range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2066, 0x206A), 0xFEFF):
        signs[chr(code)] = f"‹{code:04X}›"
    for code in range(0xDC80, 0xDD00):
        signs[chr(code)] = f"‹{code - 0xDC00:02X}›"
    return signs


_VISIBLE = _visible()
