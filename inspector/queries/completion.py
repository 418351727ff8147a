"""What can stand at the caret of a statement that is being written: tables, columns, functions, keywords."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from typing import Literal

from inspector.db.catalog import Catalog, Column, Table
from inspector.db.quoting import name as quoted
from inspector.queries.caret import goes_on, pieces_of, split
from inspector.queries.expected import ALL_KEYWORDS, BEGINNINGS, NAMINGS, OPERANDS, expected
from inspector.queries.parameter import CLOCK_NAMES
from inspector.queries.scan import Token, statement_at, tokens
from inspector.queries.scopes import DEEPEST, Named, Scopes, brackets, is_keyword, plain_name, scopes
from inspector.queries.sql_words import FREE, FUNCTIONS, KEYWORDS, TABLE_FUNCTIONS

Kind = Literal["column", "table", "view", "alias", "expression", "schema", "function", "parameter", "keyword"]

MOST = 200
"""Suggestions that are offered."""
_WINDOW = 20_000
"""Characters before and after the caret that are looked at: a statement is shorter."""
_PLAIN = re.compile(r"[A-Za-z_\u0080-\uffff][\w$]*\Z")
_WRITTEN_NUMBER = re.compile(r"[0-9]")
_TABLES_FOLLOW = frozenset(("FROM", "JOIN", "INTO", "UPDATE", "TABLE"))
_USUAL_FUNCTIONS = ("count", "sum", "avg", "min", "max", "coalesce", "json_extract", "strftime")
_TRUTH = ("NOT", "NULL", "DISTINCT")
"""What follows IS before all else."""
_ORDER: Sequence[Kind] = (
    "column",
    "alias",
    "expression",
    "table",
    "view",
    "function",
    "parameter",
    "keyword",
    "schema",
)


def _nothing(_table: str, _column: str) -> str:
    return ""


@dataclass(frozen=True)
class Vocabulary:
    """What a database lends to its statements."""

    catalog: Catalog = field(default_factory=lambda: Catalog(()))
    """Its tables."""
    functions: tuple[str, ...] = ()
    """Names of its functions."""
    meaning: Callable[[str, str], str] = _nothing
    """What a table (with an empty column) or a column means, in words; empty where nobody says."""
    parameters: tuple[str, ...] = CLOCK_NAMES
    """Names that have a value by themselves."""
    homes: Mapping[tuple[str, str], str] = field(default_factory=dict)
    """(schema, name in lower case) of a table -> path of the source that has it, where several lend their names."""


@dataclass(frozen=True)
class Suggestion:
    """One thing that can stand at the caret."""

    text: str
    """What is written, quoted where it has to be."""
    kind: Kind
    """What it is."""
    detail: str = ""
    """Its type, its arguments, its table."""
    meaning: str = ""
    """What it means."""


@dataclass(frozen=True)
class Completion:
    """What is offered at a place."""

    start: int
    """Index of the first character that is replaced."""
    end: int
    """Index behind the last one."""
    suggestions: tuple[Suggestion, ...] = ()
    """The best first."""


def complete(sql: str, caret: int, vocabulary: Vocabulary) -> Completion:
    """What can stand at ``caret``, an index of characters. Nothing inside strings, comments and numbers."""
    first = max(0, caret - _WINDOW)
    text, at = sql[first : caret + _WINDOW], caret - first
    found = statement_at(text, at)
    # before the first word of a statement another one begins
    within = found is not None and found.start <= at <= found.end + 1
    start, end = (found.start, max(found.end, at)) if found is not None and within else (at, at)
    if found is not None and found.start <= at and not within and goes_on(pieces_of(text[found.start : at])):
        return Completion(caret, caret)
    head, typed, tail = split(text, start, at, end)
    before = pieces_of(head)
    if goes_on(before) or _WRITTEN_NUMBER.match(typed):
        return Completion(caret, caret)
    place = _Place(head, typed, tail, vocabulary)
    return Completion(first + at - len(typed), caret, place.suggestions())


@lru_cache(maxsize=4)
def _scopes_around(head: str, tail: str) -> tuple[Scopes, tuple[int, ...]]:
    """What a statement without the word at the caret names, and the brackets around the caret."""
    before = pieces_of(head)
    pieces = (*before, *pieces_of(tail))
    around = brackets(before)
    inside = () if not before else around[-1]
    if before and before[-1].text == "(":
        inside = (*inside, len(before) - 1)
    return scopes(pieces), inside[:DEEPEST]


class _Place:
    """The caret between the pieces of its statement."""

    def __init__(self, head: str, typed: str, tail: str, vocabulary: Vocabulary) -> None:
        self._words = vocabulary
        self._typed = typed
        self._name = plain_name(typed).lstrip(":@$")
        self._before = pieces_of(head)
        self._scopes, self._inside = _scopes_around(head, tail)
        self._queries = {one.name.lower(): one for one in reversed(self._scopes.expressions)}

    def suggestions(self) -> tuple[Suggestion, ...]:
        """What fits, the best first."""
        if self._typed[:1] in (":", "@", "$"):
            found: Iterable[Suggestion] = (
                Suggestion(self._typed[0] + one, "parameter", meaning="the “as of” time")
                for one in self._words.parameters
            )
        elif self._text(-1) == ".":
            found = self._behind_dot()
        elif self._wants_window():
            found = (Suggestion(_written(one.name), "expression", "WINDOW") for one in self._scopes.windows)
        elif self._wants_table():
            found = (*self._expressions(), *self._tables(), *self._schemas(), *self._table_functions())
        else:
            found = self._anything()
        return _ranked(found, self._name, _TRUTH if expected(self._before) == "truth" else ())

    def _wants_table(self) -> bool:
        if self._text(-1) in _TABLES_FOLLOW:
            return True
        if self._text(-1) != ",":
            return False
        depth = 0
        for piece in reversed(self._before[:-1]):
            depth += {")": 1, "(": -1}.get(piece.text, 0)
            if depth < 0:
                return False
            word = piece.text.upper()
            if depth == 0 and piece.kind == "word" and word in KEYWORDS:
                if word in ("FROM", "JOIN"):
                    return True
                if word not in ("AS", "ON", "LEFT", "INNER", "CROSS", "OUTER", "NATURAL", "RIGHT", "FULL"):
                    return False
        return False

    def _wants_window(self) -> bool:
        return self._text(-1) == "OVER" and bool(self._scopes.windows)

    def _anything(self) -> Iterable[Suggestion]:
        wanted = expected(self._before)
        if wanted == "beginning":
            yield from _keywords(BEGINNINGS)
        elif wanted == "name":
            yield from _keywords(NAMINGS)
        elif wanted == "keyword":
            yield from _keywords(ALL_KEYWORDS)
        else:
            yield from _keywords(_TRUTH if wanted == "truth" else ())
            yield from self._values()
            yield from _keywords(OPERANDS if wanted in ("operand", "truth") else ALL_KEYWORDS)

    def _values(self) -> Iterable[Suggestion]:
        """What has a value, or has what has one."""
        sources = self._scopes.at(self._inside)
        several = len(sources) > 1
        yield from islice((one for source in sources for one in self._columns_of(source, several)), MOST * 5)
        yield from (Suggestion(_written(one.name), "alias", one.table) for one in sources)
        if not sources:
            yield from self._columns_of_all()
            yield from self._tables()
        yield from self._rowids(sources)
        yield from self._functions()
        yield from (Suggestion(f":{one}", "parameter", meaning="the “as of” time") for one in self._words.parameters)

    def _columns_of_all(self) -> Iterable[Suggestion]:
        """Columns of any table: SELECT is written before FROM. Each name once, and only of those begun so."""
        written, told = self._name.lower(), set[str]()
        if not written:
            return
        for table in self._words.catalog:
            for column in table.columns if table.kind != "shadow" else ():
                name = column.name.lower()
                if name.startswith(written) and name not in told:
                    told.add(name)
                    yield self._column(table, column, table.name)

    def _rowids(self, sources: Sequence[Named]) -> Iterable[Suggestion]:
        """The number of a row, where it has one and somebody begins to write it."""
        for source in sources:
            table = _table_of(source, self._queries, self._words)
            written = self._name.lower()
            if table is not None and table.has_rowid and written and table.rowid_name.startswith(written):
                yield Suggestion(table.rowid_name, "column", source.name, "the number of the row")

    def _behind_dot(self) -> Iterable[Suggestion]:
        owner = self._before[-2] if len(self._before) > 1 else None
        if owner is None or owner.kind not in ("word", "identifier"):
            return
        name = plain_name(owner.text).lower()
        for source in (*self._scopes.at(self._inside), *self._changed_rows(name)):
            if source.name.lower() == name and self._is_known(source):
                yield from self._columns_of(source, told=False)
                yield from self._rowids((source,))
                return
        tables = [table for table in self._words.catalog if table.schema.lower() == name]
        if tables:
            yield from (self._table(table) for table in tables)
            return
        table = self._words.catalog.table(plain_name(owner.text))
        if table is not None:
            yield from self._columns(table, "")

    def _changed_rows(self, name: str) -> Iterable[Named]:
        """The table whose rows ``excluded``, ``new`` and ``old`` are, under that name."""
        before = {"excluded": "INTO", "new": "ON", "old": "ON"}.get(name)
        words = [piece.text.upper() if piece.kind == "word" else piece.text for piece in self._before]
        if before in words and (before == "INTO" or "TRIGGER" in words):
            at = words.index(before) + 1
            at += 2 if words[at + 1 : at + 2] == ["."] else 0
            if at < len(self._before):
                yield Named(name, plain_name(self._before[at].text))

    def _is_known(self, source: Named) -> bool:
        """Whether a source has columns that can be told: what is half written may be a schema."""
        table = self._words.catalog.table(source.table, source.schema or None) if source.table else None
        known = table is not None or source.table.lower() in TABLE_FUNCTIONS
        return bool(source.columns) or known or self._expression(source.table) is not None

    def _columns_of(self, source: Named, told: bool) -> Iterable[Suggestion]:
        """``told``: with the name of the source, for several could be meant."""
        of = source.name if told else ""
        table = _table_of(source, self._queries, self._words)
        expression = None if source.schema else self._expression(source.table)
        if table is not None:
            yield from self._columns(table, of)
            return
        inner = expression or source
        columns = inner.columns or TABLE_FUNCTIONS.get(source.table.lower(), ())
        for column in columns:
            if column.endswith("*"):
                yield from self._all_of(column.removesuffix("*").rstrip("."), inner, of)
            else:
                yield Suggestion(_column_written(column), "column", of)

    def _all_of(self, owner: str, inner: Named, of: str) -> Iterable[Suggestion]:
        """The columns for which a ``*`` inside a query stands."""
        for source in self._scopes.sources:
            within = len(source.inside) > len(inner.inside)
            table = self._words.catalog.table(source.table) if source.table else None
            if within and table is not None and owner.lower() in ("", source.name.lower()):
                yield from self._columns(table, of)

    def _columns(self, table: Table, of: str) -> Iterable[Suggestion]:
        """Its columns that hold what was typed."""
        wanted = self._name.lower()
        return (self._column(table, column, of) for column in table.columns if wanted in column.name.lower())

    def _column(self, table: Table, column: Column, of: str) -> Suggestion:
        detail = " · ".join(part for part in (column.declared_type, of) if part)
        return Suggestion(_column_written(column.name), "column", detail, self._words.meaning(table.name, column.name))

    def _expression(self, name: str) -> Named | None:
        return self._queries.get(name.lower())

    def _expressions(self) -> Iterable[Suggestion]:
        return (Suggestion(_written(one.name), "expression", "WITH") for one in self._scopes.expressions)

    def _tables(self) -> Iterable[Suggestion]:
        shown = (table for table in self._words.catalog if table.kind != "shadow")
        hidden = (table for table in self._words.catalog if table.kind == "shadow")
        return (self._table(table) for table in (*shown, *hidden))

    def _table(self, table: Table) -> Suggestion:
        kind: Kind = "view" if table.kind == "view" else "table"
        detail = table.kind if table.schema == "main" else f"{table.kind} · {table.schema}"
        text = _written(table.name)
        if self._text(-1) != "." and self._words.catalog.table(table.name) is not table:
            text = f"{_written(table.schema)}.{text}"
        return Suggestion(text, kind, detail, self._words.meaning(table.name, ""))

    def _table_functions(self) -> Iterable[Suggestion]:
        for one in TABLE_FUNCTIONS:
            given, does = FUNCTIONS.get(one, ("", ""))
            yield Suggestion(one if one == "dbstat" else f"{one}(", "function", f"({given})" if given else "", does)

    def _schemas(self) -> Iterable[Suggestion]:
        names = dict.fromkeys(table.schema for table in self._words.catalog)
        return (Suggestion(_written(one), "schema") for one in names if len(names) > 1 or one != "main")

    def _functions(self) -> Iterable[Suggestion]:
        for one in dict.fromkeys((*_USUAL_FUNCTIONS, *sorted(FUNCTIONS), *self._words.functions)):
            if _PLAIN.match(one):
                given, does = FUNCTIONS.get(one, ("", ""))
                yield Suggestion(f"{one}(", "function", f"({given})" if one in FUNCTIONS else "", does)

    def _text(self, place: int) -> str:
        try:
            piece = self._before[place]
        except IndexError:
            return ""
        return piece.text.upper() if piece.kind == "word" else piece.text


def _keywords(words: Iterable[str]) -> Iterable[Suggestion]:
    return (Suggestion(one, "keyword") for one in words)


def _written(name: str) -> str:
    """A name as it has to stand in SQL."""
    return name if _PLAIN.match(name) and name.upper() not in KEYWORDS else quoted(name)


def _column_written(name: str) -> str:
    """A column's name as it has to stand in SQL."""
    return name if name.upper() in FREE and _PLAIN.match(name) else _written(name)


