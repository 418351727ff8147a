"""The headless commands about condition and samples: what is wrong in a database, and databases to try things on."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import TextIO

from inspector.cli.codes import BROKEN, OK, PARTIAL, SUSPICIOUS
from inspector.cli.opened import opened
from inspector.cli.words import print_json, printable
from inspector.clock import Clock
from inspector.errors import InvalidInput


def health(options: argparse.Namespace, clock: Clock, out: TextIO, err: TextIO) -> int:
    """Say what is wrong in a file, pair, install or folder."""
    from inspector.health.finding import Level
    from inspector.settings import Settings
    from inspector.workspace.condition.health_report import health_report
    from inspector.workspace.condition.ignored import ignored
    from inspector.workspace.condition.report_text import report_json, report_lines, report_markdown

    if options.json and options.markdown:
        raise InvalidInput("--json and --markdown are two forms of an answer.", advice="Choose one of them.")
    source = opened(options.path, reveal=options.reveal_secrets)
    try:
        report = health_report(source, clock, thorough=options.thorough)
        report = replace(report, ignored={} if options.all else ignored(Settings()))
        if options.json:
            print_json(report_json(report, source, clock), out)
        else:
            told = report_markdown if options.markdown else report_lines
            print(told(report, source, clock).rstrip("\n"), file=out)
        if report.count(Level.BROKEN):
            return BROKEN
        return PARTIAL if report.failed else SUSPICIOUS if report.count(Level.SUSPICIOUS) else OK
    finally:
        source.close()


def sample(options: argparse.Namespace, clock: Clock, out: TextIO, err: TextIO) -> int:
    """Make a folder of sample databases."""
    from pathlib import Path

    from inspector.sample import make_sample

    folder = Path(options.folder)
    make_sample(folder, shape=options.shape, scale=options.scale, as_of=clock.as_of, faults=not options.no_faults)
    print(f"Made sample databases in {printable(str(folder))}", file=out)
    return OK
