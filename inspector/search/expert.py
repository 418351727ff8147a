"""What is wrong with a query in the language of FTS5: where, in words, and what to write instead."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from dataclasses import dataclass

from inspector.db.fts_query import FtsFault, FtsQuery, QueryColumn, parse_fts5
from inspector.search.terms import Term

_WORD = re.compile(r'[^\s"(){}:,+*^]+')
_OPERATORS = ("AND", "OR", "NOT")
_MINUS = re.compile(r'-\s*(?:\w+|"[^"]*")\s*\Z')
"""What FTS5 takes for the beginning of a column filter that leaves a column out."""


@dataclass(frozen=True)
class ExpertProblem:
    """Why a query cannot be asked."""

    offset: int
    """Where the fault begins, in characters of the text."""
    length: int
    """How many characters it covers; 0 at the end of the text."""
    words: str
    """What is wrong, in one sentence."""
    suggestion: str = ""
    """What could be written instead: a whole query, that can be read; empty where nothing is known."""
    advice: str = ""
    """What to do about it, in one sentence; may be empty."""


def check_expert(text: str, columns: Iterable[str]) -> ExpertProblem | None:
    """The first fault of a query in the language of FTS5; None if it can be asked, or is empty.

    ``columns``: those that can be named in a filter, of all indexes that are asked.
    """
    if not text.strip():
        return None
    known = tuple(dict.fromkeys(columns))
    parsed = parse_fts5(text)
    if isinstance(parsed, FtsFault):
        return _explained(text, parsed, known)
    unknown = next((column for column in parsed.columns if not _is_known(column, known)), None)
    return _unknown_column(text, unknown, known) if unknown is not None else None


def unknown_columns(query: FtsQuery, columns: Iterable[str]) -> tuple[str, ...]:
    """The columns that a query names and an index does not have."""
    known = tuple(columns)
    return tuple(dict.fromkeys(column.name for column in query.columns if not _is_known(column, known)))


def expert_terms(query: FtsQuery) -> tuple[Term, ...]:
    """The phrases of a query as terms, to be marked in snippets."""
    return tuple(Term(phrase.text, phrase.prefix, phrase.exclude) for phrase in query.phrases)


def _is_known(column: QueryColumn, columns: Iterable[str]) -> bool:
    # the names that SQLite takes for equal differ in ASCII case at most
    return column.name.lower() in {one.lower() for one in columns}


def _unknown_column(text: str, column: QueryColumn, known: tuple[str, ...]) -> ExpertProblem:
    there = f"there are: {', '.join(known)}" if known else "no index has any columns"
    near = difflib.get_close_matches(column.name.lower(), [one.lower() for one in known], 1, 0.6)
    end = column.offset + column.length
    if near:
        name = next(one for one in known if one.lower() == near[0])
        written = name if re.fullmatch(r"\w+", name) else f'"{name}"'
        suggestion = text[: column.offset] + written + text[end:]
    else:
        suggestion = _quoted_word(text, column.offset)
    return ExpertProblem(
        column.offset,
        column.length,
        f"There is no column “{column.name}” to look in; {there}.",
        _if_readable(suggestion, known),
        "A word before a colon names a column; in quotes, word and colon are text.",
    )


def _explained(text: str, fault: FtsFault, known: tuple[str, ...]) -> ExpertProblem:
    offset = min(fault.offset, len(text))
    minus = _MINUS.search(text) if offset >= len(text) else None
    if minus:
        words = "A minus stands before the name of a column that is left out, and no colon follows."
        suggestion = _if_readable(_quoted_word(text, minus.start()), known)
        return ExpertProblem(minus.start(), 1, words, suggestion, "NOT leaves rows out; in quotes a minus is text.")
    rest = text[offset:]
    word = _WORD.match(rest)
    length = len(word.group()) if word else min(1, len(rest))
    words, suggestion, advice = _reason(text, fault, offset, word.group() if word else rest[:1])
    return ExpertProblem(offset, length, words, _if_readable(suggestion, known), advice)


def _reason(text: str, fault: FtsFault, offset: int, at: str) -> tuple[str, str, str]:
    """(what is wrong, the query as it may be meant, what to do)."""
    message = fault.message.lower()
    if "double quote" in message:
        return "The quote that begins here is never closed.", text + '"', "A quote inside a phrase is written twice."
    if "nested too deeply" in message:
        return "There are more parentheses inside one another than FTS5 takes.", "", "Ask with fewer."
    if "unclosed (" in message or "expected ) to close" in message:
        return "The parenthesis is never closed.", text + ")", ""
    if offset >= len(text):
        return "The query ends where a word is expected.", _without_end(text), "An operator stands between two terms."
    if at in _OPERATORS or at == "NEAR":
        advice = f"{at} in capitals is an operator; in quotes, or in small letters, it is a word."
        return f"“{at}” stands where a word is expected.", _all_quoted(text), advice
    if at == "*":
        return "A star stands behind a word, and there is none before it.", _all_quoted(text), ""
    if at == ")":
        return "There is no parenthesis that this one closes.", text[:offset] + text[offset + 1 :], ""
    if "invalid query character" in message:
        advice = "Only letters, digits and _ may stand outside quotes."
        return f"“{at[:1]}” has no meaning outside quotes.", _quoted_word(text, offset), advice
    shown = at[:40]
    if message == "unexpected":
        return f"“{shown}” is not expected here.", _all_quoted(text), "In quotes anything is text."
    return f"“{shown}” cannot stand here: {_plain(fault.message)}.", _all_quoted(text), "In quotes anything is text."


def _plain(message: str) -> str:
    return message[:1].lower() + message[1:]


def _without_end(text: str) -> str:
    """The query without the operators that nothing follows."""
    words = text.split()
    while words and words[-1] in _OPERATORS:
        words.pop()
    return " ".join(words)


def _quoted_word(text: str, offset: int) -> str:
    """The query with the run of characters around a place in quotes."""
    start = offset
    while start and not text[start - 1].isspace() and text[start - 1] not in '"()':
        start -= 1
    end = offset
    while end < len(text) and not text[end].isspace() and text[end] not in '"()':
        end += 1
    return f'{text[:start]}"{text[start:end]}"{text[end:]}'


def _all_quoted(text: str) -> str:
    """Each word in quotes: what simple mode would ask."""
    return " ".join('"' + word + '"' for word in text.replace('"', " ").split())


def _if_readable(suggestion: str, columns: tuple[str, ...]) -> str:
    """The suggestion, or its words in quotes; empty if even these have a fault."""
    for text in (suggestion, _all_quoted(suggestion)):
        parsed = parse_fts5(text)
        if isinstance(parsed, FtsQuery) and not unknown_columns(parsed, columns):
            return text
    return ""
