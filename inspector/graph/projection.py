"""What a family says so that its rows can be drawn as a graph: SQL for nodes, SQL for edges, how to see them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from inspector.db.needs import Needs
from inspector.graph.fields import FieldKind
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
    instead: GraphQuery | None = None
    """What is read where the needs are not met, as of an older version; nothing is said then."""
    optional: bool = False
    """Whether nothing is said where the needs are not met: what it tells of does not exist in such a file."""
    tell: Callable[[str], str] | None = None
    """Makes a line of the text in ``label``, as of the JSON of a message. It never raises. None: the text is the line.
    """


@dataclass(frozen=True)
class FieldQuery:
    """One SELECT that says more of the nodes: what they can be filtered by."""

    id: str
    """Short id, as in ``branch``; queries of one id, for nodes of several tables, give one field."""
    title: str
    """What people call it: "Branch"."""
    kind: FieldKind
    """``choice``, ``list``, ``time`` or ``number``."""
    sql: str
    """One SELECT of ``node id, value``, without parameters; for a ``list`` a row for each value of a node. Times are
    given as they are stored. In the order of the nodes it is read fastest."""
    needs: Needs = NOTHING
    """Tables and columns without which there is no such field; that is no loss and nothing is said."""


@dataclass(frozen=True)
class EdgeGroup:
    """Types of edges, and nodes that only they lead to, that are switched on and off together."""

    id: str
    """Short id, unique in its projection."""
    title: str
    """What the switch says: "Roles and membership"."""
    edge_types: tuple[str, ...]
    """The types of edges it switches."""
    on: bool = True
    """Whether they are seen when the graph opens."""
    node_types: tuple[str, ...] = ()
    """Types of nodes that mean nothing without these edges: they are switched along."""


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
    fields: tuple[FieldQuery, ...] = ()
    """What nodes can be filtered by besides type and status."""
    edge_groups: tuple[EdgeGroup, ...] = ()
    """Switches of edge types; a type in none of them is always on."""
    members: tuple[GraphQuery, ...] = ()
    """SELECTs of ``source, target, type, count`` that are asked of each source below an install (of the source itself
    where nothing is below it): the counts of equal edges are added up to their weight. ``:folder`` and ``:above`` are
    the names of the folder of the source asked and of the one above it."""
