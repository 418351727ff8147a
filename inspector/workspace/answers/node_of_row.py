"""Which node of which graph does a row stand for: its Location, so that a hit can be seen among what it is tied to."""

from __future__ import annotations

from inspector.cancel import CancelToken
from inspector.db.rows import RowRef
from inspector.errors import FileBusy, KnownError
from inspector.graph.load import usable_query
from inspector.workspace.location import Location, location
from inspector.workspace.source import Source

_KEY = "WITH n(id, type, status, label, k) AS ({}) SELECT id FROM n WHERE k = ? LIMIT 1"


def node_of_row(source: Source, ref: RowRef, cancel: CancelToken | None = None) -> Location | None:
    """The node of the first graph that has one for this row; None if none has. Raises FileBusy, Cancelled."""
    database = source.database
    if database is None or len(ref.key) != 1 or not isinstance(ref.key[0], int | str):
        return None
    key, catalog = ref.key[0], database.catalog(cancel)
    for projection in source.family.graphs:
        if not projection.needs.met_by(catalog):
            continue
        for node in projection.nodes:
            query = usable_query(node, catalog)
            if query is None or query.table.lower() != ref.table.lower() or query.schema != ref.schema:
                continue
            sql = _KEY.format(query.sql)
            try:
                id = database.read(lambda reader, sql=sql: reader.value(sql, (key,)), cancel)  # type: ignore[misc]
            except FileBusy:
                raise
            except KnownError:
                continue  # its rows have keys of several columns, or none
            if id is not None:
                return location(source.path, "graph", graph=projection.id, node=str(id))
    return None
