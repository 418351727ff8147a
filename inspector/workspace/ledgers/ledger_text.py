"""How are differences and chains of a ledger told in a shell: as lines, and as JSON?"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from inspector.families.ledger.chain import Chain
from inspector.families.ledger.difference import ABSENT, Changed, Difference, FieldChange
from inspector.families.ledger.events import LedgerEvent
from inspector.graph.model import Graph
from inspector.redaction import Redactor

SHOWN = 120
"""Characters of a value in a line."""
_MARKS = {"added": "+", "gone": "-", "changed": "~"}


def difference_lines(found: Difference, redactor: Redactor) -> Iterator[str]:
    """The counts, then each node and edge that differs with its fields."""
    yield f"from: {found.before}"
    yield f"to:   {found.after}"
    for kind in ("node", "edge"):
        told = ", ".join(f"{found.counts.get((kind, how), 0):,} {how}" for how in _MARKS)
        yield f"{kind}s: {told}"
    for one in found.changes:
        yield f"{_MARKS[one.how]} {one.kind} {_flat(one.type)} {_flat(one.id)}  {_flat(redactor.text(one.title))}"
        yield from _field_lines(one.fields, redactor)


def _text(name: str, value: object, redactor: Redactor) -> str:
    if value is ABSENT:
        return "(not there)"
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=repr)
    return redactor.cell(text, "nodes", name)


def _flat(text: str) -> str:
    cut = text if len(text) <= SHOWN else text[:SHOWN] + "…"
    return _printable(cut)


def _printable(text: str) -> str:
    """A text that any terminal can print: control characters as escapes."""
    return "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode("ascii") for sign in text)


def event_lines(event: LedgerEvent, redactor: Redactor) -> Iterator[str]:
    """An event with whose it is, then each field that it changed."""
    by = event.by
    whose = f"{_flat(by.agent) or 'unknown agent'}, session {_flat(by.session)}" if by.session else "no session"
    whose += " (inferred from the time)" if by.inferred else ""
    undone = "" if event.undone is None else f"  undone {_flat(event.undone) or 'at an unknown time'}"
    what = f"{_flat(event.event_type)} {_flat(event.entity_type)} {_flat(event.entity_id)}"
    yield f"{event.row}  {_flat(event.time)}  {what}  by {whose}{undone}"
    yield from _field_lines(event.changes, redactor)
    yield from (f"    ! {_flat(fault)}" for fault in event.faults)


def _field_lines(changes: Iterable[FieldChange], redactor: Redactor) -> Iterator[str]:
    for change in changes:
        before, after = (_flat(_text(change.field, value, redactor)) for value in (change.before, change.after))
        yield f"    {_flat(change.field)}: {before} → {after}"


def event_json(event: LedgerEvent, redactor: Redactor) -> dict[str, object]:
    """The same for programs, every value whole."""
    return {
        "row": event.row,
        "id": event.id,
        "event_type": event.event_type,
        "kind": event.entity_type,
        "entity": event.entity_id,
        "project": event.project or None,
        "time": event.time,
        "session": event.by.session or None,
        "agent": event.by.agent or None,
        "inferred": event.by.inferred,
        "undone": event.undone,
        "fields": _fields_json(event.changes, redactor),
        "faults": list(event.faults),
    }


def difference_json(found: Difference, redactor: Redactor) -> dict[str, object]:
    """The same for programs, every value whole."""
    return {
        "from": found.before,
        "to": found.after,
        "counts": {f"{kind}s": {how: found.counts.get((kind, how), 0) for how in _MARKS} for kind in ("node", "edge")},
        "changes": [_change_json(one, redactor) for one in found.changes],
        "remarks": list(found.remarks),
    }


def _change_json(one: Changed, redactor: Redactor) -> dict[str, object]:
    fields = _fields_json(one.fields, redactor)
    told = {"kind": one.kind, "id": one.id, "how": one.how, "type": one.type, "title": redactor.text(one.title)}
    return told | ({"fields": fields} if fields else {})


def _fields_json(changes: Iterable[FieldChange], redactor: Redactor) -> dict[str, object]:
    return {
        change.field: {
            side: _value(change.field, value, redactor)
            for side, value in (("before", change.before), ("after", change.after))
            if value is not ABSENT
        }
        for change in changes
    }


def _value(name: str, value: object, redactor: Redactor) -> object:
    """A value with its secrets masked; one that is JSON only in part after that is told as text."""
    if value is None or isinstance(value, bool | int | float):
        return value
    text = _text(name, value, redactor)
    if isinstance(value, str):
        return text
    try:
        return json.loads(text)
    except ValueError:
        return text


def chain_lines(chain: Chain) -> Iterator[str]:
    """What can be said of a chain, and each event at which it does not hold."""
    yield _printable(chain.words)
    for one in chain.breaks:
        yield _flat(f"event {one.row} {one.time} {one.event_type} {one.id} ({one.project}): ") + one.what


def chain_json(chain: Chain) -> dict[str, object]:
    """The same for programs."""
    return {
        "state": chain.state,
        "words": chain.words,
        "events": chain.events,
        "hashed": chain.hashed,
        "projects": list(chain.projects),
        "breaks": [
            {
                "row": one.row,
                "id": one.id,
                "event_type": one.event_type,
                "project": one.project,
                "time": one.time,
                "what": one.what,
            }
            for one in chain.breaks
        ],
    }


def moment_lines(graph: Graph, moment: str) -> Iterator[str]:
    """How much stood at a moment, and each node."""
    yield f"{moment}: {len(graph):,} nodes, {len(graph.source):,} edges"
    names = [graph.type_names[code] for code in graph.types.tolist()]
    for id, kind, status, label in zip(graph.ids, names, graph.status_texts, graph.labels, strict=True):
        yield f"{_flat(kind)} {_flat(status) or '(no status)'}  {_flat(id)}  {_flat(label)}"
