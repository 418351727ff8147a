"""What do the sources below an install tell of one row? Each is looked at by itself, and faults stay in place."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from inspector.cancel import CancelToken
from inspector.clock import Clock
from inspector.db.catalog import Catalog
from inspector.db.display import display
from inspector.db.rows import RowRef
from inspector.errors import KnownError
from inspector.families.card import CardReader
from inspector.families.gathering import GatheredLine, Gathering, Look, Progress, Told
from inspector.families.trace import SessionState
from inspector.families.trace_reader import TraceReader
from inspector.queries.parameter import clock_values
from inspector.workspace.cards.card_page import PageLine, PageSection
from inspector.workspace.cards.lines import leading, page_line
from inspector.workspace.conversations.offered import has_conversation
from inspector.workspace.location import Location
from inspector.workspace.opening.names import ending
from inspector.workspace.rows.row_details import RowDetails
from inspector.workspace.rows.row_location import row_location
from inspector.workspace.source import Source
from inspector.workspace.traces.reading import ask, tracing_of, wait_for_second_look
from inspector.workspace.traces.sessions import confirmed

_TELL_S = 0.25
"""Seconds between two tellings of how far it is."""
_WORDS = {"trace": "Open the trace of", "conversation": "Open the conversation", "sessions": "Open all sessions"}


@dataclass(frozen=True)
class _Asked:
    """What is gathered, and for what."""

    source: Source
    details: RowDetails
    gathering: Gathering[Any, Any, Any]
    clock: Clock
    cancel: CancelToken


@dataclass(frozen=True)
class _Places:
    """What lines lead to."""

    catalog: Catalog
    sources: Mapping[str, Source]


@dataclass(frozen=True)
class Gathered:
    """What the sources below told so far."""

    sections: tuple[PageSection, ...] = ()
    """The sections."""
    files: tuple[str, ...] = ()
    """All files that they are made of, those of the card's own source too."""


def gather(
    source: Source,
    details: RowDetails,
    gathering: Gathering[Any, Any, Any],
    clock: Clock,
    cancel: CancelToken,
    tell: Callable[[Gathered], object],
) -> Gathered:
    """The sections that the sources below ``source`` tell of a row; ``tell`` hears of them as they come.

    What cannot be read is told in its place. Raises Cancelled, and KnownError where the card's own file cannot be read.
    """
    asked = _Asked(source, details, gathering, clock, cancel)
    missing = _missing(asked)
    if missing:
        return Gathered(tuple(PageSection(one.id, one.title, words=missing) for one in gathering.sections))
    subject = _subject(asked)
    members = [one for one in _members(source) if gathering.wanted(subject, ending(one))]
    whole = source.kind == "install"
    looks: list[Look[Any]] = []

    def so_far(done: bool) -> Gathered:
        progress = Progress(clock.now(), done, whole)
        return Gathered(_sections(asked, subject, looks, len(members), progress), _files(source, members))

    told_at = time.monotonic()
    tell(so_far(False))
    for member in members:
        cancel.check()
        looks.append(_look(asked, subject, member))
        if time.monotonic() - told_at >= _TELL_S:
            told_at = time.monotonic()
            tell(so_far(False))
    looks = _confirmed(asked, looks, {one.path: one for one in members})
    return so_far(True)


def _files(source: Source, members: list[Source]) -> tuple[str, ...]:
    """All files that are read."""
    databases = [one.database for one in (source, *members) if one.database is not None]
    return tuple(dict.fromkeys(file.path for database in databases for file in database.files.values()))


def _missing(asked: _Asked) -> str:
    """Why the card's own database cannot tell whose sources they are; empty where it can."""
    database = asked.source.database
    if database is None:
        return "Not known: the file of this card cannot be read."
    missing = asked.gathering.needs.missing(database.catalog(asked.cancel))
    return f"Not known: this database has no {', '.join(missing)}." if missing else ""


def _subject(asked: _Asked) -> Any:
    source, details = asked.source, asked.details
    assert source.database is not None, "its row was read from it"
    catalog = source.database.catalog(asked.cancel)
    clock = clock_values(asked.clock)
    return source.database.read(
        lambda reader: asked.gathering.subject(
            CardReader(reader, catalog, source.redactor, details.table.name, details.raw, clock)
        ),
        asked.cancel,
    )


