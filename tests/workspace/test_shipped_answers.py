"""What important shipped questions answer on real files is what plain Python makes of the same rows."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from inspector.clock import Clock, parse_as_of
from inspector.errors import InvalidInput
from inspector.workspace.answers.ask_sources import ask_query, find_query
from inspector.workspace.opening.open_source import open_source
from inspector.workspace.source import Source

NOW = datetime(2026, 6, 21, 9, 5, tzinfo=UTC)
CLOCK = Clock(parse_as_of("2026-06-21T09:05:00Z"))
ENDED = {"done", "cancelled", "resolved", "completed", "reached", "abandoned"}
Row = dict[str, Any]
Opened = Callable[[str], Source]

pytestmark = pytest.mark.usefixtures("real_data")


@pytest.fixture(scope="module")
def opened(_real_root: Path) -> Iterator[Opened]:
    sources: dict[str, Source] = {}

    def open_one(name: str) -> Source:
        if name not in sources:
            sources[name] = open_source(str(_real_root / name))
        return sources[name]

    yield open_one
    for source in sources.values():
        source.close()


def ask(source: Source, id: str, **given: str) -> list[tuple[str, Row]]:
    """The rows of all sources, each with the path of its own."""
    answer = ask_query(source, find_query(source, id), given, CLOCK)
    return [
        (part.source.path, dict(zip(part.rows.names, row, strict=True)))
        for part in answer.answers
        for row in part.rows.rows
    ]


def rows(source: Source, sql: str) -> list[Row]:
    assert source.database is not None
    found = source.database.read(lambda reader: reader.rows(sql))
    return [dict(zip(found.names, row, strict=True)) for row in found]


def instant(text: object) -> datetime | None:
    """A time as the two forms in these files have it."""
    try:
        moment = datetime.fromisoformat(str(text))
    except ValueError:
        return None
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment


def pairs(install: Source) -> list[Source]:
    return [part for part in install.walk() if part.kind == "pair" and part.database is not None]


@pytest.mark.parametrize("name", ["nanoclaw/install", "nanoclaw/install-newest"])
def test_what_did_not_arrive_is_told_over_all_sessions(opened: Opened, name: str) -> None:
    wanted = set()
    for pair in pairs(opened(name)):
        became = {row["message_out_id"]: row["status"] for row in rows(pair, "SELECT * FROM delivered")}
        for row in rows(pair, "SELECT * FROM messages_out"):
            held = instant(row["deliver_after"])
            if became.get(row["id"]) in ("failed", "refused"):
                wanted.add((pair.path, row["id"], became[row["id"]]))
            elif row["id"] not in became and (row["deliver_after"] is None or (held is not None and held <= NOW)):
                wanted.add((pair.path, row["id"], "undelivered"))
    told = {(path, row["id"], row["verdict"]) for path, row in ask(opened(name), "failed-and-undelivered")}
    assert told == wanted
    assert {"undelivered", "failed"} <= {verdict for _, _, verdict in told}


@pytest.mark.parametrize("name", ["nanoclaw/install", "nanoclaw/install-newest"])
def test_what_is_stuck_and_due_is_told_over_all_sessions(opened: Opened, name: str) -> None:
    wanted = {}
    for pair in pairs(opened(name)):
        claims = {row["message_id"]: row for row in rows(pair, "SELECT * FROM processing_ack")}
        for row in rows(pair, "SELECT * FROM messages_in WHERE status = 'pending' AND trigger = 1"):
            claim, planned = claims.get(row["id"]), instant(row["process_after"])
            if planned is not None and planned > NOW:
                continue
            if claim is None:
                wanted[row["id"]] = "due for a fresh container" if row.get("on_wake") else "due"
            elif claim["status"] == "processing":
                since = instant(claim["status_changed"])
                old = since is not None and NOW - since > timedelta(seconds=60)
                wanted[row["id"]] = "claimed, perhaps stuck" if old else "claimed"
    told = {row["id"]: row["state"] for _, row in ask(opened(name), "due")}
    assert {id: state.replace(", tried before", "") for id, state in told.items()} == wanted
    assert {"due", "claimed, perhaps stuck"} <= set(told.values())


def test_messages_are_counted_by_day_and_by_session(opened: Opened) -> None:
    install = opened("nanoclaw/install-newest")
    days: Counter[tuple[str, str, str]] = Counter()
    totals = {}
    for pair in pairs(install):
        both = {"in": rows(pair, "SELECT * FROM messages_in"), "out": rows(pair, "SELECT * FROM messages_out")}
        for way, found in both.items():
            days.update(
                (pair.path, moment.date().isoformat(), way) for r in found if (moment := instant(r["timestamp"]))
            )
        times = [moment for row in both["in"] if (moment := instant(row["timestamp"])) is not None]
        last = max(times).strftime("%Y-%m-%dT%H:%M:%SZ") if times else None
        totals[pair.path] = (len(both["in"]), len(both["out"]), last)
    told = {(path, row["day"], row["way"]): row["messages"] for path, row in ask(install, "messages-by-day")}
    assert told == dict(days)
    by_session = ask(install, "message-counts-by-session")
    assert {path: (row["messages_in"], row["messages_out"], row["last_in"]) for path, row in by_session} == totals


@pytest.mark.parametrize("name", ["small", "wal-live", "v4"])
def test_the_work_that_can_begin_is_what_waits_for_nothing_open(opened: Opened, name: str) -> None:
    graph = opened(f"state-memory/{name}/graph.db")
    nodes = {row["id"]: row for row in rows(graph, "SELECT id, type, status, created_at FROM nodes")}
    waits: defaultdict[str, set[str]] = defaultdict(set)
    for edge in rows(graph, "SELECT source_id, target_id, type FROM edges"):
        ends = (edge["source_id"], edge["target_id"])
        if edge["type"] in ("depends_on", "blocks", "child_of") and ends[0] != ends[1]:
            waiting, awaited = ends if edge["type"] == "depends_on" else ends[::-1]
            waits[waiting].add(awaited)
    closed = {"done", "cancelled", "resolved"}
    able = {
        id
        for id, node in nodes.items()
        if node["type"] == "task"
        and node["status"] in ("pending", "in_progress")
        and not any(
            nodes[other]["type"] in ("task", "blocker") and nodes[other]["status"].lower() not in closed
            for other in waits[id]
            if other in nodes
        )
    }
    held = {
        id: sum(id in awaited and nodes[other]["status"].lower() not in ENDED for other, awaited in waits.items())
        for id in able
    }
    told = [row for _, row in ask(graph, "work-queue")]
    assert {row["id"]: row["holds_up"] for row in told} == held
    order = [(-row["holds_up"], row["created_at"]) for row in told]
    assert order == sorted(order)


def test_nodes_without_edges_and_tasks_without_decisions(opened: Opened) -> None:
    graph = opened("state-memory/small/graph.db")
    nodes = {row["id"]: row for row in rows(graph, "SELECT * FROM nodes")}
    ends: defaultdict[str, set[str]] = defaultdict(set)
    for edge in rows(graph, "SELECT source_id, target_id FROM edges"):
        ends[edge["source_id"]].add(edge["target_id"])
        ends[edge["target_id"]].add(edge["source_id"])
    alone = {id for id, node in nodes.items() if not ends[id] and node["type"] != "observation"}
    assert {row["id"] for _, row in ask(graph, "orphans")} == alone != set()
    undecided = {
        id
        for id, node in nodes.items()
        if node["type"] == "task" and node["status"] == "done"
        if not any(nodes[other]["type"] == "decision" for other in ends[id] if other in nodes)
    }
    assert {row["id"] for _, row in ask(graph, "done-without-decision")} == undecided != set()
    events = Counter(row["timestamp"][:10] for row in rows(graph, "SELECT timestamp FROM events"))
    told: Counter[str] = Counter()
    for _, row in ask(graph, "events-by-day"):
        told[row["day"]] += row["events"]
    assert told == events


@pytest.mark.parametrize("name", ["small", "v3", "hybrid"])
def test_every_tool_call_is_counted_that_json_holds(opened: Opened, name: str) -> None:
    file = opened(f"nehanda/{name}/ona-session.db")
    calls: Counter[str] = Counter()
    entries = Counter()
    for row in rows(file, "SELECT entry_type, payload_json, created_at FROM transcript_entries"):
        entries[row["created_at"][:10]] += 1
        try:
            content = json.loads(row["payload_json"]).get("content")
        except (ValueError, AttributeError):
            continue
        if row["entry_type"] == "assistant" and isinstance(content, list):
            blocks = [block for block in content if isinstance(block, dict) and block.get("type") == "tool_use"]
            calls.update(block["name"] for block in blocks)
    assert {row["tool"]: row["calls"] for _, row in ask(file, "tool-use-by-tool")} == calls
    assert len(ask(file, "tool-calls-in-full", rows="100000")) == calls.total()
    assert len(ask(file, "permission-audit-of-all-calls", rows="100000")) == calls.total()
    told: Counter[str] = Counter()
    for _, row in ask(file, "turns-by-day"):
        told[row["day"]] += row["entries"]
    assert told == entries


def test_any_file_is_measured_as_it_is(opened: Opened) -> None:
    file = opened("nehanda/small/ona-session.db")
    entries = rows(file, "SELECT rowid AS number, * FROM transcript_entries")
    (pages,) = rows(file, "SELECT (SELECT * FROM pragma_page_count) - (SELECT * FROM pragma_freelist_count) AS n")
    (size,) = rows(file, "SELECT page_size AS n FROM pragma_page_size")
    sizes = [row for _, row in ask(file, "sizes")]
    assert sum(row["bytes"] for row in sizes) == pages["n"] * size["n"]
    assert sum(row["pages"] for row in sizes) == pages["n"]
    counts = {row["table_name"]: row["rows"] for _, row in ask(file, "rows-by-table")}
    assert counts["transcript_entries"] == len(entries)
    nulls = {row["column_name"]: row["nulls"] for _, row in ask(file, "null-share", t="transcript_entries")}
    assert nulls == {name: sum(row[name] is None for row in entries) for name in entries[0] if name != "number"}
    of_types = Counter(row["entry_type"] for row in entries)
    found = {row["value"]: row["rows"] for _, row in ask(file, "duplicates", c="transcript_entries.entry_type")}
    assert found == {value: times for value, times in of_types.items() if times > 1}
    days = {row["day"]: row["rows"] for _, row in ask(file, "rows-by-day", c="transcript_entries.created_at")}
    assert days == Counter(row["created_at"][:10] for row in entries)
    largest = [row for _, row in ask(file, "largest-rows", t="transcript_entries", rows="3")]
    lengths = {
        row["number"]: sum(
            len(str(cell).encode()) for name, cell in row.items() if name != "number" and cell is not None
        )
        for row in entries
    }
    assert [row["bytes"] for row in largest] == sorted(lengths.values(), reverse=True)[:3]
    memories = rows(file, "SELECT created_at FROM memories")
    seconds = [row["created_at"] / 1000 if row["created_at"] > 1e11 else row["created_at"] for row in memories]
    ranges = {(row["table_name"], row["column_name"]): row for _, row in ask(file, "time-range")}
    told = ranges["memories", "created_at"]
    assert (told["first"], told["last"], told["times"], told["no_times"]) == (
        datetime.fromtimestamp(min(seconds), UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        datetime.fromtimestamp(max(seconds), UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        len(memories),
        0,
    )


def test_a_pair_is_asked_for_the_tables_of_both_its_files_and_not_the_central_one(opened: Opened) -> None:
    install = opened("nanoclaw/install-newest")
    names = {row["name"] for path, row in ask(install, "tables-and-indexes") if path == pairs(install)[0].path}
    assert {"messages_in", "messages_out", "delivered"} <= names
    assert "agent_groups" not in names
    days = ask(install, "rows-by-day", c="messages_out.timestamp")
    assert {path for path, _ in days} < {pair.path for pair in pairs(install)}
    with pytest.raises(InvalidInput, match="has no column"):
        ask(install, "rows-by-day", c="nothing.timestamp")