def _matched(one: Suggestion) -> str:
    """What of a suggestion is compared with what was typed: the name, not the schema before it."""
    if one.kind in ("table", "view") and "." in one.text and one.text[-1] not in '"':
        return one.text.rpartition(".")[2]
    return plain_name(one.text)


def _ranked(found: Iterable[Suggestion], typed: str, best: Sequence[str] = ()) -> tuple[Suggestion, ...]:
    """Those that hold what was typed: at their beginning before elsewhere, what is nearer before what is farther."""
    wanted = typed.lower().lstrip(":@$")
    places: list[tuple[tuple[bool, int, int, int], Suggestion]] = []
    seen: set[tuple[str, str, str]] = set()
    for number, one in enumerate(found):
        name = _matched(one).lower().lstrip(":@$")
        at = name.find(wanted)
        key = (one.text, one.kind, one.detail)
        if at < 0 or key in seen or (at > 0 and (len(wanted) < 2 or one.kind == "keyword")):
            continue
        seen.add(key)
        # what is written whole is meant: nothing else may take its place
        kind = -1 if one.text in best else _ORDER.index(one.kind)
        places.append(((not wanted or name != wanted, min(at, 1), kind, number), one))
    places.sort(key=lambda place: place[0])
    return tuple(one for _, one in places[:MOST])


