"""The headless commands about the ledger of a state graph: what differs between two moments, does its chain hold?"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from typing import TextIO

from inspector.cli.codes import BROKEN, OK, PARTIAL, SUSPICIOUS
from inspector.cli.opened import opened
from inspector.cli.words import print_json, printable
from inspector.clock import Clock

LISTED = 1_000
"""Events that are told where nobody says how many."""
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


def ledger(options: argparse.Namespace, clock: Clock, out: TextIO, err: TextIO) -> int:
    """Tell who changed what in a state graph, or what its ledger and its tables tell differently."""
    from inspector.cancel import CancelToken
    from inspector.families.ledger.events import EventFilter
    from inspector.workspace.ledgers.ledger_text import difference_json, difference_lines, event_json, event_lines
    from inspector.workspace.ledgers.time_travel import TimeTravel

    source = opened(options.path, reveal=options.reveal_secrets)
    try:
        travel = TimeTravel(source)
        if options.drift:
            found = travel.drift(CancelToken())
            if options.json:
                print_json(difference_json(found, source.redactor), out)
            else:
                _print(difference_lines(found, source.redactor), out)
            return OK
        wanted = EventFilter(options.session, options.agent, options.entity, options.field, not options.standing)
        limit = LISTED if options.limit is None else max(0, options.limit)
        events, count = travel.events(wanted, limit, CancelToken())
        if options.json:
            print_json([event_json(event, source.redactor) for event in events], out)
        else:
            for event in events:
                _print(event_lines(event, source.redactor), out)
        more = len(events) < count
        told = f"the newest {len(events):,} of {count:,} events (--limit 0 tells all)" if more else f"{count:,} events"
        print(told, file=err)
        return PARTIAL if more and options.limit is None else OK
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
