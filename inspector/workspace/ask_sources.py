"""One question over a source and all below it: asked of each database that can answer, the answers set side by side."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from inspector.cancel import CancelToken
from inspector.clock import Clock
from inspector.db.database import Database
from inspector.db.rows import Rows
from inspector.errors import FileBusy, FileDamaged, InvalidInput, KnownError
from inspector.families.registry import GENERIC
from inspector.queries.library import SavedQuery, load_library
from inspector.queries.run import DEFAULT_LIMITS, Limits, run_query, run_sql
from inspector.redaction import Redactor
from inspector.workspace.coverage import Coverage, coverage
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

    @property
    def truncated(self) -> bool:
        """Whether some answer has more rows than were kept."""
        return any(part.rows.truncated for part in self.answers)


def offered_queries(source: Source) -> dict[str, SavedQuery]:
    """The saved questions of ``source`` and all below it, by id."""
    offered: dict[str, SavedQuery] = {}
    for part in source.walk():
        library = load_library(part.family.id, part.family.queries_root)
        offered.update({query.id: query for query in library.queries})
    return offered


def list_queries(source: Source) -> str:
    """The saved questions of ``source``, a line each: id, title, parameters."""
    return "\n".join(
        f"{query.id}: {query.title}" + "".join(f" --param {p.name}=..." for p in query.parameters)
        for query in sorted(offered_queries(source).values(), key=lambda query: (query.family, query.id))
    )


def find_query(source: Source, name: str) -> SavedQuery:
    """The saved question of this id that ``source`` or one below it offers.

    Raises InvalidInput that names those there are.
    """
    offered = offered_queries(source)
    if name not in offered:
        raise InvalidInput(
            f"There is no query “{name}” for {source.title}.", advice=f"There are: {', '.join(sorted(offered))}."
        )
    return offered[name]


def ask_query(
    source: Source,
    query: SavedQuery,
    given: Mapping[str, str],
    clock: Clock,
    limits: Limits = DEFAULT_LIMITS,
    cancel: CancelToken | None = None,
) -> QueryAnswer:
    """Ask a saved question of every database of ``source`` that has what it needs.

    Raises InvalidInput if none has; SqlError and the like if the only one that has fails.
    """

    def able(part: Source, database: Database) -> bool:
        if query.family not in (part.family.id, GENERIC):
            return False
        catalog = database.catalog(cancel)
        # what a pair only reads along is asked of the install that it belongs to, once
        return query.needs.met_by(catalog) and (part is source or part.concerns(query.needs, catalog))

    def ask(database: Database, redactor: Redactor) -> Rows:
        return run_query(database, query, given, clock, redactor, limits, cancel)

    answer = _ask_each(source, able, ask)
    if not answer.answers:
        raise InvalidInput(
            f"“{query.title}” cannot be asked of {source.title}.",
            advice=f"It needs {', '.join(query.needs.names) or 'a database'}.",
        )
    return answer


def ask_sql(
    source: Source,
    sql: str,
    given: Mapping[str, str],
    clock: Clock,
    limits: Limits = DEFAULT_LIMITS,
    cancel: CancelToken | None = None,
) -> QueryAnswer:
    """Run one statement on the database of ``source``; on an install's or folder's children where it has none."""
    own = source.database is not None

    def able(part: Source, database: Database) -> bool:
        return part is source or not own

    def ask(database: Database, redactor: Redactor) -> Rows:
        return run_sql(database, sql, given, clock, redactor, limits, cancel)

    answer = _ask_each(source, able, ask)
    if not answer.answers:
        raise InvalidInput(f"No file of {source.title} could be read.", advice=answer.coverage.words())
    return answer


def _ask_each(
    source: Source, able: Callable[[Source, Database], bool], ask: Callable[[Database, Redactor], Rows]
) -> QueryAnswer:
    answers: list[SourceRows] = []
    failed: list[FileProblem] = []
    parts = [part for part in source.walk() if part.database is not None]
    for part in parts:
        assert part.database is not None
        try:
            if able(part, part.database):
                answers.append(SourceRows(part, ask(part.database, part.redactor)))
        except (FileBusy, FileDamaged) as error:
            if len(parts) == 1:
                raise
            failed.append(_problem(part, error))
    return QueryAnswer(tuple(answers), coverage(source, failed))


def _problem(part: Source, error: KnownError) -> FileProblem:
    return FileProblem(error.path or part.path, error.what, error.advice, error.details)
