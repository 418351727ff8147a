"""A part of the filters that folds: a heading that says how much there is, or what was chosen, and what is below it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRect, QSize, Qt, Signal, Slot
from PySide6.QtGui import QPainter, QPaintEvent, QPolygonF
from PySide6.QtWidgets import QAbstractButton, QLineEdit, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from inspector.ui.graph.side.entries import Entry
from inspector.ui.graph.side.entry_list import DrawSign, EntryList
from inspector.ui.labels import tone
from inspector.ui.lines.delegate import draw_text
from inspector.ui.theme.theme import Theme

FIRST = 8
"""Entries that are listed before all of them are asked for."""
_SEARCHED = 20
"""Entries from which on there is a field to search them."""
_ARROW = 14


class SectionHead(QAbstractButton):
    """Title and what is said at its right; a click unfolds or folds."""

    def __init__(self, theme: Theme, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._said, self._strong = "", False
        self.setText(title)
        self.setCheckable(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def say(self, words: str, *, strong: bool = False) -> None:
        """Say something at the right; ``strong`` where a filter is on."""
        self._said, self._strong = words, strong
        self.setAccessibleName(f"{self.text()}, {words}" if words else self.text())
        self.update()

    def said(self) -> str:
        """What stands at the right."""
        return self._said

    def sizeHint(self) -> QSize:
        return QSize(160, self._theme.row_height + 2)

    def minimumSizeHint(self) -> QSize:
        return QSize(60, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, painter = self._theme, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.underMouse() or self.hasFocus():
            painter.fillRect(self.rect(), theme.colour("raised"))
        inner = self.rect().adjusted(8, 0, -8, 0)
        muted = theme.colour("muted")
        self._arrow(painter, inner)
        painter.setPen(theme.colour("accent") if self._strong else muted)
        taken = draw_text(painter, theme.font("dense"), self._said, inner, right=True)
        painter.setPen(theme.colour("text"))
        font = theme.font("body")
        font.setBold(True)
        draw_text(painter, font, self.text(), inner.adjusted(_ARROW + 4, 0, -taken, 0))
        painter.end()

    def _arrow(self, painter: QPainter, inner: QRect) -> None:
        painter.save()
        painter.translate(inner.x() + 5, inner.center().y() + 1)
        painter.rotate(90 if self.isChecked() else 0)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.colour("muted"))
        painter.drawPolygon(QPolygonF([QPointF(-2.5, -4.5), QPointF(3, 0), QPointF(-2.5, 4.5)]))
        painter.restore()


class Section(QWidget):
    """A heading and what folds below it."""

    unfolded = Signal(object, bool)
    """``(Section, whether it is unfolded now)``, when the reader folded or unfolded it."""

    def __init__(self, theme: Theme, id: str, title: str, *, open_now: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.id = id
        """Of the facet it is for."""
        self.head = SectionHead(theme, title, self)
        self.body = QWidget(self)
        self.inside = QVBoxLayout(self.body)
        """Where parts are added."""
        self.inside.setContentsMargins(0, 0, 0, 6)
        self.inside.setSpacing(4)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.head)
        column.addWidget(self.body)
        self.head.setChecked(open_now)
        self.body.setVisible(open_now)
        self.head.clicked.connect(self._fold)

    @property
    def is_open(self) -> bool:
        """Whether it is unfolded."""
        return self.head.isChecked()

    def unfold(self) -> None:
        """Show what is below the heading."""
        if not self.is_open:
            self.head.click()

    @Slot(bool)
    def _fold(self, open_now: bool) -> None:
        # whoever counts fills it first, so that it does not grow in two steps
        self.unfolded.emit(self, open_now)
        self.body.setVisible(open_now)


class ChoiceSection(Section):
    """The values of one filter, the first of them, all, or those that are searched for."""

    toggled = Signal(object, str)
    """``(ChoiceSection, name)`` of the entry whose tick is to change."""
    onlyWanted = Signal(object, str)
    """The same of the one that is to be left alone, or all of them if it is."""
    allWanted = Signal(object)
    """The ChoiceSection whose entries are all to be shown."""

    def __init__(
        self,
        theme: Theme,
        id: str,
        title: str,
        noun: str,
        sign: DrawSign | None = None,
        *,
        open_now: bool,
        first: int = FIRST,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(theme, id, title, open_now=open_now, parent=parent)
        self._every: tuple[Entry, ...] = ()
        self._first, self._whole = first, False
        self.search = QLineEdit(self.body)
        self.search.setPlaceholderText(f"Search {title.lower()}")
        self.search.setAccessibleName(f"Search {title}")
        self.search.setClearButtonEnabled(True)
        self.list = EntryList(theme, title, noun, sign, self.body, chosen=id.startswith("field."))
        self.more = QToolButton(self.body)
        tone(self.more, "link")
        self.more.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        row = QVBoxLayout()
        row.setContentsMargins(8, 0, 8, 0)
        row.addWidget(self.search)
        self.inside.addLayout(row)
        self.inside.addWidget(self.list)
        self.inside.addWidget(self.more)
        self.search.textChanged.connect(self._list)
        self.more.clicked.connect(self._turn)
        self.list.toggled.connect(self._toggle)
        self.list.onlyWanted.connect(self._only)
        self.list.allWanted.connect(self._all)

    def show_entries(self, entries: Sequence[Entry]) -> None:
        """Offer these values."""
        self._every = tuple(entries)
        self._list()

    def entries(self) -> tuple[Entry, ...]:
        """All values, listed or not."""
        return self._every

    @Slot()
    def _list(self) -> None:
        text, every = self.search.text().casefold().strip(), self._every
        self.search.setVisible(len(every) >= _SEARCHED or bool(text))
        rest = len(every) - self._first
        folded = not self._whole and not text and rest > 1
        if text:
            listed: Sequence[Entry] = [one for one in every if text in one.text.casefold()]
        elif folded:
            listed = [one for place, one in enumerate(every) if place < self._first or self._stands_out(one)]
        else:
            listed = every
        self.list.entries.set_entries(listed)
        self.more.setText(f"Show all {len(every):,}" if folded else "Show fewer")
        self.more.setVisible(not text and rest > 1)

    def _stands_out(self, entry: Entry) -> bool:
        """Whether it is seen although it stands below the fold: it was chosen."""
        return entry.on and not all(one.on for one in self._every)

    @Slot()
    def _turn(self) -> None:
        self._whole = not self._whole
        self._list()

    @Slot(str)
    def _toggle(self, name: str) -> None:
        self.toggled.emit(self, name)

    @Slot(str)
    def _only(self, name: str) -> None:
        self.onlyWanted.emit(self, name)

    @Slot()
    def _all(self) -> None:
        self.allWanted.emit(self)
