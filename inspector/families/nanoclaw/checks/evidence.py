"""How the checks of NanoClaw files tell what they found."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from inspector.db.catalog import Table
from inspector.db.needs import Needs
from inspector.db.rows import RowRef
from inspector.db.values import Value
from inspector.families.nanoclaw.contents import message_line
from inspector.health.check import CheckContext
from inspector.health.finding import Evidence
from inspector.health.run import evidence_of, listed

CENTRAL = ("central",)
"""Parts a check of the central database applies to."""
SESSION = ("inbound", "outbound", "legacy")
"""Parts a check of session files applies to."""

Run = Callable[[CheckContext], Iterable[Evidence]]


def any_of(*queries: tuple[tuple[str, ...], str]) -> Run:
    """A check made of several SELECTs, each left out where the file lacks what it needs."""

    def run(context: CheckContext) -> Iterator[Evidence]:
        for names, sql in queries:
            if Needs(names).met_by(context.catalog):
                yield from evidence_of(context, sql)

    return run


def told(*queries: tuple[tuple[str, ...], str]) -> Run:
    """As :func:`any_of`; a fifth column ``content`` is told in one line behind the text."""

    def run(context: CheckContext) -> Iterator[Evidence]:
        for names, sql in queries:
            if Needs(names).met_by(context.catalog):
                for table, key, text, at, content in listed(context, sql):
                    yield Evidence(_with_line(str(text), content), ref(context, str(table), key), when=str(at or ""))

    return run


def ref(context: CheckContext, table: str, key: Value) -> RowRef | None:
    """The row of this rowid."""
    found = context.catalog.table(table)
    return RowRef(found.schema, found.name, (key,)) if found is not None and key is not None else None


def own_tables(context: CheckContext) -> Iterator[Table]:
    """The tables that can be read, without those of a central file that is only read along."""
    return (t for t in context.catalog if t.kind == "table" and t.schema not in context.read_along and not t.problem)


def span(seconds: float) -> str:
    """A length of time in words: ``45 s``, ``12 min``, ``3 h``, ``8 days``."""
    for unit, name in ((86400.0, "days"), (3600.0, "h"), (60.0, "min")):
        if abs(seconds) >= 2 * unit:
            return f"{seconds / unit:,.0f} {name}"
    return f"{seconds:,.0f} s"


def _with_line(text: str, content: Value) -> str:
    line = message_line(content) if isinstance(content, str) else ""
    return f"{text}: {line}" if line else text
