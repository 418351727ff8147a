"""What a statement of the user's may take of the memory: for one value, for all it keeps, for what it computes with."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from sys import getsizeof

import apsw

from inspector.db.values import BadText, Large, Value
from inspector.errors import KnownError, MemoryLimitReached, ValueTooLong

VALUE_BYTES = 128 << 20
"""The longest value that it may read or make."""
WORK_BYTES = 512 << 20
"""What SQLite may take while it runs: to sort, group and join, and for the values of one row."""
ANSWER_BYTES = 256 << 20
"""What the cells of an answer may take together, over all statements of a run and all files that are asked."""


@contextmanager
def bounded(connection: apsw.Connection) -> Iterator[None]:
    """In here SQLite refuses to make a value longer than :data:`VALUE_BYTES`, before it takes the memory; and where
    nobody is asked about progress (the values of one row), it ends at :data:`WORK_BYTES` and one more value."""
    before = connection.limit(apsw.SQLITE_LIMIT_LENGTH, VALUE_BYTES)
    _heap.enter()
    try:
        yield
    finally:
        _heap.leave()
        connection.limit(apsw.SQLITE_LIMIT_LENGTH, before)


class _Heap:
    """SQLite's limit is that of the whole process: it stands while statements of the user's run, with room for each."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._running = 0
        self._limit = 0

    def enter(self) -> None:
        with self._lock:
            self._running += 1
            self._limit = max(self._limit, int(apsw.memory_used()) + WORK_BYTES + VALUE_BYTES)
            apsw.hard_heap_limit(self._limit)

    def leave(self) -> None:
        with self._lock:
            self._running -= 1
            if not self._running:
                self._limit = 0
                apsw.hard_heap_limit(0)


_heap = _Heap()


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
    return ValueTooLong(
        f"A value is longer than the {VALUE_BYTES >> 20} MB that a query may handle.",
        path=path,
        advice="Leave the column out, or browse its table: there its beginning is read alone.",
    )


def copy_is_full(path: str) -> KnownError:
    """What to say of a statement that wants to write more than there is room for."""
    return MemoryLimitReached(
        "There is no more room for what the statement writes.",
        path=path,
        advice=f"A private copy may grow by {WORK_BYTES >> 20} MB at most. Write less at once.",
    )


@dataclass
class Room:
    """What is left for the cells of an answer."""

    left: int = ANSWER_BYTES
    """Bytes."""


def row_bytes(row: tuple[Value, ...]) -> int:
    """What a row takes in our memory: text beyond ASCII up to four bytes a character."""
    return getsizeof(row) + sum(map(_cell_bytes, row))


def _cell_bytes(value: Value) -> int:
    match value:
        case Large():
            return getsizeof(value) + _cell_bytes(value.prefix)
        case BadText():
            return getsizeof(value) + getsizeof(value.raw)
    return getsizeof(value)
