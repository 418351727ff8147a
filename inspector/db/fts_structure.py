"""How a full-text index is built: its columns, where its text is, its tokenizer."""

from __future__ import annotations

import re

from inspector.db.catalog import FtsStructure, Table
from inspector.db.reader import Reader

_ARGUMENTS = re.compile(r"USING\s+[\"'`\[]?fts[345][\"'`\]]?\s*\((.*)\)\s*;?\s*$", re.IGNORECASE | re.DOTALL)
_OPTION = re.compile(r"^\s*(\w+)\s*=\s*(.*)$", re.DOTALL)


def read_fts(reader: Reader, table: Table) -> FtsStructure:
    """The structure of an FTS5, FTS4 or FTS3 table. Raises KnownError where the table cannot be used."""
    version = int(table.module[-1])
    options = _options(table.sql)
    columns = tuple(c.name for c in table.columns if c.visibility == "normal")
    content = options.get("content")
    return FtsStructure(
        version=version,
        columns=columns,
        unindexed=_unindexed(table.sql, options),
        content="own" if content is None else "external" if content else "none",
        content_table=content or "",
        content_rowid=options.get("content_rowid", "rowid") or "rowid",
        tokenizer=options.get("tokenize", "unicode61" if version == 5 else "simple"),
    )


def arguments(sql: str) -> list[str]:
    """The arguments of a CREATE VIRTUAL TABLE statement, split at commas outside quotes."""
    match = _ARGUMENTS.search(sql)
    if not match:
        return []
    parts, quote, current = [], "", ""
    for char in match.group(1):
        if quote:
            quote = "" if char == quote else quote
        elif char in "\"'`":
            quote = char
        elif char == "[":
            quote = "]"
        if char == "," and not quote:
            parts.append(current)
            current = ""
        else:
            current += char
    return [*parts, current]


def _options(sql: str) -> dict[str, str]:
    found = {}
    for argument in arguments(sql):
        match = _OPTION.match(argument)
        if match:
            found[match.group(1).lower()] = _unquoted(match.group(2).strip())
    return found


def _unindexed(sql: str, options: dict[str, str]) -> frozenset[str]:
    marked = {_unquoted(a.split()[0]) for a in arguments(sql) if a.split()[1:2] and a.split()[1].upper() == "UNINDEXED"}
    return frozenset(marked | ({options["notindexed"]} if "notindexed" in options else set()))


def _unquoted(text: str) -> str:
    if len(text) >= 2 and text[0] in "\"'`[" and text[-1] in "\"'`]":
        inner = text[1:-1]
        return inner if text[0] == "[" else inner.replace(text[0] * 2, text[0])
    return text
