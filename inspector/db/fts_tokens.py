"""What does the tokenizer of an index make of a text?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import apsw

from inspector.db.catalog import FtsStructure
from inspector.db.quoting import literal
from inspector.db.reader import Reader
from inspector.db.virtual_table import unquoted, words_of

_SPLIT = "inspector_tokens"


@dataclass(frozen=True)
class Token:
    """One token of a text."""

    text: str
    """What stands in the index: folded, stemmed."""
    start: int
    """Where it begins in the text, in characters."""
    end: int
    """Where it ends."""


def tokens_of(reader: Reader, structure: FtsStructure, text: str, *, query: bool = False) -> tuple[Token, ...]:
    """The tokens of a text, in order. ``query``: as a query is split, which few tokenizers do differently.

    Raises SqlError where the tokenizer is not here.
    """
    # a lone surrogate is no text that SQLite could hold
    raw = text.encode("utf-8", "replace")
    found = _fts5(reader, structure, raw, query) if structure.version == 5 else _fts3(reader, structure, raw)
    if len(raw) == len(text):
        return tuple(Token(word, start, end) for start, end, word in found)
    return tuple(Token(word, *_in_characters(raw, start, end)) for start, end, word in found)


def _in_characters(raw: bytes, start: int, end: int) -> tuple[int, int]:
    before = len(raw[:start].decode("utf-8", "ignore"))
    return before, before + len(raw[start:end].decode("utf-8", "ignore"))


def _fts5(reader: Reader, structure: FtsStructure, raw: bytes, query: bool) -> list[tuple[int, int, str]]:
    name, *arguments = [unquoted(word) for word in words_of(structure.tokenizer)] or ["unicode61"]
    reason = apsw.FTS5_TOKENIZE_QUERY if query else apsw.FTS5_TOKENIZE_DOCUMENT

    def split(connection: apsw.Connection) -> Any:
        return connection.fts5_tokenizer(name, arguments)(raw, reason, None, include_colocated=False)

    return [(part[0], part[1], part[2]) for part in reader.on_connection(split)]


def _fts3(reader: Reader, structure: FtsStructure, raw: bytes) -> list[tuple[int, int, str]]:
    arguments = ", ".join(literal(word) for word in structure.tokenizer.split())
    reader.rows(f"CREATE VIRTUAL TABLE temp.{_SPLIT} USING fts3tokenize({arguments})")
    try:
        sql = f"SELECT start, end, token FROM temp.{_SPLIT} WHERE input = CAST(? AS TEXT) ORDER BY position"
        rows = reader.rows(sql, (raw,)).rows
    finally:
        reader.rows(f"DROP TABLE temp.{_SPLIT}")
    return [(s, e, str(word)) for s, e, word in rows if isinstance(s, int) and isinstance(e, int)]
