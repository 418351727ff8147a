"""Which moment is meant, and what stands at it: a time, an event, a snapshot, or the tables as they are now?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from inspector.db.catalog import Catalog
from inspector.db.needs import needs
from inspector.db.reader import Reader
from inspector.db.values import Value
from inspector.errors import InvalidInput, UnsupportedSchema
from inspector.families.state_memory.ledger.frames import Frames, full_states, world_at
from inspector.families.state_memory.ledger.states import state_of
from inspector.families.state_memory.ledger.world import State, World, world_of

_JSON = ("metadata", "tags", "properties")
_SNAPSHOTS = needs("snapshots.id", "snapshots.snapshot")
_COLUMNS = {
    "nodes": ("id", "type", "title", "status", "project", "git_branch", "metadata", "tags", "created_at", "updated_at",
              "version"),
    "edges": ("id", "source_id", "target_id", "type", "properties", "project", "git_branch", "created_at",
              "updated_at"),
}  # fmt: skip


@dataclass(frozen=True)
class Side:
    """One moment, with all that can be said of what stands at it."""

    kind: str
    """``ledger``, ``snapshot`` or ``tables``."""
    title: str
    """The moment in words."""
    world: World
    """What stands."""
    states: Mapping[tuple[str, str], State] = field(default_factory=dict)
    """Whole states by (``node`` or ``edge``, id), where no event left them."""
    remarks: tuple[str, ...] = ()
    """What is to be said of it: a snapshot that holds another number of nodes than it says."""

    def full(self, reader: Reader, kind: str, ids: Iterable[str]) -> dict[str, State]:
        """The whole states of some nodes or edges."""
        if self.kind != "ledger":
            return {id: self.states[kind, id] for id in ids}
        standing: Mapping[str, object] = self.world.nodes if kind == "node" else self.world.edges
        events = {id: int(getattr(standing[id], "event", 0)) for id in ids}
        found = full_states(reader, events.values())
        return {id: found.get(event, {}) for id, event in events.items()}


def ledger_side(reader: Reader, frames: Frames, folded: int, title: str = "") -> Side:
    """The moment after so many events."""
    words = title or (f"after event {frames.rows[folded - 1]}" if folded else "before the first event")
    return Side("ledger", words, world_at(reader, frames, folded))


def tables_side(reader: Reader, catalog: Catalog) -> Side:
    """The tables as they are now."""
    states: dict[tuple[str, str], State] = {}
    found = {}
    for table, kind in (("nodes", "node"), ("edges", "edge")):
        known = catalog.table(table)
        names = [name for name in _COLUMNS[table] if known is not None and known.column(name) is not None]
        sql = f"SELECT {', '.join(names)} FROM {table} ORDER BY rowid"
        found[kind] = [(str(row[0]), _row_state(names, row)) for row in reader.rows(sql)]
        states |= {(kind, id): state for id, state in found[kind]}
        reader.cancel.check()
    return Side("tables", "now, in the tables", world_of(found["node"], found["edge"]), states)


def _row_state(names: list[str], row: tuple[Value, ...]) -> State:
    return {name: _cell(name, value) for name, value in zip(names, row, strict=True)}


def _cell(name: str, value: Value) -> object:
    """A cell as the ledger would tell it: JSON as what it means, where it is JSON."""
    if name not in _JSON:
        return value
    if value is None:
        return [] if name == "tags" else {}
    if name != "tags":
        found = state_of(value)
        return value if found is None else found
    if not isinstance(value, str):
        return value
    listed = state_of(f'{{"tags": {value}}}')
    return value if listed is None or len(listed) != 1 else listed["tags"]


def snapshot_side(reader: Reader, catalog: Catalog, id: str) -> Side:
    """What a snapshot keeps; its counts are held against its JSON. Raises InvalidInput, UnsupportedSchema."""
    if not _SNAPSHOTS.met_by(catalog):
        raise UnsupportedSchema("This file keeps no snapshots.")
    table = catalog.table("snapshots")
    told = [name if table and table.column(name) else "NULL" for name in ("created_at", "node_count", "edge_count")]
    row = next(
        iter(reader.rows(f"SELECT {', '.join(told)}, json_valid(snapshot) FROM snapshots WHERE id = ?", (id,))), None
    )
    if row is None:
        raise InvalidInput(f"There is no snapshot “{id}”.", advice="See the table snapshots for those there are.")
    if not row[3]:
        raise InvalidInput(f"Snapshot “{id}” is no JSON: what it kept cannot be read.")
    states: dict[tuple[str, str], State] = {}
    found: dict[str, list[tuple[str, State]]] = {"node": [], "edge": []}
    remarks = []
    for kind, name, stated in (("node", "nodes", row[1]), ("edge", "edges", row[2])):
        sql = f"SELECT j.value FROM snapshots s, json_each(s.snapshot, '$.{name}') j WHERE s.id = ? ORDER BY j.id"
        for (cell,) in reader.rows(sql, (id,)):
            state = dict(state_of(cell) or {})
            if state:
                state |= {key: _cell(key, value) for key, value in state.items() if isinstance(value, str)}
                found[kind].append((str(state.get("id")), state))
        states |= {(kind, one): state for one, state in found[kind]}
        if stated is not None and stated != len(found[kind]):
            remarks.append(f"snapshot {id} says {stated!s} {name}, and holds {len(found[kind])}")
        reader.cancel.check()
    return Side("snapshot", f"snapshot of {row[0]!s}", world_of(found["node"], found["edge"]), states, tuple(remarks))


def snapshot_id(reader: Reader, catalog: Catalog, text: str) -> str:
    """The id of the snapshot that a text names, alone or behind ``snapshot:``; empty where it names none."""
    if text.startswith("snapshot:"):
        return text.removeprefix("snapshot:")
    if not _SNAPSHOTS.met_by(catalog):
        return ""
    return text if reader.value("SELECT 1 FROM snapshots WHERE id = ?", (text,)) else ""
