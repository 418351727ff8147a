"""Why is a row not among the hits? Asked of the row itself: its text, its tokens, and what the index has of it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from inspector.cancel import CancelToken
from inspector.db.catalog import Catalog, Column, FtsStructure, Table
from inspector.db.cells import where_key
from inspector.db.database import Database
from inspector.db.fts_match import holds
from inspector.db.fts_tokens import tokens_of
from inspector.db.fts_words import vocabulary
from inspector.db.quoting import literal, name, names, qualified
from inspector.db.reader import Reader
from inspector.db.rows import RowRef
from inspector.errors import FileBusy, KnownError, SqlError, UnsupportedSchema
from inspector.redaction import MASK, Redactor
from inspector.search.filter import EVERYTHING, RowCondition, SearchFilter
from inspector.search.find_sources import find_sources
from inspector.search.index import index_of
from inspector.search.json_text import begins_like_json, matching_value
from inspector.search.nearest import nearest_tokens
from inspector.search.plan import AskedTerm, IndexPlan, plan_for
from inspector.search.present import text_of
from inspector.search.question import Question, as_it_is
from inspector.search.related import written_as
from inspector.search.row_place import indexed_numbers, row_place
from inspector.search.run import Drift, ask, search_database
from inspector.search.snippet import marker
from inspector.search.source import SearchSource
from inspector.search.terms import parse_terms
from inspector.search.why_not import Cause, ColumnTokens, Reason, TermWhyNot, WhyNot

_CELL = 100_000
"""Characters of a cell that are split."""
_LISTED = 300
"""Tokens of a column that are listed."""
_ENTRIES = 20_000
"""Entries of an index up to which it is read through for what it has of one row."""
_LIKE_A_SECRET = re.compile(r"(?=.*\d)(?=.*[^\W\d_]).{12,}|.{24,}", re.DOTALL)


def why_not(
    database: Database,
    named: Sequence[SearchSource],
    ref: RowRef,
    text: str,
    redactor: Redactor,
    *,
    expert: bool = False,
    narrowed: SearchFilter = EVERYTHING,
    without: tuple[str, ...] = (),
    drift: Drift | None = None,
    cancel: CancelToken | None = None,
) -> WhyNot:
    """Why a search for ``text`` does not give this row; or that it does.

    Raises FileBusy where the file cannot be read, Cancelled.
    """
    catalog = database.catalog(cancel)
    table = catalog.table(ref.table, ref.schema)
    source = None if table is None else _source(catalog, find_sources(catalog, named, without), table)
    if table is None or source is None:
        return WhyNot(ref, (Reason("not searched", f"No search looks into {ref.table}."),))
    try:
        question = ask(text, redactor, 1, as_it_is, EVERYTHING, expert=expert)
    except SqlError as error:
        return WhyNot(ref, (Reason("problem", f"The query cannot be asked: {error.what}"),), source.title)
    looked = database.read(lambda reader: _Look(reader, catalog, table, source, question, ref).look(), cancel)
    if looked is None:
        return WhyNot(ref, (Reason("no such row", f"{ref.table} has no such row any more."),), source.title)
    only = SearchFilter(frozenset({source.id}), conditions=(RowCondition(table.name, _is_row(table, ref), "this row"),))

    def is_hit(filter: SearchFilter) -> bool:
        answer = search_database(
            database, named, text, redactor, limit=1, without=without, cancel=cancel, drift=drift, expert=expert,
            narrowed=filter, scan_limit_s=None,
        )  # fmt: skip
        return any(hit.ref == ref for hit in answer.hits)

    reasons = list(looked.reasons)
    if is_hit(only):
        reasons.insert(0, Reason("found", "It is a hit; others may stand before it."))
        left_out = _left_out(narrowed, only, source, is_hit)
        if left_out:
            reasons = [Reason("filtered", left_out), *(r for r in reasons if r.cause != "found")]
    elif not reasons:
        reasons.append(Reason("absent", "The row does not match the query as a whole."))
    return replace(looked, reasons=tuple(reasons))


def _source(catalog: Catalog, sources: Sequence[SearchSource], table: Table) -> SearchSource | None:
    mine = [s for s in sources if catalog.table(s.table, s.schema or None) is table]
    return next((s for s in mine if s.fts), mine[0] if mine else None)


def _is_row(table: Table, ref: RowRef) -> str:
    """The condition that finds the row, with its key written in."""
    where, values = where_key(table, ref.key)
    parts = where.split("?")
    written = [_sql(value) for value in values]
    return "".join(part + (written[at] if at < len(written) else "") for at, part in enumerate(parts))


def _sql(value: object) -> str:
    if isinstance(value, bytes):
        return f"x'{value.hex()}'"
    return literal(value) if isinstance(value, str) else "NULL" if value is None else repr(value)


def _left_out(narrowed: SearchFilter, only: SearchFilter, source: SearchSource, is_hit: object) -> str:
    """Which part of the filter leaves the row out; empty if none does."""
    assert callable(is_hit)
    if narrowed.empty:
        return ""
    if narrowed.sources and source.id not in narrowed.sources:
        return f"The filter leaves {source.title} out."
    parts = (
        ("type", replace(only, types=narrowed.types), narrowed.types),
        ("project", replace(only, projects=narrowed.projects), narrowed.projects),
        ("time", replace(only, since=narrowed.since, until=narrowed.until), narrowed.since or narrowed.until),
    )
    for what, filter, is_set in parts:
        if is_set and not is_hit(filter):
            return f"The filter by {what} leaves it out."
    mine = [one for one in narrowed.conditions if one.table.lower() == source.table.lower()]
    if narrowed.conditions:
        row = only.conditions[0]
        both = tuple(replace(one, sql=f"({one.sql}) AND ({row.sql})") for one in mine)
        if not both or not is_hit(replace(only, conditions=both, now=narrowed.now)):
            told = " or ".join(one.words for one in mine) or f"none for {source.title}"
            return f"The filter leaves it out: {told}."
    return ""


@dataclass
class _Look:
    """One look at one row."""

    reader: Reader
    """Reads."""
    catalog: Catalog
    """What the database declares."""
    table: Table
    """The table of the row."""
    source: SearchSource
    """As what it is searched."""
    question: Question
    """What is asked."""
    ref: RowRef
    """The row."""
    reasons: list[Reason] = field(default_factory=list)
    """What was found out."""

    def look(self) -> WhyNot | None:
        """All that can be told of the row; None if it is gone."""
        texts = self._texts()
        if texts is None:
            return None
        index = self._index()
        plan = IndexPlan()
        if index is not None and index.fts is not None:
            plan = self._plan(index.fts)
        number = self._number(index)
        known = self._is_known(index, number)
        columns = tuple(self._column(column, texts[column.name], index) for column in self._columns())
        if index is not None and number is not None and known:
            columns = self._with_indexed(columns, index, number, texts)
        if index is not None and not known:
            self.reasons.append(
                Reason("not indexed", f"{index.name} does not know the row; its text is looked through.")
            )
        otherwise = [one.column for one in columns if one.indexed is not None]
        if index is not None and otherwise:
            words = f"{index.name} holds other words for {', '.join(otherwise)} than the row has now."
            self.reasons.append(Reason("indexed otherwise", words))
        asked = {one.term: one for one in plan.terms}
        terms = [
            self._term(asked.get(term) or AskedTerm(term, (), True, ""), texts, index, number if known else None)
            for term in self.question.terms
        ]
        return WhyNot(
            self.ref,
            tuple(self._ordered()),
            self.source.title,
            index.name if index is not None else "",
            index.fts.tokenizer if index is not None and index.fts is not None else "",
            columns,
            tuple(terms),
        )

    def _plan(self, fts: FtsStructure) -> IndexPlan:
        try:
            return plan_for(self.reader, fts, replace(self.question, expert=""), self.table.name)
        except UnsupportedSchema:
            return IndexPlan()

    def _ordered(self) -> list[Reason]:
        """The words that are missing explain more than how the index knows the row."""
        order = ("excluded", "absent", "column", "apart", "secret")
        return sorted(self.reasons, key=lambda r: order.index(r.cause) if r.cause in order else len(order))

    def _columns(self) -> list[Column]:
        return [column for column in self.table.visible_columns if not column.problem]

    def _texts(self) -> dict[str, str] | None:
        columns = [column.name for column in self._columns()]
        where, params = where_key(self.table, self.ref.key)
        sql = f"SELECT {names(columns)} FROM {qualified(self.table.schema, self.table.name)} WHERE {where}"
        rows = self.reader.rows(sql, params, limit=1, cell_limit=_CELL).rows
        if not rows:
            return None
        return {column: text_of(value) for column, value in zip(columns, rows[0], strict=True)}

    def _index(self) -> Table | None:
        if not self.source.fts or self.source.unusable:
            return None
        return index_of(self.catalog, self.source)[0]

    def _number(self, index: Table | None) -> int | None:
        if index is None:
            return None
        place = row_place(self.table, index.fts)
        where, params = where_key(self.table, self.ref.key)
        sql = f"SELECT {place.join} FROM {qualified(self.table.schema, self.table.name)} WHERE {where}"
        found = self.reader.value(sql, params) if place.join else None
        return found if isinstance(found, int) else None

    def _is_known(self, index: Table | None, number: int | None) -> bool:
        if index is None or number is None:
            return index is not None
        indexed = indexed_numbers(self.catalog, index, self.table)
        return indexed is None or self.reader.value(f"SELECT ? IN {indexed}", (number,)) == 1

    def _column(self, column: Column, text: str, index: Table | None) -> ColumnTokens:
        searched = column.name in self._searched(index)
        redactor = self.question.redactor
        if not redactor.reveal and redactor.is_whole(self.table.name, column.name):
            return ColumnTokens(column.name, False, note="secret")
        if not searched:
            return ColumnTokens(column.name, False, note="not searched")
        if index is None or index.fts is None:
            return ColumnTokens(column.name, True, note="looked through, without an index")
        shown = redactor.cell(text, self.table.name, column.name)
        tokens = tuple(token.text for token in tokens_of(self.reader, index.fts, shown))
        return ColumnTokens(column.name, True, tokens[:_LISTED], more=len(tokens) > _LISTED)

    def _searched(self, index: Table | None) -> frozenset[str]:
        indexed = frozenset[str]()
        if index is not None and index.fts is not None:
            indexed = frozenset(index.fts.columns) - index.fts.unindexed
        return frozenset(self.question.searchable(self.table.name, tuple({*self.source.columns, *indexed})))

    def _with_indexed(
        self, columns: tuple[ColumnTokens, ...], index: Table, number: int, texts: Mapping[str, str]
    ) -> tuple[ColumnTokens, ...]:
        """The same with what the index has of the row, where that is not what it has now."""
        assert index.fts is not None
        docs = self.catalog.table(f"{index.name}_docsize", index.schema) or index
        sql = f"SELECT count(*) FROM (SELECT 1 FROM {qualified(docs.schema, docs.name)} LIMIT {_ENTRIES + 1})"
        count = self.reader.value(sql)
        if index.fts.detail == "none" or not isinstance(count, int) or count > _ENTRIES:
            return columns
        with vocabulary(self.reader, index) as words:
            has = words.of_row(number)
        if has is None:
            return columns
        made = []
        for column in columns:
            now = [t.text for t in tokens_of(self.reader, index.fts, texts[column.column])] if column.searched else []
            then = has.get(column.column, [])
            if index.fts.detail != "full":
                now, then = sorted(set(now)), sorted(set(then))
            differs = column.searched and column.column in index.fts.columns and now != then
            shown = tuple(self._safe(token) for token in then[:_LISTED])
            made.append(replace(column, indexed=shown) if differs else column)
        return tuple(made)

    def _safe(self, token: str) -> str:
        """What an index has from a text that is gone may be a secret, and there is no text to know it by."""
        return MASK if not self.question.redactor.reveal and _LIKE_A_SECRET.fullmatch(token) else token

    # --- terms ---

    def _term(self, asked: AskedTerm, texts: Mapping[str, str], index: Table | None, number: int | None) -> TermWhyNot:
        term, fts = asked.term, index.fts if index is not None else None
        searched, redactor = self._searched(index), self.question.redactor
        hidden = [c for c in texts if not redactor.reveal and redactor.is_whole(self.table.name, c)]
        # whether a hidden column holds a word is what is hidden
        open_ = {column: text for column, text in texts.items() if text and column not in hidden}
        standing = [column for column, text in open_.items() if self._stands(asked, text, index)]
        inside = tuple(column for column in standing if column in searched)
        elsewhere = tuple(column for column in standing if column not in searched)
        told = TermWhyNot(term.text, asked.tokens, inside, elsewhere=elsewhere)
        if index is not None and fts is not None and number is not None and asked.query:
            told = replace(told, indexed=self._indexed_in(asked, index, number))
        if term.exclude:
            if inside:
                self._say("excluded", f"“{term.text}” is excluded, and stands in {', '.join(inside)}.")
            return told
        if inside or self.question.expert:
            return self._only_a_key(told, texts, index)
        if hidden:
            self._say("secret", f"{', '.join(hidden)} is secret and is not searched; reveal secrets to search it.")
        if elsewhere:
            self._say("column", f"“{term.text}” stands in {', '.join(elsewhere)}, which is not searched.")
        else:
            told = replace(told, nearest=self._nearest(asked, index))
            near = f"; the nearest words of the index: {', '.join(told.nearest)}" if told.nearest else ""
            apart = self._apart(asked, texts, searched, index)
            if apart:
                self._say("apart", f"The words of “{term.text}” are all there, but not side by side.")
            else:
                self._say("absent", f"No column of the row holds “{term.text}”{near}.")
        return told

    def _say(self, cause: Cause, words: str) -> None:
        reason = Reason(cause, words)
        if reason not in self.reasons:
            self.reasons.append(reason)

    def _only_a_key(self, told: TermWhyNot, texts: Mapping[str, str], index: Table | None) -> TermWhyNot:
        """Where no index serves, the names of JSON members are not searched."""
        pattern = marker(parse_terms(told.text), inside=True)
        jsons = [texts[column] for column in told.columns]
        only_json = index is None and pattern is not None and bool(jsons) and all(map(begins_like_json, jsons))
        if only_json and pattern and not any(matching_value(text, pattern) is not None for text in jsons):
            self._say("column", f"“{told.text}” is only the name of a JSON member in {', '.join(told.columns)}.")
        return told

    def _stands(self, asked: AskedTerm, text: str, index: Table | None) -> bool:
        """Whether a term stands in a text: among its tokens, or as it was typed where the tokenizer loses it."""
        if index is None or index.fts is None or asked.lost or not asked.tokens:
            return asked.term.text.casefold() in text.casefold()
        tokens = [token.text for token in tokens_of(self.reader, index.fts, text)]
        wanted, size = list(asked.tokens), len(asked.tokens)
        if asked.term.prefix:
            last = wanted.pop()
            return any(
                tokens[at : at + size - 1] == wanted and tokens[at + size - 1].startswith(last)
                for at in range(len(tokens) - size + 1)
            )
        return any(tokens[at : at + size] == wanted for at in range(len(tokens) - size + 1))

    def _apart(self, asked: AskedTerm, texts: Mapping[str, str], searched: frozenset[str], index: Table | None) -> bool:
        if index is None or index.fts is None or len(asked.tokens) < 2 or asked.lost:
            return False
        there = {t.text for c in searched & set(texts) for t in tokens_of(self.reader, index.fts, texts[c])}
        return set(asked.tokens) <= there

    def _indexed_in(self, asked: AskedTerm, index: Table, number: int) -> tuple[str, ...]:
        assert index.fts is not None
        found = []
        for column in (c for c in index.fts.columns if c in self._searched(index)):
            query = f"{name(column)} : {asked.query}" if index.fts.version == 5 else f"{column}:{asked.query}"
            try:
                if holds(self.reader, index, query, number):
                    found.append(column)
            except FileBusy:
                raise
            except KnownError:
                return ()  # detail=none knows no columns: then they are not told
        return tuple(found)

    def _nearest(self, asked: AskedTerm, index: Table | None) -> tuple[str, ...]:
        if index is None or len(asked.tokens) != 1:
            return ()
        with vocabulary(self.reader, index) as words:
            if words.rows_with(asked.tokens[0]):
                return ()
            near = nearest_tokens(words, asked.tokens[0])
        redactor = self.question.redactor
        # a word that no text that may be seen has is not told
        return tuple(t for t in near if written_as(self.reader, index, self.table, self.source, t, redactor))
