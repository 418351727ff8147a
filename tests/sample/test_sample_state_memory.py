"""The sample graph.db: its ledger, its chain, its index, and what a person is to find in it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import apsw
import pytest

from inspector.sample import SampleWorld, make_graph_db
from inspector.sample.moments import iso

REPLAYED = "SELECT entity_type, entity_id, after_state FROM events WHERE json_extract(metadata, '$.undone') IS NULL"


def folded(read: Callable, path: Path) -> dict[str, dict[str, Any]]:
    """Nodes and edges as the ledger tells them, undone events left out."""
    stand: dict[str, dict[str, Any]] = {"node": {}, "edge": {}}
    for kind, id, after in read(path, f"{REPLAYED} ORDER BY rowid"):
        if after is None:
            stand[kind].pop(id)
        else:
            stand[kind][id] = json.loads(after)
    return stand


def test_the_ledger_agrees_with_the_tables_but_for_planted_drift(world: SampleWorld, read: Callable) -> None:
    path = world.graphs[0]
    told = folded(read, path)
    nodes = dict(read(path, "SELECT id, title || '|' || status FROM nodes"))
    in_ledger = {id: f"{node['title']}|{node['status']}" for id, node in told["node"].items()}
    assert len(nodes.keys() - in_ledger.keys()) == 1  # imported without an event
    assert len(in_ledger.keys() - nodes.keys()) == 1  # pruned without an event
    changed = [id for id in nodes.keys() & in_ledger.keys() if nodes[id] != in_ledger[id]]
    assert 1 <= len(changed) <= 3
    edges = {id for (id,) in read(path, "SELECT id FROM edges")}
    assert len(edges ^ told["edge"].keys()) == 1


def test_the_second_project_has_no_drift(world: SampleWorld, read: Callable) -> None:
    told = folded(read, world.graphs[1])
    assert {id for (id,) in read(world.graphs[1], "SELECT id FROM nodes")} == told["node"].keys()
    assert {id for (id,) in read(world.graphs[1], "SELECT id FROM edges")} == told["edge"].keys()


def broken_links(read: Callable, path: Path) -> list[int]:
    previous, broken = "0" * 64, []
    columns = "rowid, id, event_type, entity_id, after_state, timestamp, hash, prev_hash"
    for rowid, id, kind, entity, after, when, own, before in read(path, f"SELECT {columns} FROM events ORDER BY rowid"):
        link = f"{previous}|{id}|{kind}|{entity}|{after or ''}|{when}".encode()
        if before != previous or own != hashlib.sha256(link).hexdigest():
            broken.append(rowid)
        previous = own
    return broken


def test_the_audit_chain_holds_and_breaks_only_where_it_was_edited(real_world: SampleWorld, read: Callable) -> None:
    assert broken_links(read, real_world.graphs[0]) == []
    assert len(broken_links(read, real_world.graphs[1])) == 1


def test_events_come_in_the_order_of_time(world: SampleWorld, read: Callable) -> None:
    times = [when for (when,) in read(world.graphs[0], "SELECT timestamp FROM events ORDER BY rowid")]
    assert times == sorted(times)
    assert max(times) <= iso(world.as_of)


def test_the_documented_index_is_in_step_and_the_real_one_has_drifted(
    real_world: SampleWorld, documented_world: SampleWorld, tmp_path: Path
) -> None:
    def in_step(path: Path, name: str) -> bool:
        copy = tmp_path / name
        copy.write_bytes(path.read_bytes())
        connection = apsw.Connection(str(copy))
        try:
            connection.execute("INSERT INTO nodes_fts(nodes_fts, rank) VALUES('integrity-check', 1)")
        except apsw.CorruptError:
            return False
        finally:
            connection.close()
        return True

    assert in_step(documented_world.graphs[0], "documented.db")
    assert not in_step(real_world.graphs[0], "real.db")


def test_the_real_index_misses_nodes_and_remembers_ghosts(real_world: SampleWorld, read: Callable) -> None:
    path = real_world.graphs[0]
    ghosts = read(
        path, "SELECT rowid FROM nodes_fts WHERE nodes_fts MATCH 'train' AND rowid NOT IN (SELECT rowid FROM nodes)"
    )
    assert ghosts
    assert read(path, "SELECT count(*) FROM nodes_fts WHERE nodes_fts MATCH 'reworded'") == [(0,)]
    assert read(path, "SELECT count(*) FROM nodes WHERE title LIKE '%reworded%'") == [(1,)]


WAITS = """
WITH RECURSIVE waits(node, needs) AS (
  SELECT source_id, target_id FROM edges WHERE type = 'depends_on'
  UNION SELECT target_id, source_id FROM edges WHERE type IN ('blocks', 'child_of')
), chain(id, depth) AS (
  SELECT id, 0 FROM nodes WHERE title LIKE 'M3%'
  UNION SELECT waits.needs, chain.depth + 1 FROM chain JOIN waits ON waits.node = chain.id WHERE chain.depth < 9
)
SELECT nodes.type, nodes.status, max(chain.depth) FROM chain JOIN nodes USING (id)
WHERE nodes.status NOT IN ('done', 'cancelled', 'resolved') GROUP BY nodes.id
"""

FINDINGS = {
    "accepted decisions that contradict": "SELECT 1 FROM edges e JOIN nodes a ON a.id = source_id JOIN nodes b ON"
    " b.id = target_id WHERE e.type = 'contradicts' AND a.status = 'accepted' AND b.status = 'accepted'",
    "a done task with an active blocker": "SELECT 1 FROM edges e JOIN nodes b ON b.id = source_id JOIN nodes t ON"
    " t.id = target_id WHERE e.type = 'blocks' AND b.status = 'active' AND t.status = 'done'",
    "a done task that depends on an open one": "SELECT 1 FROM edges e JOIN nodes t ON t.id = source_id JOIN nodes d"
    " ON d.id = target_id WHERE e.type = 'depends_on' AND t.status = 'done' AND d.status = 'in_progress'",
    "an edge from a node to itself": "SELECT 1 FROM edges WHERE source_id = target_id",
    "two nodes that point at each other": "SELECT 1 FROM edges a JOIN edges b ON a.source_id = b.target_id AND"
    " a.target_id = b.source_id AND a.id < b.id",
    "a circle of three": "SELECT 1 FROM edges a JOIN edges b ON b.source_id = a.target_id JOIN edges c ON"
    " c.source_id = b.target_id AND c.target_id = a.source_id WHERE a.source_id NOT IN (b.source_id, c.source_id)",
    "work begun long ago": "SELECT 1 FROM nodes WHERE status = 'in_progress' AND updated_at < '2026-05-20'",
    "isolated nodes": "SELECT 1 FROM nodes WHERE id NOT IN (SELECT source_id FROM edges"
    " UNION SELECT target_id FROM edges)",
    "a second branch": "SELECT 1 FROM nodes WHERE git_branch <> 'main'",
    "undone events": "SELECT 1 FROM events WHERE json_extract(metadata, '$.undone')",
    "deleted nodes": "SELECT 1 FROM events WHERE event_type = 'node_deleted'",
    "expired messages": "SELECT 1 FROM blackboard WHERE expires_at < '2026-06-01T12:00:00'",
    "messages that still hold": "SELECT 1 FROM blackboard WHERE expires_at > '2026-06-01T12:00:00'",
    "an open session": "SELECT 1 FROM sessions WHERE ended_at IS NULL",
    "a snapshot that miscounts": "SELECT 1 FROM snapshots WHERE edge_count <> json_array_length(snapshot, '$.edges')",
    "snapshots that count right": "SELECT 1 FROM snapshots WHERE node_count = json_array_length(snapshot, '$.nodes')",
    "a status of one's own": "SELECT 1 FROM nodes WHERE status LIKE 'waiting for%'",
    "a time in another form": "SELECT 1 FROM nodes WHERE updated_at NOT LIKE '%T%'",
    "a long title": "SELECT 1 FROM nodes WHERE length(title) > 300",
    "letters of other scripts": "SELECT 1 FROM nodes WHERE title LIKE '%日本語%'",
    "a milestone with nothing in it": "SELECT 1 FROM nodes WHERE type = 'milestone' AND id NOT IN (SELECT target_id"
    " FROM edges WHERE type IN ('part_of', 'child_of'))",
}


def test_the_blocked_milestone_waits_through_a_chain(world: SampleWorld, read: Callable) -> None:
    waiting = read(world.graphs[0], WAITS)
    assert ("blocker", "active") in {row[:2] for row in waiting}
    assert max(row[2] for row in waiting) >= 4


@pytest.mark.parametrize("what", sorted(FINDINGS))
def test_there_is_something_to_find(world: SampleWorld, read: Callable, what: str) -> None:
    assert read(world.graphs[0], FINDINGS[what])


def test_the_documented_shape_knows_only_documented_types(documented_world: SampleWorld, read: Callable) -> None:
    for path in documented_world.graphs:
        assert len(read(path, "SELECT DISTINCT type FROM nodes")) <= 7
        assert ("extends",) not in read(path, "SELECT DISTINCT type FROM edges")


def test_the_real_shape_knows_every_type_that_was_seen(real_world: SampleWorld, read: Callable) -> None:
    assert len(read(real_world.graphs[0], "SELECT DISTINCT type FROM nodes")) == 12
    assert len(read(real_world.graphs[0], "SELECT DISTINCT type FROM edges")) == 21


def test_a_filled_graph_has_exactly_as_many_nodes_and_edges(tmp_path: Path, as_of: datetime, read: Callable) -> None:
    path = make_graph_db(tmp_path / "graph.db", nodes=3_000, edges=7_000, as_of=as_of)
    assert read(path, "SELECT (SELECT count(*) FROM nodes), (SELECT count(*) FROM edges)") == [(3_000, 7_000)]
    assert read(path, "PRAGMA foreign_key_check") == []
    assert broken_links(read, path) == []
    assert len(folded(read, path)["node"]) == 3_000


def test_a_filled_graph_without_a_ledger_is_told_by_no_events(tmp_path: Path, as_of: datetime, read: Callable) -> None:
    path = make_graph_db(tmp_path / "graph.db", nodes=500, log_bulk=False, as_of=as_of)
    assert read(path, "SELECT count(*) < 400 FROM events") == [(1,)]
