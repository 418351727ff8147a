"""How a full-text index is built: its columns, where its text is, its tokenizer. FTS5, FTS4 and FTS3."""

from __future__ import annotations

import re
from collections.abc import Iterable

from inspector.db.catalog import FtsStructure, Table
from inspector.db.virtual_table import parse_virtual_table, unquoted, words_of

MODULES = {"fts5": 5, "fts4": 4, "fts3": 3}

_FTS5_OPTIONS = (
    "prefix",
    "tokenize",
    "content",
    "contentless_delete",
    "contentless_unindexed",
    "content_rowid",
    "columnsize",
    "locale",
    "detail",
    "tokendata",
)
"""In the order in which FTS5 compares them; each may be cut short, as FTS5 allows."""
_FTS4_OPTIONS = (
    "matchinfo",
    "prefix",
    "compress",
    "uncompress",
    "order",
    "content",
    "languageid",
    "notindexed",
)
_FTS3_TOKENIZE = re.compile(r"tokenize(?![A-Za-z0-9_])\s*=?\s*(.*)$", re.IGNORECASE | re.DOTALL)

Options = dict[str, str]


def fts_structure(table: Table) -> FtsStructure | None:
    """The structure that the statement of a full-text table declares; None of another table."""
    parsed = parse_virtual_table(table.sql)
    version = MODULES.get(parsed.module.lower()) if parsed else None
    if parsed is None or version is None:
        return None
    if version == 5:
        names, unindexed, options = _fts5(parsed.arguments)
    else:
        names, unindexed, options = _fts34(parsed.arguments, version)
    known = tuple(c.name for c in table.columns if c.visibility == "normal")
    content = options.get("content")
    return FtsStructure(
        version=version,
        columns=known or names,
        unindexed=frozenset(unindexed),
        content="own" if content is None else "external" if content else "none",
        content_table=content or "",
        content_rowid=options.get("content_rowid") or "rowid",
        tokenizer=options.get("tokenize") or ("unicode61" if version == 5 else "simple"),
        prefix=options.get("prefix", ""),
        detail=options.get("detail", "full").lower(),
        columnsize=options.get("columnsize", "1") != "0",
    )


def _fts5(arguments: Iterable[str]) -> tuple[tuple[str, ...], set[str], Options]:
    names: list[str] = []
    unindexed: set[str] = set()
    options: Options = {}
    for argument in arguments:
        words = words_of(argument)
        if words[1:2] == ["="]:
            name = next((o for o in _FTS5_OPTIONS if o.startswith(words[0].lower())), words[0].lower())
            # content='' is contentless, and content= with nothing behind it too
            options[name] = unquoted(words[2]) if len(words) > 2 else ""
        else:
            names.append(unquoted(words[0]))
            if words[1:2] and unquoted(words[1]).upper() == "UNINDEXED":
                unindexed.add(names[-1])
    return tuple(names), unindexed, options


def _fts34(arguments: Iterable[str], version: int) -> tuple[tuple[str, ...], set[str], Options]:
    names: list[str] = []
    unindexed: set[str] = set()
    options: Options = {}
    for argument in arguments:
        words = words_of(argument)
        tokenizer = _FTS3_TOKENIZE.match(argument)
        name = words[0].lower()
        if tokenizer:
            options["tokenize"] = " ".join(unquoted(word) for word in words_of(tokenizer.group(1)))
        elif version == 4 and words[1:2] == ["="] and name in _FTS4_OPTIONS:
            value = unquoted(argument.partition("=")[2].strip())
            if name == "notindexed":
                unindexed.add(value)
            else:
                options[name] = value
        else:
            names.append(unquoted(words[0]))
    return tuple(names), unindexed, options
