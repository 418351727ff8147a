"""The head of the details: what the row is called, its type and state, its table, and what can be done with it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from inspector.db.display import visible
from inspector.ui.labels import PlainLabel, enlarge, plain, tip, tone
from inspector.ui.view import ViewContext
from inspector.workspace.rows.row_details import RowDetails, key_words
from inspector.workspace.source import Source

_ICON_WIDTH, _TEXT_WIDTH = 346, 264
"""Pixels from which on the buttons have icons and words, and those from which on they have words; else icons."""


class Chip(QLabel):
    """A word in a frame of its own colour."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setContentsMargins(8, 2, 8, 2)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self._colour = QColor()

    def show_word(self, text: str, colour: QColor, about: str) -> None:
        """Show a word; an empty one hides the chip."""
        self._colour = colour
        self.setText(text)
        self.setToolTip(tip(about))
        self.setVisible(bool(text))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ground = QColor(self._colour)
        ground.setAlpha(28)
        painter.setPen(self._colour)
        painter.setBrush(ground)
        painter.drawRoundedRect(self.rect().adjusted(0, 0, -1, -1), 6, 6)
        text = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.contentsRect().width())
        painter.drawText(self.contentsRect(), int(Qt.AlignmentFlag.AlignVCenter), text)
        painter.end()


class DetailsHeader(QWidget):
    """Title, chips, table, buttons."""

    openRequested = Signal()
    """Open the row in its table."""
    linkRequested = Signal()
    """Copy the link of the row."""
    copyRequested = Signal()
    """Copy the row as JSON."""
    cardRequested = Signal()
    """Open the card of the row."""

    def __init__(self, context: ViewContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._details: RowDetails | None = None
        self.title = plain("", self, wrap=True)
        enlarge(self.title)
        self.title.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        # a title of one long word would else dictate the width of the dock
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.title.setSizePolicy(policy)
        self.type, self.status = Chip(self), Chip(self)
        self.place = PlainLabel("", self, elide=Qt.TextElideMode.ElideMiddle)
        tone(self.place, "muted")
        self.points = plain("", self, wrap=True)
        tone(self.points, "muted")
        chips = QHBoxLayout()
        chips.setSpacing(6)
        chips.addWidget(self.type)
        chips.addWidget(self.status)
        chips.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 8, 8, 6)
        column.setSpacing(4)
        column.addWidget(self.title)
        column.addLayout(chips)
        column.addWidget(self.place)
        column.addWidget(self.points)
        column.addLayout(self._buttons())
        context.theme.changed.connect(self._dress)

    def show_row(self, source: Source, details: RowDetails) -> None:
        """Show this row."""
        self._details = details
        self.title.setText(_breakable(details.title))
        self.title.setToolTip(tip(details.title))
        key, table = key_words(details.ref.key), visible(details.table.name)
        named = f"{details.about.title} · " if details.about is not None else ""
        schema = f"{details.table.schema}." if len(source.parts) > 1 else ""
        self.place.setText(f"{named}{schema}{table} · {key}")
        self.place.setToolTip(tip(details.about.tip() if details.about is not None else f"{table}, row {key}"))
        self.points.hide()
        self._dress()

    def show_points(self, words: str) -> None:
        """Say what leads here."""
        self.points.setText(words)
        self.points.setVisible(bool(words))

    def _buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(2)
        self._tools: list[QToolButton] = []
        for words, icon, about, signal in (
            ("Card", "ph.identification-card", "Everything about this row on one page (Ctrl+E)", self.cardRequested),
            ("Table", "ph.table", "Open this row in its table", self.openRequested),
            ("Link", "ph.link", "Copy a link that opens this row", self.linkRequested),
            ("Copy", "ph.copy", "Copy the whole row as JSON", self.copyRequested),
        ):
            button = QToolButton(self)
            button.setText(words)
            button.setToolTip(about)
            button.setAccessibleName(about)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            self._context.icons.dress(button, icon)
            button.clicked.connect(signal)
            row.addWidget(button)
            self._tools.append(button)
        row.addStretch(1)
        return row

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        style, scaled = Qt.ToolButtonStyle, self._context.theme.scaled
        room, shown = self.width(), style.ToolButtonIconOnly
        if room >= scaled(_ICON_WIDTH):
            shown = style.ToolButtonTextBesideIcon
        elif room >= scaled(_TEXT_WIDTH) or not self._context.icons.loaded:
            shown = style.ToolButtonTextOnly
        for button in self._tools:
            button.setToolButtonStyle(shown)

    @Slot()
    def _dress(self) -> None:
        details, theme = self._details, self._context.theme
        if details is None:
            return
        known = details.type in theme.tokens.nodes
        self.type.show_word(
            details.type, theme.node_colour(details.type) if known else theme.colour("muted"), f"Type: {details.type}"
        )
        look = theme.status(details.state)
        told = f"Status: {details.status}" + (f" ({look.words})" if look.words else "")
        self.status.show_word(details.status, QColor(look.colour), told)


def _breakable(text: str) -> str:
    """Text whose long words may be broken anywhere: Qt breaks at a space of no width."""
    return " ".join(
        word if len(word) <= 24 else "\u200b".join(word[at : at + 12] for at in range(0, len(word), 12))
        for word in text.split(" ")
    )
