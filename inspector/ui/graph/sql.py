"""Opens the SQL behind a graph in the query editor: its nodes, or its edges, which can be drawn there again."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from inspector.cancel import CancelToken
from inspector.db.database import Database
from inspector.graph.projection import GraphProjection
from inspector.graph.statement import edges_statement, nodes_statement
from inspector.ui.queries.place import sql_location

if TYPE_CHECKING:
    from inspector.ui.graph.view import GraphView

Statement = Callable[[Database, GraphProjection, CancelToken], str]


class GraphSql(QObject):
    """The statements of one graph view."""

    def __init__(self, view: GraphView) -> None:
        super().__init__(view)
        self._view = view

    def known(self) -> bool:
        """Whether the graph that is shown was read by SQL."""
        loaded = self._view.loaded()
        return loaded is not None and bool(loaded.projection.nodes)

    @Slot()
    def show_nodes(self) -> None:
        """Open the statement of the nodes."""
        self._show(nodes_statement)

    @Slot()
    def show_edges(self) -> None:
        """Open the statement of the edges."""
        self._show(edges_statement)

    def _show(self, statement: Statement) -> None:
        view, loaded = self._view, self._view.loaded()
        database = view.source.database if view.source is not None else None
        if loaded is not None and database is not None:
            work = partial(statement, database, loaded.projection)
            view.context.runner.run(work, self._open, owner=self, key="sql", title="Writing the SQL of the graph")

    def _open(self, sql: str) -> None:
        if sql:
            self._view.openRequested.emit(sql_location(self._view.location().path, sql))
