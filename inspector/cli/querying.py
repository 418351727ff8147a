"""The headless command ``query``: saved questions, statements, scripts, their answers in every form."""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from typing import TYPE_CHECKING, TextIO

from inspector.cli.codes import OK, PARTIAL
from inspector.cli.opened import opened
from inspector.cli.words import parameter, print_json, printable
from inspector.clock import Clock
from inspector.errors import InvalidInput, SqlError

if TYPE_CHECKING:
    from inspector.workspace.answers.ask_sources import QueryAnswer
    from inspector.workspace.answers.export_answer import Question
    from inspector.workspace.source import FileProblem, Source

_STREAMED = {"csv": "csv", "tsv": "tsv", "ndjson": "ndjson", "md": "markdown", "sql": "insert"}
"""Forms of which any number of rows is written."""
_MOST = 1_000
"""Rows of an answer where none are named."""
_IN_MEMORY = 8 << 20
_HEAD = 70
_PART = 1 << 20


def query(options: argparse.Namespace, clock: Clock, out: TextIO, err: TextIO) -> int:
    """Ask a saved question, or run statements; without either, list the questions."""
    from inspector.workspace.answers.ask_sources import list_queries, queries_json

    _check(options)
    source = opened(options.path, reveal=options.reveal_secrets)
    try:
        sql = options.sql if options.file is None else _read(options.file)
        if not options.name and sql is None:
            print_json(queries_json(source), out) if options.format == "json" else print(list_queries(source), file=out)
            return PARTIAL if source.all_problems() else OK
        if options.format in _STREAMED:
            return _stream(_question(source, sql, options, clock), options, out, err)
        return _print(source, sql, options, clock, out, err)
    except SqlError as error:
        _guide(error, source, sql or "", options)
        raise
    finally:
        source.close()


def _check(options: argparse.Namespace) -> None:
    asked = [bool(options.name), options.sql is not None, options.file is not None]
    if sum(asked) > 1:
        raise InvalidInput("A saved question, --sql and --file are several questions.", advice="Ask one of them.")
    if options.each and not any(asked[1:]):
        raise InvalidInput(
            "--each goes with --sql or --file.", advice="A saved question asks all that can answer by itself."
        )
    if (options.limit or 0) < 0 or options.time_limit <= 0:
        raise InvalidInput("A limit must be greater than 0; --limit 0 means all rows.")
    if options.limit == 0 and options.format not in _STREAMED:
        raise InvalidInput(
            f"--limit 0 (all rows) goes with --format {', '.join(_STREAMED)}.", advice="Name a number of rows."
        )


def _read(file: str) -> str:
    """The statements of a file, or of standard input."""
    if file == "-":
        raw = getattr(sys.stdin, "buffer", None)
        try:
            return raw.read().decode("utf-8-sig") if raw is not None else sys.stdin.read()
        except UnicodeDecodeError as error:
            raise InvalidInput("Standard input is no text in UTF-8.", details=str(error)) from error
    from inspector.queries.sql_file import read_sql_file

    return read_sql_file(file).text


def _question(source: Source, sql: str | None, options: argparse.Namespace, clock: Clock) -> Question:
    from inspector.workspace.answers.ask_sources import find_query
    from inspector.workspace.answers.export_answer import Question

    query = find_query(source, options.name) if sql is None else None
    given = _given(options, sql)
    return Question(source, query, sql or "", given, clock, options.each)


def _given(options: argparse.Namespace, sql: str | None) -> dict[str, str]:
    """What --param gives. Raises InvalidInput for what no statement asks for: a slip of the pen changes no answer."""
    from inspector.queries.binding import asked
    from inspector.queries.scan import statements

    given = dict(parameter(text) for text in options.param)
    if sql is not None:
        named = dict.fromkeys(one.name for statement in statements(sql) for one in asked(statement.sql))
        unknown = next((name for name in given if name not in named), None)
        if named and unknown is not None:
            raise InvalidInput(
                f"No statement has a parameter “{printable(unknown)}”.", advice=f"There are: {', '.join(named)}."
            )
        if unknown is not None and statements(sql):
            raise InvalidInput(f"No statement has a parameter “{printable(unknown)}”, or any other.")
    return given


def _stream(question: Question, options: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Write rows of any number: they are kept aside until all are known to be of one state."""
    from inspector import settings
    from inspector.workspace.answers.export_answer import Manner, write_answer

    manner = Manner(
        _STREAMED[options.format],  # type: ignore[arg-type]  # its values are forms
        safe=options.safe,
        null=options.null,
        limit=_limit(options) or None,
        seconds=options.time_limit,
    )
    with tempfile.SpooledTemporaryFile(_IN_MEMORY, dir=str(settings.private_dir())) as kept:
        written = write_answer(question, manner, kept)  # type: ignore[arg-type]  # it is one in all but name
        kept.seek(0)
        binary = getattr(out, "buffer", None)
        if binary is not None:
            out.flush()
            while part := kept.read(_PART):
                binary.write(part)
            binary.flush()
        else:
            out.write(kept.read().decode("utf-8", "surrogatepass"))
    told = written.coverage.words() + _below(question.source, options)
    if written.passed_over:
        told = written.coverage.words() + _passed_over(written.passed_over)
    told += _before(question.sql)
    if written.changed:
        told += f"; {written.changed:,} texts got an apostrophe before them"
    print(_remark(told, options, rows=written.truncated), file=err)
    return _code(options, whole=written.coverage.whole, more=written.truncated)


def _guide(error: SqlError, source: Source, script: str, options: argparse.Namespace) -> None:
    """Say where in a script the fault stands, and who else could have been asked."""
    from inspector.queries.scan import statements
    from inspector.workspace.answers.coverage import lacks_names

    if not error.advice and lacks_names(error) and _below(source, options):
        error.advice = f"Only {printable(source.title)} itself was asked: --each asks those below it too."
    found = statements(script)
    meant = [one for one in found if one.sql == error.sql]
    if len(meant) == 1 and (error.offset is not None or len(found) > 1):
        before = script[: meant[0].start + (error.offset or 0)]
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        error.what = f"At line {line:,}, column {column:,}: {error.what}"


def _before(script: str) -> str:
    """That rows of statements before the last one are not written."""
    from inspector.queries.scan import statements

    count = len(statements(script))
    return f"; the rows of the last of {count:,} statements (--format table and json tell all)" if count > 1 else ""


def _print(source: Source, sql: str | None, options: argparse.Namespace, clock: Clock, out: TextIO, err: TextIO) -> int:
    """Print answers as tables or as JSON, those of a script one after another."""
    from inspector.queries.run import Limits
    from inspector.workspace.answers.answer_text import answer_json, write_tables
    from inspector.workspace.answers.ask_script import ask_script
    from inspector.workspace.answers.ask_sources import ask_query, find_query

    given = _given(options, sql)
    limits = Limits(_limit(options), options.time_limit, cell=None)
    if sql is None:
        answers = [("", ask_query(source, find_query(source, options.name), given, clock, limits))]
        error = None
    else:
        script = ask_script(source, sql, given, clock, limits, each=options.each)
        answers = [(step.statement.sql, step.answer) for step in script.steps if step.answer is not None]
        error = script.steps[-1].error
    several = len(answers) + (error is not None) > 1
    if options.format == "json":
        if several or not answers:
            told = [{"sql": statement, **answer_json(answer)} for statement, answer in answers]
            print_json({"statements": told, "error": str(error) if error is not None else None}, out)
        elif error is None:
            print_json(answer_json(answers[0][1]), out)
    else:
        for statement, answer in answers:
            if several:
                print(f"-- {printable(' '.join(statement.split())[:_HEAD])}", file=out)
            if any(part.rows.columns for part in answer.answers):
                write_tables(answer, out)
    if error is not None:
        raise error
    for at, (_, answer) in enumerate(answers, 1):
        asked = _not_asked(source, answer, options) if sql is not None else ""
        full = any(part.rows.full for part in answer.answers)
        last = at == len(answers)
        if options.format != "json" and (last or answer.truncated):
            which = f"statement {at}: " if several else ""
            covered = which + answer.coverage.words() + asked
            print(_remark(covered, options, rows=answer.truncated, full=full), file=err)
    whole = all(answer.coverage.whole for _, answer in answers)
    return _code(options, whole=whole, more=any(answer.truncated for _, answer in answers))


def _limit(options: argparse.Namespace) -> int:
    return _MOST if options.limit is None else int(options.limit)


def _code(options: argparse.Namespace, *, whole: bool, more: bool) -> int:
    """Rows that nobody asked to be left out make an answer a part of one: what is told may be thrown away."""
    return OK if whole and not (more and options.limit is None) else PARTIAL


def _not_asked(source: Source, answer: QueryAnswer, options: argparse.Namespace) -> str:
    """Which databases a statement was not put to, and why."""
    if answer.passed_over:
        return _passed_over(answer.passed_over)
    return _below(source, options)


def _passed_over(problems: Sequence[FileProblem]) -> str:
    from inspector.workspace.answers.coverage import by_reason

    told = ""
    for what, paths in by_reason(problems).items():
        others = f" and {len(paths) - 1} more" if len(paths) > 1 else ""
        told += f"; not answered by {printable(paths[0])}{others}: {printable(what)}"
    return told


def _below(source: Source, options: argparse.Namespace) -> str:
    below = sum(1 for one in source.walk() if one is not source and one.database is not None)
    if source.database is not None and below and not options.each and not options.name:
        return f"; asked of {source.title} itself, not of the {below} below it (--each asks them too)"
    return ""


def _remark(covered: str, options: argparse.Namespace, *, rows: bool, full: bool = False) -> str:
    if full:
        return f"{covered}; only the first rows are shown, for all take too much memory: --format csv has no such limit"
    if not rows:
        return covered
    more = ", or give --limit 0 for all" if options.format in _STREAMED else " for more"
    return f"{covered}; only the first {_limit(options):,} rows are shown, raise --limit{more}"
