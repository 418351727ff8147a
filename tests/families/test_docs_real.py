"""The meanings fit the real files: every table, column, value, default and migration in them is told."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import apsw
import pytest

from inspector.families.docs import ColumnDoc, FamilyDocs, load_docs

FOLDERS = {"state_memory": "state-memory", "nehanda": "nehanda", "nanoclaw": "nanoclaw"}
PLANTED = {("messaging_group_agents", "engage_mode", "sometimes"), ("user_roles", "role", "superuser")}
"""Values that the real files hold so that a viewer can show how it marks an unknown one."""


def columns(docs: FamilyDocs) -> Iterator[tuple[str, ColumnDoc]]:
    return ((table.name, column) for table in docs.tables.values() for column in table.columns.values())


@dataclass
class Seen:
    """What the real files of one family hold."""

    shape: dict[str, set[str]] = field(default_factory=dict)
    nullable: set[tuple[str, str]] = field(default_factory=set)
    keys: set[tuple[str, str]] = field(default_factory=set)
    defaults: dict[tuple[str, str], set[str | None]] = field(default_factory=dict)
    values: dict[tuple[str, str], set[object]] = field(default_factory=dict)
    journals: set[tuple[str, str]] = field(default_factory=set)
    migrations: list[str] = field(default_factory=list)


def look(path: Path, docs: FamilyDocs, seen: Seen) -> None:
    db = apsw.Connection(str(path))
    try:
        shadows = {name for (name,) in db.execute("SELECT name FROM pragma_table_list WHERE type = 'shadow'")}
        tables = [name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type IN ('table', 'view')")]
        for table in tables:
            if table in shadows or table.startswith("sqlite_"):
                continue
            rows = db.execute('SELECT name, "notnull", dflt_value, pk FROM pragma_table_xinfo(?)', (table,))
            for name, not_null, default, key in rows.fetchall():
                seen.shape.setdefault(table, set()).add(name)
                if not not_null:
                    seen.nullable.add((table, name))
                if key:
                    seen.keys.add((table, name))
                seen.defaults.setdefault((table, name), set()).add(default)
                column = docs.column(table, name)
                if column is not None and column.kind in {"enum", "bool"}:
                    values = db.execute(f'SELECT DISTINCT "{name}" FROM "{table}"')
                    seen.values.setdefault((table, name), set()).update(value for (value,) in values)
        (mode,) = db.execute("PRAGMA journal_mode").fetchone()
        seen.journals |= {(docs.tables[table].part, mode) for table in tables if table in docs.tables}
        if "schema_version" in tables:
            seen.migrations += [name for (name,) in db.execute("SELECT name FROM schema_version")]
    finally:
        db.close()


@pytest.fixture(scope="module", params=list(FOLDERS))
def real(request: pytest.FixtureRequest, real_data: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple:
    copy = tmp_path_factory.mktemp("docs") / "real"
    subprocess.run(["cp", "-pR", str(real_data / FOLDERS[request.param]), str(copy)], check=True)
    docs, seen = load_docs(request.param), Seen()
    for path in sorted(copy.rglob("*.db")):
        try:
            look(path, docs, seen)
        except apsw.NotADBError:
            assert "install-broken" in path.parts
    assert seen.shape
    return docs, seen


def test_real_tables_and_columns_have_their_meaning(real: tuple[FamilyDocs, Seen], real_data: Path) -> None:
    docs, seen = real
    told = {name: {column.name for column in table.columns.values()} for name, table in docs.tables.items()}
    assert {table: names - told.get(table, set()) for table, names in seen.shape.items()} == {
        table: set() for table in seen.shape
    }


def test_what_is_said_to_be_real_was_seen(real: tuple[FamilyDocs, Seen], real_data: Path) -> None:
    docs, seen = real
    said = {table.name for table in docs.tables.values() if table.real}
    assert said == set(seen.shape)
    claimed = {(name, column.name) for name, column in columns(docs) if column.real}
    assert claimed == {(table, name) for table, names in seen.shape.items() for name in names}


def test_values_of_real_files_are_known(real: tuple[FamilyDocs, Seen], real_data: Path) -> None:
    docs, seen = real
    unknown = {
        (table, name, value)
        for (table, name), values in seen.values.items()
        for value in values
        if not docs.tables[table].columns[name].is_known(value)
    }
    assert unknown == PLANTED & {(*place, value) for place, values in seen.values.items() for value in values}


def test_null_and_default_are_told_as_the_schema_has_them(real: tuple[FamilyDocs, Seen], real_data: Path) -> None:
    docs, seen = real
    for table, column in columns(docs):
        place = (table, column.name)
        if place not in seen.defaults:
            continue
        if column.null:
            assert place in seen.nullable, f"{place} is never NULL"
        elif place in seen.nullable - seen.keys and not table.endswith("_fts"):
            assert column.default is not None, f"{place} does not say what NULL means"
        real_defaults = {one.strip("'") if one is not None else None for one in seen.defaults[place]}
        assert column.default in real_defaults, f"{place}: {real_defaults}"
        assert column.default is not None or real_defaults == {None}, f"{place}: {real_defaults}"


def test_every_applied_migration_is_known(real: tuple[FamilyDocs, Seen], real_data: Path) -> None:
    docs, seen = real
    assert [name for name in seen.migrations if docs.migration(name) is None] == []


def test_real_files_have_the_documented_journal_mode(real: tuple[FamilyDocs, Seen], real_data: Path) -> None:
    docs, seen = real
    expected = {(one.part, one.expected) for one in docs.characteristics if one.pragma == "journal_mode"}
    assert seen.journals == expected
