"""One question over a source and all below it: asked of each database that can answer, the answers set side by side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from inspector.cancel import CancelToken
from inspector.clock import Clock
from inspector.db.catalog import Catalog
from inspector.db.database import Database
from inspector.db.rows import Rows
from inspector.errors import InvalidInput, KnownError, StatementRefused
from inspector.families.registry import GENERIC
from inspector.queries.library import Library, SavedQuery, load_library
from inspector.queries.run import DEFAULT_LIMITS, Limits, run_query, run_sql
from inspector.workspace.answers.coverage import Coverage, coverage, lacks_names
from inspector.workspace.source import FileProblem, Source


@dataclass(frozen=True)
class SourceRows:
    """The answer of one source."""

    source: Source
    """Who answered."""
    rows: Rows
    """What it answered."""


@dataclass(frozen=True)
class QueryAnswer:
    """The answers of all that were asked."""

    answers: tuple[SourceRows, ...]
    """One for each source whose database has what the question needs."""
    coverage: Coverage
    """Which files were read."""
    passed_over: tuple[FileProblem, ...] = ()
    """Sources that could not run the statement: a table is missing there. Their files were read."""

    @property
    def truncated(self) -> bool:
        """Whether some answer has more rows than were kept."""
        return any(part.rows.truncated for part in self.answers)


@dataclass(frozen=True)
class Offer:
    """A saved question, and whether a source can answer it."""

    query: SavedQuery
    """The question."""
    name: str
    """What it is called by: its id; with its family before it where two families have one of this id."""
    why_not: str = ""
    """Why it cannot be asked here; empty if it can."""
    below: bool = False
    """Whether only sources below answer it, each for itself."""


def offered_queries(source: Source) -> dict[str, SavedQuery]:
    """The saved questions of ``source`` and all below it, by what they are called."""
    found: dict[tuple[str, str], SavedQuery] = {}
    for part in source.walk():
        for query in _library(part).queries:
            found.setdefault((query.family, query.id), query)
    ids = Counter(id for _, id in found)
    return {(id if ids[id] == 1 else f"{family}/{id}"): query for (family, id), query in found.items()}


def unreadable_queries(source: Source) -> tuple[str, ...]:
    """Files of saved questions that could not be read, and why."""
    return tuple(dict.fromkeys(problem for part in source.walk() for problem in _library(part).problems))


def offers(source: Source, cancel: CancelToken | None = None) -> tuple[Offer, ...]:
    """Every saved question with whether it can be asked of ``source``. Raises Cancelled."""
    named = offered_queries(source)
    told: dict[str, tuple[str, bool]] = {}
    for part in source.walk():
        if part.database is None:
            continue
        try:
            catalog = part.database.catalog(cancel)
        except KnownError as error:
            for name in named:
                told.setdefault(name, (error.what, False))
            continue
        for name, query in named.items():
            before = told.get(name)
            if before is not None and not before[0]:
                continue
            if can_answer(source, part, query, catalog):
                told[name] = ("", part is not source and source.database is not None)
            elif before is None or (query.family == part.family.id and part is source):
                told[name] = (query.why_not(catalog) or f"is asked of {query.family} databases", False)
    nothing = ("no file of this source can be read", False)
    return tuple(Offer(query, name, *told.get(name, nothing)) for name, query in named.items())


def list_queries(source: Source) -> str:
    """The saved questions of ``source``, a line each: name, title, parameters, why it cannot be asked."""
    lines = []
    for offer in sorted(offers(source), key=lambda offer: (bool(offer.why_not), offer.query.family, offer.name)):
        given = "".join(
            f" --param {p.name}=..." if p.required and not p.default else f" [--param {p.name}=...]"
            for p in offer.query.parameters
        )
        lines.append(f"{offer.name}: {offer.query.title}{given}{f' ({offer.why_not})' if offer.why_not else ''}")
    return "\n".join([*lines, *(f"not readable: {problem}" for problem in unreadable_queries(source))])


def queries_json(source: Source) -> list[dict[str, object]]:
    """The same for programs."""
    return [
        {
            "name": offer.name,
            "family": offer.query.family,
            "title": offer.query.title,
            "about": offer.query.about,
            "show": offer.query.show,
            "why_not": offer.why_not,
            "parameters": [
                {"name": p.name, "type": p.type, "required": p.required, "default": p.default, "label": p.title}
                for p in offer.query.parameters
            ],
        }
        for offer in offers(source)
    ]


def find_query(source: Source, name: str) -> SavedQuery:
    """The saved question of this name (``id`` or ``family/id``) that ``source`` or one below it offers.

    Raises InvalidInput that names those there are.
    """
    offered = offered_queries(source)
    full = {f"{query.family}/{query.id}": query for query in offered.values()}
    found = offered.get(name) or full.get(name)
    if found is None:
        raise InvalidInput(
            f"There is no query “{name}” for {source.title}.", advice=f"There are: {', '.join(sorted(offered))}."
        )
    return found


def _library(part: Source) -> Library:
    return load_library(part.family.id, part.family.queries_root)


def can_answer(
    source: Source, part: Source, query: SavedQuery, catalog: Catalog, given: Mapping[str, str] | None = None
) -> bool:
    """Whether one database below ``source`` answers a question; with ``given``, whether it has the tables and columns
    that are chosen."""
    if query.family not in (part.family.id, GENERIC):
        return False
    # what a pair only reads along is asked of the install that it belongs to, once
    if query.why_not(catalog) or not (part is source or part.concerns(query.needs, catalog)):
        return False
    try:
        if given is not None:
            query.written(given, own_names(part, catalog))
    except InvalidInput:
        return False
    return True


def own_names(part: Source, catalog: Catalog) -> Catalog:
    """What a question about a source may name: its own files, not those that are read along."""
    if not part.context:
        return catalog
    return Catalog(
        tuple(table for table in catalog if table.schema not in part.context),
        tuple(facts for facts in catalog.facts if facts.schema not in part.context),
        catalog.problems,
    )


def ask_query(
    source: Source,
    query: SavedQuery,
    given: Mapping[str, str],
    clock: Clock,
    limits: Limits = DEFAULT_LIMITS,
    cancel: CancelToken | None = None,
) -> QueryAnswer:
    """Ask a saved question of every database of ``source`` that has what it needs.

    Raises InvalidInput if none has; SqlError, FileBusy and the like if all that have it fail.
    """

    def able(part: Source, database: Database) -> bool:
        return can_answer(source, part, query, database.catalog(cancel), given)

    def ask(part: Source, database: Database, limits: Limits) -> Rows:
        names = own_names(part, database.catalog(cancel))
        return run_query(database, query, given, clock, part.redactor, limits, cancel, names)

    answer = _ask_each(source, able, ask, limits)
    if not answer.answers:
        _say_what_is_unknown(source, query, given, cancel)
        raise InvalidInput(
            f"“{query.title}” cannot be asked of {source.title}.",
            advice=f"It needs {', '.join(query.needs.names) or 'a database'}.",
        )
    return answer


def _say_what_is_unknown(
    source: Source, query: SavedQuery, given: Mapping[str, str], cancel: CancelToken | None
) -> None:
    """Raise InvalidInput if it is a table or column that is chosen which no database has."""
    for part in source.walk():
        if part.database is not None and can_answer(source, part, query, part.database.catalog(cancel)):
            query.written(given, own_names(part, part.database.catalog(cancel)))


def ask_sql(
    source: Source,
    sql: str,
    given: Mapping[str, str],
    clock: Clock,
    limits: Limits = DEFAULT_LIMITS,
    cancel: CancelToken | None = None,
    *,
    each: bool = False,
) -> QueryAnswer:
    """Run one statement on the database of ``source``; on an install's or folder's children where it has none.

    ``each``: on those below it as well, where its tables are there; a set that lacks one is told as skipped.
    """
    own = source.database is not None and not each

    def able(part: Source, database: Database) -> bool:
        return part is source or not own

    def ask(part: Source, database: Database, limits: Limits) -> Rows:
        return run_sql(database, sql, given, clock, part.redactor, limits, cancel)

    answer = _ask_each(source, able, ask, limits, lenient=not own)
    if not answer.answers:
        raise KnownError(f"No file of {source.title} could answer.", advice=answer.coverage.words())
    return answer


def _ask_each(
    source: Source,
    able: Callable[[Source, Database], bool],
    ask: Callable[[Source, Database, Limits], Rows],
    limits: Limits,
    *,
    lenient: bool = False,
) -> QueryAnswer:
    """The answers of all that are able: one that fails is told, and stops no other; if all do, the first says why.
    They share the memory that an answer may take.

    ``lenient``: one that cannot run the statement is passed over. What is wrong with the question itself is raised.
    """
    answers: list[SourceRows] = []
    failed: list[FileProblem] = []
    passed_over: list[FileProblem] = []
    fault: KnownError | None = None
    left = limits.bytes
    for part in source.walk():
        if part.database is None:
            continue
        try:
            if able(part, part.database):
                rows = ask(part, part.database, replace(limits, bytes=left))
                answers.append(SourceRows(part, rows))
                left -= rows.bytes
        except (InvalidInput, StatementRefused):
            raise
        except KnownError as error:
            fault = fault or error
            if lenient and lacks_names(error):
                passed_over.append(FileProblem(part.path, error.what, error.advice, error.details))
            else:
                failed.append(_problem(part, error))
    if fault is not None and not answers:
        raise fault
    return QueryAnswer(tuple(answers), coverage(source, failed), tuple(passed_over))


def _problem(part: Source, error: KnownError) -> FileProblem:
    return FileProblem(error.path or part.path, error.what, error.advice, error.details)
