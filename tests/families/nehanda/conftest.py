"""Small ona-session.db files, built statement by statement from the shipped schemas."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import apsw
import pytest

from inspector import resources
from inspector.clock import Clock, parse_as_of
from inspector.db.database import Database, open_database
from inspector.families.docs import load_docs
from inspector.families.nehanda import FAMILY
from inspector.health.finding import Finding
from inspector.health.run import run_checks

NOW = "2026-07-02T12:00:00.000Z"
AT = "2026-07-02 10:00:00"
NOW_S = 1_782_993_600


class SessionFile:
    """An ona-session.db with one conversation ``c`` and one session ``s``; ``open`` ends its writing."""

    def __init__(self, path: Path, shape: str) -> None:
        self.path = path
        self.db = apsw.Connection(str(path))
        self.db.execute("PRAGMA synchronous = OFF")
        self.db.execute(resources.path("schemas", f"nehanda.{shape}.sql").read_text(encoding="utf-8"))
        self.sql("INSERT INTO schema_meta VALUES ('schema_version', ?)", "3" if shape == "real" else "1")
        self.sql("INSERT INTO conversations VALUES ('c', '/work', ?, ?, 'idle')", AT, AT)
        self.sql("INSERT INTO sessions VALUES ('s', 'c', ?)", AT)
        self._sequence = 0
        self.entry("user", {"_t": "user", "content": [{"type": "text", "text": "hello"}]})

    def sql(self, text: str, *values: object) -> SessionFile:
        self.db.execute(text, values)
        return self

    def insert(self, table: str, **cells: object) -> SessionFile:
        names = ", ".join(cells)
        return self.sql(f"INSERT INTO {table} ({names}) VALUES ({', '.join('?' * len(cells))})", *cells.values())

    def entry(self, entry_type: str, payload: object, session: str = "s", **cells: object) -> SessionFile:
        self._sequence += 1
        text = payload if isinstance(payload, str) else json.dumps(payload)
        row = {"session_id": session, "sequence": self._sequence, "created_at": AT, **cells}
        return self.insert("transcript_entries", entry_type=entry_type, payload_json=text, **row)

    def call(self, id: str, tool: str = "Bash", given: object = None, *, before: str = "") -> SessionFile:
        blocks: list[object] = [{"type": "text", "text": before}] if before else []
        blocks.append({"type": "tool_use", "id": id, "name": tool, "input": given or {"command": "ls"}})
        return self.entry("assistant", {"_t": "assistant", "content": blocks})

    def result(self, id: str, content: object = "ok", *, is_error: bool = False) -> SessionFile:
        payload = {"_t": "tool_result", "tool_use_id": id, "content": content, "is_error": is_error}
        return self.entry("tool_result", payload, tool_use_id=id)

    def hook(self, event: str = "PreToolUse", exit_code: int | None = 0, **cells: object) -> SessionFile:
        row: dict[str, object] = {
            "session_id": "s",
            "conversation_id": "c",
            "hook_ordinal": 0,
            "matcher": "*",
            "command": "guard.sh",
            "input_json": "{}",
            "stderr_text": "",
            "started_at": "2026-07-02T10:00:00.000Z",
            "completed_at": "2026-07-02T10:00:00.250Z",
            **cells,
        }
        return self.insert("hook_invocations", hook_event=event, exit_code=exit_code, **row)

    def memory(self, id: str, **cells: object) -> SessionFile:
        row: dict[str, object] = {
            "type": "note",
            "title": id.title(),
            "content": f"About {id}",
            "created_at": NOW_S,
            "updated_at": NOW_S,
            "access_count": 1,
            **cells,
        }
        self.insert("memories", id=id, **row)
        return self.sql(
            "INSERT INTO memories_fts(rowid, title, content, keywords, anticipated_queries) "
            "SELECT rowid, title, content, keywords, anticipated_queries FROM memories WHERE id = ?",
            id,
        )

    def open(self) -> Database:
        self.db.close()
        return open_database(self.path)


@pytest.fixture
def session_file(tmp_path: Path) -> Iterator[Callable[..., SessionFile]]:
    """A new ona-session.db of one shape: ``real`` (version 3) or ``documented`` (version 1)."""
    made: list[SessionFile] = []

    def make(shape: str = "real") -> SessionFile:
        made.append(SessionFile(tmp_path / f"session-{len(made)}.db", shape))
        return made[-1]

    yield make
    for file in made:
        file.db.close()


@pytest.fixture
def check_session() -> Callable[..., dict[str, Finding]]:
    """The findings of all checks of the family, by their ids without the family's name."""

    def check(database: Database, now: str = NOW) -> dict[str, Finding]:
        found = run_checks(database, FAMILY.checks, Clock(parse_as_of(now)), "", documented=load_docs("nehanda").kind)
        assert [finding for finding in found if finding.problem] == []
        return {finding.check.removeprefix("nehanda."): finding for finding in found}

    return check
