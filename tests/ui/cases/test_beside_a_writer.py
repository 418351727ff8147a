"""Every view stands beside a program that commits all the time: it never fails to, and what is shown was committed.

The writer gives several rows the same number in one transaction, and another one in the next: two numbers at once on
the screen would be a state that never was.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from inspector.clock import parse_as_of
from inspector.sample import make_sample
from inspector.ui.view import View
from inspector.workspace.location import Location, location

ROUNDS = 4
"""How often each view is read anew."""
TIDE = re.compile(r"tide (\d+)")
LONG = """WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 6000000)
SELECT text, (SELECT max(i) FROM n) AS busy FROM ({rows}) ORDER BY text"""

MESSAGES = "SELECT json_extract(content, '$.text') AS text FROM messages_in WHERE id LIKE 'tide-%'"
NODES = "SELECT title AS text FROM nodes WHERE id LIKE 'tide-%'"

PAD = "printf('%.3500c', 'x')"
"""Puts each of the rows on a page of its own."""

FLOOD = {
    "rollback": f"""
        CREATE TABLE tide (n INTEGER);
        INSERT INTO tide VALUES (100000);
        WITH RECURSIVE i(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM i WHERE i < 8)
        INSERT INTO messages_in (id, seq, kind, timestamp, status, content)
        SELECT 'tide-' || i, 900000 + 2 * i, 'chat', '2026-05-20T11:00:00.000Z', 'completed',
        json_object('text', 'tide 100000', 'pad', {PAD}) FROM i;
    """,
    "wal": f"""
        CREATE TABLE tide (n INTEGER);
        INSERT INTO tide VALUES (100000);
        WITH RECURSIVE i(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM i WHERE i < 8)
        INSERT INTO nodes (id, type, title, status, project, created_at, updated_at, metadata)
        SELECT 'tide-' || i, 'task', 'tide 100000', 'pending', 'paper-trail', '2026-05-20T11:00:00Z',
        '2026-05-20T11:00:00Z', json_object('pad', {PAD}) FROM i;
    """,
}
COMMIT = {
    "rollback": """BEGIN IMMEDIATE; UPDATE tide SET n = n + 1;
        UPDATE messages_in SET content = json_set(content, '$.text', 'tide ' || (SELECT n FROM tide))
        WHERE id LIKE 'tide-%'; COMMIT""",
    "wal": """BEGIN IMMEDIATE; UPDATE tide SET n = n + 1;
        UPDATE nodes SET title = 'tide ' || (SELECT n FROM tide) WHERE id LIKE 'tide-%'; COMMIT""",
}


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("beside") / "sample"
    make_sample(folder, as_of=parse_as_of("2026-05-20T12:00:00Z"))
    return folder


class Beside:
    """The window beside the writer: what it shows is sound, and never older than what it showed."""

    def __init__(self, program: Any) -> None:
        self.program = program
        self.newest = 0

    def watch(self, place: Location, texts: Callable[[View], list[str]], least: int = 0, rounds: int = ROUNDS) -> None:
        """Read a view anew again and again; ``texts`` are those on it that may hold the writer's numbers."""
        view = self.program.go(place.path, place.view, **dict(place.params))
        for _ in range(rounds):
            self.program.window.refresh()
            self.program.settle()
            self.is_sound(texts(view), least)

    def is_sound(self, texts: list[str], least: int) -> None:
        assert self.program.errors() == []
        found = [int(match.group(1)) for text in texts if (match := TIDE.search(text))]
        assert len(found) >= least, texts
        assert len(set(found)) <= 1, f"a state that never was: {sorted(found)}"
        if found:
            assert found[0] >= self.newest, "older than what was shown before"
            self.newest = found[0]


def cells(view: View, column: str) -> list[str]:
    at = view.rows.look.index(column)
    shown = (view.rows.cell(row, at) for row in range(view.rows.rowCount()))
    return [cell.text for cell in shown if cell is not None]


