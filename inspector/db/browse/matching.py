"""What does a filter on a column of a full-text index ask: the index itself, by its words, ranked and with snippets?

Looking for a text by LIKE in such a table reads all of it, and finds parts of words; that is done only on demand.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import replace

from inspector.db import quoting
from inspector.db.browse.comparing import contains
from inspector.db.browse.condition import Condition
from inspector.db.browse.operands import unquoted
from inspector.db.catalog import Column, FtsStructure, Table
from inspector.db.fts_query import FtsFault, parse_fts5
from inspector.db.reader import Reader
from inspector.db.values import Bindable
from inspector.errors import InvalidInput

MATCH_FORMS: tuple[tuple[str, str], ...] = (
    ("words", "the words, found by the full-text index (MATCH), the best first"),
    ('"two words"  beg*', "the words side by side; words that begin so"),
    ("like text", "contains the text as it stands: reads the whole table"),
    ("match a OR b", "a query in the language of the index"),
)
"""The forms of a filter that an index answers, and what each means."""

SNIPPET_TOKENS = 24
"""Words of a snippet."""
_ON, _OFF = "\x02", "\x03"
_PIECE = re.compile(r'"([^"]*)(?:"(\*?)|\Z)|(\S+)')


def is_matched(table: Table, column: Column) -> bool:
    """Whether the filter of a column is put to a full-text index."""
    fts = table.fts
    if fts is None or table.problem or fts.detail == "none" or not table.has_rowid or not table.rowid_name:
        return False
    return column.name in fts.columns and column.name not in fts.unindexed


def match_filter(table: Table, column: Column, text: str) -> Condition | None:
    """The condition of a filter text on an indexed column; None where it asks in another form. Raises InvalidInput."""
    fts, name = table.fts, quoting.name(column.name)
    assert fts is not None
    word, _, rest = text.partition(" ")
    if word.lower() == "like" and rest.strip():
        return contains(name, unquoted(rest.strip()))
    if word.lower() == "match" and rest.strip():
        return _match(table, column, _checked(fts, column, rest.strip()), rest.strip())
    return _by_words(table, column, text)


def snippets(
    reader: Reader, table: Table, condition: Condition, rowids: Sequence[int]
) -> dict[int, tuple[str, tuple[tuple[int, int], ...]]]:
    """rowid -> the words around the matches of a condition, and where in them the matches stand."""
    fts = table.fts
    if fts is None or not condition.match or not rowids:
        return {}
    number, place = fts.columns.index(condition.column), quoting.name(table.name)
    arguments = f"{place}, {number}, ?, ?, '…', {SNIPPET_TOKENS}"
    if fts.version != 5:
        arguments = f"{place}, ?, ?, '…', {number}, {SNIPPET_TOKENS}"
    few = ", ".join(map(str, rowids))
    sql = (
        f"SELECT rowid, snippet({arguments}) FROM {quoting.qualified(table.schema, table.name)} "
        f"WHERE {quoting.name(condition.column)} MATCH ? AND rowid IN ({few})"
    )
    found = {}
    for rowid, text in reader.rows(sql, (_ON, _OFF, condition.match)):
        if isinstance(rowid, int) and isinstance(text, str):
            found[rowid] = _marked(text)
    return found


def _by_words(table: Table, column: Column, text: str) -> Condition | None:
    fts, name = table.fts, quoting.name(column.name)
    assert fts is not None
    asked, lost = [], []
    for phrase, star, word in _PIECE.findall(text):
        prefix = bool(star) or (word.endswith("*") and word.rstrip("*") != "")
        said = (word.rstrip("*") if prefix and word else word) or phrase.strip()
        if not said:
            continue
        kept = not any(map(_is_lost, said))
        if any(map(str.isalnum, said)) and not any(map(_is_cjk, said)):
            if fts.detail != "full" and not said.isalnum():
                kept = False  # the index keeps no places: what is more than one word to it cannot be asked
            else:
                asked.append(_quoted(fts, said, prefix=prefix))
        if not kept or not any(map(str.isalnum, said)):
            lost.append(contains(name, said))
    if not asked:
        return _joined(lost, text) if lost else None
    found = _match(table, column, " ".join(asked), text)
    if not lost:
        return found
    rest = _joined(lost, text)
    words = f"{found.words}, its signs looked for in the text"
    return replace(found, sql=f"({found.sql} AND {rest.sql})", params=(*found.params, *rest.params), words=words)


def _match(table: Table, column: Column, query: str, said: str) -> Condition:
    fts, name = table.fts, quoting.name(column.name)
    assert fts is not None
    sql = f"({name} MATCH ?)"
    if fts.version != 5:
        # one statement takes one MATCH; of several columns each has its own
        place = quoting.qualified(table.schema, table.name)
        sql = f"({table.rowid_name} IN (SELECT rowid FROM {place} WHERE {name} MATCH ?))"
    params: tuple[Bindable, ...] = (query,)
    return Condition(sql, params, f"matches {said}", column.name, match=query)


def _checked(fts: FtsStructure, column: Column, query: str) -> str:
    fault = parse_fts5(query) if fts.version == 5 else None
    if isinstance(fault, FtsFault):
        raise InvalidInput(
            f"The query in the filter of “{column.name}” cannot be read: {fault.message}, at character "
            f"{fault.offset + 1}.",
            advice="Without match in front, words are only words.",
        )
    return query


def _joined(parts: Sequence[Condition], text: str) -> Condition:
    sql = " AND ".join(part.sql for part in parts)
    return Condition(f"({sql})", tuple(value for part in parts for value in part.params), f"contains {text}")


def _quoted(fts: FtsStructure, said: str, *, prefix: bool) -> str:
    said = said.replace("\0", " ")
    if fts.version == 5:
        return '"' + said.replace('"', '""') + '"' + (" *" if prefix else "")
    return '"' + said.replace('"', " ") + ("*" if prefix else "") + '"'


def _is_cjk(char: str) -> bool:
    return "\u2e80" <= char <= "\ud7ff" or "\uf900" <= char <= "\ufaff" or "\U00020000" <= char <= "\U0003ffff"


def _is_lost(char: str) -> bool:
    return char in "+#&@" or _is_cjk(char) or unicodedata.category(char) in ("So", "Sk", "Sc", "Cs")


def _marked(text: str) -> tuple[str, tuple[tuple[int, int], ...]]:
    shown, marks, start = "", [], 0
    for piece in re.split(f"({_ON}|{_OFF})", text):
        if piece == _ON:
            start = len(shown)
        elif piece == _OFF:
            marks.append((start, len(shown)))
        else:
            shown += piece
    return shown, tuple(marks)
