"""The headless lists: tasks, what waits for a person, what agents say to one another."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TextIO

from inspector.cli.codes import OK, PARTIAL
from inspector.cli.opened import opened
from inspector.cli.words import print_json, printable
from inspector.clock import Clock

if TYPE_CHECKING:
    from inspector.workspace.rosters.reading import Asked
    from inspector.workspace.source import Source


def tasks(options: argparse.Namespace, clock: Clock, out: TextIO, err: TextIO) -> int:
    """List the tasks of all sessions."""
    from inspector.workspace.rosters.tasks import read_tasks
    from inspector.workspace.rosters.text import tasks_json, tasks_text

    return _list(options, clock, out, err, read_tasks, tasks_text, tasks_json)


def waiting(options: argparse.Namespace, clock: Clock, out: TextIO, err: TextIO) -> int:
    """List what waits for a person."""
    from inspector.workspace.rosters.text import waiting_json, waiting_text
    from inspector.workspace.rosters.waiting import read_waiting

    return _list(options, clock, out, err, read_waiting, lambda rows: waiting_text(rows, clock), waiting_json)


def flow(options: argparse.Namespace, clock: Clock, out: TextIO, err: TextIO) -> int:
    """List what agents say to one another."""
    from inspector.workspace.rosters.flow import read_flow
    from inspector.workspace.rosters.text import flow_json, flow_text

    return _list(options, clock, out, err, read_flow, flow_text, flow_json)


def _list(
    options: argparse.Namespace,
    clock: Clock,
    out: TextIO,
    err: TextIO,
    read: Callable[[Source, Clock], tuple[Any, Asked]],
    text: Callable[[Any], str],
    json: Callable[[Any], Any],
) -> int:
    """Print what is read, and what could not be."""
    source = opened(options.path, reveal=options.reveal_secrets)
    try:
        rows, told = read(source, clock)
    finally:
        source.close()
    print_json(json(rows), out) if options.json else print(text(rows), end="", file=out)
    for problem in told.problems:
        print(f"not read: {printable(problem)}", file=err)
    return PARTIAL if told.problems else OK
