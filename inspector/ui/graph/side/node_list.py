"""The list of the shown nodes beside the picture: sorted, searched, selected both ways, copied."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QItemSelection, QItemSelectionModel, QModelIndex, QPoint, Qt, QTimer, Slot
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QMenu,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from inspector.graph.filters import GraphFilter, matching_mask
from inspector.graph.model import Graph
from inspector.ui.graph.side.node_model import NODE_ROLE, NodeModel
from inspector.ui.graph.side.node_rows import COLUMNS, EDGES, FIELD, LABEL, NUMBERS, OUTSIDE, STATUS, TYPE, NodeRows
from inspector.ui.labels import PlainLabel, one_line, tone

if TYPE_CHECKING:
    from inspector.ui.graph.view import GraphView

_TYPED_MS = 150
_WIDTHS = {LABEL: 160, EDGES: 78, OUTSIDE: 88, FIELD: 116, STATUS: 88, TYPE: 92}
_RUNS = 2_000
"""Runs of selected rows that are marked in the list; a selection that is more scattered is only counted."""


class NodeTable(QTableView):
    """Rows that are selected whole."""

    def __init__(self, page: NodeListPage) -> None:
        super().__init__(page)
        self._page = page
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setSortingEnabled(False)
        self.setTabKeyNavigation(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setAccessibleName("List of the shown nodes")
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.horizontalHeader().setSectionsClickable(True)
        self.horizontalHeader().setHighlightSections(False)
        self.horizontalHeader().setSortIndicatorShown(True)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self._page.copy()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self._page.open_row(self.currentIndex())
        else:
            super().keyPressEvent(event)


class NodeListPage(QWidget):
    """Follows what is shown and what is selected, and selects in the picture."""

    def __init__(self, view: GraphView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view = view
        self._graph: Graph | None = None
        self._filter = GraphFilter()
        self._stale, self._telling = True, False
        self._build()
        self._typed = QTimer(self, singleShot=True, interval=_TYPED_MS)
        self._typed.timeout.connect(self._show)
        self._wire()

    def _build(self) -> None:
        self.search = QLineEdit(self)
        self.search.setPlaceholderText("Search the list")
        self.search.setAccessibleName("Search the list of nodes")
        self.search.setClearButtonEnabled(True)
        self.field = QComboBox(self)
        self.field.setAccessibleName("What one more column tells")
        self.field.setToolTip("What one more column tells")
        self.field.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.field.setMinimumContentsLength(6)
        self.model = NodeModel(self._view.context.theme, self)
        self.table = NodeTable(self)
        self.table.setModel(self.model)
        self.table.horizontalHeader().setSortIndicator(EDGES, Qt.SortOrder.DescendingOrder)
        scaled = self._view.context.theme.scaled
        for column, width in _WIDTHS.items():
            self.table.setColumnWidth(column, scaled(width))
        self.said = PlainLabel("", self)
        tone(self.said, "muted")
        row = QHBoxLayout()
        row.setContentsMargins(8, 2, 8, 6)
        row.setSpacing(6)
        row.addWidget(self.search, 1)
        row.addWidget(self.field)
        foot = QHBoxLayout()
        foot.setContentsMargins(8, 3, 8, 5)
        foot.addWidget(self.said, 1)
        column_of_parts = QVBoxLayout(self)
        column_of_parts.setContentsMargins(0, 0, 0, 0)
        column_of_parts.setSpacing(0)
        column_of_parts.addLayout(row)
        column_of_parts.addWidget(self.table, 1)
        column_of_parts.addLayout(foot)
        self.setFocusProxy(self.table)
        self._fit_rows()

    def _wire(self) -> None:
        view = self._view
        self.search.textChanged.connect(self._typing)
        self.search.returnPressed.connect(self._enter)
        self.field.activated.connect(self._field_chosen)
        self.table.horizontalHeader().sectionClicked.connect(self.sort)
        self.table.selectionModel().selectionChanged.connect(self._rows_selected)
        self.table.doubleClicked.connect(self.open_row)
        self.table.customContextMenuRequested.connect(self._menu)
        view.exploring.changed.connect(self._changed)
        view.canvas.selectionChanged.connect(self._nodes_selected)
        view.context.theme.changed.connect(self._fit_rows)

    # --- following -------------------------------------------------------------------------------------------------

    @Slot()
    def _changed(self) -> None:
        exploring = self._view.exploring
        if exploring.graph is self._graph and self._filter == exploring.filter:
            return
        self._stale = True
        if self.isVisible():
            self._show()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self._show()
        else:
            self._mark_selected()

    @Slot()
    def _show(self) -> None:
        exploring = self._view.exploring
        graph = exploring.graph
        if graph is None or exploring.facets is None:
            return
        if graph is not self._graph:
            self._offer_fields(graph)
        self._graph, self._filter, self._stale = graph, exploring.filter, False
        rows = NodeRows(graph, exploring.outside(), graph.field(self.field.currentData() or ""))
        text = self.search.text()
        nodes = exploring.shown & matching_mask(graph, text) if text.strip() else exploring.shown
        self._telling = True
        self.model.show(rows, np.flatnonzero(nodes))
        self._telling = False
        self.table.setColumnHidden(OUTSIDE, not rows.outside.any())
        self.table.setColumnHidden(FIELD, rows.field is None)
        self.table.setColumnHidden(STATUS, not any(graph.status_counts().keys() - {"none"}))
        self._mark_selected()

    def _offer_fields(self, graph: Graph) -> None:
        before = self.field.currentData()
        self.field.clear()
        for field in graph.fields:
            self.field.addItem(one_line(field.title), field.id)
        self.field.setVisible(bool(graph.fields))
        newest = [field.id for field in graph.fields if field.kind == "time"]
        wanted = before if self.field.findData(before) >= 0 else newest[-1] if newest else None
        self.field.setCurrentIndex(max(self.field.findData(wanted), 0))

    @Slot()
    def _fit_rows(self) -> None:
        self.table.verticalHeader().setDefaultSectionSize(self._view.context.theme.row_height)

    @Slot(str)
    def _typing(self, text: str) -> None:
        self._typed.start()

    @Slot(int)
    def _field_chosen(self, place: int) -> None:
        self._show()

    @Slot(int)
    def sort(self, column: int) -> None:
        """Sort by a column; the same again turns the order round."""
        before, descending = self.model.sorted_by
        turned = not descending if before == column else column in NUMBERS or self._is_newest_first(column)
        order = Qt.SortOrder.DescendingOrder if turned else Qt.SortOrder.AscendingOrder
        self.table.horizontalHeader().setSortIndicator(column, order)
        self._telling = True
        self.model.sort(column, order)
        self._telling = False
        self._mark_selected()

    def _is_newest_first(self, column: int) -> bool:
        field = self.model.rows.field if self.model.rows is not None else None
        return column == FIELD and field is not None and field.kind == "time"

    # --- selection -------------------------------------------------------------------------------------------------

    @Slot(object)
    def _nodes_selected(self, nodes: object) -> None:
        if self.isVisible() and not self._telling:
            self._mark_selected()

    def _mark_selected(self) -> None:
        """Select the rows of what is selected in the picture, and bring the current one into view."""
        chosen = self._view.canvas.selected_nodes()
        rows = self.model.rows_of(chosen)
        breaks = np.flatnonzero(np.diff(rows) > 1)
        starts, ends = np.append(rows[:1], rows[breaks + 1]), np.append(rows[breaks], rows[-1:])
        marked = QItemSelection()
        if len(starts) <= _RUNS:
            for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
                marked.select(self.model.index(start, 0), self.model.index(end, len(COLUMNS) - 1))
        self._telling = True
        self.table.selectionModel().select(marked, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        current = self._view.canvas.selected_node
        lead = self.model.rows_of(np.array([current])) if current is not None else rows[:0]
        if len(lead):
            index = self.model.index(int(lead[0]), LABEL)
            self.table.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.NoUpdate)
            self.table.scrollTo(index)
        self._telling = False
        self._say()

    @Slot(QItemSelection, QItemSelection)
    def _rows_selected(self, selected: QItemSelection, deselected: QItemSelection) -> None:
        if self._telling:
            return
        nodes, canvas = self.selected(), self._view.canvas
        self._telling = True
        if len(nodes) == 1:
            canvas.select_node(int(nodes[0]), reveal=True)
        else:
            canvas.select_nodes(nodes)
        self._telling = False
        self._say()

    def selected(self) -> NDArray[Any]:
        """(k,) indices of the nodes of the selected rows, top down."""
        ranges = self.table.selectionModel().selection()
        rows = [np.arange(one.top(), one.bottom() + 1) for one in (ranges.at(n) for n in range(ranges.size()))]
        return self.model.nodes[np.unique(np.concatenate(rows))] if rows else self.model.nodes[:0]

    def _say(self) -> None:
        listed, chosen = len(self.model.nodes), len(self._view.canvas.selected_nodes())
        words = f"{listed:,} node" + ("" if listed == 1 else "s")
        self.said.setText(f"{words}, {chosen:,} selected" if chosen else words)

    # --- doing -----------------------------------------------------------------------------------------------------

    @Slot()
    def _enter(self) -> None:
        """From the search into the list."""
        self._typed.stop()
        self._show()
        if len(self.model.nodes):
            self.table.selectRow(0)
            self.table.setFocus()

    @Slot(QModelIndex)
    def open_row(self, index: QModelIndex) -> None:
        """Open the row of a node in its table."""
        node = index.data(NODE_ROLE)
        if node is not None:
            self._view.following.open_node(node)

    @Slot(QPoint)
    def _menu(self, at: QPoint) -> None:
        index = self.table.indexAt(at)
        if index.isValid():
            menu = self.menu(index)
            menu.aboutToHide.connect(menu.deleteLater)
            menu.popup(self.table.viewport().mapToGlobal(at))

    def menu(self, index: QModelIndex) -> QMenu:
        """What the picture offers for the node, and to copy."""
        menu = self._view.menus.menu(index.data(NODE_ROLE), None)
        first = menu.actions()[0]
        words = f"Copy {len(self.selected()):,} as TSV" if len(self.selected()) > 1 else "Copy as TSV"
        for action in (menu.addAction(words, self.copy), menu.addAction("Copy the whole list as TSV", self.copy_all)):
            menu.insertAction(first, action)
        menu.insertSeparator(first)
        return menu

    @Slot()
    def copy(self) -> None:
        """Put the selected rows on the clipboard, all of them where none is selected."""
        chosen = self.selected()
        self._put(chosen if len(chosen) else self.model.nodes)

    @Slot()
    def copy_all(self) -> None:
        """Put the whole list on the clipboard."""
        self._put(self.model.nodes)

    def _put(self, nodes: NDArray[Any]) -> None:
        rows = self.model.rows
        if rows is None:
            return
        columns = (column for column in COLUMNS if column != FIELD or rows.field is not None)
        titles = {column: self.model.title(column) for column in columns}
        QGuiApplication.clipboard().setText(rows.tsv(nodes, titles))
        self.said.setText(f"{len(nodes):,} row{'' if len(nodes) == 1 else 's'} copied")
