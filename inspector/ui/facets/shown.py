"""What is said of facets: their groups as lines, what was counted of them, what was chosen (no Qt)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from inspector.db.browse.facet_counts import FacetCount, FacetCounts
from inspector.db.browse.facets import Facet, FacetKey, FacetKind, FacetPick, Step
from inspector.db.display import display
from inspector.db.redacted import redacted_value
from inspector.redaction import MASK, Redactor
from inspector.ui.lines.line import Line, LineGroup
from inspector.ui.lines.sizes import counted
from inspector.ui.table.columns import ColumnLook
from inspector.ui.table.loading import Loaded
from inspector.ui.table.place import TablePlace

NOTE = "note "
"""How the key of a line begins that is no heading, but a word about one."""
SHOWN = 8
"""Groups of a facet that are shown before the rest is asked for."""
KIND_WORDS: dict[FacetKind, str] = {
    "value": "values",
    "element": "elements of lists",
    "time": "times",
    "filled": "filled or empty",
}
"""By what a facet groups, in words."""
_BELOW: dict[FacetKind, str] = {"value": "", "element": " · elements", "time": "", "filled": " · filled or empty"}
_BY_STEP: dict[Step, str] = {
    "": " · times",
    "hour": " · hours",
    "day": " · days",
    "month": " · months",
    "year": " · years",
}
_LABEL = 80
_MENU = "  ⋯"
"""Says that a heading has a menu."""


@dataclass(frozen=True)
class Group:
    """One group of a facet, as a line stands for it."""

    facet: Facet
    """The facet."""
    key: FacetKey | None
    """What is chosen; None for what cannot be: secrets that are hidden."""
    share: float
    """Its rows in proportion to the largest group, 0 to 1."""
    meaning: str = ""
    """What the value means, where the family knows it."""
    state: str = ""
    """``among``, ``without`` or empty: what was chosen."""


@dataclass(frozen=True)
class Offered:
    """A facet that may be added."""

    facet: Facet
    """The facet."""


@dataclass(frozen=True)
class CountAll:
    """The wish to count all rows, however long it takes."""

    facet: Facet
    """The facet."""


@dataclass(frozen=True)
class Chip:
    """One condition that leaves rows out."""

    words: str
    """In words: "status is open"."""
    without: TablePlace
    """The place without it."""


def facet_title(column: str, facet: Facet, counts: FacetCounts | None) -> str:
    """What stands over the groups of a facet; of times, by how long a stretch they are grouped."""
    step = facet.step or (counts.step if counts is not None else "")
    return column + (_BY_STEP[step] if facet.kind == "time" else _BELOW[facet.kind])


def facet_group(
    shown: tuple[Facet, FacetCounts | None],
    column: ColumnLook,
    table: str,
    redactor: Redactor,
    pick: FacetPick,
    fault: str = "",
) -> LineGroup:
    """The lines of a facet and its counts; without counts it is being counted."""
    facet, counts = shown
    title = facet_title(column.title, facet, counts)
    if fault:
        return LineGroup(title, (Line(fault, kind="heading", key=f"{NOTE}fault {title}"),), "not counted" + _MENU)
    if counts is None:
        return LineGroup(title, (), "counting…")
    lines, first = _groups(counts, column, table, redactor, pick), SHOWN
    front = [line for line in lines[first:] if isinstance(line.selects, Group) and line.selects.state]
    lines = [*lines[:first], *front, *(line for line in lines[first:] if line not in front)]
    notes = _notes(counts, title)
    more = counts.groups - len(counts.entries)
    return LineGroup(
        title,
        (*notes, *lines),
        (counted(counts.groups, "group") if counts.groups else "no rows") + _MENU,
        shown=len(notes) + first + len(front),
        more=f"and {more:,} more that are {'older' if counts.step else 'smaller'}" if more > 0 else "",
    )


def _notes(counts: FacetCounts, title: str) -> tuple[Line, ...]:
    if counts.exact:
        return ()
    words = covered_words(counts)
    said, _, seconds = words.rpartition(" rows in ")
    note = Line(said, trailing=seconds, kind="heading", key=f"{NOTE}covered {title}", tip=words)
    if counts.why:
        return (note, Line(counts.why, kind="heading", key=f"{NOTE}why {title}"))
    return (note, Line("Count all rows", key=f"all {title}", selects=CountAll(counts.facet)))


def covered_words(counts: FacetCounts) -> str:
    """What was counted: "counted 412,000 of 2,000,000 rows in 1.0 s"."""
    of = f" of {counts.total:,}" if counts.total is not None and counts.total > counts.looked_at else ""
    all_of = "all " if counts.exact else ""
    return f"counted {all_of}{counts.looked_at:,}{of} rows in {counts.seconds:.1f} s"


def _groups(counts: FacetCounts, column: ColumnLook, table: str, redactor: Redactor, pick: FacetPick) -> list[Line]:
    entries = list(counts.entries)
    known = {entry.key for entry in entries}
    entries += [FacetCount(key, 0) for key in (*pick.among, *pick.without) if key not in known]
    most = max((entry.rows for entry in entries), default=1) or 1
    lines: list[Line] = []
    hidden: list[FacetCount] = []
    covered = covered_words(counts)
    for entry in entries:
        label = group_label(entry.key, counts.facet.kind, column, table, redactor)
        if label is None:
            hidden.append(entry)
            continue
        meaning = _meaning(entry.key, column) if counts.facet.kind == "value" else ""
        state = "among" if entry.key in pick.among else "without" if entry.key in pick.without else ""
        group = Group(counts.facet, entry.key, entry.rows / most, meaning, state)
        lines.append(
            Line(
                label,
                trailing=f"{entry.rows:,}",
                tip="\n".join(text for text in (label, meaning, f"{entry.rows:,} rows · {covered}", _HOW) if text),
                key=f"{counts.facet.column} {counts.facet.kind} {entry.key}",
                selects=group,
            )
        )
    if hidden:
        rows = sum(entry.rows for entry in hidden)
        group = Group(counts.facet, None, min(1.0, rows / most))
        tip = f"{len(hidden):,} different values hold secrets. Show secrets to tell them apart."
        lines.append(
            Line(
                MASK,
                trailing=f"{rows:,}",
                tip=tip,
                key=f"{counts.facet.column} {counts.facet.kind} hidden",
                selects=group,
            )
        )
    return lines


_HOW = "A click chooses it, with Ctrl or Alt it is excluded; again takes that back."


def group_label(key: FacetKey, kind: FacetKind, column: ColumnLook, table: str, redactor: Redactor) -> str | None:
    """What a group is called; None where a secret would be told."""
    words = key.words(kind)
    if words:
        return words
    shown = redacted_value(key.value, redactor, table, column.name)
    if shown != key.value:
        return None
    if kind == "time" and isinstance(key.value, str) and len(key.value) == len("2026-05-19 14"):
        return f"{key.value}:00"
    return display(key.value, _LABEL).text


def _meaning(key: FacetKey, column: ColumnLook) -> str:
    if column.doc is None:
        return ""
    if key.group == "null":
        return column.doc.null
    return column.doc.meaning(key.value) if key.group == "value" and not isinstance(key.value, bytes) else ""


def suggestion_group(facets: Sequence[Facet], shown: Sequence[Facet], titles: dict[str, str], covers: str) -> LineGroup:
    """The facets that may be worth a look and are not shown yet."""
    taken = {facet.column.lower() for facet in shown if facet.kind != "filled"}
    offered = [facet for facet in facets if facet.column.lower() not in taken]
    lines = tuple(
        Line(
            titles.get(facet.column.lower(), facet.column),
            trailing=KIND_WORDS[facet.kind],
            key=f"offer {facet.column}",
            selects=Offered(facet),
        )
        for facet in offered
    )
    return LineGroup("Suggested" if lines else "", lines, shown=SHOWN, more=covers if lines else "")


def chips_of(loaded: Loaded, redactor: Redactor) -> tuple[Chip, ...]:
    """The conditions of what is shown, one for each filter and each choice."""
    place, look = loaded.wanted.place, loaded.look
    found = []
    conditions = iter(loaded.question.conditions)
    for column, text in place.filters.items():
        if text.strip():
            words = f"{column} {next(conditions).words}"
            without = {name: value for name, value in place.filters.items() if name != column}
            found.append(Chip(redactor.text(words), replace(place, filters=without, key="")))
    for pick in place.chosen():
        index = look.index(pick.facet.column)
        for keys, verb, rest in (
            (pick.among, "is", replace(pick, among=())),
            (pick.without, "is not", replace(pick, without=())),
        ):
            if keys and index is not None:
                column_look = look.columns[index]
                labels = [
                    group_label(key, pick.facet.kind, column_look, look.table.name, redactor) or MASK for key in keys
                ]
                has = verb if pick.facet.kind != "element" else {"is": "has", "is not": "has no"}[verb]
                words = f"{column_look.title} {has} {' or '.join(labels)}"
                found.append(Chip(words, place.with_pick(rest)))
    return tuple(found)


def hidden_words(loaded: Loaded, total: int | None) -> str:
    """How many rows match and how many are hidden, as far as it is known."""
    order = loaded.order
    if not loaded.question.conditions:
        return ""
    cut = bool(getattr(order, "cut", False))
    matching = f"{order.total:,}{'' if order.exact and not cut else '+'} of "
    if total is None or not order.exact or cut:
        return f"{matching}{total:,} rows" if total is not None else f"{matching.removesuffix(' of ')} rows match"
    hidden = max(0, total - order.total)
    if not order.total and hidden:
        return f"All {total:,} rows are hidden" if hidden > 1 else "The only row is hidden"
    return f"{matching}{total:,} rows · {hidden:,} hidden" if hidden else f"all {total:,} rows match"
