"""Cards: framed groups with a title, and how they stand in columns of a page that scrolls."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRectF, Qt, Slot
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from inspector.ui.labels import PlainLabel, enlarge, plain, tone
from inspector.ui.theme.theme import Theme

GAP = 16
"""Pixels between cards, and around a page."""
_RADIUS = 6
_INSET = 8
_TWO, _THREE = 740, 1160
"""Widths of a page from which on there are two and three columns."""


class Card(QFrame):
    """A framed part of a page: a title, a few words at its right, content, a line of words when there is none."""

    def __init__(self, theme: Theme, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._run: Callable[[], object] | None = None
        self.setAccessibleName(title)
        self._title = plain(title, self)
        enlarge(self._title)
        self._count = PlainLabel("", self)
        tone(self._count, "muted")
        self._button = QPushButton(self)
        self._button.hide()
        self._words = plain("", self, wrap=True)
        tone(self._words, "muted")
        self._words.hide()
        head = QHBoxLayout()
        head.setContentsMargins(_INSET, 0, _INSET, 0)
        head.setSpacing(8)
        head.addWidget(self._title)
        head.addWidget(self._count, 1)
        head.addWidget(self._button)
        self._words.setContentsMargins(_INSET, 0, _INSET, 0)
        column = QVBoxLayout(self)
        column.setContentsMargins(GAP - _INSET, 12, GAP - _INSET, 12)
        column.setSpacing(6)
        column.addLayout(head)
        column.addWidget(self._words)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        self._button.clicked.connect(self._act)
        theme.changed.connect(self.update)

    def title(self) -> str:
        """Its title."""
        return self._title.text()

    def add(self, part: QWidget) -> None:
        """Put a part below the others; lists stand a little further out than words, as their lines have an inset."""
        layout = self.layout()
        assert layout is not None
        layout.addWidget(part)

    def insert(self, part: QWidget, before: QWidget) -> None:
        """Put a part above one that is there."""
        layout = self.layout()
        assert isinstance(layout, QVBoxLayout)
        layout.insertWidget(layout.indexOf(before), part)

    def set_count(self, words: str) -> None:
        """Say behind the title how much there is."""
        self._count.setText(words)

    def count(self) -> str:
        """What stands behind the title."""
        return self._count.text()

    def set_words(self, words: str) -> None:
        """Say something in place of content, or beside it: what is read, that there is nothing, what failed."""
        self._words.setText(words)
        self._words.setVisible(bool(words))

    def words(self) -> str:
        """What is said in place of content."""
        return self._words.text()

    def offer(self, text: str, run: Callable[[], object] | None) -> None:
        """A button at the right of the title; None takes it away."""
        self._run = run
        self._button.setText(text.replace("&", "&&"))
        self._button.setVisible(run is not None)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(self._theme.colour("border"))
        painter.setBrush(self._theme.colour("panel"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), _RADIUS, _RADIUS)
        painter.end()

    @Slot()
    def _act(self) -> None:
        if self._run is not None:
            self._run()


class CardColumns(QWidget):
    """Cards in one, two or three columns, by the room there is; each card has its column, so that none jumps."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._cards: list[tuple[QWidget, int, int]] = []
        self._columns = 0
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GAP)
        self._lanes = []
        for _ in range(3):
            lane = QVBoxLayout()
            lane.setSpacing(GAP)
            row.addLayout(lane, 1)
            self._lanes.append(lane)
        self._row = row

    def add(self, card: QWidget, of_two: int, of_three: int) -> None:
        """Add a card: its column where there are two, and where there are three; in one column the order is kept."""
        self._cards.append((card, of_two, of_three))
        card.setParent(self)
        self._place(max(1, self._columns))

    def drop(self, card: QWidget) -> None:
        """Take a card out and delete it."""
        self._cards = [one for one in self._cards if one[0] is not card]
        card.hide()
        card.deleteLater()
        self._place(max(1, self._columns))

    def columns(self) -> int:
        """How many columns there are now."""
        return self._columns

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        width = event.size().width()
        wanted = 3 if width >= _THREE else 2 if width >= _TWO else 1
        if wanted != self._columns:
            self._place(wanted)

    def _place(self, columns: int) -> None:
        self._columns = columns
        for lane in self._lanes:
            # an item that is taken and kept would go on standing for its widget, whose new size nobody would hear of
            for card, _, _ in self._cards:
                lane.removeWidget(card)
            while lane.count():
                lane.takeAt(0)
        for card, of_two, of_three in self._cards:
            self._lanes[(0, of_two, of_three)[columns - 1]].addWidget(card)
        for lane in self._lanes[:columns]:
            lane.addStretch(1)
        self.settle()

    def settle(self) -> None:
        """Give the room of columns whose cards are all hidden to the others; to be called when cards come and go."""
        used = 0
        for place, lane in enumerate(self._lanes):
            filled = any(lane.indexOf(card) >= 0 and not card.isHidden() for card, _, _ in self._cards)
            self._row.setStretch(place, int(filled))
            used += filled
        self._row.setSpacing(GAP if used > 1 else 0)
        self.updateGeometry()


class Page(QScrollArea):
    """A page that scrolls up and down and is as wide as its place."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.content = QWidget()
        """What scrolls."""
        self.content.setBackgroundRole(QPalette.ColorRole.Base)
        self.content.setAutoFillBackground(True)
        self.column = QVBoxLayout(self.content)
        """Where parts are added, top down."""
        self.column.setContentsMargins(GAP, GAP, GAP, GAP)
        self.column.setSpacing(GAP)
        self.setWidget(self.content)
