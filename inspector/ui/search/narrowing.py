"""What a filter of hits asks of each source: so that hits beyond those that were shown are found too (no Qt)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from inspector.db.catalog import Catalog
from inspector.db.quoting import literal
from inspector.families.row_facets import RowFacet
from inspector.search.filter import RowCondition, SearchFilter
from inspector.ui.search.filter import FIXED, HitFilter
from inspector.workspace.answers.row_kinds import usable_facets
from inspector.workspace.answers.search_sources import databases_below
from inspector.workspace.source import Source


@dataclass(frozen=True)
class Narrowed:
    """One source, and which of its rows may be hits."""

    source: Source
    """It alone, without those below it."""
    rows: SearchFilter
    """Which rows."""


def narrowed_sources(sources: Sequence[Source], kept: HitFilter) -> Iterator[Source]:
    """The sources in which hits of this filter may be, each alone."""
    families, paths = kept.chosen.get("family"), kept.chosen.get("source")
    for source in databases_below(sources):
        if (not families or source.family.id in families) and (not paths or source.path in paths):
            yield replace(source, children=())


def narrowed(source: Source, kept: HitFilter, now: datetime, catalog: Catalog) -> SearchFilter | None:
    """Which rows of a source this filter keeps; None where it can keep none."""
    span = kept.span(now)
    tables = kept.chosen.get("table", frozenset())
    ids = {one.id for one in source.family.search if one.title in tables} | tables
    wanted = {id: values for id, values in kept.chosen.items() if id not in dict(FIXED)}
    conditions = tuple(_conditions(source, wanted, catalog))
    if wanted and not conditions:
        return None
    return SearchFilter(
        sources=frozenset(ids),
        types=kept.chosen.get("type", frozenset()),
        since=span.start if span is not None else None,
        until=span.end if span is not None else None,
        conditions=conditions,
        now=now,
    )


def _conditions(source: Source, wanted: dict[str, frozenset[str]], catalog: Catalog) -> Iterator[RowCondition]:
    """For each table that all these facets tell apart, the rows of which all hold."""
    by_table: dict[str, dict[str, RowFacet]] = {}
    for facet in usable_facets(source.family.row_facets, catalog):
        by_table.setdefault(facet.table, {})[facet.id] = facet
    for table, facets in by_table.items():
        if wanted and wanted.keys() <= facets.keys():
            parts = [_condition(facets[id], values) for id, values in wanted.items()]
            yield RowCondition(table, " AND ".join(f"({part})" for part in parts), "it is of the kinds that are chosen")


def _condition(facet: RowFacet, values: frozenset[str]) -> str:
    if facet.choices:
        return " OR ".join(f"({one.condition})" for one in facet.choices if one.id in values) or "0"
    return f"CAST({facet.value} AS TEXT) IN ({', '.join(map(literal, sorted(values)))})"
