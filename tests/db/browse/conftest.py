"""Questions about small tables, and their answers read to the end."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from inspector.cancel import CancelToken
from inspector.db.browse.browsing import orders
from inspector.db.browse.filters import parse_filters
from inspector.db.browse.order import RowOrder
from inspector.db.browse.question import RowQuestion, Sort
from inspector.db.database import Database, open_database

PREFIX = 4096


class Looker:
    """One table of one file."""

    def __init__(self, path: Path, table: str) -> None:
        self.database: Database = open_database(path)
        found = self.database.catalog().table(table)
        assert found is not None
        self.table = found

    def ask(self, sort: str = "", **filters: str) -> RowQuestion:
        """``ask("-size", name="=x")``."""
        by = Sort(sort.removeprefix("-"), sort.startswith("-")) if sort else None
        return RowQuestion(self.table, parse_filters(self.table, filters), by)

    def orders(self, question: RowQuestion) -> list[RowOrder]:
        return list(orders(self.database, question, CancelToken(), prefix=PREFIX))

    def last(self, question: RowQuestion) -> RowOrder:
        return self.orders(question)[-1]

    def cells(self, order: RowOrder, column: str, start: int = 0, count: int = 100) -> list:
        slots = self.database.read(lambda reader: order.read(reader, (column,), start, count, PREFIX))
        return [None if slot is None else slot[1][0] for slot in slots]

    def find(self, order: RowOrder, *key) -> int | None:
        return self.database.read(lambda reader: order.find(reader, key))

    def matches(self, column: str, text: str) -> list:
        """What stands in ``column`` of the rows that a filter on it finds, in key order."""
        question = RowQuestion(self.table, parse_filters(self.table, {column: text}))
        return self.cells(self.last(question), column)


Look = Callable[..., Looker]


@pytest.fixture
def look(tmp_path: Path) -> Look:
    """``look("CREATE TABLE t(a)", ("INSERT INTO t VALUES (?)", [(1,), (2,)]))`` looks at the table ``t``."""

    def make(*statements: str | tuple[str, list], table: str = "t") -> Looker:
        path = tmp_path / "looked-at.db"
        connection = apsw.Connection(str(path))
        connection.execute("PRAGMA synchronous = OFF")
        with connection:
            for statement in statements:
                if isinstance(statement, str):
                    connection.execute(statement)
                else:
                    connection.executemany(*statement)
        connection.close()
        return Looker(path, table)

    return make
