"""Edges that are counted in several databases, as messages in the session files of an install, and added up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from inspector.cancel import CancelToken
from inspector.db.catalog import Catalog
from inspector.db.database import Database
from inspector.db.reader import Reader
from inspector.errors import KnownError
from inspector.graph.projection import GraphQuery
from inspector.graph.row_columns import id_text

EdgeKey = tuple[str, str, str]
"""Source, target and type of an edge."""


@dataclass(frozen=True)
class Member:
    """One of the databases."""

    title: str
    """Name for people."""
    folder: str
    """Name of its folder."""
    above: str
    """Name of the folder above that."""
    database: Database | None
    """What is read; None where no file could be opened."""
    whole: bool = True
    """Whether all of its files could be opened."""


@dataclass(frozen=True)
class Gathered:
    """What the databases told."""

    edges: tuple[tuple[str, str, str, str, float], ...] = ()
    """Source, target, type, label and weight: the sum of the counts."""
    left_out: tuple[str, ...] = ()
    """Which of them could not be asked, in words."""


NO_MEMBERS = Gathered()


def gather(members: Iterable[Member], queries: Sequence[GraphQuery], cancel: CancelToken) -> Gathered:
    """Ask each of the databases; one that cannot be read is told and stops no other. Raises Cancelled.

    A database that has none of what the queries need has nothing to tell, as a half that was never written.
    """
    counts: dict[EdgeKey, float] = {}
    failed: list[str] = []
    for member in members:
        cancel.check()
        if member.database is None or not member.whole:
            failed.append(member.title)
        if member.database is None:
            continue
        try:
            catalog = member.database.catalog(cancel)
            found = member.database.read(partial(_counts, member, queries, catalog), cancel)
        except KnownError:
            failed.extend([member.title] if member.whole else [])
            continue
        for key, count in found:
            counts[key] = counts.get(key, 0) + count
    edges = tuple((*key, f"{count:,.0f}", float(count)) for key, count in counts.items())
    return Gathered(edges, (_words(failed),) if failed else ())


def _counts(
    member: Member, queries: Sequence[GraphQuery], catalog: Catalog, reader: Reader
) -> list[tuple[EdgeKey, float]]:
    found: list[tuple[EdgeKey, float]] = []
    for query in queries:
        if not query.needs.met_by(catalog):
            continue
        names = {"folder": member.folder, "above": member.above}
        bound = {name: value for name, value in names.items() if f":{name}" in query.sql}
        for source, target, kind, count in reader.rows(query.sql, bound):
            if isinstance(count, int | float):
                found.append(((id_text(source), id_text(target), id_text(kind)), count))
    return found


def _words(failed: Sequence[str]) -> str:
    named = ", ".join(failed[:3]) + (f" and {len(failed) - 3:,} more" if len(failed) > 3 else "")
    sources = "1 source" if len(failed) == 1 else f"{len(failed):,} sources"
    return f"what is told by {sources} that could not be read whole: {named}"
