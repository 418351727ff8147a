"""Searching one database: the index where it serves, a bounded look through the text where it does not."""

from __future__ import annotations

from collections.abc import Sequence

from inspector.cancel import CancelToken
from inspector.db.catalog import Catalog
from inspector.db.database import Database
from inspector.db.reader import Reader
from inspector.errors import FileBusy, KnownError
from inspector.redaction import Redactor
from inspector.search.find_sources import find_sources
from inspector.search.hit import Hit, SearchAnswer, Searched
from inspector.search.index import IndexResult, search_index
from inspector.search.question import Question
from inspector.search.scan import search_by_scan
from inspector.search.source import SearchSource
from inspector.search.terms import parse_terms

LIMIT = 100
"""Hits of one source that are shown."""


def search_database(
    database: Database,
    named: Sequence[SearchSource],
    text: str,
    redactor: Redactor,
    *,
    limit: int = LIMIT,
    without: tuple[str, ...] = (),
    cancel: CancelToken | None = None,
) -> SearchAnswer:
    """The rows that match ``text``, from every source of the database. No text is an error.

    ``without``: schemas that are only read along and are searched elsewhere.

    Raises FileBusy where the file cannot be read at all, Cancelled.
    """
    terms = parse_terms(text)
    if not any(not term.exclude for term in terms):
        return SearchAnswer()
    catalog = database.catalog(cancel)
    hits: list[Hit] = []
    searched: list[Searched] = []
    for source in find_sources(catalog, named, without):
        try:
            found, told = database.read(_Work(source, catalog, Question(terms, redactor, limit)), cancel)
        except FileBusy:
            raise
        except KnownError as error:
            searched.append(Searched(source.title, 0, problem=error.details or error.what))
            continue
        hits += found
        searched.append(told)
    return SearchAnswer(tuple(sorted(hits, key=lambda hit: (hit.via == "scan", hit.rank))), tuple(searched))


class _Work:
    """One source, searched within one read."""

    def __init__(self, source: SearchSource, catalog: Catalog, question: Question) -> None:
        self._source = source
        self._catalog = catalog
        self._question = question

    def __call__(self, reader: Reader) -> tuple[list[Hit], Searched]:
        if not self._source.fts:
            why = "there is no full-text index"
            scanned = search_by_scan(reader, self._catalog, self._source, self._question, why=why)
            return scanned.hits, Searched(self._source.title, len(scanned.hits), scanned.more, scanned.note)
        found = search_index(reader, self._catalog, self._source, self._question)
        hits, notes, more = found.hits, list(found.notes), found.more
        why = self._why_incomplete(found)
        if why and len(hits) < self._question.limit:
            scanned = search_by_scan(
                reader,
                self._catalog,
                self._source,
                self._question,
                only_rowids_outside=None if self._question.lost_term else found.docs_table,
                known={hit.ref for hit in hits},
                why=why,
            )
            hits = hits + scanned.hits
            more = more or scanned.more
            notes += [scanned.note] if scanned.note else []
        return hits, Searched(self._source.title, len(hits), more, "; ".join(notes))

    def _why_incomplete(self, found: IndexResult) -> str:
        """Why the index alone does not answer; empty if it does."""
        if self._question.lost_term:
            return f"the index cannot hold “{self._question.lost_term}”"
        return "the row is not in the index" if found.unindexed else ""
