"""Lines as a Qt model: which row says what, kept in step with what was read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from inspector.ui.labels import one_line, tip
from inspector.ui.lines.line import Folding, Line, LineGroup

SORT_ROLE = int(Qt.ItemDataRole.UserRole)
"""Text that sorts the line."""
LINE_ROLE = SORT_ROLE + 1
"""The :class:`~inspector.ui.lines.line.Line`."""

TEXT = 0
"""The one column."""

Index = QModelIndex | QPersistentModelIndex


class LinesModel(QAbstractListModel):
    """Holds groups of lines, folded as the reader left them."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._groups: tuple[LineGroup, ...] = ()
        self._folding = Folding()
        self._rows: list[Line] = []

    def set_groups(self, groups: Sequence[LineGroup]) -> bool:
        """Show other groups; tells whether anything differs from what was shown."""
        self._groups = tuple(groups)
        return self._follow()

    def unfold(self, title: str) -> None:
        """Show all lines of a group."""
        self._folding.unfolded.add(title)
        self._follow()

    def lines(self) -> tuple[Line, ...]:
        """The rows, top down."""
        return tuple(self._rows)

    def line(self, index: Index) -> Line | None:
        """The line at ``index``."""
        return self._rows[index.row()] if index.isValid() and index.row() < len(self._rows) else None

    def find(self, identity: str) -> QModelIndex:
        """Where the line of this identity stands; invalid if there is none."""
        for row, line in enumerate(self._rows):
            if line.kind == "line" and line.identity == identity:
                return self.index(row, TEXT)
        return QModelIndex()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  Qt's form
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        line, answer = self.line(index), _ANSWERS.get(role)
        return None if line is None or answer is None else answer(line)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        named = orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole
        return "Line" if named and section == TEXT else None

    def flags(self, index: Index) -> Qt.ItemFlag:
        line = self.line(index)
        if line is None:
            return Qt.ItemFlag.NoItemFlags
        selectable = Qt.ItemFlag.NoItemFlags if line.kind == "heading" else Qt.ItemFlag.ItemIsSelectable
        return Qt.ItemFlag.ItemIsEnabled | selectable | Qt.ItemFlag.ItemNeverHasChildren

    def _follow(self) -> bool:
        """Change only the rows that differ, so that selection and place survive a refresh."""
        rows = list(self._folding.rows(self._groups))
        if rows == self._rows:
            return False
        if [row.identity for row in rows] == [row.identity for row in self._rows]:
            self._rows = rows
            self.dataChanged.emit(self.index(0, TEXT), self.index(len(rows) - 1, TEXT))
            return True
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()
        return True


_ANSWERS: dict[int, Callable[[Line], Any]] = {
    int(Qt.ItemDataRole.DisplayRole): lambda line: one_line(line.text),
    int(Qt.ItemDataRole.AccessibleTextRole): lambda line: one_line(line.words()),
    int(Qt.ItemDataRole.ToolTipRole): lambda line: tip(line.words()),
    SORT_ROLE: lambda line: line.text.casefold(),
    LINE_ROLE: lambda line: line,
}