def _members(source: Source) -> Iterator[Source]:
    """The sources that hold messages: those below an install, or a session that was opened by itself."""
    if source.kind == "pair":
        yield source
    for child in source.children:
        if child.kind in ("pair", "file") and child.family.id == source.family.id:
            yield child
        elif child.kind == "folder":
            yield from _members(child)


def _look(asked: _Asked, subject: Any, member: Source) -> Look[Any]:
    """One source: what it holds and what it does, by one committed state of its files."""
    tracing, name = tracing_of(member), ending(member)
    problems = [f"{os.path.basename(one.path)}: {one.what}" for one in member.all_problems()]
    found, state = None, None

    def both(reader: TraceReader) -> tuple[Any, SessionState | None]:
        held = asked.gathering.look(reader, subject, name)
        return held, tracing.state(reader) if held is not None else None

    if member.database is not None:
        try:
            held, state = ask(member, both, asked.clock, asked.cancel)
            found = asked.gathering.digest(held) if held is not None else None
        except KnownError as error:
            problems.append(str(error))
    return Look(member.path, name, display(member.title).text, found, state, tuple(problems))


def _confirmed(asked: _Asked, looks: list[Look[Any]], members: Mapping[str, Source]) -> list[Look[Any]]:
    """What is said of now stays only where a second look says it too."""
    if not any(_living(look) for look in looks):
        return looks
    wait_for_second_look(asked.clock, asked.cancel)
    return [_again(asked, look, members[look.path]) if _living(look) else look for look in looks]


def _again(asked: _Asked, look: Look[Any], member: Source) -> Look[Any]:
    assert look.state is not None, "it said something of now"
    try:
        second = ask(member, tracing_of(member).state, asked.clock, asked.cancel)
    except KnownError:
        # what was told by one look alone is not said
        return replace(look, state=None)
    return replace(look, state=confirmed(look.state, second))


def _living(look: Look[Any]) -> bool:
    return look.state is not None and any(one.outcome.living for one in look.state.verdicts)


# --- as sections of the page ---


def _sections(
    asked: _Asked, subject: Any, looks: list[Look[Any]], count: int, progress: Progress
) -> tuple[PageSection, ...]:
    told = asked.gathering.tell(subject, tuple(looks), progress)
    assert asked.source.database is not None, "its row was read from it"
    # looked up once for all lines: a catalog is asked of the disk whether it still holds
    places = _Places(asked.source.database.catalog(asked.cancel), {one.path: one for one in asked.source.walk()})
    counting = "" if progress.done else f"Counting… {len(looks):,} of {count:,} sessions read."
    stands = not progress.done or any(look.found is not None or look.problems for look in looks)
    return tuple(
        _section(asked, places, PageSection(one.id, one.title, stands=stands), told.get(one.id), counting)
        for one in asked.gathering.sections
    )


def _section(asked: _Asked, places: _Places, empty: PageSection, told: Told | None, counting: str) -> PageSection:
    if told is None:
        return replace(empty, words=counting)
    hide = asked.source.redactor.text
    words = "\n".join(hide(one) for one in (*((counting,) if counting else ()), *told.words))
    lines = tuple(_line(asked, places, line) for line in told.lines)
    return replace(empty, lines=lines, words=words, days=told.days)


def _line(asked: _Asked, places: _Places, told: GatheredLine) -> PageLine:
    source = asked.source
    made = page_line(source, places.catalog, told.line)
    if told.leads == "sessions":
        return replace(made, lead=Location(source.path, "sessions"), lead_words=_WORDS["sessions"])
    if told.leads == "conversation" and told.path:
        member = places.sources.get(told.path)
        view = "chat" if member is not None and has_conversation(member) else "timeline"
        return replace(made, lead=Location(told.path, view), lead_words=_WORDS["conversation"])
    ref = told.ref or _own_ref(places.catalog, told)
    if ref is None:
        return made
    path = told.path or source.path
    if told.ref is not None:
        made = leading(made, source, ref, path)
    if told.leads == "trace":
        trace = replace(row_location(path, ref), view="trace")
        made = replace(made, lead=trace, lead_words=f"{_WORDS['trace']} this message")
    return made


def _own_ref(catalog: Catalog, told: GatheredLine) -> RowRef | None:
    table = catalog.table(told.line.table) if told.line.table else None
    return RowRef(table.schema, table.name, told.line.key) if table is not None and told.line.key else None
