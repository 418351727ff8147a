"""Which timelines sources offer, and what stands on them: state graphs, agents, pairs, installs, any table."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import apsw
import pytest

from inspector.cancel import CancelToken
from inspector.clock import Clock
from inspector.errors import InvalidInput, KnownError
from inspector.sample import make_sample
from inspector.timeline.entry import Link
from inspector.timeline.merging import merged
from inspector.workspace.opening.open_source import open_source
from inspector.workspace.source import Source
from inspector.workspace.timelines.read_timeline import offered_timelines, read_timeline, read_whole

CLOCK = Clock(datetime(2026, 5, 20, 12, 0, tzinfo=UTC))


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("timelines") / "sample"
    make_sample(folder, as_of=CLOCK.now())
    return folder


def made(path: Path, *statements: str) -> Path:
    connection = apsw.Connection(str(path))
    for statement in ("PRAGMA synchronous = OFF", *statements):
        connection.execute(statement).fetchall()
    connection.close()
    return path


def count(source: Source, sql: str) -> int:
    assert source.database is not None
    found = source.database.read(lambda reader: reader.value(sql), CancelToken())
    assert isinstance(found, int)
    return found


def test_the_ledger_has_every_event_session_snapshot_and_note(sample: Path) -> None:
    source = open_source(str(next(sample.rglob("graph.db"))))
    found = read_timeline(source, "", CLOCK, CancelToken())
    assert found.chosen.source.id == "ledger"
    tables = ("events", "sessions", "snapshots", "blackboard")
    assert len(found.timeline) == sum(count(source, f"SELECT count(*) FROM {table}") for table in tables)
    undone = found.timeline.flagged("undone").sum()
    assert undone == count(source, "SELECT count(*) FROM events WHERE json_extract(metadata, '$.undone')")
    updated = next(place for place, one in enumerate(found.timeline) if one.kind == "node_updated" and "→" in one.text)
    (whole,) = read_whole(source, found.chosen, found.timeline, (updated,), CLOCK, CancelToken()).values()
    assert " → " in whole
    source.close()


def test_what_an_agent_did_is_transcript_hooks_permissions_events_and_plans(sample: Path) -> None:
    source = open_source(str(sample / "nehanda" / "ona-session.db"))
    found = read_timeline(source, "work", CLOCK, CancelToken()).timeline
    tables = ("transcript_entries", "hook_invocations", "tool_permission_log", "events", "plans")
    for lane, table in zip(("transcript", "hooks", "permissions", "phases and events", "plans"), tables, strict=True):
        assert sum(one.lane == lane for one in found) == count(source, f"SELECT count(*) FROM {table}"), lane
    hooks = [one for one in found if one.lane == "hooks"]
    assert {one.status for one in hooks} >= {"ok", "failed"}
    assert all(("error" in one.flags) == (one.status in ("failed", "blocked", "killed")) for one in hooks)
    source.close()


def test_an_install_is_the_messages_of_all_its_sessions(sample: Path) -> None:
    source = open_source(str(sample / "nanoclaw"))
    found = read_timeline(source, "", CLOCK, CancelToken())
    assert found.chosen.below
    pairs = [one for one in source.walk() if one is not source and one.database is not None]
    sizes = [len(read_timeline(one, "messages", CLOCK, CancelToken()).timeline) for one in pairs]
    assert len(found.timeline) == sum(sizes) > 0
    paths = {one.link.path for one in found.timeline if one.link is not None}
    assert paths == {one.path for one, size in zip(pairs, sizes, strict=True) if size}
    moments = [one.instant.moment for one in found.timeline if one.instant is not None]
    assert moments == sorted(moments)
    source.close()


def test_messages_of_a_pair_say_what_is_due_pending_and_failed(tmp_path: Path) -> None:
    folder = tmp_path / "pair"
    folder.mkdir()
    made(
        folder / "inbound.db",
        "CREATE TABLE messages_in (id TEXT PRIMARY KEY, seq INTEGER, kind, timestamp, status, process_after, tries, "
        "trigger INTEGER DEFAULT 1, content, recurrence, series_id, platform_id, channel_type, thread_id)",
        "CREATE TABLE delivered (message_out_id TEXT PRIMARY KEY, platform_message_id, status, delivered_at)",
        "INSERT INTO messages_in (id, seq, kind, timestamp, status, process_after, content, trigger) VALUES "
        "('a', 2, 'chat', '2026-05-19T10:00:00.000Z', 'pending', NULL, '{\"text\":\"hello\"}', 1), "
        "('b', 4, 'chat', '2026-05-19T10:00:05.000Z', 'pending', '2026-06-01T00:00:00Z', '{\"text\":\"later\"}', 1), "
        "('c', 6, 'chat', '2026-05-19T10:00:06.000Z', 'pending', NULL, '{\"text\":\"aside\"}', 0), "
        "('d', 8, 'chat', '2026-05-19T10:00:07.000Z', 'pending', NULL, '{\"text\":\"lost\"}', 1)",
        "INSERT INTO delivered VALUES ('x', NULL, 'failed', '2026-05-19 10:00:10')",
    )
    made(
        folder / "outbound.db",
        "CREATE TABLE messages_out (id TEXT PRIMARY KEY, seq INTEGER, in_reply_to, timestamp, deliver_after, "
        "recurrence, kind, platform_id, channel_type, thread_id, content)",
        "CREATE TABLE processing_ack (message_id TEXT PRIMARY KEY, status, status_changed)",
        "INSERT INTO messages_out (id, seq, kind, timestamp, content) VALUES "
        "('x', 3, 'chat', '2026-05-19 10:00:08', '{\"text\":\"one\"}'), "
        "('y', 5, 'chat', '2026-05-19 10:00:09', '{\"text\":\"two\"}')",
        "INSERT INTO processing_ack VALUES ('d', 'failed', '2026-05-19 10:00:08')",
    )
    source = open_source(str(folder))
    found = read_timeline(source, "messages", CLOCK, CancelToken()).timeline
    told = [(one.lane, one.title, one.status, one.flags) for one in found]
    assert told == [
        ("in", "in 2: chat", "pending", ("due",)),
        ("in", "in 4: chat", "pending", ("pending",)),
        ("in", "in 6: chat", "pending", ("context",)),
        ("in", "in 8: chat", "failed", ("error",)),
        ("claims", "claim: failed", "failed", ("error",)),
        ("out", "out 3: chat", "", ()),
        ("out", "out 5: chat", "not delivered", ("pending",)),
        ("deliveries", "delivery: failed", "failed", ("error",)),
    ]
    source.close()


def test_any_table_with_times_is_a_timeline(tmp_path: Path) -> None:
    path = made(
        tmp_path / "any.db",
        "CREATE TABLE job (id INTEGER PRIMARY KEY, created_at, ended_at, state, user, name, secret_key)",
        "CREATE TABLE plain (id, name)",
        "CREATE TABLE short (word TEXT PRIMARY KEY, at) WITHOUT ROWID",
        "INSERT INTO job VALUES (1, 1779184900000, NULL, 'done', 'mara', 'build', 'hush-hush-hush'), "
        "(2, '2026-05-19', NULL, 'failed', 'ada', 'test', NULL), (3, 'never', NULL, NULL, NULL, NULL, NULL)",
        "INSERT INTO short VALUES ('a', '2026-05-19')",
    )
    source = open_source(str(path))
    offered = offered_timelines(source, CancelToken())
    assert [one.source.id for one in offered] == ["rows:job:created_at", "rows:job:ended_at", "rows:short:at"]
    found = read_timeline(source, "", CLOCK, CancelToken()).timeline
    # what has no readable time stands behind the row before it
    assert [one.title for one in found] == ["test", "3", "build"]
    assert {one.lane for one in found} == {"mara", "ada", ""}
    assert all("hush" not in one.text for one in found)
    by_table = read_timeline(source, "", CLOCK, CancelToken(), table="short")
    assert by_table.chosen.source.id == "rows:short:at"
    (one,) = by_table.timeline
    assert one.link is not None
    assert one.link.ref is not None
    assert one.link.ref.key == ("a",)
    assert by_table.timeline.find(Link(source.path, one.link.ref)) == 0
    source.close()


def test_what_cannot_be_had_is_said(tmp_path: Path) -> None:
    source = open_source(str(made(tmp_path / "none.db", "CREATE TABLE plain (id, name)")))
    with pytest.raises(KnownError, match="has a time"):
        read_timeline(source, "", CLOCK, CancelToken())
    source.close()
    source = open_source(str(made(tmp_path / "one.db", "CREATE TABLE log (at, name)")))
    with pytest.raises(InvalidInput, match="no timeline “ledger”"):
        read_timeline(source, "ledger", CLOCK, CancelToken())
    source.close()


def test_a_broken_half_is_left_out_and_said(real_copy: Callable[[str], Path]) -> None:
    source = open_source(str(real_copy("nanoclaw/install-broken")))
    found = read_timeline(source, "messages", CLOCK, CancelToken()).timeline
    assert len(found) > 0
    source.close()


def test_real_files_of_every_version_have_a_timeline(real_copy: Callable[[str], Path]) -> None:
    for name in ("state-memory/v1", "state-memory/v4", "nehanda/v3", "nehanda/hybrid", "nanoclaw/legacy-pair"):
        for source in open_source(str(real_copy(name))).walk():
            if source.database is not None:
                found = read_timeline(source, "", CLOCK, CancelToken())
                assert len(found.timeline) > 0, name
                assert merged([found.timeline, found.timeline]).there_are == 2 * found.timeline.there_are
