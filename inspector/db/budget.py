"""What a statement of the user's may take of the memory: for one value, for all it keeps, for what it computes with."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import apsw

from inspector.db.values import Large, Value
from inspector.errors import KnownError, MemoryLimitReached

VALUE_BYTES = 128 << 20
"""The longest value that it may read or make."""
WORK_BYTES = 512 << 20
"""What SQLite may take while it runs: to sort, group and join."""
ANSWER_BYTES = 256 << 20
"""What the cells of an answer may take together."""
_CELL = 16
"""About what a number takes, and the frame of any other cell."""


@contextmanager
def value_limit(connection: apsw.Connection) -> Iterator[None]:
    """No value in here is longer than :data:`VALUE_BYTES`: SQLite refuses to make it, before it takes the memory."""
    before = connection.limit(apsw.SQLITE_LIMIT_LENGTH, VALUE_BYTES)
    try:
        yield
    finally:
        connection.limit(apsw.SQLITE_LIMIT_LENGTH, before)


def work_ends_at() -> int:
    """How much memory SQLite may hold in all, beginning from now."""
    return int(apsw.memory_used()) + WORK_BYTES


def work_is_spent(ends_at: int) -> bool:
    """Whether SQLite holds more."""
    return int(apsw.memory_used()) > ends_at


def too_much_work(path: str) -> KnownError:
    """What to say then."""
    return MemoryLimitReached(
        f"The query wanted more than {WORK_BYTES >> 20} MB of memory and was ended.",
        path=path,
        advice="Ask for less: a join without a condition, or a sort of very many rows, takes this much.",
    )


def value_too_long(path: str) -> KnownError:
    """What to say of a value that is refused."""
    return MemoryLimitReached(
        f"A value is longer than the {VALUE_BYTES >> 20} MB that a query may handle.",
        path=path,
        advice="Leave the column out, or browse its table: there its beginning is read alone.",
    )


@dataclass
class Room:
    """What is left for the cells of an answer."""

    left: int = ANSWER_BYTES
    """Bytes."""

    def takes(self, row: tuple[Value, ...]) -> bool:
        """Whether there was room for this row."""
        self.left -= sum(map(_weight, row))
        return self.left >= 0


def _weight(value: Value) -> int:
    if isinstance(value, str | bytes):
        return len(value) + _CELL
    if isinstance(value, Large):
        return _CELL if not isinstance(value.prefix, str | bytes) else len(value.prefix) + _CELL
    return _CELL
