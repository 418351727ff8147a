"""What a writer keeps true in every commit, and what an answer must therefore say: accounts whose sum never changes.

Every transaction moves money between accounts, counts the moves in the rows and once more in ``state``, gives the state
the next version, and turns one note over, in a table and in a full-text index. An answer put together from pages of two
commits cannot have all the sums right.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

BALANCE = 1000
"""What each account has at first."""
NOTES = 60
"""Rows of the table that has a full-text index."""

SCHEMA = (
    "CREATE TABLE account(id INTEGER PRIMARY KEY, balance INTEGER, moved INTEGER DEFAULT 0, pad TEXT)",
    "CREATE TABLE state(version INTEGER, moved INTEGER, schema INTEGER)",
    "CREATE TABLE note(id INTEGER PRIMARY KEY, parity TEXT)",
    "CREATE VIRTUAL TABLE note_words USING fts5(words)",
    "CREATE TABLE ballast(id INTEGER PRIMARY KEY, bytes BLOB)",
    "CREATE TABLE extra_0(column_0)",
)
FILL = (
    "WITH n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < {rows}) "
    f"INSERT INTO account(id, balance, pad) SELECT i, {BALANCE}, hex(zeroblob(75)) FROM n",
    "INSERT INTO state VALUES (0, 0, 0)",
    f"WITH n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < {NOTES}) "
    "INSERT INTO note SELECT i, iif(i % 2, 'odd', 'even') FROM n",
    "INSERT INTO note_words(rowid, words) SELECT id, 'number ' || id || ' is ' || parity FROM note",
    "CREATE INDEX account_by_balance ON account(balance)",
)

BY_INDEX = "SELECT sum(balance) FROM {schema}.account INDEXED BY account_by_balance WHERE balance > -1000000000"
FACTS = (
    "SELECT (SELECT version FROM {schema}.state), (SELECT moved FROM {schema}.state), sum(moved), sum(balance), "
    f"({BY_INDEX}), count(*) FROM {{schema}}.account"
)
"""Version, moves as the state says, moves as the rows say, sum, the same by the index, accounts: in one statement."""
WORDS = (
    "SELECT (SELECT version FROM {schema}.state), (SELECT count(*) FROM {schema}.note WHERE parity = 'even'), "
    "(SELECT count(*) FROM {schema}.note_words WHERE note_words MATCH 'even')"
)
"""Version, even notes by the table, even notes by the full-text index: in one statement."""


class Verdict(Enum):
    """What an answer is worth."""

    GOOD = "good"
    """One committed state, as new as it must be."""
    TORN = "torn"
    """Not one committed state."""
    OLD = "old"
    """One that was known to be replaced before the read began."""


@dataclass(frozen=True)
class Answer:
    """What one read found."""

    version: int
    """The commit it says it is of."""
    broken: tuple[str, ...] = ()
    """What is not as it must be in every commit; empty where all is."""
    apart: bool = False
    """Whether two files that are written in one transaction were of two."""


def judge(answer: Answer, published: int) -> Verdict:
    """``published`` was known to be committed before the read began."""
    if answer.broken:
        return Verdict.TORN
    return Verdict.OLD if answer.version < published else Verdict.GOOD


def answer_of_facts(row: tuple, rows: int) -> Answer:
    """What the row of :data:`FACTS` says of a ledger of ``rows`` accounts."""
    version, moved_said, moved, total, by_index, count = row
    held = {
        f"{moved} moves in the rows, {moved_said} in the state": moved == moved_said,
        f"the sum is {total}, not {rows * BALANCE}": total == rows * BALANCE,
        f"the sum by the index is {by_index}, not {rows * BALANCE}": by_index == rows * BALANCE,
        f"{count} accounts, not {rows}": count == rows,
    }
    return _answer(version, held)


def answer_of_words(row: tuple) -> Answer:
    """What the row of :data:`WORDS` says."""
    version, by_table, by_words = row
    return _answer(version, {f"{by_words} even notes by their words, {by_table} by the table": by_words == by_table})


def joined(answers: list[Answer], what: str = "statements") -> Answer:
    """Several answers of one read: they must be of one version."""
    versions = {answer.version for answer in answers}
    differ = (f"{what} of one read saw the versions {sorted(versions, key=str)}",) if len(versions) > 1 else ()
    return Answer(min(versions, key=_number), tuple(word for answer in answers for word in answer.broken) + differ)


def _answer(version: object, held: dict[str, bool]) -> Answer:
    if not isinstance(version, int):
        return Answer(-1, (f"the version is {version!r}",))
    return Answer(version, tuple(words for words, holds in held.items() if not holds))


def _number(version: object) -> int:
    return version if isinstance(version, int) else -1
