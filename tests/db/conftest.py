"""Databases made with apsw and closed before they are used; writers are other processes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import apsw
import pytest

from inspector.db.database import Database, open_database

Build = Callable[..., Path]
Open = Callable[[Path], Database]


@pytest.fixture
def build(tmp_path: Path) -> Build:
    """``build("x.db", "CREATE ...", ("INSERT ...", (1, 2)))``: a database at rest in a folder of its own."""

    def make(name: str, *statements: str | tuple[str, tuple]) -> Path:
        path = tmp_path / "data" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        connection = apsw.Connection(str(path))
        for statement in statements:
            sql, params = (statement, ()) if isinstance(statement, str) else statement
            connection.execute(sql, params)
        connection.close()
        return path

    return make


@pytest.fixture
def opened() -> Iterator[Open]:
    """Opens databases and closes them after the test."""
    databases: list[Database] = []

    def open_one(path: Path) -> Database:
        databases.append(open_database(path))
        return databases[-1]

    yield open_one
    for database in databases:
        database.close()
