"""The shown nodes as a table that is asked for what is on screen; 100,000 rows cost an array of numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, QPointF, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap

from inspector.ui.graph.describe import node_details
from inspector.ui.graph.drawing.marks import draw_mark
from inspector.ui.graph.side.node_rows import COLUMNS, EDGES, FIELD, LABEL, NUMBERS, OUTSIDE, STATUS, TYPE, NodeRows
from inspector.ui.labels import one_line, tip
from inspector.ui.theme.theme import Theme

NODE_ROLE = Qt.ItemDataRole.UserRole
"""Index of the node of a row."""
TITLES = {LABEL: "Label", EDGES: "Edges", OUTSIDE: "Outside", TYPE: "Type", STATUS: "Status"}
ABOUT = {
    LABEL: "What the node is called",
    EDGES: "Edges of the node, shown or not",
    OUTSIDE: "Edges to nodes that are not shown",
    TYPE: "Type of the node",
    STATUS: "Status as it is stored",
    FIELD: "What was chosen above the list",
}
_SIDE, _DIAMETER = 18, 12
_NOWHERE = QModelIndex()
_NONE: NDArray[Any] = np.zeros(0, np.intp)


class NodeModel(QAbstractTableModel):
    """Rows in the order of ``nodes``."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.rows: NodeRows | None = None
        self.nodes: NDArray[Any] = _NONE
        """(k,) indices of the nodes, top down."""
        self._sorted_by: tuple[int, bool] = (EDGES, True)
        self._at: NDArray[Any] | None = None
        self._icons: dict[tuple[str, int, bool], QIcon] = {}
        theme.changed.connect(self._icons.clear)

    def show(self, rows: NodeRows, nodes: NDArray[Any]) -> None:
        """Show these nodes in the order that is set."""
        self.beginResetModel()
        self.rows = rows
        self._place(nodes)
        self.endResetModel()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Put the rows into another order."""
        self._sorted_by = column, order == Qt.SortOrder.DescendingOrder
        if self.rows is not None:
            self.beginResetModel()
            self._place(self.nodes)
            self.endResetModel()

    def _place(self, nodes: NDArray[Any]) -> None:
        column, descending = self._sorted_by
        assert self.rows is not None
        self.nodes, self._at = self.rows.sorted(nodes, column, descending=descending), None

    @property
    def sorted_by(self) -> tuple[int, bool]:
        """The column, and whether its greatest stands first."""
        return self._sorted_by

    def rows_of(self, nodes: NDArray[Any]) -> NDArray[Any]:
        """Ascending rows of those of these nodes that are listed."""
        if self.rows is None:
            return _NONE
        if self._at is None:
            self._at = np.full(len(self.rows.graph), -1, np.intp)
            self._at[self.nodes] = np.arange(len(self.nodes))
        found = self._at[nodes]
        return np.sort(found[found >= 0])

    def title(self, column: int) -> str:
        """What stands over a column."""
        field = self.rows.field if self.rows is not None else None
        return TITLES.get(column) or (field.title if field is not None else "")

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.nodes)

    def columnCount(self, parent: QModelIndex | QPersistentModelIndex = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(COLUMNS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation != Qt.Orientation.Horizontal or section not in COLUMNS:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return one_line(self.title(section))
        if role == Qt.ItemDataRole.ToolTipRole:
            return tip(f"{ABOUT[section]}. A click sorts.")
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(section)
        return None

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or self.rows is None or index.row() >= len(self.nodes):
            return None
        node, column = int(self.nodes[index.row()]), index.column()
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return one_line(self.rows.text(node, column))
            case Qt.ItemDataRole.ToolTipRole:
                return tip(node_details(self.rows.graph, node))
            case Qt.ItemDataRole.TextAlignmentRole:
                return _alignment(column)
            case Qt.ItemDataRole.DecorationRole if column == LABEL:
                return self._icon(node)
            case _ if role == NODE_ROLE:
                return node
        return None

    def _icon(self, node: int) -> QIcon:
        assert self.rows is not None
        graph = self.rows.graph
        kind = graph.type_names[graph.types[node]]
        key = kind, int(graph.statuses[node]), bool(graph.placeholder[node])
        if key not in self._icons:
            picture = QPixmap(2 * _SIDE, 2 * _SIDE)
            picture.setDevicePixelRatio(2)
            picture.fill(Qt.GlobalColor.transparent)
            painter = QPainter(picture)
            draw_mark(painter, self._theme, *key, QPointF(_SIDE / 2, _SIDE / 2), _DIAMETER)
            painter.end()
            self._icons[key] = QIcon(picture)
        return self._icons[key]


def _alignment(column: int) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if column in NUMBERS else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter
