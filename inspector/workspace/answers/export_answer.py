"""All rows of an answer written out, whatever their number: asked again, read and written part by part."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import BinaryIO

from inspector.cancel import CancelToken
from inspector.clock import Clock
from inspector.db.database import Database
from inspector.db.rows import ResultColumn
from inspector.db.values import Value
from inspector.errors import InvalidInput, KnownError, StatementRefused
from inspector.queries.library import SavedQuery
from inspector.queries.stream import Sink, Streamed, stream_query, stream_rows
from inspector.redaction import MASK
from inspector.workspace.answers.ask_sources import can_answer, own_names
from inspector.workspace.answers.block_text import BlockWriter, Form, in_words
from inspector.workspace.answers.coverage import Coverage, by_reason, coverage, lacks_names
from inspector.workspace.answers.export_target import written_whole
from inspector.workspace.source import FileProblem, Source


@dataclass(frozen=True)
class Question:
    """What is asked, so that it can be asked again."""

    source: Source
    """Of whom."""
    query: SavedQuery | None
    """The saved question; None for SQL of one's own."""
    sql: str
    """The statements, of which the last gives the answer."""
    given: Mapping[str, str]
    """Texts of the parameters by name."""
    clock: Clock
    """The "as of" time."""
    each: bool = False
    """Whether SQL is asked of all databases below the source too."""


@dataclass(frozen=True)
class Manner:
    """How rows are written."""

    form: Form
    """As what."""
    safe: bool = False
    """Whether CSV and TSV keep spreadsheets from computing with texts."""
    table: str = "answer"
    """The table that INSERT names."""
    null: str = ""
    """What NULL is in CSV and TSV."""
    limit: int | None = None
    """Rows of each source; None for all."""
    seconds: float | None = None
    """After this it is ended; None for never."""


@dataclass(frozen=True)
class Written:
    """What was written."""

    rows: int
    """How many rows."""
    truncated: bool
    """Whether there are more than the limit."""
    masked: bool
    """Whether secrets are masked in it."""
    changed: int
    """Texts that got an apostrophe before them."""
    coverage: Coverage
    """Which files were read."""
    passed_over: tuple[FileProblem, ...] = ()
    """Sources that could not run it, for a table is missing there."""

    def words(self, path: str) -> str:
        """What to tell."""
        rows = "1 row" if self.rows == 1 else f"{self.rows:,} rows"
        parts = [f"Saved {'the first ' if self.truncated else ''}{rows} to {os.path.basename(path)}."]
        if self.truncated:
            parts.append("There are more.")
        if self.changed:
            parts.append(in_words(self.changed))
        if self.masked:
            parts.append("Secrets are masked.")
        if not self.coverage.whole:
            parts.append(f"{self.coverage.words()}.")
        for what, paths in by_reason(self.passed_over).items():
            parts.append(f"{len(paths):,} could not run it: {what}")
        return " ".join(parts)


def save_answer(
    question: Question,
    manner: Manner,
    path: str,
    sources: Sequence[Source],
    cancel: CancelToken,
    told: Callable[[int], None] = lambda _rows: None,
) -> Written:
    """Write the answer to a file, whole or not at all; ``told`` is told how many rows are written.

    ``sources``: what is open. Raises what asking raises, KnownError where a database would be harmed, Cancelled.
    """
    with written_whole(path, sources) as stream:
        return write_answer(question, manner, stream, cancel, told)


def write_answer(
    question: Question,
    manner: Manner,
    stream: BinaryIO,
    cancel: CancelToken | None = None,
    told: Callable[[int], None] = lambda _rows: None,
) -> Written:
    """Write the answer to a stream that can go back: rows of a read that must start anew are taken away again.

    Raises what asking raises, Cancelled.
    """
    parts = tuple(_able(question, cancel))
    several = len(parts) > 1
    out = _Out(stream, manner, told)
    failed: list[FileProblem] = []
    passed_over: list[FileProblem] = []
    truncated, fault = False, None
    for part, database in parts:
        out.source = part.path if several else None
        try:
            truncated = _stream(question, part, database, out, manner, cancel).truncated or truncated
            out.keep()
        except (InvalidInput, StatementRefused):
            raise
        except KnownError as error:
            out.forget()
            fault = fault or error
            lenient = several and lacks_names(error) and question.query is None
            (passed_over if lenient else failed).append(
                FileProblem(error.path or part.path, error.what, error.advice, error.details)
            )
    if fault is not None and len(failed) + len(passed_over) == len(parts):
        raise fault
    out.end()
    return Written(out.rows, truncated, out.masked, out.changed, coverage(question.source, failed), tuple(passed_over))


