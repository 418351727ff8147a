"""Which version wrote a file: the migration level of a central database, the newest known column of a session file."""

from __future__ import annotations

from collections.abc import Iterable

from inspector.db.catalog import Catalog
from inspector.db.needs import Needs
from inspector.db.reader import Reader
from inspector.families.docs import load_docs

_MARKS = (
    ("delivered.reason_code", "session files with refusals"),
    ("token_usage_log", "session files with a log of tokens"),
    ("messages_in.on_wake", "session files with on_wake"),
    ("messages_in.source_session_id", "session files with source_session_id"),
    ("container_state", "session files with container_state"),
    ("messages_in.series_id", "session files with series_id"),
)
"""What newer session files have, newest first: they keep no version."""


def version(reader: Reader, catalog: Catalog) -> str:
    """The version of a file or pair in words; empty if nothing tells it."""
    told = [_level(reader)] if Needs(("schema_version.name",)).met_by(catalog) else []
    session = any(catalog.table(name) is not None for name in ("messages_in", "messages_out"))
    if session:
        told.insert(0, _session_mark(catalog))
    return "; ".join(told)


def applied_names(reader: Reader) -> tuple[str, ...]:
    """The names of the migrations that a central database applied, in its own order."""
    return tuple(str(name) for (name,) in reader.rows("SELECT name FROM schema_version ORDER BY version"))


def missing_names(applied: Iterable[str]) -> tuple[str, ...]:
    """Known migrations that were not applied though a later known one was."""
    known = [step.name for step in load_docs("nanoclaw").migrations]
    done = set(applied)
    last = max((i for i, name in enumerate(known) if name in done), default=-1)
    return tuple(name for name in known[:last] if name not in done)


def _level(reader: Reader) -> str:
    applied = set(applied_names(reader))
    if not applied:
        return "no migrations applied"
    steps = [step for step in load_docs("nanoclaw").migrations if step.name in applied and step.level is not None]
    unknown = len(applied - {step.name for step in load_docs("nanoclaw").migrations})
    newest = max(steps, key=lambda step: step.level or 0, default=None)
    level = f"migration level {newest.level:03d} ({newest.name})" if newest else "no known migration level"
    return f"{level}, {len(applied)} applied" + (f", {unknown} of them unknown" if unknown else "")


def _session_mark(catalog: Catalog) -> str:
    single = catalog.table("messages_in") is not None and catalog.table("messages_out") is not None
    if single and catalog.table("processing_ack") is None:
        return "legacy session in one file"
    return next((words for name, words in _MARKS if Needs((name,)).met_by(catalog)), "legacy session files")
