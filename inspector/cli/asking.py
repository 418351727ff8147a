"""The headless commands that ask: what a file is, saved questions, SQL, search."""

from __future__ import annotations

import argparse
from contextlib import ExitStack
from typing import TYPE_CHECKING, TextIO

from inspector.cli.codes import OK, PARTIAL
from inspector.cli.opened import opened
from inspector.cli.words import parameter, print_json, printable
from inspector.clock import Clock
from inspector.errors import InvalidInput, SqlError

if TYPE_CHECKING:
    from inspector.workspace.answers.ask_sources import QueryAnswer
    from inspector.workspace.source import Source


def recognise(options: argparse.Namespace, clock: Clock, out: TextIO, err: TextIO) -> int:
    """Tell what a file or folder is."""
    from inspector.workspace.opening.describe import describe_source, source_json

    source = opened(options.path)
    try:
        print_json(source_json(source), out) if options.json else print(describe_source(source), file=out)
        return PARTIAL if source.all_problems() else OK
    finally:
        source.close()


def query(options: argparse.Namespace, clock: Clock, out: TextIO, err: TextIO) -> int:
    """Ask a saved question or run one SELECT; without either, list the questions."""
    from inspector.queries.run import Limits
    from inspector.workspace.answers.answer_text import write_answer
    from inspector.workspace.answers.ask_sources import ask_query, ask_sql, find_query, list_queries, queries_json

    source = opened(options.path, reveal=options.reveal_secrets)
    try:
        if not options.name and not options.sql:
            print_json(queries_json(source), out) if options.format == "json" else print(list_queries(source), file=out)
            return PARTIAL if source.all_problems() else OK
        _check(options)
        given = dict(parameter(text) for text in options.param)
        limits = Limits(options.limit, options.time_limit, cell=None)
        if options.sql:
            answer = ask_sql(source, options.sql, given, clock, limits, each=options.each)
        else:
            answer = ask_query(source, find_query(source, options.name), given, clock, limits)
        write_answer(answer, options.format, out, null=options.null)
        if options.format != "json":
            asked = _not_asked(source, answer, options) if options.sql else ""
            print(_remark(answer.coverage.words() + asked, answer.truncated, options.limit), file=err)
        return OK if answer.coverage.whole else PARTIAL
    finally:
        source.close()


def _check(options: argparse.Namespace) -> None:
    if options.name and options.sql:
        raise InvalidInput("A saved question and --sql are two questions.", advice="Ask one of them.")
    if options.each and not options.sql:
        raise InvalidInput("--each goes with --sql.", advice="A saved question asks all that can answer by itself.")
    if options.limit < 1 or options.time_limit <= 0:
        raise InvalidInput("A limit must be greater than 0.")


def _not_asked(source: Source, answer: QueryAnswer, options: argparse.Namespace) -> str:
    """Which databases a statement was not put to, and why."""
    if answer.passed_over:
        first = answer.passed_over[0]
        others = f" and {len(answer.passed_over) - 1} more" if len(answer.passed_over) > 1 else ""
        return f"; not answered by {printable(first.path)}{others}: {first.what}"
    below = sum(1 for one in source.walk() if one is not source and one.database is not None)
    if source.database is not None and below and not options.each:
        return f"; asked of {source.title} itself, not of the {below} below it (--each asks them too)"
    return ""


def _remark(covered: str, truncated: bool, limit: int) -> str:
    return f"{covered}; only the first {limit:,} rows are shown, raise --limit for more" if truncated else covered


def search(options: argparse.Namespace, clock: Clock, out: TextIO, err: TextIO) -> int:
    """Search the text of files and folders."""
    from inspector.search.run import Drift
    from inspector.workspace.answers.answer_text import hits_json, hits_text
    from inspector.workspace.answers.index_reports import index_reports
    from inspector.workspace.answers.search_sources import search_sources

    if options.limit < 1:
        raise InvalidInput("A limit must be greater than 0.")
    with ExitStack() as closing:
        sources = []
        for path in options.paths:
            sources.append(opened(path, reveal=options.reveal_secrets))
            closing.callback(sources[-1].close)
        try:
            drift = Drift()
            reports = index_reports(sources, drift)
            answer = search_sources(sources, options.text, limit=options.limit, expert=options.expert, drift=drift)
        except SqlError as error:
            _point_at(options.text, error, err)
            raise
        if options.json:
            print_json(hits_json(answer, reports), out)
        else:
            print(hits_text(answer, reports), file=out)
        return OK if answer.whole else PARTIAL


def _point_at(text: str, error: SqlError, err: TextIO) -> None:
    """The query, and a mark below the place of its fault."""
    if error.offset is not None and "\n" not in text and len(text) <= _POINTED_AT:
        print(f"{printable(text)}\n{' ' * error.offset}^", file=err)


_POINTED_AT = 200
"""Characters of a query below which its fault can be pointed at."""