def _able(question: Question, cancel: CancelToken | None) -> Iterable[tuple[Source, Database]]:
    source, query = question.source, question.query
    own = source.database is not None and not question.each
    for part in source.walk():
        if part.database is None:
            continue
        if query is None:
            if part is source or not own:
                yield part, part.database
        elif can_answer(source, part, query, part.database.catalog(cancel), question.given):
            yield part, part.database


def _stream(
    question: Question, part: Source, database: Database, sink: Sink, manner: Manner, cancel: CancelToken | None
) -> Streamed:
    given, clock, query = question.given, question.clock, question.query
    limit, seconds = manner.limit, manner.seconds
    if query is None:
        return stream_rows(
            database, question.sql, given, clock, part.redactor, sink, limit=limit, seconds=seconds, cancel=cancel
        )
    names = own_names(part, database.catalog(cancel))
    return stream_query(
        database, query, given, clock, part.redactor, sink, limit=limit, seconds=seconds, cancel=cancel, names=names
    )


class _Out:
    """Writes the rows of one source after another."""

    def __init__(self, stream: BinaryIO, manner: Manner, told: Callable[[int], None]) -> None:
        self._stream = stream
        self._manner = manner
        self._told = told
        self._writer: BlockWriter | None = None
        self._kept: tuple[int, int, bool, int, bool] = (0, 0, False, 0, False)
        self.source: str | None = None
        """What the first column says of the rows that come; None for no such column."""
        self.rows = 0
        """Rows that are written."""
        self.masked = False
        """Whether a secret is masked in them."""
        self.changed = 0
        """Texts that got an apostrophe."""
        self._any = False

    def begin(self, columns: tuple[ResultColumn, ...]) -> None:
        """The rows of a source follow, perhaps once more."""
        if not columns:
            raise InvalidInput("The statement gives no rows to write.", advice="End with a SELECT.")
        self.forget()
        if self._writer is None:
            names = [column.name for column in columns]
            manner = self._manner
            head = ["source"] if self.source is not None else []
            self._writer = BlockWriter(manner.form, [*head, *names], manner.table, safe=manner.safe, null=manner.null)
            self._put(self._writer.head())

    def add(self, rows: Sequence[tuple[Value, ...]]) -> None:
        """The next rows."""
        writer = self._writer
        assert writer is not None
        front: tuple[Value, ...] = () if self.source is None else (self.source,)
        self._any = True
        self._put(writer.block([(*front, *row) for row in rows] if front else rows))
        self.rows += len(rows)
        self.changed = writer.changed
        self.masked = self.masked or any(isinstance(v, str) and MASK in v for row in rows for v in row)
        self._told(self.rows)

    def keep(self) -> None:
        """What was written stays."""
        self._any = True
        self._kept = (self._stream.tell(), self.rows, self.masked, self.changed, self._any)

    def forget(self) -> None:
        """What was written since is void."""
        place, self.rows, self.masked, self.changed, self._any = self._kept
        self._stream.seek(place)
        self._stream.truncate()
        if not self._any:
            self._writer = None
        elif self._writer is not None:
            self._writer.rows, self._writer.changed = self.rows, self.changed

    def end(self) -> None:
        """Nothing more comes."""
        if self._writer is not None:
            tail = self._writer.tail()
            self._put(tail + "\n" if self._stream.tell() or tail else "")

    def _put(self, text: str) -> None:
        self._stream.write(text.encode("utf-8", "surrogatepass"))
