"""What a grid knows of each column before it reads a row: type, keys, meaning, links, times (no Qt)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from inspector.db.browse.filters import FORMS
from inspector.db.browse.matching import MATCH_FORMS, is_matched
from inspector.db.browse.spans import SPAN_FORMS
from inspector.db.catalog import Catalog, Column, Table
from inspector.db.display import visible
from inspector.families.docs import ColumnDoc, FamilyDocs
from inspector.families.family import Family
from inspector.families.links import SAID, Link, links_of
from inspector.families.schedule_zone import ScheduleZone
from inspector.families.time_columns import holds_times
from inspector.redaction import Redactor

_NUMBER_TYPE = re.compile(r"INT|REAL|FLOA|DOUB|NUM|DEC", re.IGNORECASE)
_NUMBER_KINDS = frozenset(("int", "real", "duration_ms", "bytes", "bool"))
_STATES = frozenset(("status", "state", "delivery_status", "container_status"))
"""Columns whose values are states of their rows."""
_ID_KINDS = frozenset(("id", "hash"))
_ABOUT_VISIBILITY = {
    "generated virtual": "Generated when it is read.",
    "generated stored": "Generated when it is written.",
    "hidden": "Hidden from SELECT *.",
}


@dataclass(frozen=True)
class ColumnLook:
    """One column of a grid."""

    name: str
    """Its name."""
    title: str
    """Its name on one line, nothing invisible in it."""
    below: str
    """Type and keys, short: "INTEGER · PK", "TEXT → sessions"."""
    column: Column
    """As declared."""
    doc: ColumnDoc | None = None
    """Its meaning, where the family knows it."""
    numeric: bool = False
    """Whether it holds numbers by its type: its header stands right as they do."""
    times: bool = False
    """Whether its values are to be read as times."""
    ids: bool = False
    """Whether it holds ids or hashes: they lose their middle, in monospace."""
    secret: bool = False
    """Whether the whole column is secret."""
    summary: Callable[[str], str] | None = None
    """Makes one line of its JSON."""
    says: bool = False
    """Whether it says what its row is about, as the content of a message does: it is read first."""
    links: tuple[int, ...] = ()
    """Which links of the table begin at it."""
    chips: Mapping[str, str] = field(default_factory=dict)
    """Known values, in lower case, and the state that each means; empty where values are not shown as chips."""
    matched: bool = False
    """Whether its filter is put to a full-text index."""
    zone: ScheduleZone | None = None
    """The time zone of its schedules, where the files tell one."""

    def tip(self, links: tuple[Link, ...] = ()) -> str:
        """All that is known of it, a fact a line, then the forms of a filter."""
        column = self.column
        lines = [" ".join(part for part in (self.title, column.declared_type or "(no type)") if part)]
        if column.key_position:
            lines.append("Part of the primary key.")
        if column.not_null:
            lines.append("Never NULL.")
        if column.default is not None and (self.doc is None or self.doc.default is None):
            lines.append(f"Default: {column.default}")
        lines.append(_ABOUT_VISIBILITY.get(column.visibility, ""))
        lines += [links[index].words for index in self.links]
        if self.secret:
            lines.append("Secret: hidden until secrets are shown.")
        if self.doc is not None:
            lines += ["", self.doc.tip()]
        return "\n".join(line for line in lines if line or self.doc)


@dataclass(frozen=True)
class TableLook:
    """All columns of a grid and where they lead."""

    table: Table
    """The table."""
    columns: tuple[ColumnLook, ...]
    """The columns that are shown, in order."""
    links: tuple[Link, ...] = ()
    """References of its rows to other rows."""
    referrers: tuple[Link, ...] = ()
    """References of other rows to its rows."""
    about: str = ""
    """What a row is, where the family knows it."""

    @cached_property
    def linked(self) -> frozenset[str]:
        """Names, in lower case, of all columns that take part in a link."""
        return frozenset(name.lower() for link in self.links for name in link.columns)

    def index(self, name: str) -> int | None:
        """The place of a column by name, whatever its case."""
        return self._places.get(name.lower())

    @cached_property
    def _places(self) -> dict[str, int]:
        return {column.name.lower(): place for place, column in reversed(tuple(enumerate(self.columns)))}


def table_look(catalog: Catalog, table: Table, family: Family, docs: FamilyDocs, redactor: Redactor) -> TableLook:
    """What is known of a table's columns."""
    links, referrers = links_of(catalog, table, family, docs)
    summaries = {(t.lower(), c.lower()): made for (t, c), made in family.summaries.items()}
    looks = []
    for column in table.visible_columns:
        mine = tuple(place for place, link in enumerate(links) if link.columns[-1].lower() == column.name.lower())
        doc = docs.column(table.name, column.name)
        summary = summaries.get((table.name.lower(), column.name.lower()))
        kind = doc.kind if doc else ""
        times = holds_times(column, doc)
        looks.append(
            ColumnLook(
                name=column.name,
                title=visible(column.name) or "(no name)",
                below=_below(table, column, [links[place] for place in mine]),
                column=column,
                doc=doc,
                numeric=not times and (bool(_NUMBER_TYPE.search(column.declared_type)) or kind in _NUMBER_KINDS),
                times=times,
                ids=kind in _ID_KINDS or bool(mine),
                secret=not redactor.reveal and redactor.is_whole(table.name, column.name),
                summary=summary,
                says=summary is not None and column.name.lower() in SAID,
                links=mine,
                chips=_chips(doc, family, is_state=column.name.lower() in _STATES),
                matched=table.fts is not None and is_matched(table, column),
            )
        )
    about = docs.table(table.name)
    return TableLook(table, tuple(looks), links, referrers, about.tip() if about else "")


def _chips(doc: ColumnDoc | None, family: Family, *, is_state: bool) -> dict[str, str]:
    """Values that are one of a few: those of a state with what they mean, all others without."""
    if doc is None or doc.shown_as != "chip":
        return {}
    return {value.casefold(): family.statuses.state("", value) if is_state else "none" for value in doc.values}


def filter_tip(*, times: bool = False, matched: bool = False) -> str:
    """The forms of a filter, one a line; of a column of ``times`` those of stretches of time first, of one that is
    ``matched`` by an index those that it answers."""
    forms = (*SPAN_FORMS, *FORMS) if times else (*MATCH_FORMS, *FORMS[2:]) if matched else FORMS
    width = max(len(form) for form, _ in forms)
    return "\n".join(f"{form:<{width}}   {meaning}" for form, meaning in forms)


def _below(table: Table, column: Column, links: list[Link]) -> str:
    parts = [
        column.declared_type.upper() if len(column.declared_type) < 24 else column.declared_type[:22].upper() + "…"
    ]
    if column.key_position:
        parts.append("PK" if len(table.primary_key) == 1 else f"PK {column.key_position}")
    if column.visibility != "normal":
        parts.append("generated" if column.visibility.startswith("generated") else "hidden")
    targets = list(dict.fromkeys(link.target.name for link in links))
    if targets:
        parts.append("→ " + visible(targets[0]) + ("…" if len(targets) > 1 else ""))
    return " · ".join(visible(part) for part in parts if part)
