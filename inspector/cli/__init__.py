"""The headless commands: what they are told, and what they answer with; the window is opened by `__main__`."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TextIO

from inspector.cli.codes import BROKEN, FAILED, NO_DISPLAY, OK, PARTIAL, SUSPICIOUS, USAGE
from inspector.cli.drawing import Drawing
from inspector.cli.parser import COMMANDS, parse
from inspector.cli.words import printable, told
from inspector.clock import Clock, parse_as_of
from inspector.errors import InvalidInput, KnownError

__all__ = [
    "BROKEN", "COMMANDS", "FAILED", "NO_DISPLAY", "OK", "PARTIAL", "SUSPICIOUS", "USAGE",
    "Drawing", "Opening", "finish", "main", "printable", "run", "told",
]  # fmt: skip


@dataclass(frozen=True)
class Opening:
    """What the window is to be opened with."""

    paths: tuple[str, ...]
    """Files, folders and links."""
    clock: Clock
    """The "as of" time."""
    demo: bool
    """Whether sample data is made and opened."""
    new_window: bool = False
    """Whether another window is wanted, though the program may run already."""


def main(arguments: Sequence[str], out: TextIO, err: TextIO) -> int | Opening | Drawing:
    """Run a headless command and give its exit code, or what is to be done with Qt: open the window, draw a picture."""
    options = parse(arguments)
    try:
        clock = Clock(parse_as_of(options.as_of) if options.as_of else None)
        if options.command == "open":
            return Opening(tuple(options.paths), clock, options.demo, options.new_window)
        _follow_settings(err)
        done: int | Drawing = options.run(options, clock, out, err)
        return done
    except KnownError as error:
        print(told(error), file=err)
        return USAGE if isinstance(error, InvalidInput) else FAILED


def finish(drawing: Drawing, draw: Callable[[], Iterable[bytes]], err: TextIO) -> int:
    """Write a picture, whose bytes ``draw`` makes, and give the exit code."""
    try:
        return drawing.write(draw())
    except KnownError as error:
        print(told(error), file=err)
        return FAILED
    except BrokenPipeError:
        _end_output()
        return OK


def _follow_settings(err: TextIO) -> None:
    """Files are opened in the way that was chosen."""
    from inspector.db.way import follow
    from inspector.settings import Settings

    settings = Settings()
    if settings.problem:
        print(settings.problem, file=err)
    follow(settings)


def run() -> int | Opening | Drawing:
    """:func:`main` on this process's arguments and streams."""
    for stream in (sys.stdout, sys.stderr):
        # A cell may hold anything; a terminal that cannot show it must not end the answer.
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    try:
        outcome = main(sys.argv[1:], sys.stdout, sys.stderr)
        sys.stdout.flush()
        return outcome
    except BrokenPipeError:
        _end_output()
        return OK


def _end_output() -> None:
    """Whoever read has enough: nothing may be written at exit either."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
