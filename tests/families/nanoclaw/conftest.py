"""A small NanoClaw install that keeps every rule, for tests to break in one place each."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import apsw
import pytest

from inspector import resources
from inspector.clock import Clock, parse_as_of
from inspector.db.quoting import literal, names
from inspector.families.docs import load_docs
from inspector.health.finding import Finding
from inspector.workspace.condition.findings import source_findings
from inspector.workspace.opening.open_source import open_source

NOW = "2026-06-01T12:00:00Z"
CLOCK = Clock(parse_as_of(NOW))
SESSION, GROUP = "sess-1", "ag-1"


Statement = str | tuple[str, dict[str, object]]
"""SQL, or a table and the values of a row; what is not said is as in DEFAULTS."""

DEFAULTS: dict[str, dict[str, object]] = {
    "messages_in": {
        "kind": "chat",
        "timestamp": "2026-06-01T10:00:00.000Z",
        "status": "completed",
        "channel_type": "telegram",
        "platform_id": "telegram:1",
        "content": '{"text":"hello"}',
    },
    "messages_out": {
        "kind": "chat",
        "timestamp": "2026-06-01 10:00:05",
        "channel_type": "telegram",
        "platform_id": "telegram:1",
        "content": '{"text":"yes"}',
    },
    "delivered": {"platform_message_id": "tg-1", "status": "delivered", "delivered_at": "2026-06-01 10:00:06"},
    "processing_ack": {"status": "completed", "status_changed": "2026-06-01 10:00:06"},
    "destinations": {"type": "channel", "channel_type": "telegram", "platform_id": "telegram:1"},
    "agent_groups": {"created_at": "2026-05-01T00:00:00Z"},
    "messaging_groups": {
        "channel_type": "telegram",
        "instance": "telegram",
        "unknown_sender_policy": "strict",
        "created_at": "2026-05-01T00:00:00Z",
    },
    "messaging_group_agents": {
        "engage_mode": "pattern",
        "engage_pattern": ".",
        "sender_scope": "all",
        "ignored_message_policy": "drop",
        "created_at": "2026-05-01T00:00:00Z",
    },
    "users": {"kind": "telegram", "created_at": "2026-05-01T00:00:00Z"},
    "user_roles": {"granted_at": "2026-05-01T00:00:00Z"},
    "agent_destinations": {"target_type": "channel", "created_at": "2026-05-01T00:00:00Z"},
    "agent_message_policies": {"created_at": "2026-05-01T00:00:00Z"},
    "container_configs": {"updated_at": "2026-05-01T00:00:00Z"},
    "sessions": {"agent_group_id": GROUP, "created_at": "2026-05-01T00:00:00Z"},
    "pending_approvals": {
        "request_id": "r-1",
        "action": "create_agent",
        "payload": "{}",
        "title": "Create agent",
        "created_at": "2026-06-01T09:00:00Z",
    },
    "pending_questions": {
        "session_id": SESSION,
        "title": "Which one?",
        "options_json": "[]",
        "created_at": "2026-06-01T09:00:00Z",
    },
    "pending_sender_approvals": {
        "messaging_group_id": "mg-1",
        "agent_group_id": GROUP,
        "original_message": "{}",
        "created_at": "2026-06-01T09:00:00Z",
    },
}


def sql_of(statement: Statement) -> str:
    """The SQL of a statement."""
    if isinstance(statement, str):
        return statement
    table, given = statement
    values = DEFAULTS.get(table, {}) | given
    cells = ", ".join(
        "NULL" if v is None else str(v) if isinstance(v, int | float) else literal(str(v)) for v in values.values()
    )
    return f"INSERT INTO {table} ({names(values)}) VALUES ({cells})"


@dataclass
class Install:
    """The install on disk."""

    data: Path
    """Its data folder."""
    shape: str = "real"
    """Which of the shipped schemas it has."""

    @property
    def central_file(self) -> Path:
        return self.data / "v2.db"

    def folder(self, session: str = SESSION, group: str = GROUP) -> Path:
        return self.data / "v2-sessions" / group / session

    def run(
        self, central: Sequence[Statement] = (), inbound: Sequence[Statement] = (), outbound: Sequence[Statement] = ()
    ) -> None:
        """Run statements on the files."""
        for path, statements in (
            (self.central_file, central),
            (self.folder() / "inbound.db", inbound),
            (self.folder() / "outbound.db", outbound),
        ):
            if statements:
                execute(path, *statements)

    def heartbeat(self, seconds_ago: float | None, session: str = SESSION) -> None:
        """Touch the heartbeat of a session so long before the test's now, or take it away."""
        file = self.folder(session) / ".heartbeat"
        file.unlink(missing_ok=True)
        if seconds_ago is not None:
            file.touch()
            moment = CLOCK.now_ms() / 1000 - seconds_ago
            os.utime(file, (moment, moment))

    def add_session(self, session: str = SESSION, group: str = GROUP) -> Path:
        """A folder with an empty pair."""
        folder = self.folder(session, group)
        folder.mkdir(parents=True)
        for half in ("inbound", "outbound"):
            execute(folder / f"{half}.db", resources.text("schemas", f"nanoclaw-{half}.{self.shape}.sql"))
        return folder

    def findings(self, clock: Clock = CLOCK) -> dict[str, Finding]:
        """What the checks find in all of it, by check; each check finds in one source of a test at most."""
        source = open_source(str(self.data))
        found = source_findings(source, clock)
        source.close()
        assert not [finding for _, finding in found if finding.problem]
        return {finding.check: finding for _, finding in found}


