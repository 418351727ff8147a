"""How a played ledger becomes a graph.db, in the documented shape or in the newest real one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from inspector.sample.chance import DEFAULT_SEED, Chance
from inspector.sample.making import Making, Shape, Writer, compact, database, schema
from inspector.sample.moments import Moments, iso
from inspector.sample.state_memory.bulk import Bulk, bulk
from inspector.sample.state_memory.ledger import GENESIS, Event, Ledger, event_hash
from inspector.sample.state_memory.paper_trail import PAPER_TRAIL
from inspector.sample.state_memory.story import Story, Talk, Visit, play


@dataclass(frozen=True)
class _Session:
    """One row of sessions."""

    id: str
    """ULID."""
    visit: Visit
    """What is known of it."""
    start: datetime
    """When it began."""
    end: datetime | None
    """When it ended."""


def make_graph_db(
    path: Path,
    *,
    shape: Shape = "real",
    story: Story = PAPER_TRAIL,
    nodes: int = 0,
    edges: int | None = None,
    log_bulk: bool = True,
    edited_event: bool = False,
    as_of: datetime | None = None,
    seed: int = DEFAULT_SEED,
    making: Making | None = None,
) -> Path:
    """Write a graph.db that tells ``story``, filled up to ``nodes`` nodes and ``edges`` edges (default: twice that).

    ``log_bulk``: the filling has events too; ``edited_event``: one event is changed after it was hashed, so that the
    audit chain breaks there (real shape only).
    """
    making = making or Making()
    moments = Moments(as_of)
    chance = Chance(seed, f"graph/{story.project}")
    sessions = _sessions(story, moments, chance)
    ledger = Ledger(story.project, chance, lambda at: _session_at(sessions, at, chance))
    making.say(f"Project {story.project}: playing its history")
    snapshots = play(story, ledger, moments, documented=shape == "documented")
    wanted = nodes * 2 if edges is None else edges
    filling = bulk(ledger, moments, max(0, nodes - len(ledger.nodes)), max(0, wanted - len(ledger.edges)), making)
    with database(path, schema("state-memory", shape), making, wal=True) as writer:
        making.say(f"Project {story.project}: writing {len(ledger.nodes) + len(filling.nodes)} nodes")
        _write_meta(writer, shape, moments, chance)
        writer.rows("sessions", "id,agent_id,project,started_at,ended_at,metadata", _session_rows(story, sessions))
        unindexed = _write_graph(writer, ledger, filling, shape)
        logged = len(ledger.events) + (filling.count if log_bulk else 0)
        making.say(f"Project {story.project}: writing {logged} events")
        _write_events(writer, ledger, filling if log_bulk else None, shape, edited_event)
        _write_snapshots(writer, story, snapshots, sessions, chance)
        _write_blackboard(writer, story, shape, moments, chance)
        if shape == "real":
            _index(writer, unindexed)
    return path


def _sessions(story: Story, moments: Moments, chance: Chance) -> list[_Session]:
    made = []
    for visit in story.visits:
        start = moments.ago(days=visit.days)
        end = None if visit.hours is None else moments.ago(days=visit.days, hours=-visit.hours)
        made.append(_Session(chance.ulid(start), visit, start, end))
    return made


def _session_at(sessions: list[_Session], at: datetime, chance: Chance) -> str | None:
    """The session a change belongs to; a third of them come without one, as from a remote tool."""
    for session in sessions:
        if session.start <= at and (session.end is None or at <= session.end):
            return session.id if chance.random() < 0.7 else None
    return None


def _session_rows(story: Story, sessions: list[_Session]) -> Iterator[tuple[Any, ...]]:
    for session in sessions:
        end = None if session.end is None else iso(session.end)
        yield session.id, session.visit.agent, story.project, iso(session.start), end, compact(session.visit.about)


def _write_meta(writer: Writer, shape: Shape, moments: Moments, chance: Chance) -> None:
    if shape == "real":
        commit = chance.hex(40)
        pairs = [("version", "11"), ("last_git_commit:.", commit), ("last_git_commit", commit)]
        writer.rows("schema_meta", "key,value", pairs)
    else:
        when = iso(moments.ago(days=90))
        rows = [("version", "10", when), ("migrated_from", "9", when), ("integrity", "ok", iso(moments.ago(days=1)))]
        writer.rows("schema_meta", "key,value,updated_at", rows)


def _write_graph(writer: Writer, ledger: Ledger, filling: Bulk, shape: Shape) -> int:
    """Write nodes and edges; answers the rowid of the first node that the program has not indexed."""
    columns = "id,type,title,status,project,git_branch,metadata,tags,created_at,updated_at"
    rows: Iterable[tuple[Any, ...]] = (
        (
            node.id,
            node.type,
            node.title,
            node.status,
            node.project,
            node.branch,
            node.metadata_text(),
            compact(node.tags),
            node.created_at,
            node.updated_at,
            node.version,
        )
        for node in ledger.nodes.values()
    )
    if shape == "real":
        writer.rows("nodes", columns + ",version", rows)
        writer.rows("nodes", columns + ",version", filling.node_rows())
    else:
        writer.rows("nodes", columns, (row[:-1] for row in rows))
        writer.rows("nodes", columns, (row[:-1] for row in filling.node_rows()))
    edges = (
        (e.id, e.source, e.target, e.type, compact(e.properties), e.project, e.branch, e.created_at)
        for e in ledger.edges.values()
    )
    columns = "id,source_id,target_id,type,properties,project,git_branch,created_at"
    writer.rows("edges", columns, edges)
    writer.rows("edges", columns, filling.edge_rows())
    return len(ledger.nodes) - 2


def _write_events(writer: Writer, ledger: Ledger, filling: Bulk | None, shape: Shape, edited: bool) -> None:
    events: Iterable[Event] = ledger.events
    if filling is not None:
        events = _chain(ledger.events, filling.events())
    columns = "id,session_id,event_type,entity_type,entity_id,before_state,after_state,project,timestamp,metadata"
    if shape == "real":
        columns += ",hash,prev_hash"
        changed = len(ledger.events) // 2 if edited else None
        writer.rows("events", columns, _hashed(events, ledger.project, changed))
    else:
        writer.rows("events", columns, (_event_row(event, ledger.project) for event in events))


def _chain(*parts: Iterable[Event]) -> Iterator[Event]:
    for part in parts:
        yield from part


def _event_row(event: Event, project: str) -> tuple[Any, ...]:
    return (
        event.id,
        event.session,
        event.kind,
        event.kind.partition("_")[0],
        event.entity,
        event.before,
        event.after,
        project,
        event.timestamp,
        event.metadata_text(),
    )


def _hashed(events: Iterable[Event], project: str, edited: int | None) -> Iterator[tuple[Any, ...]]:
    previous = GENESIS
    for index, event in enumerate(events):
        own = event_hash(previous, event.id, event.kind, event.entity, event.after, event.timestamp)
        if index == edited and event.after is not None:
            event = replace(event, after=event.after.replace('"project"', '"edited_by":"hand","project"', 1))
        yield (*_event_row(event, project), own, previous)
        previous = own


def _write_snapshots(
    writer: Writer,
    story: Story,
    snapshots: list[tuple[datetime, str, int, int]],
    sessions: list[_Session],
    chance: Chance,
) -> None:
    rows = []
    for index, (at, text, nodes, edges) in enumerate(snapshots):
        session = next((s.id for s in sessions if s.start <= at and (s.end is None or at <= s.end)), None)
        # The second snapshot miscounts its edges: a difference worth finding.
        rows.append((chance.ulid(at), story.project, session, text, nodes, edges + (index == 1), iso(at)))
    writer.rows("snapshots", "id,project,session_id,snapshot,node_count,edge_count,created_at", rows)


def _write_blackboard(writer: Writer, story: Story, shape: Shape, moments: Moments, chance: Chance) -> None:
    def times(talk: Talk) -> tuple[str, str, str | None]:
        at = moments.ago(days=talk.days)
        expires = None if talk.lives_hours is None else iso(moments.ago(days=talk.days, hours=-talk.lives_hours))
        return chance.ulid(at), iso(at), expires

    rows = []
    for talk in story.talks:
        id, created, expires = times(talk)
        rows.append((id, story.project, talk.agent, talk.role, talk.topic, talk.text, created, expires))
    names = "agent_id,agent_role,topic,content" if shape == "real" else "sender_agent_id,sender_role,channel,message"
    writer.rows("blackboard", f"id,project,{names},created_at,expires_at", rows)


def _index(writer: Writer, unindexed: int) -> None:
    """Fill the index as the program does, then let it drift: rows it never saw, a title it remembers, ghosts."""
    add = "INSERT INTO nodes_fts(rowid,title,metadata,tags) VALUES(?,?,?,?)"
    names = "rowid,title,metadata,tags"
    drop = f"INSERT INTO nodes_fts(nodes_fts,{names}) SELECT 'delete',{names} FROM nodes"
    writer.run("INSERT INTO nodes_fts(nodes_fts) VALUES('rebuild')")
    writer.run(f"{drop} WHERE rowid BETWEEN ? AND ? + 2", (unindexed, unindexed))
    writer.run("UPDATE nodes SET title = title || ' (reworded)' WHERE rowid = 5")
    ghosts = [
        (900_000_001, "Train a model on our own receipts", "{}", '["receipts"]'),
        (900_000_002, "Ledger holds 12 accounts nobody uses", "{}", "[]"),
    ]
    writer.many(add, ghosts)
