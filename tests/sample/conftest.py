"""One sample world of each shape for all tests of this folder, and reading that leaves no trace beside a file."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote

import apsw
import pytest

from inspector.sample import SampleWorld, make_sample

AS_OF = datetime(2026, 6, 1, 12, 0, tzinfo=UTC)


def open_at_rest(path: Path) -> apsw.Connection:
    """A connection to a file that nobody writes; it leaves nothing beside it."""
    flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
    return apsw.Connection(f"file:{quote(str(path))}?immutable=1", flags=flags)


@pytest.fixture(scope="session")
def as_of() -> datetime:
    return AS_OF


@pytest.fixture(scope="session")
def real_world(tmp_path_factory: pytest.TempPathFactory) -> SampleWorld:
    return make_sample(tmp_path_factory.mktemp("real"), shape="real", as_of=AS_OF)


@pytest.fixture(scope="session")
def documented_world(tmp_path_factory: pytest.TempPathFactory) -> SampleWorld:
    return make_sample(tmp_path_factory.mktemp("documented"), shape="documented", as_of=AS_OF)


@pytest.fixture(params=["real", "documented"])
def world(request: pytest.FixtureRequest) -> SampleWorld:
    return request.getfixturevalue(f"{request.param}_world")


@pytest.fixture
def read() -> Callable[..., list[tuple[Any, ...]]]:
    """All rows of one query on a file at rest."""

    def rows(path: Path, sql: str, *bindings: Any) -> list[tuple[Any, ...]]:
        connection = open_at_rest(path)
        try:
            return list(connection.execute(sql, bindings))
        finally:
            connection.close()

    return rows


@pytest.fixture
def tables(read: Callable) -> Callable[[Path], list[str]]:
    """The tables and virtual tables of a file, without shadow tables."""

    def names(path: Path) -> list[str]:
        sql = "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'virtual')"
        return [name for (name,) in read(path, sql) if name != "sqlite_schema"]

    return names