def execute(path: Path, *statements: Statement) -> None:
    """Run statements on a file, in one transaction, and close it."""
    connection = apsw.Connection(str(path))
    try:
        connection.execute("PRAGMA synchronous = OFF")
        for pragma in (s for s in statements if isinstance(s, str) and s.startswith("PRAGMA")):
            connection.execute(pragma)
        with connection:
            for statement in statements:
                if not (isinstance(statement, str) and statement.startswith("PRAGMA")):
                    connection.execute(sql_of(statement))
    finally:
        connection.close()


CENTRAL: tuple[Statement, ...] = (
    ("agent_groups", {"id": "ag-1", "name": "Andy", "folder": "andy"}),
    ("agent_groups", {"id": "ag-2", "name": "Ops", "folder": "ops"}),
    ("messaging_groups", {"id": "mg-1", "platform_id": "telegram:1", "name": "Home"}),
    ("messaging_group_agents", {"id": "w-1", "messaging_group_id": "mg-1", "agent_group_id": "ag-1"}),
    ("users", {"id": "telegram:1", "display_name": "Gabi"}),
    ("user_roles", {"user_id": "telegram:1", "role": "owner"}),
    ("agent_destinations", {"agent_group_id": "ag-1", "local_name": "home", "target_id": "mg-1"}),
    ("container_configs", {"agent_group_id": "ag-1"}),
    ("container_configs", {"agent_group_id": "ag-2"}),
    ("sessions", {"id": SESSION, "messaging_group_id": "mg-1", "container_status": "running"}),
)
INBOUND: tuple[Statement, ...] = (
    ("messages_in", {"id": "in-1", "seq": 2, "series_id": "in-1"}),
    ("delivered", {"message_out_id": "out-1"}),
    ("destinations", {"name": "home"}),
    ("session_routing", {"id": 1, "channel_type": "telegram", "platform_id": "telegram:1"}),
)
OUTBOUND: tuple[Statement, ...] = (
    ("messages_out", {"id": "out-1", "seq": 3, "in_reply_to": "in-1"}),
    ("processing_ack", {"message_id": "in-1"}),
)


def _applied(shape: str) -> tuple[Statement, ...]:
    steps = [s for s in load_docs("nanoclaw").migrations if shape == "real" or s.level is None or s.level <= 19]
    return tuple(
        ("schema_version", {"version": i, "name": step.name, "applied": "2026-05-01T00:00:00Z"})
        for i, step in enumerate(steps, 1)
    )


@pytest.fixture
def make_install(tmp_path: Path) -> Callable[..., Install]:
    """Make a sound install, of either shipped schema."""

    def make(shape: str = "real", name: str = "claw") -> Install:
        made = Install(tmp_path / name / "data", shape)
        made.add_session()
        execute(made.central_file, resources.text("schemas", f"nanoclaw-central.{shape}.sql"), *_applied(shape))
        made.run(CENTRAL, INBOUND, OUTBOUND)
        made.heartbeat(10)
        return made

    return make


@pytest.fixture
def install(make_install: Callable[..., Install]) -> Install:
    """A sound install of the newest schema."""
    return make_install()
