"""The headless commands that look: what a file is, and search."""

from __future__ import annotations

import argparse
from contextlib import ExitStack
from typing import TextIO

from inspector.cli.codes import OK, PARTIAL
from inspector.cli.opened import opened
from inspector.cli.words import print_json, printable
from inspector.clock import Clock
from inspector.errors import InvalidInput, SqlError


def recognise(options: argparse.Namespace, clock: Clock, out: TextIO, err: TextIO) -> int:
    """Tell what a file or folder is."""
    from inspector.workspace.opening.describe import describe_source, source_json

    source = opened(options.path)
    try:
        print_json(source_json(source), out) if options.json else print(describe_source(source), file=out)
        return PARTIAL if source.all_problems() else OK
    finally:
        source.close()


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
