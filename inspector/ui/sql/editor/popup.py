"""The list of what can be written at the caret; the keyboard stays in the text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QFrame, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QVBoxLayout, QWidget

from inspector.db.display import visible
from inspector.queries.completion import Kind, Suggestion
from inspector.ui.icons import Icons
from inspector.ui.labels import plain, tone
from inspector.ui.theme.theme import Theme

ICONS: Mapping[Kind, str] = {
    "column": "ph.columns",
    "table": "ph.table",
    "view": "ph.eye",
    "alias": "ph.tag",
    "expression": "ph.brackets-curly",
    "schema": "ph.database",
    "function": "ph.function",
    "parameter": "ph.at",
    "keyword": "ph.text-aa",
}
_SUGGESTION = Qt.ItemDataRole.UserRole
_ROWS = 10
_WIDTH = 420
_LINES, _LETTERS = 6, 360
"""Of what a name means."""
_PAD = 8
_ICON = 16


class _Model(QAbstractListModel):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.found: Sequence[Suggestion] = ()

    def show(self, found: Sequence[Suggestion]) -> None:
        self.beginResetModel()
        self.found = found
        self.endResetModel()

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.found)

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        one = self.found[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return one.text
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return ", ".join(part for part in (one.text, one.kind, one.detail) if part)
        return one if role == _SUGGESTION else None


class _Delegate(QStyledItemDelegate):
    def __init__(self, theme: Theme, icons: Icons, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme, self._icons = theme, icons

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(_WIDTH, self._theme.row_height)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        one: Suggestion = index.data(_SUGGESTION)
        room: QRect = option.rect
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.save()
        if chosen:
            painter.fillRect(room, QColor(self._theme.colour("selection")))
        icon = QRect(room.left() + _PAD, room.center().y() - _ICON // 2, _ICON, _ICON)
        self._icons.icon(ICONS[one.kind], "muted").paint(painter, icon)
        inner = room.adjusted(2 * _PAD + _ICON, 0, -_PAD, 0)
        painter.setFont(self._theme.font("mono_dense"))
        painter.setPen(QColor(self._theme.colour("text")))
        text = painter.fontMetrics().elidedText(visible(one.text), Qt.TextElideMode.ElideRight, inner.width())
        painter.drawText(inner, int(Qt.AlignmentFlag.AlignVCenter), text)
        taken = painter.fontMetrics().horizontalAdvance(text) + 2 * _PAD
        painter.setFont(self._theme.font("dense"))
        painter.setPen(QColor(self._theme.colour("muted")))
        rest = inner.adjusted(taken, 0, 0, 0)
        told = one.detail or one.kind
        shown = painter.fontMetrics().elidedText(visible(told), Qt.TextElideMode.ElideRight, rest.width())
        painter.drawText(rest, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight), shown)
        painter.restore()


class CompletionPopup(QFrame):
    """Shows suggestions below the caret."""

    chosen = Signal(object)
    """The Suggestion that is wanted."""

    def __init__(self, theme: Theme, icons: Icons, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowFlags(Qt.WindowType.ToolTip | Qt.WindowType.FramelessWindowHint)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self._theme = theme
        self._places: tuple[QPoint, QPoint, QRect] | None = None
        """Below and above the caret, and the screen."""
        self._model = _Model(self)
        self.list = QListView(self)
        self.list.setModel(self._model)
        self.list.setItemDelegate(_Delegate(theme, icons, self))
        self.list.setUniformItemSizes(True)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setAccessibleName("Suggestions")
        self._meaning = plain("", self, wrap=True)
        self._meaning.setContentsMargins(_PAD, 4, _PAD, 4)
        tone(self._meaning, "muted")
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 1, 1, 1)
        column.setSpacing(0)
        column.addWidget(self.list)
        column.addWidget(self._meaning)
        self.list.clicked.connect(self._clicked)
        self.list.selectionModel().currentChanged.connect(self._tell)
        self.hide()

    def offer(self, found: Sequence[Suggestion], below: QPoint, above: QPoint, within: QRect) -> None:
        """Show suggestions, below a place of the screen or, where there is no room, above one."""
        self._model.show(found)
        self.list.setCurrentIndex(self._model.index(0))
        self.list.scrollToTop()
        rows = min(_ROWS, len(found))
        self.list.setFixedHeight(rows * self._theme.row_height + 2)
        self._places = (below, above, within)
        self._tell()
        self.show()

    def _fit(self) -> None:
        """Take the room that the suggestions and the words about the marked one need, where there is room."""
        assert self._places is not None
        below, above, within = self._places
        inner = _WIDTH - 2
        # a label never tells less than its least height
        self._meaning.setMinimumHeight(0)
        told = self._meaning.heightForWidth(inner) if self._meaning.text() else 0
        self._meaning.setFixedHeight(told)
        self.setFixedSize(_WIDTH, self.list.height() + told + 2)
        place = below
        if below.y() + self.height() > within.bottom() and above.y() - self.height() >= within.top():
            place = QPoint(above.x(), above.y() - self.height())
        self.move(max(within.left(), min(place.x(), within.right() - self.width())), place.y())

    def current(self) -> Suggestion | None:
        """The one that is marked."""
        index = self.list.currentIndex()
        return self._model.found[index.row()] if index.isValid() else None

    def found(self) -> Sequence[Suggestion]:
        """All that are offered."""
        return self._model.found

    def step(self, by: int) -> None:
        """Mark another one."""
        count = self._model.rowCount()
        if count:
            row = max(0, min(count - 1, self.list.currentIndex().row() + by))
            self.list.setCurrentIndex(self._model.index(row))

    @Slot(QModelIndex)
    def _clicked(self, index: QModelIndex) -> None:
        self.chosen.emit(self._model.found[index.row()])

    @Slot()
    def _tell(self) -> None:
        one = self.current()
        self._meaning.setText(_beginning(one.meaning) if one is not None else "")
        self._meaning.setVisible(bool(self._meaning.text()))
        if self._places is not None:
            self._fit()


def _beginning(meaning: str) -> str:
    """What of a meaning is told beside the list; the whole is told where the pointer rests on the name."""
    lines = meaning.split("\n")
    told = "\n".join(lines[:_LINES])[:_LETTERS]
    return told if told == meaning else f"{told.rstrip()}…"
