"""Everything there is to say about one row: its cells with their meanings, its name and state, where it leads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial

from inspector.cancel import CancelToken
from inspector.db.browse.key_text import resolve_key
from inspector.db.catalog import Catalog, Column, Table
from inspector.db.cells import find_row
from inspector.db.database import Database
from inspector.db.display import display, exact_text, visible
from inspector.db.reader import Reader
from inspector.db.redacted import redacted_key, redacted_value
from inspector.db.rows import RowKey, RowRef
from inspector.db.values import BadText, Large, Value
from inspector.errors import FileBusy, KnownError, SqlError, UnsupportedSchema
from inspector.families.docs import ColumnDoc, FamilyDocs, TableDoc, load_docs
from inspector.families.family import row_line
from inspector.families.links import Link, links_of
from inspector.families.schedule_zone import ScheduleZone
from inspector.families.time_columns import holds_times
from inspector.redaction import MASK
from inspector.timeline.instants import Instant, read_instant
from inspector.workspace.rows.json_tree import parse_document
from inspector.workspace.rows.links_below import members_by_row, read_links_below
from inspector.workspace.rows.readable import readable_texts
from inspector.workspace.rows.row_links import LinkIn, LinkOut, count_referrers, read_links_out
from inspector.workspace.rows.row_location import lasting_key
from inspector.workspace.rows.schedules import is_schedule, zone_of
from inspector.workspace.source import Source

PREFIX = 64 << 10
"""Bytes up to which a cell comes whole."""
_TITLE_LENGTH, _SAID_LENGTH = 160, 90
_GUESSED_TITLES = ("name", "title", "label", "display_name", "subject", "key")
_OWN_NAMES = ("title", "name")
_TYPES = (
    "type",
    "node_type",
    "edge_type",
    "kind",
    "entry_type",
    "event_type",
    "memory_type",
    "message_type",
    "category",
)
_STATES = ("status", "state", "delivery_status")
_READ_FIRST = frozenset(
    ("content", "text", "body", "message", "description", "summary", "prompt", "question", "detail")
)
_SHORT = 40
"""Characters up to which a word is a type or a state, and no text."""


@dataclass(frozen=True)
class Field:
    """One cell of the row."""

    column: Column
    """Its column, as declared."""
    doc: ColumnDoc | None
    """What the column means, where the family knows it."""
    value: Value
    """The value, secrets masked; one of over :data:`PREFIX` bytes as its beginning."""
    masked: bool = False
    """Whether something in it is masked."""
    instant: Instant | None = None
    """The time it means, in a column of times."""
    unknown: bool = False
    """Whether it is a value that the column is not known to have."""
    meaning: str = ""
    """What this value means, where the family knows it."""
    summary: str = ""
    """One line made of its JSON; empty if there is none."""
    texts: tuple[tuple[str, str], ...] = ()
    """(path, text) of what is worth reading in it; the path is empty where the cell itself is that text."""
    json_fault: str = ""
    """Why it is not the JSON that it should be; empty if it is, and where no JSON is expected."""
    first: bool = False
    """Whether a reader wants its texts before anything else of the row."""
    zone: ScheduleZone | None = None
    """The time zone of its schedule, where the files tell one."""

    @property
    def secret(self) -> bool:
        """Whether all of it is masked."""
        return self.masked and self.value == MASK


@dataclass(frozen=True)
class RowDetails:
    """One row as it was read."""

    ref: RowRef
    """Which row; its key is the one by which the table finds it."""
    table: Table
    """Its table."""
    about: TableDoc | None
    """What the table means, where the family knows it."""
    title: str
    """Its name, on one line."""
    type: str
    """What type it is; empty if nothing says."""
    status: str
    """Its state as it is stored; empty if it has none."""
    state: str
    """What that state means, one of :data:`inspector.graph.status.STATUSES`."""
    fields: tuple[Field, ...]
    """Its cells in the order of the columns."""
    links: tuple[LinkOut, ...]
    """Where it leads."""
    referrers: tuple[Link, ...]
    """What may lead to it."""
    raw: Mapping[str, Value]
    """Unmasked values by column name in lower case, for finding what refers to it: never to be shown."""
    problems: tuple[str, ...] = ()
    """What could not be read: keys that cannot be followed, columns without values."""
    member: Source | None = None
    """The source below the install that it stands for; None for most rows."""

    @property
    def lasting_ref(self) -> RowRef:
        """Which row, by the key that a link that is kept names it by."""
        shown = {
            name: value
            for name, value in self.raw.items()
            if (field := self.field(name)) is not None and not field.masked
        }
        return replace(self.ref, key=lasting_key(self.table, self.ref.key, shown))

    def field(self, column: str) -> Field | None:
        """The field of a column, whatever its case."""
        return next((field for field in self.fields if field.column.name.lower() == column.lower()), None)


def read_row(source: Source, ref: RowRef, cancel: CancelToken) -> RowDetails:
    """The row with the rows it leads to. Raises KnownError where there is no such row, and what reading raises."""
    database = _database(source)
    catalog = database.catalog(cancel)
    table = catalog.table(ref.table, ref.schema) or catalog.table(ref.table)
    if table is None:
        raise KnownError(
            f"There is no table called “{ref.table}” here (any more).",
            path=source.path,
            advice="It may have been renamed or dropped: look at the tables of this source.",
        )
    if not table.readable:
        raise UnsupportedSchema(f"{table.name} cannot be read: {table.problem}", path=source.path)
    if not ref.key:
        raise KnownError(
            f"A row of {table.name} has no key by which it could be found again.",
            path=source.path,
            advice="Read it in the table itself, or open the table that the view reads from.",
        )
    docs = load_docs(source.family.id, source.family.docs_root)
    out, referrers = links_of(catalog, table, source.family, docs)
    asked = partial(details_in, source=source, table=table, ref=ref, docs=docs, out=out, referrers=referrers)
    made = database.read(partial(asked, catalog=catalog), cancel)
    members = members_by_row(source, cancel)
    below = read_links_below(source, made.ref, table, made.raw, made.links, members, cancel)
    member = members.get(made.ref)
    title = _one_line(member.title) if member is not None else made.title
    return replace(made, links=(*made.links, *below), member=member, title=title)


def count_links_in(source: Source, details: RowDetails, cancel: CancelToken) -> Iterator[LinkIn]:
    """Each table that may refer to the row, with how many rows do, as they are counted: one short read each."""
    database = _database(source)
    for link in details.referrers:
        cancel.check()
        try:
            counted = database.read(partial(count_referrers, link=link, values=details.raw), cancel)
        except FileBusy as error:
            counted = LinkIn(link, None, why=error.what)
        if counted is not None:
            yield counted


def _database(source: Source) -> Database:
    if source.database is None:
        raise KnownError("No file of this source can be read.", path=source.path)
    return source.database


def details_in(
    reader: Reader,
    catalog: Catalog,
    source: Source,
    table: Table,
    ref: RowRef,
    docs: FamilyDocs,
    out: tuple[Link, ...],
    referrers: tuple[Link, ...],
) -> RowDetails:
    """The row as one reader sees it, without what stands in other sources; ``out`` and ``referrers``: the links of its
    table. Raises KnownError where there is no such row.
    """
    key = resolve_key(reader, table, ref.key)
    found = _cells(reader, table, key) if key is not None else None
    if key is None or found is None:
        raise KnownError(
            f"This row of {table.name} is gone.",
            path=source.path,
            advice="It was deleted, or its key was changed. Refresh the view to see what is there now.",
        )
    columns, cells, problems = found
    raw = {column.name.lower(): value for column, value in zip(columns, cells, strict=True)}
    if table.rowid_name and len(key) == 1:
        raw.setdefault(table.rowid_name, key[0])
    fields = tuple(_field(source, table, docs, column, cell) for column, cell in zip(columns, cells, strict=True))
    zone = zone_of(source, reader, catalog, (field.doc for field in fields))
    fields = tuple(replace(field, zone=zone) if zone and is_schedule(field.doc) else field for field in fields)
    about = docs.table(table.name)
    made = RowDetails(
        ref=RowRef(table.schema, table.name, key),
        table=table,
        about=about,
        title="",
        type="",
        status="",
        state="none",
        fields=fields,
        links=read_links_out(reader, out, key, raw, source.redactor),
        referrers=referrers,
        raw=raw,
        problems=(*([table.problem] if table.problem else ()), *problems, *_dead_keys(table)),
    )
    kind, status = _word(made, _TYPES), _word(made, _STATES)
    shown_key = redacted_key(key, table, source.redactor)
    title = _title(made, row_line(source.family, table.name, _shown_texts(fields)), shown_key)
    return replace(
        made, title=title, type=kind, status=status, state=source.family.statuses.state(kind, status or None)
    )


def _cells(
    reader: Reader, table: Table, key: RowKey
) -> tuple[tuple[Column, ...], tuple[Value, ...], tuple[str, ...]] | None:
    """Columns, cells and what is left out; the hidden columns of virtual tables too where they can be read."""
    columns = table.columns
    if any(column.visibility == "hidden" for column in columns):
        try:
            cells = find_row(reader, table, key, [column.name for column in columns], prefix=PREFIX)
        except SqlError:
            columns = table.visible_columns
        else:
            return None if cells is None else (columns, cells, ())
    cells = find_row(reader, table, key, [column.name for column in columns], prefix=PREFIX)
    shown = {column.name for column in columns}
    hidden = [column.name for column in table.columns if column.name not in shown]
    told = (f"Hidden columns have no value here: {', '.join(hidden)}.",) if hidden else ()
    return None if cells is None else (columns, cells, told)


def _dead_keys(table: Table) -> Iterator[str]:
    for key in table.foreign_keys:
        if key.problem:
            yield f"The foreign key of {', '.join(key.columns)} cannot be followed: {key.problem}"


def _field(source: Source, table: Table, docs: FamilyDocs, column: Column, cell: Value) -> Field:
    doc = docs.column(table.name, column.name)
    shown = redacted_value(cell, source.redactor, table.name, column.name)
    made = Field(column, doc, shown, masked=shown != cell)
    if made.secret:
        return made
    plain = shown.prefix if isinstance(shown, Large) else shown
    plain = str(plain) if isinstance(plain, BadText) else plain
    timely = holds_times(column, doc) or (doc is None and isinstance(shown, str) and "-" in shown)
    instant = read_instant(shown) if timely else None
    unknown = doc is not None and not doc.is_known(plain)
    meaning = "" if doc is None or isinstance(shown, Large) else doc.null if shown is None else doc.meaning(shown)
    summary = ""
    texts: tuple[tuple[str, str], ...] = ()
    if isinstance(plain, str) and plain:
        summary = _summary(source, table.name, column.name, plain)
        texts = _texts(shown, plain)
    named = column.name.lower() in _READ_FIRST or bool(summary)
    return replace(
        made,
        instant=instant,
        unknown=unknown,
        meaning=meaning,
        summary=summary,
        texts=texts,
        json_fault=_json_fault(doc, shown),
        first=bool(texts) and named,
    )


def _summary(source: Source, table: str, column: str, text: str) -> str:
    made = next(
        (
            m
            for (t, c), m in source.family.summaries.items()
            if (t.lower(), c.lower()) == (table.lower(), column.lower())
        ),
        None,
    )
    line = made(text) if made is not None else text
    return "" if line == text else line


def _texts(value: Value, text: str) -> tuple[tuple[str, str], ...]:
    kind = display(value, 8).kind
    if kind == "json":
        return readable_texts(text)
    return (("", text),) if kind == "text" and (len(text) > 2 * _SHORT or "\n" in text) else ()


def _json_fault(doc: ColumnDoc | None, value: Value) -> str:
    if not isinstance(value, str) or not value or MASK in value:
        return ""
    if not (value.lstrip().startswith('{"') or (doc is not None and doc.kind == "json")):
        return ""
    try:
        parse_document(value)
    except KnownError as error:
        return error.what
    return ""


def _word(details: RowDetails, names: tuple[str, ...]) -> str:
    for name in names:
        field = details.field(name)
        if field is not None and isinstance(field.value, str) and 0 < len(field.value) <= _SHORT and not field.secret:
            return visible(field.value)
    return ""


def _shown_texts(fields: tuple[Field, ...]) -> dict[str, str]:
    """The cells as text, secrets masked, NULL left out."""
    texts = {}
    for field in fields:
        value = field.value.prefix if isinstance(field.value, Large) else field.value
        if value is not None and not isinstance(value, bytes):
            texts[field.column.name.lower()] = exact_text(value) or ""
    return texts


def _title(details: RowDetails, line: str, key: RowKey) -> str:
    """What names the row: its own name, else the line its family makes of it, else what it says, else its ``key``."""
    if line and not any(_text_of(details, name) for name in _OWN_NAMES):
        return _one_line(line)
    named = details.about.label if details.about is not None and details.about.label else _GUESSED_TITLES
    for name in named:
        field = details.field(name)
        if field is None or field.secret or not isinstance(field.value, str | int) or field.value == "":
            continue
        if name.lower() not in (*_TYPES, *_STATES) and not (field.doc is not None and field.doc.kind == "enum"):
            return _one_line(str(field.value))
    said = next((field.summary or field.texts[0][1] for field in details.fields if field.first), "")
    if said:
        return _one_line(said, _SAID_LENGTH)
    return f"{details.about.title if details.about else visible(details.table.name)} {key_words(key)}"


def _text_of(details: RowDetails, column: str) -> str:
    field = details.field(column)
    return field.value.strip() if field is not None and isinstance(field.value, str) and not field.secret else ""


def _one_line(text: str, length: int = _TITLE_LENGTH) -> str:
    line = visible(" ".join(text[: 4 * length].split()))
    return line if len(line) <= length else line[: length - 1] + "…"


def key_words(key: RowKey) -> str:
    """A key for people: its parts as they are, on one line."""
    return ", ".join(display(part, 80).text for part in key)
