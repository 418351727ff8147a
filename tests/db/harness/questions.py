"""What the harness asks a database: each question is one read, whose answer must be of one committed state."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from inspector.db.database import Database, open_database, open_together
from inspector.db.reader import Reader
from tests.db.harness.ledger import (
    BALANCE,
    BY_INDEX,
    FACTS,
    WORDS,
    Answer,
    answer_of_facts,
    answer_of_words,
    joined,
)
from tests.db.harness.modes import Mode

LONG_S = 0.35
"""Seconds that a long statement takes at the least where nobody else works: longer than any lock may be held."""
THOUGHT_S = 0.25
"""Seconds that pass between two statements of one read which thinks: the same."""
LONG = (
    "WITH n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < ?) "
    "SELECT (SELECT version FROM state), (SELECT moved FROM state), min(m), max(m), min(b), max(b), min(c), max(c) "
    "FROM (SELECT sum(moved) AS m, sum(balance) AS b, count(*) AS c FROM n CROSS JOIN account GROUP BY n.i)"
)
"""The same sums again and again in one statement: they may not change on the way."""


class Subject:
    """The database under proof, asked through the interface that every view uses."""

    def __init__(self, folder: Path, mode: Mode) -> None:
        self.mode = mode
        data = folder / "data"
        self.database = self._open(data)
        self.both = open_together({"a": data / "a.db", "b": data / "b.db"}) if mode.two_files else None
        self.passes = 1
        """How often the long statement goes over the accounts."""

    def _open(self, data: Path) -> Database:
        return open_database(data / "a.db")

    def databases(self) -> tuple[Database, ...]:
        """All that are open."""
        return (self.database, self.both) if self.both else (self.database,)

    def close(self) -> None:
        """Close all."""
        for database in self.databases():
            database.close()

    def calibrate(self) -> None:
        """Make the long statement long enough; nobody writes yet."""
        began, passes = time.perf_counter(), 20
        self.database.read(lambda reader: reader.rows(LONG, (passes,)))
        self.passes = max(2, int(passes * LONG_S / (time.perf_counter() - began)))

    def facts(self, reader: Reader, schema: str = "main") -> Answer:
        """Everything in one statement."""
        return answer_of_facts(reader.rows(FACTS.format(schema=schema)).rows[0], self.mode.rows)

    def several(self, reader: Reader, between: Callable[[], object] = lambda: None) -> Answer:
        """The same and more in many statements."""
        first = self.facts(reader)
        count, total, moved = (
            reader.value(f"SELECT {what} FROM account") for what in ("count(*)", "sum(balance)", "sum(moved)")
        )
        between()
        by_index = reader.value(BY_INDEX.format(schema="main"))
        state = reader.rows("SELECT version, moved FROM state").rows[0]
        row = (state[0], state[1], moved, total, by_index, count)
        return joined([first, answer_of_facts(row, self.mode.rows), self.words(reader)])

    def words(self, reader: Reader) -> Answer:
        """By the full-text index."""
        return answer_of_words(reader.rows(WORDS.format(schema="main")).rows[0])

    def long(self, reader: Reader) -> Answer:
        """One statement that takes longer than a lock may be held."""
        version, said, moved, moved_too, total, total_too, count, count_too = reader.rows(LONG, (self.passes,)).rows[0]
        first = answer_of_facts((version, said, moved, total, self.mode.rows * BALANCE, count), self.mode.rows)
        last = answer_of_facts((version, said, moved_too, total_too, total_too, count_too), self.mode.rows)
        return joined([first, last])

    def thinking(self, reader: Reader) -> Answer:
        """Statements with a time between them in which a lock would be held too long."""
        return self.several(reader, lambda: threading.Event().wait(THOUGHT_S))

    def checked(self, reader: Reader) -> Answer:
        """Everything, with what SQLite says of every page."""
        said = reader.value_list("PRAGMA integrity_check(3)")
        answer = self.facts(reader)
        return answer if said == ("ok",) else Answer(answer.version, (*answer.broken, f"the check says {said}"))

    def together(self, reader: Reader) -> Answer:
        """Two files that are written in one transaction: each of one commit; whether of the same is told."""
        one, two = self.facts(reader, "a"), self.facts(reader, "b")
        return Answer(min(one.version, two.version), one.broken + two.broken, apart=one.version != two.version)

    def catalog(self) -> Answer:
        """The number in the name of the table that is renamed with each change of the schema."""
        tables = {table.name: table for table in self.database.catalog()}
        numbers = [name.removeprefix("extra_") for name in tables if name.startswith("extra_")]
        if len(numbers) != 1:
            return Answer(-1, (f"the catalog has the tables extra_{numbers}",))
        columns = [column.name for column in tables[f"extra_{numbers[0]}"].visible_columns]
        broken = () if columns == [f"column_{numbers[0]}"] else (f"extra_{numbers[0]} has the columns {columns}",)
        return Answer(int(numbers[0]), broken)


@dataclass(frozen=True)
class Question:
    """One kind of read."""

    ask: Callable[[Subject], Answer]
    """Reads and answers."""
    published: str = "version"
    """The slot of the board that says what was committed before."""


def _read(work: Callable[[Subject, Reader], Answer]) -> Question:
    return Question(lambda subject: subject.database.read(lambda reader: work(subject, reader)))


def _both(subject: Subject) -> Answer:
    assert subject.both is not None
    return subject.both.read(subject.together)


QUESTIONS = {
    "short": _read(Subject.facts),
    "several": _read(Subject.several),
    "words": _read(Subject.words),
    "long": _read(Subject.long),
    "thinking": _read(Subject.thinking),
    "check": _read(Subject.checked),
    "catalog": Question(Subject.catalog, "schema"),
    "both": Question(_both),
}
