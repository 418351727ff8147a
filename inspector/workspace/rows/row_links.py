"""Where one row leads and what leads to it: its targets with their names, and the rows of other tables, counted."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from inspector.db import quoting
from inspector.db.browse.key_text import bindable
from inspector.db.cells import find_row
from inspector.db.display import exact_text
from inspector.db.reader import Reader
from inspector.db.rows import RowKey, RowRef
from inspector.db.values import BadText, Value
from inspector.errors import FileBusy, KnownError, TimeLimitReached
from inspector.families.links import Link, find_targets, first_name, is_quick, name_limit, rows_where
from inspector.redaction import Redactor

TARGETS = 5
"""Targets of one link that are named; of more it is said that there are."""
COUNTED = 10_000
"""Referring rows up to which a count is exact."""
COUNT_S = 0.12
"""Seconds for one count: less than what a writer waits for a lock."""

_SIMPLE = re.compile(r"\s*\"?(\w+)\"?\s*(=|<>|!=)\s*'([^']*)'\s*")
_GIVEN = re.compile(r"\s*\"?(\w+)\"?\s+IS\s+NOT\s+NULL\s*", re.IGNORECASE)


@dataclass(frozen=True)
class Target:
    """A row that a link leads to."""

    ref: RowRef
    """Which row."""
    name: str
    """Its name; empty if it has none."""


@dataclass(frozen=True)
class LinkOut:
    """A reference of the row."""

    link: Link
    """From which columns to which table."""
    values: tuple[Value, ...]
    """What the columns hold, unmasked: what is looked for."""
    targets: tuple[Target, ...] = ()
    """The rows it leads to, up to :data:`TARGETS`."""
    more: bool = False
    """Whether there are more."""
    state: Literal["found", "missing", "not looked"] = "found"
    """``not looked``: finding the rows would take long, the table has no index for it; or ``why``."""
    path: str = ""
    """The source that the rows are in; empty for the one of the row."""
    within: str = ""
    """Its name for people; empty for the one of the row."""
    why: str = ""
    """Why the rows could not be looked for."""


@dataclass(frozen=True)
class LinkIn:
    """Rows of another table that refer to the row."""

    link: Link
    """From which columns of which table."""
    count: int | None
    """How many, up to :data:`COUNTED`; None if that could not be told in time."""
    more: bool = False
    """Whether there are more than ``count``."""
    why: str = ""
    """Why there is no count."""
    filters: Mapping[str, str] | None = None
    """Texts of a filter row that show them; None where no filter can say it."""
    whole: bool = True
    """Whether the filters show just them: a condition that no filter can say is left out."""


def read_links_out(
    reader: Reader, links: Sequence[Link], key: RowKey, values: Mapping[str, Value], redactor: Redactor
) -> tuple[LinkOut, ...]:
    """The references of one row, NULLs left out; ``values`` by column name in lower case, unmasked."""
    found = []
    for link in links:
        held = tuple(values.get(column.lower()) for column in link.columns)
        if any(value is None for value in held) or not _usable(held):
            continue
        if link.when and not rows_where(reader, link, (key,)):
            continue
        found.append(read_link_out(reader, link, held, redactor))
    return tuple(found)


def read_link_out(reader: Reader, link: Link, held: tuple[Value, ...], redactor: Redactor) -> LinkOut:
    """One reference: the rows that hold these values."""
    if not is_quick(reader, link.target, link.target_columns):
        return LinkOut(link, held, state="not looked")
    keys = [key for key in find_targets(reader, link, held, TARGETS + 1) if key]
    targets = tuple(
        Target(RowRef(link.target.schema, link.target.name, key), _name(reader, link, key, redactor))
        for key in keys[:TARGETS]
    )
    return LinkOut(link, held, targets, len(keys) > TARGETS, "found" if keys else "missing")


def _name(reader: Reader, link: Link, key: RowKey, redactor: Redactor) -> str:
    if not link.names:
        return ""
    cells = find_row(reader, link.target, key, link.names, prefix=name_limit(link))
    return first_name(link, cells, redactor) if cells is not None else ""


def count_referrers(reader: Reader, link: Link, values: Mapping[str, Value]) -> LinkIn | None:
    """How many rows refer by ``link`` to the row that holds ``values``; None where its columns are NULL."""
    held = tuple(values.get(column.lower()) for column in link.target_columns)
    if any(value is None for value in held) or not _usable(held):
        return None
    filters, whole = filters_for(link, held)
    terms = [
        f"{quoting.name(column)} = {'CAST(? AS TEXT)' if isinstance(value, BadText) else '?'}"
        for column, value in zip(link.columns, held, strict=True)
    ]
    where = " AND ".join([*terms, *([f"({link.when})"] if link.when else [])])
    source = quoting.qualified(link.origin.schema, link.origin.name)
    sql = f"SELECT count(*) FROM (SELECT 1 FROM {source} WHERE {where} LIMIT {COUNTED + 1})"
    try:
        rows = reader.user_rows(sql, tuple(bindable(value) for value in held), limit=1, time_limit_s=COUNT_S)
    except FileBusy:
        raise
    except TimeLimitReached:
        return LinkIn(link, None, why="counting them takes long", filters=filters, whole=whole)
    except KnownError as error:
        return LinkIn(link, None, why=error.what, filters=filters, whole=whole)
    counted = rows.rows[0][0]
    count = counted if isinstance(counted, int) else 0
    return LinkIn(link, min(count, COUNTED), count > COUNTED, filters=filters, whole=whole)


def filters_for(link: Link, held: Sequence[Value]) -> tuple[dict[str, str] | None, bool]:
    """Texts of a filter row of the referring table, and whether they say all: values, and a simple condition."""
    filters: dict[str, str] = {}
    for column, value in zip(link.columns, held, strict=True):
        text = equal_filter(value)
        if text is None:
            return None, False
        filters[column] = text
    whole = not link.when
    if simple := _SIMPLE.fullmatch(link.when):
        column, operator, word = simple.groups()
        filters.setdefault(column, f"{'=' if operator == '=' else '!='}{word}")
        whole = filters[column].endswith(word)
    elif given := _GIVEN.fullmatch(link.when):
        filters.setdefault(given.group(1), "!null")
        whole = True
    return filters, whole


def equal_filter(value: Value) -> str | None:
    """The text of a filter that finds rows with this value; None for one that cannot be typed."""
    match value:
        case None:
            return "null"
        case bytes() as raw:
            return f"=x'{raw.hex()}'" if len(raw) <= 64 else None
        case str() as text if len(text) <= 200:
            return f"={text}" if text and text == text.strip() and not text.startswith('"') else f'="{text}"'
        case int() | float() as number:
            return f"={exact_text(number)}"
    return None


def _usable(held: Sequence[Value]) -> bool:
    """Beginnings of long values are no keys."""
    return all(value is None or isinstance(value, int | float | str | bytes | BadText) for value in held)
