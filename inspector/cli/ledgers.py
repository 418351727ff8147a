"""The headless commands about the ledger of a state graph: what differs between two moments, does its chain hold?"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from typing import TextIO

from inspector.cli.codes import BROKEN, OK, PARTIAL, SUSPICIOUS
from inspector.cli.opened import opened
from inspector.cli.words import print_json, printable
from inspector.clock import Clock

_CODES = {"whole": OK, "none": OK, "pruned": SUSPICIOUS, "broken": BROKEN}


def diff(options: argparse.Namespace, clock: Clock, out: TextIO, err: TextIO) -> int:
    """Tell what differs between two moments of a state graph."""
    from inspector.cancel import CancelToken
    from inspector.workspace.ledgers.ledger_text import difference_json, difference_lines
    from inspector.workspace.ledgers.time_travel import TimeTravel

    source = opened(options.path, reveal=options.reveal_secrets)
    try:
        found = TimeTravel(source).difference(options.before, options.after, CancelToken())
        if options.json:
            print_json(difference_json(found, source.redactor), out)
        else:
            _print(difference_lines(found, source.redactor), out)
        _print(map(printable, found.remarks), err)
        return PARTIAL if found.remarks else OK
    finally:
        source.close()


def chain(options: argparse.Namespace, clock: Clock, out: TextIO, err: TextIO) -> int:
    """Verify the audit chain of a state graph."""
    from inspector.cancel import CancelToken
    from inspector.workspace.ledgers.ledger_text import chain_json, chain_lines
    from inspector.workspace.ledgers.time_travel import TimeTravel

    source = opened(options.path)
    try:
        found = TimeTravel(source).chain(CancelToken())
        if options.json:
            print_json(chain_json(found), out)
        else:
            _print(chain_lines(found), out)
        return _CODES[found.state]
    finally:
        source.close()


def _print(lines: Iterable[str], out: TextIO) -> None:
    for line in lines:
        print(line, file=out)
