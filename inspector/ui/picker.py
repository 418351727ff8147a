"""A popup that finds one of many things by a few typed letters, with the keyboard alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractListModel, QEvent, QModelIndex, QObject, QPersistentModelIndex, QSize, Qt, Slot
from PySide6.QtGui import QKeyEvent, QPainter, QPalette, QPixmap
from PySide6.QtWidgets import (
    QDialog,
    QLineEdit,
    QListView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from inspector.ui.icons import SMALL, Icons
from inspector.ui.labels import one_line, plain, tip, tone

WIDTH, HEIGHT = 560, 400
_GAP = 8
SHOWN = 200
"""How many fitting things are listed at most: nobody scrolls further, everybody types on."""
CHOICE_ROLE = int(Qt.ItemDataRole.UserRole) + 1
"""The :class:`Choice` of a row."""
NOTE_ROLE = CHOICE_ROLE + 1
"""What stands at the right of a row."""

_STEPS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_PageUp: -8, Qt.Key.Key_PageDown: 8}

Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True)
class Choice:
    """One thing that can be picked."""

    text: str
    """What is read and searched."""
    run: Callable[[], object]
    """Called when it is picked."""
    note: str = ""
    """Shown behind the text: a shortcut, a folder."""
    icon: str = ""
    """Name in the icon set."""


def score(wanted: str, text: str) -> int | None:
    """How well ``text`` fits the typed letters, higher is better; None if they are not in it in this order.

    Words that begin with the letters count most, then letters that follow one another.
    """
    letters, searched = wanted.casefold().replace(" ", ""), text.casefold()
    if not letters:
        return 0
    whole = searched.find(wanted.casefold().strip())
    total, at, before = 20 if whole == 0 else 12 if whole > 0 else 0, -1, -2
    for letter in letters:
        at = searched.find(letter, at + 1)
        if at < 0:
            return None
        starts_word = at == 0 or not searched[at - 1].isalnum()
        total += (8 if starts_word else 0) + (5 if at == before + 1 else 0) - min(3, at - before - 1)
        before = at
    return total


class ChoiceList(QAbstractListModel):
    """The choices that fit what was typed, best first."""

    def __init__(self, choices: tuple[Choice, ...], icons: Icons, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._choices = choices
        self._icons = icons
        self._shown: list[Choice] = list(choices[:SHOWN])
        # Takes the room of an icon, so that the texts of all rows begin below one another.
        self._no_icon = QPixmap(SMALL)
        self._no_icon.fill(Qt.GlobalColor.transparent)

    def narrow(self, wanted: str, last: Choice | None = None) -> None:
        """Show what fits ``wanted``, and ``last`` below all."""
        self.beginResetModel()
        fitting = [(points, one) for one in self._choices if (points := score(wanted, one.text)) is not None]
        fitting.sort(key=lambda pair: -pair[0])
        self._shown = [one for _, one in fitting[:SHOWN]] + ([last] if last else [])
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  Qt's form
        return 0 if parent.isValid() else len(self._shown)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self._shown):
            return None
        choice = self._shown[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return one_line(choice.text)
        if role == NOTE_ROLE:
            return one_line(choice.note)
        if role == Qt.ItemDataRole.ToolTipRole:
            return tip(choice.text)
        if role == Qt.ItemDataRole.DecorationRole:
            icon = self._icons.icon(choice.icon, "muted")
            return self._no_icon if icon.isNull() and self._icons.loaded else icon
        return choice if role == CHOICE_ROLE else None


class _NoteDelegate(QStyledItemDelegate):
    """Draws the note of a row at its right end, muted."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        note = index.data(NOTE_ROLE)
        width = option.fontMetrics.horizontalAdvance(note) + 2 * _GAP if note else 0
        super().paint(painter, option, index)
        if note:
            place = option.rect.adjusted(option.rect.width() - width, 0, -_GAP, 0)
            painter.save()
            painter.setPen(option.palette.color(QPalette.ColorRole.PlaceholderText))
            painter.drawText(place, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, note)
            painter.restore()


class Picker(QDialog):
    """One field and a list under it."""

    def __init__(
        self,
        choices: tuple[Choice, ...],
        icons: Icons,
        parent: QWidget,
        *,
        prompt: str,
        nothing: str,
        typed: Callable[[str], Choice | None] | None = None,
    ) -> None:
        """``typed`` makes a last choice of the text itself (a path that was pasted)."""
        super().__init__(parent, Qt.WindowType.Popup | Qt.WindowType.FramelessWindowHint)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("picker")
        self._typed = typed
        self._model = ChoiceList(choices, icons, self)
        self._field = QLineEdit(self)
        self._field.setPlaceholderText(prompt)
        self._field.setAccessibleName(prompt)
        self._list = QListView(self)
        self._list.setModel(self._model)
        self._list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._list.setUniformItemSizes(True)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.setIconSize(QSize(16, 16))
        self._list.setItemDelegate(_NoteDelegate(self._list))
        self._list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self._none = plain(nothing, self)
        tone(self._none, "muted")
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 8, 8, 8)
        for widget in (self._field, self._none, self._list):
            column.addWidget(widget)
        self._field.installEventFilter(self)
        self._field.textChanged.connect(self._narrow)
        self._field.returnPressed.connect(self._run_current)
        self._list.clicked.connect(self._run_current)
        self._narrow("")
        self._place(parent)
        self._field.setFocus()

    def texts(self) -> list[str]:
        """What is listed now."""
        rows = range(self._model.rowCount())
        return [self._model.index(row).data(CHOICE_ROLE).text for row in rows]

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and event.key() in _STEPS:
            self._move(_STEPS[Qt.Key(event.key())])
            return True
        return False

    @Slot(str)
    def _narrow(self, wanted: str) -> None:
        self._model.narrow(wanted, self._typed(wanted) if self._typed and wanted.strip() else None)
        self._none.setVisible(self._model.rowCount() == 0)
        self._list.setCurrentIndex(self._model.index(0))

    @Slot()
    def _run_current(self) -> None:
        choice = self._list.currentIndex().data(CHOICE_ROLE)
        if choice is not None:
            # First gone, then done: what opens a dialog must not have this one above it.
            self.close()
            choice.run()

    def _move(self, step: int) -> None:
        row = max(0, min(self._model.rowCount() - 1, self._list.currentIndex().row() + step))
        self._list.setCurrentIndex(self._model.index(row))

    def _place(self, window: QWidget) -> None:
        self.resize(min(WIDTH, window.width() - 32), min(HEIGHT, window.height() - 80))
        corner = window.mapToGlobal(window.rect().topLeft())
        self.move(corner.x() + (window.width() - self.width()) // 2, corner.y() + 56)
