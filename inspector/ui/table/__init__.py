"""Rows of any table, view or virtual table: sorted, filtered, followed, copied."""

from inspector.ui.view import ViewKind

VIEWS = (
    ViewKind(
        id="table",
        title="Table",
        icon="ph.table",
        factory="inspector.ui.table.view:TableView",
        order=300,
        in_tree=False,
        tab_params=("table", "schema"),
    ),
)
