"""The headless commands about messages: what became of one, what all sessions do."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, TextIO

from inspector.cli.codes import BROKEN, FAILED, OK, PARTIAL, SUSPICIOUS
from inspector.cli.opened import opened
from inspector.cli.words import print_json, printable
from inspector.clock import Clock

if TYPE_CHECKING:
    from inspector.families.trace import Trace
    from inspector.workspace.source import Source
    from inspector.workspace.traces.find_message import Found

LISTED = 50
"""Messages of one name that are listed."""


def trace(options: argparse.Namespace, clock: Clock, out: TextIO, err: TextIO) -> int:
    """Tell what became of a message."""
    from inspector.workspace.traces.find_message import find_message
    from inspector.workspace.traces.read_trace import never_recorded, read_trace
    from inspector.workspace.traces.trace_text import trace_json, trace_text

    source = opened(options.path, reveal=options.reveal_secrets)
    try:
        found = find_message(source, options.message, clock)
        for problem in found.problems:
            print(f"not read: {printable(problem.path)}: {problem.what}", file=err)
        if found.ambiguous:
            return _ambiguous(options, found, out, err)
        if found.matches:
            (one, match), *_ = found.matches
            made = read_trace(one, match.ref, clock, root=source)
            code = _code(made, one)
        else:
            made = never_recorded(source, options.message)
            code = PARTIAL if found.problems else FAILED
        print_json(trace_json(made), out) if options.json else print(trace_text(made), end="", file=out)
        return code
    finally:
        source.close()


def _code(made: Trace, source: Source) -> int:
    severities = {verdict.outcome.severity for verdict in made.verdicts}
    if "broken" in severities:
        return BROKEN
    if source.problems:
        return PARTIAL
    return SUSPICIOUS if "suspicious" in severities else OK


def _ambiguous(options: argparse.Namespace, found: Found, out: TextIO, err: TextIO) -> int:
    from inspector.workspace.traces.trace_text import match_json, matches_text

    if options.json:
        print_json({"matches": [match_json(one, match) for one, match in found.matches]}, out)
    else:
        print(matches_text(found.matches[:LISTED]), end="", file=out)
    more = f" (the first {LISTED} are listed)" if len(found.matches) > LISTED and not options.json else ""
    print(
        f"{len(found.matches):,} messages have this name{more}.\n"
        "  Give the folder of the session as PATH, or the whole id of the message.",
        file=err,
    )
    return FAILED


def sessions(options: argparse.Namespace, clock: Clock, out: TextIO, err: TextIO) -> int:
    """List the sessions of an install, with what each of them does."""
    from inspector.workspace.traces.sessions import read_sessions
    from inspector.workspace.traces.sessions_text import sessions_json, sessions_text

    source = opened(options.path, reveal=options.reveal_secrets)
    try:
        rows = read_sessions(source, clock)
        print_json(sessions_json(rows, clock), out) if options.json else print(
            sessions_text(rows, clock), end="", file=out
        )
        partial = source.all_problems() or any(row.problems for row in rows)
        return PARTIAL if partial else OK
    finally:
        source.close()