def hits(view: View) -> list[str]:
    return ["".join(piece.text for piece in row.pieces) for row in view.hits.hits.all()]


def answer(view: View) -> list[str]:
    rows = view.answer.rows
    return [str(rows.value(row, 0)) for row in range(rows.rowCount())]


def labels(view: View) -> list[str]:
    return list(view.canvas.scene.graph.labels) if view.canvas.scene is not None else []


def ask(program: Any, view: View, sql: str) -> None:
    """Write a statement and run it with the keyboard."""
    view.editor.set_text(sql)
    QTest.keyClick(view.editor, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    program.settle()


@pytest.mark.parametrize("journal", ["rollback", "wal"])
def test_C01_C09_a_writer_that_never_pauses_beside_every_view(
    sample: Path, writer: Callable[[Path], Any], program: Any, journal: str
) -> None:
    pair = sorted((sample / "nanoclaw" / "data" / "v2-sessions").glob("*/*/inbound.db"))[0].parent
    path = pair / "inbound.db" if journal == "rollback" else sample / ".state-memory-mcp" / "paper-trail" / "graph.db"
    source = str(pair if journal == "rollback" else path)
    rows, table, column = (MESSAGES, "messages_in", "content") if journal == "rollback" else (NODES, "nodes", "title")
    beside, other = Beside(program), writer(path)
    assert other.tell(sql=FLOOD[journal]) == []
    other.tell(loop=COMMIT[journal], pause=0.001)

    schema = {"schema": "inbound"} if journal == "rollback" else {}
    beside.watch(location(source, "overview"), lambda view: [], rounds=1)
    beside.watch(
        location(source, "table", **schema, table=table, **{f"filter.{column}": "tide"}),
        lambda view: cells(view, column),
        least=8,
    )
    beside.watch(location(source, "graph"), labels, least=8 if journal == "wal" else 0)
    beside.watch(location(source, "search", text="tide"), hits, least=8)
    beside.watch(location(source, "health"), lambda view: [], rounds=2)
    view = program.go(source, "sql")
    for sql in (rows, LONG.format(rows=rows), rows):
        ask(program, view, sql)
        beside.is_sound(answer(view), 8)

    result = other.tell(stop=True)
    assert result["failures"] == []
    assert result["commits"] > 100
    assert beside.newest > 100_000, "no view showed anything that was committed meanwhile"
    program.settle()
    other.tell(close=True)
    program.wait(lambda: not list(path.parent.glob(f"{path.name}-*")), 5_000)
    ask(program, view, rows)
    beside.is_sound(answer(view), 8)
    assert set(answer(view)) == {f"tide {100_000 + result['commits']}"}, "what is shown is not the last commit"
    reports = [report for part in program.window.context.workspace.sources for report in part.database.reports()]
    assert [(report.bytes_written, report.files_left) for report in reports] == [(0, ())] * len(reports)


def test_C02_after_explain_and_select_in_the_window_another_program_writes_at_once(
    sample: Path, writer: Callable[[Path], Any], program: Any
) -> None:
    path = sample / "wayfarer.db"
    other = writer(path)
    view = program.go(path, "sql")
    for sql in ("EXPLAIN QUERY PLAN SELECT * FROM stations ORDER BY name", "SELECT name FROM stations"):
        ask(program, view, sql)
        assert view.answer.rows.rowCount() > 0
    assert other.tell(sql="PRAGMA busy_timeout = 0") == [[0]]
    assert other.tell(sql="BEGIN EXCLUSIVE; CREATE TABLE written (x); COMMIT") == []
    titles = [command.title.lower() for command in program.window.context.commands.all()]
    words = ("commit", "rollback", "write", "delete", "insert", "vacuum", "checkpoint")
    offered = [title for title in titles if any(re.search(rf"\b{word}\b", title) for word in words)]
    assert offered == []
