"""What differs between two moments: what came, what went, what changed, by field?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from inspector.db.reader import Reader
from inspector.families.ledger.difference import ABSENT, Changed, Difference, FieldChange
from inspector.families.state_memory.checks.ledger import COMPARED
from inspector.families.state_memory.ledger.side import Side
from inspector.families.state_memory.ledger.world import Edge, Node, State, World


def field_changes(before: State, after: State, *, alike: bool = True, kind: str = "node") -> tuple[FieldChange, ...]:
    """The fields that differ. Unless both are of the same kind of record (``alike``), only those that records of both
    kinds tell, and no times: they differ by design.
    """
    if alike:
        names = [*before, *(name for name in after if name not in before)]
    else:
        names = [name for name in COMPARED[kind] if name in before and name in after]
    found = ((name, before.get(name, ABSENT), after.get(name, ABSENT)) for name in names)
    return tuple(FieldChange(name, old, new) for name, old, new in found if not _same(old, new))


def _same(old: object, new: object) -> bool:
    return old is new or (old == new and isinstance(old, bool) == isinstance(new, bool))


def difference(reader: Reader, before: Side, after: Side) -> Difference:
    """What differs between two moments; both read in the same read as this."""
    changes = []
    for kind in ("node", "edge"):
        old, new = _standing(before.world, kind), _standing(after.world, kind)
        changes += [_change(kind, id, "added", new[id]) for id in new if id not in old]
        changes += [_change(kind, id, "gone", old[id]) for id in old if id not in new]
        changes += _changed(reader, kind, before, after)
    counts: dict[tuple[str, str], int] = {}
    for one in changes:
        counts[one.kind, one.how] = counts.get((one.kind, one.how), 0) + 1
    return Difference(before.title, after.title, tuple(changes), (*before.remarks, *after.remarks), counts)


def _standing(world: World, kind: str) -> Mapping[str, Node | Edge]:
    return world.nodes if kind == "node" else world.edges


def _change(kind: str, id: str, how: str, one: Node | Edge, fields: tuple[FieldChange, ...] = ()) -> Changed:
    title = one.title if isinstance(one, Node) else f"{one.source} → {one.target}"
    return Changed(kind, id, how, one.type, title, fields)


def _changed(reader: Reader, kind: str, before: Side, after: Side) -> Iterator[Changed]:
    old, new = _standing(before.world, kind), _standing(after.world, kind)
    alike = before.kind == after.kind
    # what the same event left is the same: only the rest is read whole
    in_ledger = alike and before.kind == "ledger"
    maybe = [id for id in new if id in old and not (in_ledger and old[id].event == new[id].event)]
    was, now = before.full(reader, kind, maybe), after.full(reader, kind, maybe)
    for place, id in enumerate(maybe):
        if place % 1_000 == 0:
            reader.cancel.check()
        fields = field_changes(was[id], now[id], alike=alike, kind=kind)
        if fields:
            yield _change(kind, id, "changed", new[id], fields)
