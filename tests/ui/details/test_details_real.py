"""Rows of every table of the real databases: each is told, with its links counted, and shown without a fault."""

from datetime import UTC, datetime

import pytest

from inspector.cancel import CancelToken
from inspector.db.cells import read_cells
from inspector.db.rows import RowRef
from inspector.ui.details.field_items import field_items
from inspector.ui.details.link_items import link_items
from inspector.ui.details.raw_text import row_json, row_sql
from inspector.workspace.opening.open_source import open_source
from inspector.workspace.rows.row_details import count_links_in, read_row

NOW = datetime(2026, 5, 20, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    "name",
    [
        "nehanda/real/ona-session.db",
        "nehanda/hybrid/ona-session.db",
        "state-memory/small/graph.db",
        "state-memory/v1/graph.db",
        "nanoclaw/install-newest/data/v2.db",
        "nanoclaw/legacy-pair/ag-legacy/sess-legacy/inbound.db",
    ],
)
def test_first_and_last_rows_of_every_table(real_database, name):
    source = open_source(str(real_database(name)))
    database = source.database
    seen = 0
    for table in database.catalog():
        if table.kind == "view" or table.problem:
            continue
        for way in ("", " DESC"):
            order = f"{table.rowid_name or '1'}{way}" if table.has_rowid else f"1{way}"
            found = database.read(lambda r, t=table, o=order: read_cells(r, t, (), order=o, limit=1))
            for key, _ in found:
                row = read_row(source, RowRef(table.schema, table.name, key), CancelToken())
                counted = list(count_links_in(source, row, CancelToken()))
                assert row.title
                assert len(field_items(row, source.path, NOW)) >= len(row.fields)
                assert link_items(row, source.path, counted, counting=False)
                assert row_json(row).startswith("{")
                assert row_sql(row).startswith("INSERT")
                seen += 1
    source.close()
    assert seen > 5
