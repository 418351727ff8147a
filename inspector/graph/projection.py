"""What a family says so that its rows can be drawn as a graph: SQL for nodes, SQL for edges, how to see them."""

from __future__ import annotations

from dataclasses import dataclass

from inspector.db.needs import Needs
from inspector.graph.status import PLAIN_WORDS, StatusMap

NODE_LIMIT = 200_000
"""Nodes that are read of one projection; what a limit left out is counted and said."""
EDGE_LIMIT = 400_000
"""Edges that are read of one projection."""
NOTHING = Needs()
"""Needs of what can always be drawn."""


@dataclass(frozen=True)
class GraphQuery:
    """One SELECT that gives nodes or edges, and the table its rows stand in.

    Columns by position. Nodes: ``id, type, status, label [, key...]``. Edges: ``source, target, type [, label [, weight
    [, id [, key...]]]]``. ``key`` is the rowid of the row in ``table`` (or its primary key, a column each, for a table
    WITHOUT ROWID), so that a click finds its row.
    Ids are compared as text; where nodes of several tables could share an id, the SELECT puts a prefix before it.
    """

    sql: str
    """One SELECT without parameters."""
    table: str = ""
    """Table the rows stand in; empty when a click has no row to show."""
    schema: str = "main"
    """Schema of that table."""
    needs: Needs = NOTHING
    """Tables and columns without which the SELECT cannot run; it is then left out and that is said."""


@dataclass(frozen=True)
class GraphProjection:
    """One way of seeing a database as a graph."""

    id: str
    """Short id, unique in its family, as in ``state``."""
    title: str
    """What the choice of graphs calls it."""
    about: str
    """One sentence: what a node is, what an edge means."""
    nodes: tuple[GraphQuery, ...]
    """SELECTs of the nodes; of two with one id the first stays."""
    edges: tuple[GraphQuery, ...]
    """SELECTs of the edges."""
    needs: Needs = NOTHING
    """Tables and columns without which there is no such graph at all."""
    statuses: StatusMap = PLAIN_WORDS
    """What the stored statuses mean."""
    layout: str = "force"
    """Layout it opens with: ``force``, ``layered``, ``columns`` or ``radial``."""
    columns: tuple[tuple[str, ...], ...] = ()
    """For ``columns``: the node types of each column, left to right; other types stand in a last one."""
