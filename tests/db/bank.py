"""Accounts whose sum is 0 after every commit, and what a program does with them."""

from __future__ import annotations

FILL = "WITH n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < {}) INSERT INTO t SELECT i, {} FROM n"
TRANSFER = "BEGIN; UPDATE t SET v = v - 1 WHERE id = 1; UPDATE t SET v = v + 1 WHERE id = {}; COMMIT"
SLOW = (
    "WITH n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < {}) SELECT sum(v), (SELECT max(i) FROM n) FROM t"
)
"""A statement that counts to a number beside."""


def bank(build, name, journal, rows=2000, filler="'x' || hex(zeroblob(200))"):
    """The database at rest."""
    return build(
        name,
        f"PRAGMA journal_mode = {journal}",
        "CREATE TABLE t(id INTEGER PRIMARY KEY, text, v INTEGER DEFAULT 0)",
        FILL.replace("INTO t", "INTO t(id, text)").format(rows, filler),
    )


def total(reader):
    """0, if what is read is one state."""
    return reader.value("SELECT sum(v) FROM t")
