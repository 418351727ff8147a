"""What a right click offers: on a node, an edge, several nodes, the ground."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, QPoint, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu

from inspector.graph.exploring import FIRST, Bundle
from inspector.graph.manner import Manner
from inspector.ui.graph.state.sizing import EDGES
from inspector.ui.labels import one_line

if TYPE_CHECKING:
    from inspector.ui.graph.view import GraphView

_TOLD = 40
"""Characters of a label in a menu."""
_HOPS = (1, 2, 3)


def bundle_words(bundle: Bundle) -> str:
    """What lies beyond over one type of edges: "depends_on → 12, 3 not shown"."""
    arrow = "→" if bundle.way == "out" else "←"
    words = f"{bundle.edge_type or 'no type'} {arrow} {len(bundle):,}"
    if not len(bundle.new) and not bundle.filtered:
        return f"{words}, all shown"
    parts = [f"{len(bundle.new):,} not shown"] if len(bundle.new) else []
    parts += [f"{bundle.filtered:,} hidden by filters"] if bundle.filtered else []
    return f"{words}, {', '.join(parts)}"


class GraphMenus(QObject):
    """The context menus of one view."""

    def __init__(self, view: GraphView) -> None:
        super().__init__(view)
        self._view = view
        self._from = ""

    @Slot(object, object, object)
    def show(self, node: int | None, edge: int | None, at: QPoint) -> None:
        """Open the menu for what is under the pointer."""
        menu = self.menu(node, edge)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(at)

    def menu(self, node: int | None, edge: int | None) -> QMenu:
        """The menu of a node, of all selected ones if it is one of several, of an edge, or of the ground."""
        menu = QMenu(self._view)
        selected = self._view.canvas.selected_nodes()
        if node is not None and len(selected) > 1 and node in selected:
            self._several(menu, selected)
        elif node is not None:
            self._node(menu, node)
        elif edge is not None:
            self._edge(menu, edge)
        self._ground(menu)
        return menu

    # --- a node ----------------------------------------------------------------------------------------------------

    def _node(self, menu: QMenu, node: int) -> None:
        view, graph = self._view, self._view.exploring.graph
        if graph is None:
            return
        steps, following, alone = view.steps, view.following, np.array([node], np.intp)
        opened = menu.addAction("Open in its table", partial(following.open_node, node))
        opened.setEnabled(following.place_of(node) is not None)
        if following.card_of(node) is not None:
            menu.addAction("Open card", partial(following.open_card, node))
            rows = menu.addMenu("Draw the rows around it")
            for hops in _HOPS:
                words = "Next to it" if hops == 1 else f"{hops} steps around"
                rows.addAction(words, partial(following.draw_around, node, hops))
        menu.addSeparator()
        self._expand(menu.addMenu("Expand"), node)
        menu.addAction("Collapse", partial(steps.collapse, alone))
        menu.addSeparator()
        around = menu.addMenu("Show only what is near")
        for hops in _HOPS:
            words = "Its neighbours" if hops == 1 else f"{hops} steps around"
            around.addAction(words, partial(steps.show_around, node, hops))
        self._lineage(menu, node)
        menu.addAction("Rings around it", partial(view.choose_layout, Manner("radial", centre=graph.ids[node]).name))
        self._paths(menu, node)
        menu.addSeparator()
        for question in view.analyses.offered_for(node):
            menu.addAction(question.menu, partial(view.analyses.ask_in_panel, question.id, node))
        menu.addSeparator()
        self._picking(menu, alone)
        menu.addSeparator()
        menu.addAction("Copy label", partial(copy, graph.labels[node]))
        menu.addAction("Copy id", partial(copy, graph.ids[node]))
        menu.addSeparator()

    def _expand(self, menu: QMenu, node: int) -> None:
        """Neighbours by type and direction, with what of them is not shown; a hub also in parts."""
        steps, found = self._view.steps, self._view.exploring.bundles(node)
        new = sum(len(one.new) for one in found)
        for bundle in found:
            many = len(bundle.new) > FIRST
            words = one_line(bundle_words(bundle)).replace("&", "&&")
            if many:
                part = menu.addMenu(words)
                part.addAction(f"First {FIRST}", partial(steps.expand, node, (bundle,), FIRST))
                part.addAction(f"All {len(bundle.new):,}", partial(steps.expand, node, (bundle,), None))
            else:
                menu.addAction(words, partial(steps.expand, node, (bundle,), None)).setEnabled(bool(len(bundle.new)))
        menu.addSeparator()
        if new > FIRST:
            menu.addAction(f"First {FIRST} of all", partial(steps.expand, node, found, FIRST))
        every = menu.addAction(f"All {new:,}" if new else "All are shown", partial(steps.expand, node, found, None))
        every.setEnabled(new > 0)
        for hops in _HOPS[1:]:
            menu.addAction(f"{hops} steps around", partial(steps.hops, np.array([node], np.intp), hops))
        if not found:
            menu.setEnabled(False)

    def _lineage(self, menu: QMenu, node: int) -> None:
        kinds = self._kinds_of(node)
        part = menu.addMenu("Show its lineage")
        part.addAction("Over all edges that are shown", partial(self._view.steps.lineage, node))
        for kind in kinds if len(kinds) > 1 else ():
            words = f"Over {one_line(kind) or 'no type'}".replace("&", "&&")
            part.addAction(words, partial(self._view.steps.lineage, node, kind))

    def _paths(self, menu: QMenu, node: int) -> None:
        """Two nodes are needed: the first is remembered, by id, until the second is chosen."""
        graph = self._view.exploring.graph
        if graph is None:
            return
        menu.addAction("Path from here…", partial(self._begin_path, graph.ids[node]))
        start = graph.index.get(self._from)
        if start is not None and start != node:
            self._path_choices(menu.addMenu(f"Path from {_short(graph.labels[start])} to here"), start, node)

    def _begin_path(self, id: str) -> None:
        self._from = id
        graph = self._view.exploring.graph
        if graph is not None and id in graph.index:
            label = self._view.exploring.label(graph.index[id])
            self._view.exploring.said.emit(f"Path from {label}: choose the other end in its menu")

    def _path_choices(self, menu: QMenu, start: int, end: int) -> None:
        graph, steps = self._view.exploring.graph, self._view.steps
        if graph is None:
            return
        menu.addAction("Shortest, in any direction", partial(steps.path, start, end))
        menu.addAction("Shortest along the arrows", partial(steps.path, start, end, directed=True))
        hidden = self._view.exploring.filter.edge_types
        for kind in (name for name in graph.edge_type_names if name not in hidden):
            words = f"Over {one_line(kind) or 'no type'} alone".replace("&", "&&")
            menu.addAction(words, partial(steps.path, start, end, edge_type=kind))

    def _kinds_of(self, node: int) -> list[str]:
        hidden = self._view.exploring.filter.edge_types
        return list(
            dict.fromkeys(one.edge_type for one in self._view.exploring.bundles(node) if one.edge_type not in hidden)
        )

    # --- an edge, several nodes, the ground ------------------------------------------------------------------------

    def _edge(self, menu: QMenu, edge: int) -> None:
        view, graph = self._view, self._view.exploring.graph
        if graph is None:
            return
        opened = menu.addAction("Open in its table", partial(view.following.open_edge, edge))
        opened.setEnabled(view.following.edge_place_of(edge) is not None)
        for words, end in (("Go to its start", graph.source[edge]), ("Go to its end", graph.target[edge])):
            menu.addAction(words, partial(view.canvas.select_node, int(end), True))
        kind = graph.edge_type_names[graph.edge_types[edge]]
        hidden = view.exploring.filter.edge_types | {kind}
        called = one_line(kind) or "no type"
        menu.addAction(f"Hide all {called}", partial(view.exploring.set_listed, "edge_types", hidden))
        if graph.edge_ids[edge]:
            menu.addAction("Copy id", partial(copy, graph.edge_ids[edge]))
        menu.addSeparator()

    def _several(self, menu: QMenu, nodes: NDArray[Any]) -> None:
        view, graph = self._view, self._view.exploring.graph
        if graph is None:
            return
        if len(nodes) == 2:
            self._path_choices(menu.addMenu("Path between the two"), int(nodes[0]), int(nodes[1]))
        menu.addAction("Expand all of them", partial(view.steps.hops, nodes, 1))
        menu.addAction("Collapse all of them", partial(view.steps.collapse, nodes))
        menu.addSeparator()
        self._picking(menu, nodes)
        menu.addSeparator()
        menu.addAction("Copy labels", partial(copy, "\n".join(graph.labels[at] for at in nodes.tolist())))
        menu.addAction("Copy ids", partial(copy, "\n".join(graph.ids[at] for at in nodes.tolist())))
        menu.addSeparator()

    def _picking(self, menu: QMenu, nodes: NDArray[Any]) -> None:
        view, graph = self._view, self._view.exploring.graph
        if graph is None:
            return
        menu.addAction("Hide", partial(view.steps.hide, nodes))
        menu.addAction("Show only this" if len(nodes) == 1 else "Show only these", partial(view.steps.isolate, nodes))
        held = all(graph.ids[at] in view.exploring.pinned for at in nodes.tolist())
        menu.addAction("Unpin" if held else "Pin", partial(view.exploring.pin, nodes, not held))

    def _ground(self, menu: QMenu) -> None:
        view = self._view
        for id in _GROUND:
            command = view.command(id)
            menu.addAction(command.title, command.run).setEnabled(command.when())
        self._measures(menu)
        start = menu.addMenu("Start from")
        for id in _STARTS:
            command = view.command(id)
            start.addAction(command.title, command.run).setEnabled(command.when())

    def _measures(self, menu: QMenu) -> None:
        """By what nodes are sized, where the graph knows numbers of them."""
        sizing = self._view.sizing
        measures = sizing.measures()
        if not measures:
            return
        sizes = menu.addMenu("Size nodes by")
        for id, words in (("", EDGES), *((field.id, field.title) for field in measures)):
            action = sizes.addAction(one_line(words), partial(sizing.choose, id))
            action.setCheckable(True)
            action.setChecked(words == sizing.words())


_GROUND = ("graph.undo", "graph.redo", "graph.everything", "graph.arrange", "graph.unmark", "graph.fit")
_STARTS = ("graph.start_recent", "graph.start_connected", "graph.start_found", "graph.start_selected")


def copy(text: str) -> None:
    """Put a text on the clipboard."""
    QGuiApplication.clipboard().setText(text)


def _short(label: str) -> str:
    line = one_line(label)
    return (line if len(line) <= _TOLD else f"{line[: _TOLD - 1]}…").replace("&", "&&")
