"""How one sample file is made: its DDL run, its rows put in one transaction, closed without a sidecar left."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Literal

import apsw

from inspector import resources
from inspector.cancel import CancelToken
from inspector.errors import KnownError

Shape = Literal["documented", "real"]
"""``documented``: after the reference documents; ``real``: as the newest files are."""

_CHUNK = 5_000


@dataclass(frozen=True)
class Making:
    """What long making reports to and is ended by."""

    cancel: CancelToken | None = None
    """Ends the making between two chunks of rows."""
    progress: Callable[[str], None] | None = None
    """Told in words what is being made."""

    def check(self) -> None:
        """Raise Cancelled if the making was cancelled."""
        if self.cancel is not None:
            self.cancel.check()

    def say(self, text: str) -> None:
        """Tell what is being made now."""
        self.check()
        if self.progress is not None:
            self.progress(text)


class Writer:
    """One open sample file inside its one transaction."""

    def __init__(self, connection: apsw.Connection, making: Making) -> None:
        self._connection = connection
        self._making = making

    def run(self, sql: str, bindings: Sequence[Any] = ()) -> None:
        """Run statements that answer nothing of interest."""
        self._connection.execute(sql, tuple(bindings))

    def many(self, sql: str, rows: Iterable[Sequence[Any]]) -> None:
        """Run one statement per row, asking between chunks whether to go on."""
        source = iter(rows)
        while chunk := list(islice(source, _CHUNK)):
            self._connection.executemany(sql, chunk)
            self._making.check()

    def rows(self, table: str, columns: str, rows: Iterable[Sequence[Any]]) -> None:
        """Insert rows of values for ``columns`` (names separated by commas)."""
        marks = ",".join("?" * (columns.count(",") + 1))
        self.many(f'INSERT INTO "{table}"({columns}) VALUES({marks})', rows)

    def records(self, table: str, records: Iterable[Mapping[str, Any]]) -> None:
        """Insert records of one table that need not all name the same columns (the others keep their default)."""
        for record in records:
            names = ",".join(f'"{name}"' for name in record)
            marks = ",".join("?" * len(record))
            self._connection.execute(f'INSERT INTO "{table}"({names}) VALUES({marks})', tuple(record.values()))

    def has(self, table: str, column: str = "") -> bool:
        """Whether the table (and its column) exists in the shape being made."""
        names = {row[1] for row in self._connection.execute(f'PRAGMA table_xinfo("{table}")')}
        return column in names if column else bool(names)


@contextmanager
def database(path: Path, ddl: str, making: Making | None = None, *, wal: bool = False) -> Iterator[Writer]:
    """Make the file at ``path`` by ``ddl``, commit what the caller writes, and close it cleanly.

    A file of that name is replaced. When the caller raises (or is cancelled), no file is left. ``wal``: the journal
    mode of the finished file is WAL, else DELETE; either way no -wal, -shm or -journal is left beside it. Raises
    KnownError when the disk refuses.
    """
    _remove(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    connection = apsw.Connection(str(path))
    try:
        # A crash while making loses a sample that can be made again: nothing is worth waiting for the disk.
        list(connection.execute("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA cache_size=-65536"))
        connection.execute("BEGIN")
        connection.execute(ddl)
        yield Writer(connection, making or Making())
        connection.execute("COMMIT")
        list(connection.execute(f"PRAGMA journal_mode={'WAL' if wal else 'DELETE'}"))
    except (apsw.FullError, apsw.IOError, apsw.ReadOnlyError) as error:
        connection.close(force=True)
        _remove(path)
        raise KnownError("The sample could not be written.", path=str(path), details=str(error)) from error
    except BaseException:
        connection.close(force=True)
        _remove(path)
        raise
    connection.close()


def schema(name: str, shape: Shape) -> str:
    """The DDL of a family's file in one shape."""
    return resources.text("schemas", f"{name}.{shape}.sql")


def compact(value: Any) -> str:
    """JSON without spaces and with plain letters, as the systems write it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _remove(path: Path) -> None:
    for suffix in ("", "-wal", "-shm", "-journal"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)
