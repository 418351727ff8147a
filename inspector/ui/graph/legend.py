"""What the marks mean, how many there are of each, and which are shown: unticking one hides it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QLineF, QPoint, QPointF, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QIcon, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QMenu, QTreeWidget, QTreeWidgetItem, QWidget

from inspector.graph.filters import GraphFilter
from inspector.graph.model import PLACEHOLDER, Graph
from inspector.graph.status import STATUSES
from inspector.ui.graph.marks import draw_mark
from inspector.ui.labels import one_line, tip
from inspector.ui.theme.theme import Theme

_KEY = Qt.ItemDataRole.UserRole
_NARROWEST, _WIDEST = 184, 320
_BESIDE_TEXT = 108
"""Pixels of an entry that are no text: tick, sign, gaps and the scroll bar."""
_SECTIONS = (("types", "Nodes"), ("statuses", "Status"), ("edge_types", "Edges"))


class Legend(QTreeWidget):
    """Types of nodes, states and types of edges with counts, each ticked while it is shown."""

    filterChanged = Signal(object)
    """The :class:`GraphFilter` after a tick was changed."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._graph: Graph | None = None
        self._filter = GraphFilter()
        self.setColumnCount(2)
        self.setHeaderHidden(True)
        self.setRootIsDecorated(False)
        self.setIndentation(8)
        self.setIconSize(QSize(20, 18))
        self.setUniformRowHeights(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setAccessibleName("Legend")
        self.header().setStretchLastSection(False)
        self.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.itemChanged.connect(self._ticked)
        self.customContextMenuRequested.connect(self._menu)
        theme.changed.connect(self._rebuild)

    def sizeHint(self) -> QSize:
        return QSize(self.wanted_width(), 400)

    def wanted_width(self) -> int:
        """Pixels in which the longest entry is whole, within limits."""
        metrics, every = self.fontMetrics(), Qt.MatchFlag.MatchWildcard | Qt.MatchFlag.MatchRecursive
        texts = (item.text(0) + item.text(1) for item in self.findItems("*", every))
        longest = max((metrics.horizontalAdvance(text) for text in texts), default=0)
        return max(_NARROWEST, min(_WIDEST, longest + _BESIDE_TEXT))

    def show_graph(self, graph: Graph, shown: GraphFilter) -> None:
        """List what a graph holds, ticked as ``shown`` says."""
        self._graph, self._filter = graph, shown
        self._rebuild()

    def set_filter(self, shown: GraphFilter) -> None:
        """Tick as ``shown`` says."""
        if shown != self._filter:
            self._filter = shown
            self._rebuild()

    @Slot()
    def _rebuild(self) -> None:
        graph = self._graph
        if graph is None:
            return
        self.blockSignals(True)
        at = self.verticalScrollBar().value()
        self.clear()
        counts = (graph.type_counts(), graph.status_counts(), graph.edge_type_counts())
        for (key, title), found in zip(_SECTIONS, counts, strict=True):
            present = {name: count for name, count in found.items() if count}
            if present and not (key == "statuses" and set(present) == {"none"}):
                self._add_section(key, title, present)
        self.blockSignals(False)
        self.verticalScrollBar().setValue(at)

    def _add_section(self, key: str, title: str, counts: dict[str, int]) -> None:
        head = QTreeWidgetItem([title, f"{sum(counts.values()):,}"])
        head.setFlags(Qt.ItemFlag.ItemIsEnabled)
        head.setForeground(0, self._theme.colour("muted"))
        head.setForeground(1, self._theme.colour("muted"))
        self.addTopLevelItem(head)
        hidden: frozenset[str] = getattr(self._filter, key)
        for name, count in counts.items():
            words = self._theme.status(name).words if key == "statuses" else name or "no type"
            item = QTreeWidgetItem([one_line(words), f"{count:,}"])
            item.setData(0, _KEY, (key, name))
            item.setIcon(0, self._icon(key, name))
            item.setToolTip(0, tip(words))
            item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsUserCheckable | Qt.ItemFlag.ItemIsSelectable)
            item.setCheckState(0, Qt.CheckState.Unchecked if name in hidden else Qt.CheckState.Checked)
            item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            item.setForeground(1, self._theme.colour("muted"))
            head.addChild(item)
        head.setExpanded(True)

    def _icon(self, key: str, name: str) -> QIcon:
        ratio = self.devicePixelRatioF()
        picture = QPixmap(round(20 * ratio), round(18 * ratio))
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle = QRectF(0, 0, 20, 18).center()
        if key == "types":
            missing = name == PLACEHOLDER
            draw_mark(painter, self._theme, name, STATUSES.index("none"), missing, middle, 13)
        elif key == "statuses":
            draw_mark(painter, self._theme, "task", STATUSES.index(name), False, middle, 13)
        else:
            look = self._theme.edge(name)
            pen = QPen(self._theme.edge_colour(name), 2)
            if look.line != "solid":
                pen.setDashPattern([3, 2] if look.line == "dash" else [1, 1.6])
            painter.setPen(pen)
            painter.drawLine(QLineF(QPointF(1, 9), QPointF(19, 9)))
        painter.end()
        return QIcon(picture)

    @Slot(QTreeWidgetItem, int)
    def _ticked(self, item: QTreeWidgetItem, column: int) -> None:
        found = item.data(0, _KEY)
        if found and column == 0:
            key, name = found
            hidden: frozenset[str] = getattr(self._filter, key)
            shown = item.checkState(0) == Qt.CheckState.Checked
            self._hide(key, hidden - {name} if shown else hidden | {name})

    def _hide(self, key: str, names: Iterable[str]) -> None:
        hidden: Any = {key: frozenset(names)}
        self._filter = replace(self._filter, **hidden)
        self.filterChanged.emit(self._filter)

    @Slot(QPoint)
    def _menu(self, at: QPoint) -> None:
        item = self.itemAt(at)
        found = item.data(0, _KEY) if item else None
        if found:
            menu = QMenu(self)
            only, everything = menu.addAction("Show only this"), menu.addAction("Show all of these")
            chosen = menu.exec(self.viewport().mapToGlobal(at))
            if chosen is only:
                self.show_only(*found)
            elif chosen is everything:
                self._hide(found[0], ())
                self._rebuild()

    def show_only(self, key: str, name: str) -> None:
        """Hide everything of a section but one entry."""
        if self._graph is not None:
            everything = {"types": self._graph.type_names, "statuses": STATUSES}
            names = everything.get(key, self._graph.edge_type_names)
            self._hide(key, (other for other in names if other != name))
            self._rebuild()
