"""A read in two halves with something done by another program in between: torn, unless it is noticed."""

from __future__ import annotations

from collections.abc import Callable

from inspector.db.reader import Reader

FIRST = "SELECT sum(v) FROM t WHERE id <= 1000"
REST = "SELECT sum(v) FROM t WHERE id > 1000"


class Halves:
    """The work of a read: ``between[i]`` is done in the middle of its i-th run."""

    def __init__(self, *between: Callable[[], object]) -> None:
        self.between = between
        self.seen: list[tuple[object, object]] = []
        """The halves of each run that came to its end; of one state only if their sum is 0."""
        self.runs = 0

    def __call__(self, reader: Reader) -> int:
        run, self.runs = self.runs, self.runs + 1
        first = reader.value(FIRST)
        if run < len(self.between):
            self.between[run]()
        rest = reader.value(REST)
        self.seen.append((first, rest))
        assert isinstance(first, int)
        assert isinstance(rest, int)
        return first + rest
