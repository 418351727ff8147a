"""What a script changed on its private copy: by table and row, in the schema, and as SQL to copy."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QTabWidget,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from inspector.db.changes import RowChange, SchemaChange, TableChange
from inspector.db.display import display, visible
from inspector.db.values import Value
from inspector.queries.sandbox import SandboxAnswer
from inspector.ui.details.code_view import CodeView, Lines, coloured_sql, fold
from inspector.ui.icons import Icons
from inspector.ui.labels import plain, tip, tone
from inspector.ui.states import StateOverlay
from inspector.ui.theme.theme import Theme

_CELL = 120
"""Characters of a value in a line."""
_READ = 1_000_000
"""Characters of the SQL that are shown; all are copied."""
_COLOURED = 60_000
"""Characters up to which it is coloured."""
_KINDS = {"insert": ("new", "ph.plus"), "update": ("changed", "ph.pencil-simple"), "delete": ("gone", "ph.minus")}
_ROLES = {"insert": "positive", "update": "warning", "delete": "negative"}


class SandboxPane(QWidget):
    """Shows one run in the sandbox."""

    def __init__(self, theme: Theme, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons = icons
        self._answer: SandboxAnswer | None = None
        self._pending: dict[int, TableChange] = {}
        self.notes = plain("", self, wrap=True)
        tone(self.notes, "positive")
        self.cautions = plain("", self, wrap=True)
        tone(self.cautions, "muted")
        self.tree = QTreeWidget(self)
        self.sql = CodeView(theme, self)
        self.sql.setAccessibleName("SQL of the changes")
        self.tabs = QTabWidget(self)
        self._copy = QPushButton("Copy the SQL", self)
        self._copy.setToolTip("The changed rows as INSERT, UPDATE and DELETE")
        self._build()
        self.tree.itemExpanded.connect(self._fill)
        self._copy.clicked.connect(self._copy_sql)
        theme.changed.connect(self._repaint)

    def show_answer(self, answer: SandboxAnswer) -> None:
        """Show what a run changed."""
        self._answer = answer
        self.notes.setText(answer.notes[0] if answer.notes else "")
        self.cautions.setText(" ".join(answer.notes[1:]))
        self.cautions.setVisible(len(answer.notes) > 1)
        self.sql.show_lines(_lines(answer.sql_text))
        self._copy.setEnabled(bool(answer.sql_text))
        self.tree.clear()
        self._pending = {}
        for change in answer.changes:
            self._add_table(change)
        self._add_schema(answer.schema_changes)
        if self.tree.topLevelItemCount():
            self.overlay.show_content()
            first = self.tree.topLevelItem(0)
            assert first is not None
            first.setExpanded(True)
            self.tree.setCurrentItem(first)
        else:
            self.overlay.show_empty("Nothing changed.", "No row and nothing of the schema is other than it was.")

    # --- building ---

    def _build(self) -> None:
        self.tree.setHeaderLabels(["Where", "What", "Values"])
        self.tree.setAccessibleName("What changed")
        self.tree.setUniformRowHeights(True)
        header = self.tree.header()
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Interactive)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        header.setStretchLastSection(True)
        self.tree.setColumnWidth(0, 260)
        changed = QWidget(self.tabs)
        inside = QVBoxLayout(changed)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.addWidget(self.tree)
        self.overlay = StateOverlay(changed)
        self.tabs.setDocumentMode(True)
        self.tabs.addTab(changed, "What changed")
        self.tabs.addTab(self.sql, "As SQL")
        bar = QHBoxLayout()
        bar.setSpacing(8)
        told = QVBoxLayout()
        told.setSpacing(4)
        told.addWidget(self.notes)
        told.addWidget(self.cautions)
        bar.addLayout(told, 1)
        bar.addWidget(self._copy, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 8, 8, 0)
        column.setSpacing(8)
        column.addLayout(bar)
        column.addWidget(self.tabs, 1)
        self.setFocusProxy(self.tree)

    def _add_table(self, change: TableChange) -> None:
        name = change.table if change.schema == "main" else f"{change.schema}.{change.table}"
        behind = f"behind {change.behind}" if change.behind else ""
        item = self._item(name, counts(change), behind, "ph.table", "text")
        if change.rows:
            # rows are made when they are looked at
            item.setChildIndicatorPolicy(QTreeWidgetItem.ChildIndicatorPolicy.ShowIndicator)
            key = self.tree.topLevelItemCount()
            item.setData(0, Qt.ItemDataRole.UserRole, key)
            self._pending[key] = change
        self.tree.addTopLevelItem(item)

    def _add_schema(self, changes: tuple[SchemaChange, ...]) -> None:
        if not changes:
            return
        told = f"{len(changes):,} {'change' if len(changes) == 1 else 'changes'}"
        schema = self._item("Schema", told, "", "ph.tree-structure", "text")
        for change in changes:
            role = {"made": "positive", "dropped": "negative"}.get(change.kind, "warning")
            icon = {"made": "ph.plus", "dropped": "ph.minus"}.get(change.kind, "ph.pencil-simple")
            held = "" if change.rows is None else f", {change.rows:,} {'row' if change.rows == 1 else 'rows'}"
            what = f"{change.kind}{held}"
            schema.addChild(self._item(f"{change.type} {change.name}", what, change.sql, icon, role))
        self.tree.addTopLevelItem(schema)
        schema.setExpanded(True)

    @Slot(QTreeWidgetItem)
    def _fill(self, item: QTreeWidgetItem) -> None:
        change = self._pending.pop(item.data(0, Qt.ItemDataRole.UserRole), None)
        if change is None:
            return
        rows = []
        for row in change.rows:
            word, icon = _KINDS[row.kind]
            word += ", by a trigger or key" if row.by_trigger else ""
            rows.append(self._item(row_name(row), word, row_values(row), icon, _ROLES[row.kind]))
        if change.truncated:
            total = change.inserted + change.updated + change.deleted
            more = total - len(change.rows)
            rest = f"{more:,} more changed {'row is' if more == 1 else 'rows are'} not listed"
            rows.append(self._item(rest, "", "", "ph.dots-three", "muted"))
        item.addChildren(rows)

    def _item(self, where: str, what: str, values: str, icon: str, role: str) -> QTreeWidgetItem:
        item = QTreeWidgetItem([visible(where), what, visible(values[:2_000])])
        item.setIcon(0, self._icons.icon(icon, role))
        item.setToolTip(0, tip(where))
        item.setToolTip(2, tip(values))
        return item

    @Slot()
    def _copy_sql(self) -> None:
        if self._answer is not None:
            QGuiApplication.clipboard().setText(self._answer.sql_text)

    @Slot()
    def _repaint(self) -> None:
        if self._answer is not None:
            self.show_answer(self._answer)


def _lines(sql: str) -> Lines:
    if len(sql) > _READ:
        lines = fold(sql[:_READ], visible)
        return Lines((*lines, f"-- … {len(sql):,} characters in all; Copy the SQL copies the whole."))
    lines = fold(sql or "-- No row changed.", visible)
    return coloured_sql(lines) if len(sql) <= _COLOURED else Lines(lines)


def counts(change: TableChange) -> str:
    """ "2 new, 1 changed, 3 gone"."""
    parts = ((change.inserted, "new"), (change.updated, "changed"), (change.deleted, "gone"))
    return ", ".join(f"{n:,} {word}" for n, word in parts if n)


def row_name(row: RowChange) -> str:
    """The key of a row."""
    held = row.before or row.after
    if row.key == ("_rowid_",):
        return f"rowid {_shown(held.get('_rowid_'))}"
    return ", ".join(f"{column} {_shown(held.get(column))}" for column in row.key)


def row_values(row: RowChange) -> str:
    """What changed of a row, or what it holds or held."""
    if row.kind == "update":
        return "; ".join(
            f"{column}: {_shown(row.before.get(column))} → {_shown(value)}" for column, value in row.after.items()
        )
    held: Mapping[str, Value] = row.after if row.kind == "insert" else row.before
    return "; ".join(f"{column}: {_shown(value)}" for column, value in held.items() if column != "_rowid_")


def _shown(value: Value) -> str:
    return display(value, _CELL).text
