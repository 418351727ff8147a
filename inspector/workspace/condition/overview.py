"""What the overview of a source shows: files, figures, what needs a person, what is recent, where its schema differs.

Read in short steps, so that a writer is never kept waiting, and told step by step: a number that is not counted yet
is unknown, and never 0. Findings and sizes of tables take longer and are read on their own.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from itertools import chain

from inspector.cancel import CancelToken
from inspector.clock import Clock
from inspector.db.catalog import Catalog, SchemaFacts
from inspector.db.database import Database
from inspector.db.display import display
from inspector.db.reader import Reader
from inspector.db.rows import RowRef, Rows
from inspector.db.values import BadText, Large, Value
from inspector.errors import KnownError
from inspector.families.characteristics import CharacteristicFound, characteristics
from inspector.families.docs import FamilyDocs, load_docs
from inspector.families.family import ActivityList, Figure
from inspector.families.schema_differences import Difference, MigrationState, differences, migrations
from inspector.health.run import time_parameters
from inspector.redaction import Redactor
from inspector.timeline.instants import read_instant
from inspector.workspace.condition.grouped_reads import grouped
from inspector.workspace.source import Source

LINES = 50
"""Lines of one list that are read; that there are more is told."""
_CELL = 600
"""Characters of a line that are read; a screen shows fewer."""


@dataclass(frozen=True)
class FileFacts:
    """One file of a source, as its header, its folder and the access report tell."""

    schema: str
    """Name under which it is attached."""
    title: str
    """What it is in its family: "Inbound half of a session"."""
    path: str
    """Where it is."""
    size: int | None
    """Bytes of the file; None if it cannot be looked at."""
    log_size: int
    """Bytes of the -wal or -journal beside it; 0 without one."""
    changed: datetime | None
    """Its last change, or that of its -wal, by stat."""
    header: SchemaFacts | None
    """What its header says; None if it could not be read."""
    access: str
    """How it is read, in a few words."""
    access_more: tuple[str, ...] = ()
    """How and why in sentences, and what cannot be promised."""
    read_along: bool = False
    """Whether it belongs to another source and is read for what it tells of this one."""


@dataclass(frozen=True)
class FigureValue:
    """A number of the overview."""

    title: str
    """What is counted."""
    value: Value = None
    """The number; None while it is unknown."""
    table: str = ""
    """Table that it is about; empty for none."""
    schema: str = "main"
    """Schema of that table."""
    problem: str = ""
    """Why it could not be counted."""


@dataclass(frozen=True)
class ActivityLine:
    """One thing that waits or happened."""

    text: str
    """One line, secrets masked, nothing invisible in it."""
    ref: RowRef | None = None
    """The row that it is about."""
    stored: str = ""
    """Its time as stored; empty for none."""
    moment: datetime | None = None
    """Its time; None where it has none that can be read."""
    of: Source | None = None
    """The source below that it is of; None for the source that was asked."""
    name: str = ""
    """What the source below is called."""


@dataclass(frozen=True)
class Activity:
    """One list of the overview that is not empty, or could not be read."""

    title: str
    """What the lines are: "Approvals waiting"."""
    lines: tuple[ActivityLine, ...] = ()
    """The most urgent, or newest, first."""
    more: bool = False
    """Whether there may be more than were read."""
    problem: str = ""
    """Why it could not be read."""


@dataclass(frozen=True)
class SchemaState:
    """In what one file differs from what is known of its family."""

    schema: str
    """Name under which it is attached."""
    title: str
    """What it is in its family."""
    differences: tuple[Difference, ...] = ()
    """Tables and columns that are missing, extra or renamed."""
    migrations: tuple[MigrationState, ...] = ()
    """Known migrations and whether it has them."""
    characteristics: tuple[CharacteristicFound, ...] = ()
    """Documented characteristics against those found."""


@dataclass(frozen=True)
class Overview:
    """What is known so far; a part that was not read yet is None."""

    files: tuple[FileFacts, ...] = ()
    """The files of the source itself."""
    version: str = ""
    """Schema version in words; empty where the family tells none."""
    schemas: tuple[SchemaState, ...] | None = None
    """One for each own file that something is known of."""
    figures: tuple[FigureValue, ...] = ()
    """The numbers that this source can have, counted or not yet."""
    attention: tuple[Activity, ...] | None = None
    """What needs a person; None for ever where no list of the family is about this kind of source."""
    recent: tuple[Activity, ...] | None = None
    """What happened last; None as above."""
    problem: KnownError | None = None
    """Why the source could not be read; the files are told all the same."""
    whole: bool = False
    """Whether everything was read."""


def read_overview(
    source: Source,
    clock: Clock,
    cancel: CancelToken | None = None,
    tell: Callable[[Overview], None] = lambda overview: None,
) -> Overview:
    """The overview of ``source`` itself, without what stands below it; ``tell`` hears of each step.

    A source that cannot be read is told in ``problem`` and is no exception. Raises Cancelled.
    """
    database = source.database
    if database is None:
        return Overview(whole=True)
    token = cancel or CancelToken()
    try:
        catalog = database.catalog(token)
        begun = shown = _begin(source, database, catalog, token)
        tell(begun)
        for shown in _steps(source, database, catalog, begun, clock, token):
            tell(shown)
        return replace(shown, files=_files(source, database, catalog), whole=True)
    except KnownError as error:
        return Overview(files=_files(source, database, None), problem=error, whole=True)


def _begin(source: Source, database: Database, catalog: Catalog, cancel: CancelToken) -> Overview:
    family = source.family
    docs = load_docs(family.id, family.docs_root)

    def work(reader: Reader) -> tuple[str, tuple[SchemaState, ...]]:
        version = family.version(reader, catalog) if family.version else ""
        return version, tuple(_schemas(source, reader, catalog, docs))

    version, schemas = database.read(work, cancel)
    return Overview(
        files=_files(source, database, catalog),
        version=version,
        schemas=schemas,
        figures=tuple(_asked(figure, catalog) for figure in _figures(source, catalog)),
    )


def _steps(
    source: Source, database: Database, catalog: Catalog, shown: Overview, clock: Clock, cancel: CancelToken
) -> Iterator[Overview]:
    figures = list(shown.figures)
    counted = 0
    for values in _counted(database, _figures(source, catalog), catalog, clock, cancel):
        figures[counted : counted + len(values)] = values
        counted += len(values)
        shown = replace(shown, figures=tuple(figures))
        yield shown
    family = source.family
    shown = replace(shown, attention=_activities(source, family.attention, catalog, clock, cancel))
    yield shown
    yield replace(shown, recent=_activities(source, family.recent, catalog, clock, cancel))


# --- files ---------------------------------------------------------------------------------------------------------


def _files(source: Source, database: Database, catalog: Catalog | None) -> tuple[FileFacts, ...]:
    headers = {facts.schema: facts for facts in catalog.facts} if catalog else {}
    found = []
    for schema, file in database.files.items():
        report = file.log.report()
        part = source.family.part(source.parts.get(schema, ""))
        size, log_size, changed = _look(file.path)
        more = [report.mode.words] if report.mode else []
        more += [f"Why: {report.why}."] if report.why else []
        found.append(
            FileFacts(
                schema,
                part.title if part else schema,
                file.path,
                size,
                log_size,
                changed,
                headers.get(schema),
                f"read-only, {report.mode.value}" if report.mode else "not read yet",
                (*more, *report.warnings),
                schema in source.context,
            )
        )
    return tuple(found)


def _look(path: str) -> tuple[int | None, int, datetime | None]:
    """Size, size of the log and last change, by stat: a database file is never opened here."""
    size, log_size, newest = None, 0, None
    for suffix in ("", "-wal", "-journal"):
        try:
            found = os.stat(path + suffix)
        except (OSError, ValueError):
            continue
        if not suffix:
            size = found.st_size
        else:
            log_size += found.st_size
        newest = max(newest or 0.0, found.st_mtime)
    return size, log_size, datetime.fromtimestamp(newest, UTC) if newest else None


def _schemas(source: Source, reader: Reader, catalog: Catalog, docs: FamilyDocs) -> Iterator[SchemaState]:
    if not docs.tables:
        return
    for schema, part in source.parts.items():
        if schema in source.context:
            continue
        known = source.family.part(part)
        yield SchemaState(
            schema,
            known.title if known else schema,
            differences(catalog, docs, part, schema),
            migrations(reader, catalog, docs, schema),
            characteristics(catalog, docs, part, schema),
        )


# --- figures -------------------------------------------------------------------------------------------------------


def _figures(source: Source, catalog: Catalog) -> tuple[Figure, ...]:
    """The figures that this source can have, without those that are about files read along."""
    return tuple(
        figure
        for figure in source.family.figures
        if figure.needs.met_by(catalog) and source.concerns(figure.needs, catalog)
    )


def _asked(figure: Figure, catalog: Catalog) -> FigureValue:
    table = catalog.table(figure.table) if figure.table else None
    return FigureValue(figure.title, table=table.name if table else "", schema=table.schema if table else "main")


def _counted(
    database: Database,
    figures: Sequence[Figure],
    catalog: Catalog,
    clock: Clock,
    cancel: CancelToken | None,
) -> Iterator[tuple[FigureValue, ...]]:
    def ask(reader: Reader, figure: Figure) -> FigureValue:
        value = reader.value(figure.sql, time_parameters(figure.sql, clock))
        return replace(_asked(figure, catalog), value=value, problem="" if value is not None else "There is no value.")

    def spoiled(figure: Figure, error: KnownError) -> FigureValue:
        return replace(_asked(figure, catalog), problem=str(error))

    return grouped(database, figures, ask, spoiled, cancel)


def first_figures(
    source: Source, clock: Clock, count: int, cancel: CancelToken | None = None
) -> tuple[FigureValue, ...]:
    """The first ``count`` figures of a source, counted: what a line about it can say. Raises KnownError, Cancelled."""
    if source.database is None:
        return ()
    catalog = source.database.catalog(cancel)
    wanted = _figures(source, catalog)[:count]
    return tuple(chain.from_iterable(_counted(source.database, wanted, catalog, clock, cancel)))


# --- what waits, what happened -------------------------------------------------------------------------------------


def read_attention(source: Source, clock: Clock, cancel: CancelToken | None = None) -> tuple[Activity, ...]:
    """What needs a person in a source, without what stands below it. Raises KnownError, Cancelled."""
    if source.database is None:
        return ()
    catalog = source.database.catalog(cancel)
    return _activities(source, source.family.attention, catalog, clock, cancel or CancelToken()) or ()


def _activities(
    source: Source, lists: Iterable[ActivityList], catalog: Catalog, clock: Clock, cancel: CancelToken
) -> tuple[Activity, ...] | None:
    """The lists that hold something; None where none is about this source."""
    asked = [one for one in lists if one.needs.met_by(catalog) and source.concerns(one.needs, catalog)]
    if not asked:
        return None
    assert source.database is not None
    ask = partial(_first_lines, clock)
    read: Iterator[tuple[Rows | KnownError, ...]] = grouped(source.database, asked, ask, _no_lines, cancel)
    answers = zip(asked, chain.from_iterable(read), strict=True)
    found = (_activity(wanted, rows, catalog, source.redactor) for wanted, rows in answers)
    return tuple(one for one in found if one.lines or one.problem)


def _first_lines(clock: Clock, reader: Reader, wanted: ActivityList) -> Rows:
    return reader.rows(wanted.sql, time_parameters(wanted.sql, clock), limit=LINES, cell_limit=_CELL)


def _no_lines(wanted: ActivityList, error: KnownError) -> KnownError:
    return error


def _activity(wanted: ActivityList, rows: Rows | KnownError, catalog: Catalog, redactor: Redactor) -> Activity:
    if isinstance(rows, KnownError):
        return Activity(wanted.title, problem=str(rows))
    lines = tuple(_line(row, catalog, redactor) for row in rows)
    # a list that ends at the limit by itself may have more behind it
    return Activity(wanted.title, lines, len(lines) >= LINES)


def _line(row: tuple[Value, ...], catalog: Catalog, redactor: Redactor) -> ActivityLine:
    table_name, key, text, at = (*row, None, None, None, None)[:4]
    table = catalog.table(str(table_name))
    ref = RowRef(table.schema, table.name, (key,)) if table is not None and key is not None else None
    instant = read_instant(at)
    stored = "" if at is None else display(at).text
    return ActivityLine(_shown(text, redactor), ref, stored, instant.moment if instant else None)


def _shown(value: Value, redactor: Redactor) -> str:
    """A cell as one line, secrets masked before it is cut to a screen's width."""
    if isinstance(value, Large):
        value = value.prefix if not isinstance(value.prefix, bytes) else value
    if isinstance(value, str | BadText):
        value = " ".join(redactor.text(str(value)).split())
        return display(value, _CELL).text if value else "(no text)"
    return display(value, _CELL).text
