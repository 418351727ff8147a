"""What is a document called? By its file, by what the reader named it, or by its number and its first table (no Qt)."""

from __future__ import annotations

import os

from inspector.queries.drafts import Draft
from inspector.queries.scan import tokens

_LOOKED_AT = 4_000
"""Characters in which the first table is looked for."""
_BEFORE_TABLE = frozenset({"FROM", "JOIN", "INTO", "UPDATE", "TABLE"})
_LONGEST = 40
_HEAD = 120
"""Characters of a statement that are shown in a line."""


def name_of(draft: Draft) -> str:
    """The name of a document, e.g. ``work.sql``, ``Query 2: nodes``."""
    if draft.title:
        return draft.title
    if draft.file:
        return os.path.basename(draft.file)
    table = first_table(draft.text)
    return f"Query {draft.number}: {table}" if table else f"Query {draft.number}"


def tab_name(draft: Draft) -> str:
    """The name with a mark where its file does not have what is written here."""
    return f"{name_of(draft)} •" if draft.file and draft.text != draft.file_text else name_of(draft)


def first_table(sql: str) -> str:
    """The first name behind FROM, JOIN, INTO, UPDATE or TABLE; empty where there is none."""
    before, found = "", ""
    for token in tokens(sql[:_LOOKED_AT]):
        if token.kind in ("space", "comment"):
            continue
        if found and token.kind == "other" and token.text == ".":
            found, before = "", "FROM"
            continue
        if found:
            break
        if before in _BEFORE_TABLE and token.kind in ("word", "identifier"):
            found = token.text.strip('"`[]')
        before = token.text.upper() if token.kind == "word" else token.text
    return found[:_LONGEST]


def head(sql: str) -> str:
    """The beginning of a statement on one line."""
    line = " ".join(sql[: _HEAD * 4].split())
    return line if len(line) <= _HEAD else f"{line[:_HEAD]}…"


def first_comment(sql: str) -> str:
    """What the comment before the statement says, on one line; empty where there is none."""
    for token in tokens(sql[:_LOOKED_AT]):
        if token.kind == "comment":
            return " ".join(token.text.strip("-/* \n").split())[:_HEAD]
        if token.kind != "space":
            break
    return ""
