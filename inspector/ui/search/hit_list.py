"""The list of hits: walked by arrow keys, Enter opens, Up from the first one goes back to the box."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from inspector.clock import Clock
from inspector.ui.search.delegate import HitDelegate
from inspector.ui.search.model import HIT, HitsModel, Index
from inspector.ui.search.row import HitRow
from inspector.ui.theme.theme import Theme


class HitList(QListView):
    """Shows a :class:`HitsModel`; only rows on screen are drawn."""

    hitChosen = Signal(object)
    """The :class:`HitRow` to open."""
    hitSelected = Signal(object)
    """The :class:`HitRow` that is selected now, or None."""
    left = Signal()
    """The reader goes back to the box."""

    def __init__(self, theme: Theme, clock: Clock, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.hits = HitsModel(clock, self)
        self.setModel(self.hits)
        self.setItemDelegate(HitDelegate(theme, clock, self))
        self.setAccessibleName("Hits")
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setMinimumWidth(240)
        self.doubleClicked.connect(self._open)
        theme.changed.connect(self._restyle)

    def hit(self) -> HitRow | None:
        """The selected hit."""
        return self.hits.row(self.currentIndex())

    def choose_first(self) -> None:
        """Take the keyboard; the first hit is selected where none is."""
        self.setFocus()
        if not self.currentIndex().isValid():
            self.setCurrentIndex(self.hits.index(0, HIT))

    def choose(self, identity: tuple[object, ...]) -> None:
        """Select a hit where it is still shown."""
        index = self.hits.find(identity)
        if index.isValid():
            self.setCurrentIndex(index)

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        self.hitSelected.emit(self.hits.row(current))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        row = self.hit()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and row is not None:
            self.hitChosen.emit(row)
        elif event.key() == Qt.Key.Key_Escape or (event.key() == Qt.Key.Key_Up and self.currentIndex().row() <= 0):
            self.left.emit()
        elif event.matches(QKeySequence.StandardKey.Copy) and row is not None:
            text = "".join(piece.text for piece in row.pieces)
            QGuiApplication.clipboard().setText(f"{row.title}\n{text}")
        else:
            super().keyPressEvent(event)

    @Slot(QModelIndex)
    def _open(self, index: QModelIndex) -> None:
        row = self.hits.row(index)
        if row is not None:
            self.hitChosen.emit(row)

    @Slot()
    def _restyle(self) -> None:
        self.scheduleDelayedItemsLayout()
        self.viewport().update()
