"""The headless lists: tasks, what waits for a person, what agents say to one another."""

from __future__ import annotations

import argparse
from typing import TextIO

from inspector.cli.codes import OK, PARTIAL
from inspector.cli.opened import opened
from inspector.cli.words import print_json, printable
from inspector.clock import Clock


def tasks(options: argparse.Namespace, clock: Clock, out: TextIO, err: TextIO) -> int:
    """List the tasks of all sessions."""
    from inspector.workspace.rosters.tasks import read_tasks
    from inspector.workspace.rosters.text import tasks_json, tasks_text

    source = opened(options.path, reveal=options.reveal_secrets)
    try:
        rows, told = read_tasks(source, clock)
        print_json(tasks_json(rows), out) if options.json else print(tasks_text(rows), end="", file=out)
        return _code(told.problems, err)
    finally:
        source.close()


def waiting(options: argparse.Namespace, clock: Clock, out: TextIO, err: TextIO) -> int:
    """List what waits for a person."""
    from inspector.workspace.rosters.text import waiting_json, waiting_text
    from inspector.workspace.rosters.waiting import read_waiting

    source = opened(options.path, reveal=options.reveal_secrets)
    try:
        rows, told = read_waiting(source, clock)
        print_json(waiting_json(rows), out) if options.json else print(waiting_text(rows, clock), end="", file=out)
        return _code(told.problems, err)
    finally:
        source.close()


def flow(options: argparse.Namespace, clock: Clock, out: TextIO, err: TextIO) -> int:
    """List what agents say to one another."""
    from inspector.workspace.rosters.flow import read_flow
    from inspector.workspace.rosters.text import flow_json, flow_text

    source = opened(options.path, reveal=options.reveal_secrets)
    try:
        rows, told = read_flow(source, clock)
        print_json(flow_json(rows), out) if options.json else print(flow_text(rows), end="", file=out)
        return _code(told.problems, err)
    finally:
        source.close()


def _code(problems: list[str], err: TextIO) -> int:
    for problem in problems:
        print(f"not read: {printable(problem)}", file=err)
    return PARTIAL if problems else OK
