"""Which entries stand under a source in the workspace tree, in which order, with which words (no Qt)."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from inspector.ui.labels import one_line
from inspector.ui.view import ViewKind
from inspector.workspace.location import Location, location

if TYPE_CHECKING:
    from inspector.db.catalog import Catalog, Table
    from inspector.families.docs import FamilyDocs
    from inspector.workspace.source import FileProblem, Source

EntryKind = Literal["source", "view", "tables", "schema", "group", "table", "problem", "note", "wait"]
Tone = Literal["", "muted", "warning", "negative"]

_SOURCE_ICONS = {"file": "ph.database", "pair": "ph.chats", "install": "ph.robot", "folder": "ph.folder"}
_TABLE_ICONS = {"table": "ph.table", "view": "ph.eye", "virtual": "ph.magnifying-glass", "shadow": "ph.table"}


@dataclass(eq=False)
class Entry:
    """One line of the tree. Lines come and go, so this one kind of value is not frozen."""

    kind: EntryKind
    """What it stands for."""
    text: str
    """What is read."""
    source: Source
    """The source it belongs to."""
    icon: str = ""
    """Name in the icon set."""
    tip: str = ""
    """More words, plain."""
    tone: Tone = ""
    """Role of its colour; empty for text."""
    location: Location | None = None
    """What opens when it is activated."""
    view: str = ""
    """For a view: the id of its kind."""
    badge: str = ""
    """What it counts, behind its text."""
    mark: str = ""
    """Muted behind its text: what tells it from lines of the same text."""
    children: list[Entry] = field(default_factory=list)
    """Lines below it."""
    parent: Entry | None = None
    """Line above it; None at the top."""
    row: int = 0
    """Place among its parent's children."""
    fetched: bool = False
    """For tables: whether the catalog was asked for."""

    @property
    def shown(self) -> str:
        """Text and badge."""
        return f"{self.text} ({self.badge})" if self.badge else self.text

    def adopt(self, children: Iterable[Entry]) -> None:
        """Put these lines below it in place of those that are there."""
        self.children = list(children)
        self.renumber()

    def renumber(self) -> None:
        """Tell the children their places."""
        for row, child in enumerate(self.children):
            child.parent, child.row = self, row

    def walk(self) -> Iterator[Entry]:
        """This line and all below it."""
        yield self
        for child in self.children:
            yield from child.walk()


def source_entry(source: Source, kinds: tuple[ViewKind, ...]) -> Entry:
    """The line of a source with all below it; the tables are read when they are asked for."""
    first = kinds[0].id if kinds else ""
    entry = Entry(
        "source",
        one_line(source.title),
        source,
        icon=_SOURCE_ICONS[source.kind],
        tip=source_tip(source),
        mark=one_line(source.mark),
        location=location(source.path, first) if first else None,
    )
    children = [
        Entry("view", kind.title, source, kind.icon, view=kind.id, location=location(source.path, kind.id))
        for kind in kinds
        if kind.applies(source)
    ]
    if source.database is not None:
        tables = Entry("tables", "Tables", source, "ph.table")
        tables.adopt([Entry("wait", "Reading the tables…", source, tone="muted")])
        children.append(tables)
    children.extend(source_entry(child, kinds) for child in source.children)
    children.extend(_problem(source, problem) for problem in source.problems)
    children.extend(Entry("note", one_line(note), source, "ph.info", note, "muted") for note in source.notes)
    entry.adopt(children)
    return entry


def source_tip(source: Source) -> str:
    """Its name, where it is, whose it is and what is the matter with it."""
    lines = [source.title, source.path, source.family.title]
    if source.problems:
        lines.append(f"{len(source.problems)} of its files cannot be used.")
    return "\n".join([*lines, *source.notes])


def table_entries(source: Source, catalog: Catalog, docs: FamilyDocs) -> list[Entry]:
    """The lines below "Tables": tables and views of each file, shadow tables folded under their owner."""
    assert source.database is not None
    schemas = tuple(source.database.files)
    if len(schemas) == 1:
        return _schema_tables(source, catalog, docs, schemas[0])
    groups = []
    for schema in schemas:
        tables = _schema_tables(source, catalog, docs, schema)
        path = source.database.files[schema].path
        group = Entry("schema", one_line(os.path.basename(path)), source, "ph.file", path, badge=str(len(tables)))
        group.adopt(tables)
        groups.append(group)
    return groups


def _schema_tables(source: Source, catalog: Catalog, docs: FamilyDocs, schema: str) -> list[Entry]:
    mine = [table for table in catalog if table.schema == schema]
    owners = {table.name for table in mine if table.kind == "virtual"}
    lines = []
    for table in mine:
        if table.kind == "view" or (table.kind == "shadow" and table.owner in owners):
            continue
        line = _table(source, table, docs)
        line.adopt(_table(source, shadow, docs) for shadow in catalog.shadows_of(table))
        lines.append(line)
    views = [_table(source, table, docs) for table in mine if table.kind == "view"]
    if views:
        group = Entry("group", "Views", source, "ph.eye", badge=str(len(views)))
        group.adopt(views)
        lines.append(group)
    return lines


def _table(source: Source, table: Table, docs: FamilyDocs) -> Entry:
    found = docs.table(table.name)
    about = found.tip() if found else ""
    kind = {"virtual": f"Virtual table of {table.module or 'a module'}", "shadow": f"Shadow table of {table.owner}"}
    lines = [table.name, kind.get(table.kind, ""), about, table.problem]
    place = {"table": table.name} if table.schema == "main" else {"schema": table.schema, "table": table.name}
    return Entry(
        "table",
        one_line(table.name) or "(no name)",
        source,
        icon="ph.warning" if table.problem else _TABLE_ICONS[table.kind],
        tip="\n".join(line for line in lines if line),
        tone="warning" if table.problem else "muted" if table.kind == "shadow" else "",
        location=location(source.path, "table", **place),
    )


def problem_entry(source: Source, what: str, details: str) -> Entry:
    """A line that says what could not be had."""
    return Entry("problem", one_line(what), source, "ph.warning", details, "warning")


def _problem(source: Source, problem: FileProblem) -> Entry:
    name = os.path.basename(problem.path.rstrip(os.sep)) or problem.path
    lines = (problem.path, problem.what, problem.advice, problem.details)
    return problem_entry(source, f"{name}: {problem.what}", "\n".join(line for line in lines if line))
