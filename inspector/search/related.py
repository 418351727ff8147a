"""What leads on from a search: words that may be meant, the words that tell a row apart, rows like it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from inspector.cancel import CancelToken
from inspector.db.catalog import Catalog, Table
from inspector.db.cells import where_key
from inspector.db.database import Database
from inspector.db.fts_match import ask_index
from inspector.db.fts_tokens import Token, tokens_of
from inspector.db.fts_words import Vocabulary, vocabulary
from inspector.db.quoting import name, names, qualified
from inspector.db.reader import Reader
from inspector.db.rows import RowRef
from inspector.errors import FileBusy, KnownError
from inspector.redaction import Redactor
from inspector.search.filter import SearchFilter
from inspector.search.find_sources import find_sources
from inspector.search.hit import SearchAnswer
from inspector.search.index import index_of
from inspector.search.joining import CELL_LIMIT
from inspector.search.nearest import nearest_tokens
from inspector.search.plan import plan_for
from inspector.search.present import text_of
from inspector.search.question import Question, Summary, as_it_is
from inspector.search.row_place import row_place
from inspector.search.run import Drift, search_database
from inspector.search.source import SearchSource
from inspector.search.terms import parse_terms

_WEIGHED = 80
"""Different tokens of a row that are weighed."""
_SHORTEST = 3
"""Letters of a word that can tell a row apart."""


@dataclass(frozen=True)
class Suggestion:
    """What may be meant."""

    text: str
    """The whole text with one word replaced."""
    typed: str
    """The word that no index has."""
    word: str
    """The word instead, as it is written in a row."""
    rows: int
    """In how many rows it stands."""


@dataclass(frozen=True)
class KeyTerm:
    """A word that tells a row apart."""

    word: str
    """As it is written in the row."""
    token: str
    """As the index has it."""
    times: int
    """How often it stands in the row."""
    rows: int
    """In how many rows it stands."""


def did_you_mean(
    database: Database,
    named: Sequence[SearchSource],
    text: str,
    redactor: Redactor,
    *,
    without: tuple[str, ...] = (),
    cancel: CancelToken | None = None,
    most: int = 3,
) -> tuple[Suggestion, ...]:
    """For each word that no index of the database has: the nearest ones that one has. Raises FileBusy, Cancelled."""
    catalog = database.catalog(cancel)
    sources = [s for s in find_sources(catalog, named, without) if s.fts and not s.unusable]
    found: dict[str, list[Suggestion]] = {}
    present: set[str] = set()
    for source in sources:
        try:
            near, has = database.read(lambda r, s=source: _nearest(r, catalog, s, text, redactor, most), cancel)  # type: ignore[misc]
        except FileBusy:
            raise
        except KnownError:
            continue  # a suggestion is a help: the search itself tells what is wrong with an index
        present |= has
        for one in near:
            found.setdefault(one.typed, []).append(one)
    told = [one for typed, several in found.items() if typed not in present for one in several[:most]]
    return tuple({one.text: one for one in told}.values())


def _nearest(
    reader: Reader, catalog: Catalog, source: SearchSource, text: str, redactor: Redactor, most: int
) -> tuple[list[Suggestion], set[str]]:
    """(suggestions, the typed words that the index has)."""
    index, table = index_of(catalog, source)
    assert index.fts is not None
    near: list[Suggestion] = []
    has: set[str] = set()
    with vocabulary(reader, index) as words:
        question = Question(parse_terms(text), redactor, most)
        for asked in plan_for(reader, index.fts, question, table.name).wanted:
            if len(asked.tokens) != 1 or asked.lost or asked.term.prefix:
                continue
            if words.rows_with(asked.tokens[0]):
                has.add(asked.term.text)
                continue
            for token in nearest_tokens(words, asked.tokens[0], most):
                word = written_as(reader, index, table, source, token, redactor)
                if word:
                    instead = text.replace(asked.term.text, word, 1)
                    near.append(Suggestion(instead, asked.term.text, word, words.rows_with(token)))
    return near, has


def written_as(reader: Reader, index: Table, table: Table, source: SearchSource, token: str, redactor: Redactor) -> str:
    """How a token is written in a row that has it; the token itself where no text is kept; empty if it is a secret."""
    fts = index.fts
    assert fts is not None
    quoted = '"' + token.replace('"', " ") + '"'
    place = row_place(table, fts)
    for match in ask_index(reader, index, quoted, 3).matches if source.columns else ():
        columns = names(source.columns)
        sql = f"SELECT {columns} FROM {qualified(table.schema, table.name)} WHERE {place.join} = ?"
        for row in reader.rows(sql, (match.rowid,), cell_limit=CELL_LIMIT):
            for column, value in zip(source.columns, row, strict=True):
                text = redactor.cell(text_of(value), table.name, column)
                for one in tokens_of(reader, fts, text):
                    if one.text == token:
                        return text[one.start : one.end]
    return token if not source.columns else ""


def key_terms(
    database: Database,
    named: Sequence[SearchSource],
    ref: RowRef,
    redactor: Redactor,
    *,
    without: tuple[str, ...] = (),
    cancel: CancelToken | None = None,
    most: int = 10,
) -> tuple[KeyTerm, ...]:
    """The words that stand often in a row and in few others, the most telling first; none where no index serves.

    Raises FileBusy, SqlError, Cancelled.
    """
    catalog = database.catalog(cancel)
    source = indexed_source(catalog, named, without, ref)
    if source is None:
        return ()
    return database.read(lambda reader: _key_terms(reader, catalog, source, ref, redactor, most), cancel)


def indexed_source(
    catalog: Catalog, named: Sequence[SearchSource], without: tuple[str, ...], ref: RowRef
) -> SearchSource | None:
    """The source with an index that a row belongs to."""
    for source in find_sources(catalog, named, without):
        table = catalog.table(source.table, source.schema or None)
        usable = bool(source.fts and not source.unusable and source.columns)
        if usable and table is not None and (table.schema, table.name.lower()) == (ref.schema, ref.table.lower()):
            return source
    return None


def _key_terms(
    reader: Reader, catalog: Catalog, source: SearchSource, ref: RowRef, redactor: Redactor, most: int
) -> tuple[KeyTerm, ...]:
    index, table = index_of(catalog, source)
    assert index.fts is not None
    where, params = where_key(table, ref.key)
    columns = tuple(c for c in source.columns if redactor.reveal or not redactor.is_whole(table.name, c))
    if not columns:
        return ()
    sql = f"SELECT {', '.join(map(name, columns))} FROM {qualified(table.schema, table.name)} WHERE {where}"
    written: dict[str, str] = {}
    counts: Counter[str] = Counter()
    for row in reader.rows(sql, params, cell_limit=CELL_LIMIT):
        for column, value in zip(columns, row, strict=True):
            text = redactor.cell(text_of(value), table.name, column)
            for token in tokens_of(reader, index.fts, text):
                if _tells(token):
                    counts[token.text] += 1
                    written.setdefault(token.text, text[token.start : token.end])
    with vocabulary(reader, index) as words:
        weighed = _weighed(words, counts, _entries(reader, catalog, index))
    return tuple(KeyTerm(written[token], token, times, rows) for _, token, times, rows in weighed[:most])


def _tells(token: Token) -> bool:
    return len(token.text) >= _SHORTEST and not token.text.isdigit()


def _weighed(words: Vocabulary, counts: Counter[str], total: int) -> list[tuple[float, str, int, int]]:
    """(weight, token, times, rows), the heaviest first."""
    found = []
    for token, times in counts.most_common(_WEIGHED):
        rows = words.rows_with(token)
        if rows:
            found.append((-(1 + math.log(times)) * math.log((total + 1) / (rows + 0.5)), token, times, rows))
    return sorted(found)


def _entries(reader: Reader, catalog: Catalog, index: Table) -> int:
    docs = catalog.table(f"{index.name}_docsize", index.schema) or index
    count = reader.value(f"SELECT count(*) FROM {qualified(docs.schema, docs.name)}")
    return count if isinstance(count, int) else 0


def more_like(
    database: Database,
    named: Sequence[SearchSource],
    ref: RowRef,
    redactor: Redactor,
    *,
    without: tuple[str, ...] = (),
    cancel: CancelToken | None = None,
    summary: Summary = as_it_is,
    drift: Drift | None = None,
    limit: int = 20,
) -> SearchAnswer:
    """Rows of the same source that hold the words which tell this one apart, the likest first; without itself.

    Raises what :func:`key_terms` raises.
    """
    source = indexed_source(database.catalog(cancel), named, without, ref)
    terms = key_terms(database, named, ref, redactor, without=without, cancel=cancel, most=8)
    shared = [term for term in terms if term.rows > 1][:5]
    if source is None or not shared:
        return SearchAnswer()
    query = " OR ".join('"' + term.word.replace('"', '""') + '"' for term in shared)
    answer = search_database(
        database,
        named,
        query,
        redactor,
        limit=limit + 1,
        without=without,
        cancel=cancel,
        summary=summary,
        drift=drift,
        expert=True,
        narrowed=SearchFilter(sources=frozenset({source.id})),
    )
    hits = tuple(hit for hit in answer.hits if hit.ref != ref)[:limit]
    return replace(answer, hits=hits)