@dataclass(frozen=True)
class Mentioned:
    """What a word of a statement names."""

    start: int
    """Index of its first character."""
    end: int
    """Index behind its last one."""
    words: str
    """What it means, for a tip."""
    table: Table | None = None
    """The table that it names, or whose column it is."""
    column: str = ""
    """The column, if it names one."""


def mentioned(sql: str, index: int, vocabulary: Vocabulary) -> Mentioned | None:
    """What the word at ``index`` names; None where it is no name of anything known."""
    first = max(0, index - _WINDOW)
    text = sql[first : index + _WINDOW]
    found = statement_at(text, index - first)
    if found is None or not found.start <= index - first <= found.end:
        return None
    pieces = [piece for piece in tokens(found.sql) if piece.kind not in ("space", "comment")]
    at = index - first - found.start
    place = next((n for n, piece in enumerate(pieces) if piece.start <= at < piece.end), None)
    if place is None or pieces[place].kind not in ("word", "identifier"):
        return None
    piece, shift = pieces[place], first + found.start
    told = _meant(pieces, place, vocabulary)
    if told is None:
        return None
    words, table, column = told
    return Mentioned(shift + piece.start, shift + piece.end, words, table, column)


def _meant(pieces: list[Token], place: int, words: Vocabulary) -> tuple[str, Table | None, str] | None:
    piece = pieces[place]
    name = plain_name(piece.text)
    seen = scopes(pieces)
    sources = seen.at(brackets(pieces)[place])
    behind_dot = place > 1 and pieces[place - 1].text == "."
    owner = plain_name(pieces[place - 2].text).lower() if behind_dot else ""
    if not behind_dot and place + 1 < len(pieces) and pieces[place + 1].text == "(" and name.lower() in FUNCTIONS:
        given, does = FUNCTIONS[name.lower()]
        return f"{name.lower()}({given})\n{does}", None, ""
    if is_keyword(piece) and not behind_dot:
        return None
    queries = {one.name.lower() for one in seen.expressions}
    named = [one for one in sources if not owner or one.name.lower() == owner]
    for source in named:
        table = _table_of(source, queries, words)
        column = table.column(name) if table is not None else None
        if table is not None and column is not None and (behind_dot or not _names_table(pieces, place)):
            return _column_words(table, column, words), table, column.name
    if behind_dot and (table := _in_schema(pieces[place - 2], name, words)) is not None:
        return _table_words(table, words), table, ""
    if name.lower() in queries and not behind_dot:
        return f"{name}: a query of this statement (WITH)", None, ""
    # an alias hides a table of its name, except where a table is named
    ways = (lambda one: one.name, lambda one: one.table)
    for way in reversed(ways) if _names_table(pieces, place) else ways:
        for source in sources:
            table = _table_of(source, queries, words) if way(source).lower() == name.lower() else None
            if table is not None:
                return _table_words(table, words), table, ""
    hidden = any(one.name.lower() == name.lower() for one in sources) and not _names_table(pieces, place)
    table = None if hidden else words.catalog.table(name)
    return (_table_words(table, words), table, "") if table is not None else None


def _table_of(source: Named, queries: Container[str], words: Vocabulary) -> Table | None:
    """The table behind a source; None for a query, whatever table has its name."""
    if not source.table or (not source.schema and source.table.lower() in queries):
        return None
    return words.catalog.table(source.table, source.schema or None)


def _in_schema(schema: Token, name: str, words: Vocabulary) -> Table | None:
    return words.catalog.table(name, plain_name(schema.text).lower())


def _names_table(pieces: list[Token], place: int) -> bool:
    return place > 0 and pieces[place - 1].text.upper() in _TABLES_FOLLOW


def _column_words(table: Table, column: Column, words: Vocabulary) -> str:
    head = f"{table.name}.{column.name}" + (f"  {column.declared_type}" if column.declared_type else "")
    return "\n".join(part for part in (head, words.meaning(table.name, column.name)) if part)


def _table_words(table: Table, words: Vocabulary) -> str:
    head = f"{table.name}: {table.kind} of {len(table.columns):,} columns"
    return "\n".join(part for part in (head, words.meaning(table.name, "")) if part)
