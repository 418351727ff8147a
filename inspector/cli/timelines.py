"""The headless command about time: what happened in a file, a pair or an install, one after the other."""

from __future__ import annotations

import argparse
from datetime import datetime
from typing import TYPE_CHECKING, Any, TextIO

from inspector.cli.codes import OK, PARTIAL
from inspector.cli.opened import opened
from inspector.cli.words import print_json, printable
from inspector.clock import Clock, parse_as_of
from inspector.errors import InvalidInput

if TYPE_CHECKING:
    from inspector.redaction import Redactor
    from inspector.timeline.entry import Entry
    from inspector.timeline.timeline import Timeline
    from inspector.workspace.source import Source
    from inspector.workspace.timelines.read_timeline import ReadTimeline


def timeline(options: argparse.Namespace, clock: Clock, out: TextIO, err: TextIO) -> int:
    """Print a timeline, or with ``--list`` which there are."""
    from inspector.cancel import CancelToken
    from inspector.workspace.timelines.read_timeline import offered_timelines, read_timeline

    if options.limit < 1:
        raise InvalidInput("--limit must be at least 1.")
    since, until = (parse_as_of(text) if text else None for text in (options.since, options.until))
    source = opened(options.path, reveal=options.reveal_secrets)
    try:
        if options.list:
            for one in offered_timelines(source, CancelToken()):
                print(f"{printable(one.source.id)}  {printable(one.source.about)}", file=out)
            return PARTIAL if source.all_problems() else OK
        found = read_timeline(source, options.name or "", clock, CancelToken())
        places, more = _asked(found.timeline, options, since, until)
        if options.json:
            print_json(_as_json(found, places, more, source), out)
        else:
            _print(found.timeline, places, out)
        print(_remark(found, len(places), more), file=err)
        return PARTIAL if source.all_problems() or found.timeline.left_out else OK
    finally:
        source.close()


def _asked(
    timeline: Timeline, options: argparse.Namespace, since: datetime | None, until: datetime | None
) -> tuple[list[int], int]:
    """Places of the newest entries that are asked for, and how many more there are."""
    from math import inf

    from inspector.timeline.filtering import FLAG, KIND, LANE, STATUS, TimelineFilter, filtered
    from inspector.timeline.moments import moment_of

    words = {KIND: options.kind, LANE: options.lane, STATUS: options.status, FLAG: options.mark}
    wanted = TimelineFilter(
        {facet: frozenset(some) for facet, some in words.items() if some},
        " ".join((options.text or "").split()),
        moment_of(since) if since else -inf,
        moment_of(until) if until else inf,
    )
    shown = filtered(timeline, wanted).shown.tolist()
    return shown[-options.limit :], max(0, len(shown) - options.limit)


def _print(timeline: Timeline, places: list[int], out: TextIO) -> None:
    from inspector.timeline.words import entry_line

    for place in places:
        print(entry_line(timeline.entry(place)), file=out)


def _as_json(found: ReadTimeline, places: list[int], more: int, source: Source) -> dict[str, Any]:
    timeline = found.timeline
    return {
        "timeline": found.chosen.source.id,
        "entries": [_entry(timeline.entry(place), source.redactor) for place in places],
        "left_out_by_limit": more,
        "there_are": timeline.there_are,
        "not_read": [*timeline.left_out, *(f"{one.path}: {one.what}" for one in source.all_problems())],
    }


def _entry(entry: Entry, redactor: Redactor) -> dict[str, Any]:
    at = entry.instant.moment.replace(tzinfo=None).isoformat(timespec="microseconds") + "Z" if entry.instant else None
    ref = entry.link.ref if entry.link is not None else None
    return {
        "at": at,
        "stored": entry.stored or None,
        "sequence": entry.sequence,
        "kind": entry.kind,
        "lane": entry.lane,
        "status": entry.status or None,
        "marks": list(entry.flags),
        "span_ms": entry.span_ms,
        "title": entry.title,
        "text": entry.text,
        "path": entry.link.path if entry.link is not None else None,
        "table": ref.table if ref is not None else None,
        "key": [part if isinstance(part, int | float) else redactor.text(str(part)) for part in ref.key]
        if ref
        else None,
    }


def _remark(found: ReadTimeline, printed: int, more: int) -> str:
    """What was printed of how much, and what could not be read."""
    timeline = found.timeline
    words = [f"{printed:,} {'entry' if printed == 1 else 'entries'}"]
    if more:
        words.append(f"{more:,} older ones left out by --limit")
    unread = timeline.there_are - len(timeline)
    if unread > 0:
        words.append(f"{unread:,} older ones not read")
    words += [f"not read: {printable(one)}" for one in timeline.left_out]
    return "; ".join(words)
