"""What a search says: how many hits, what was searched, what was not and why, what to try (no Qt)."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence

from inspector.db.display import visible
from inspector.ui.lines.sizes import counted
from inspector.workspace.answers.search_sources import WorkspaceAnswer
from inspector.workspace.source import FileProblem, Source

UNDERSTOOD = (
    ("retry back-off", "rows that hold both words, in any order"),
    ('"error handling"', "the words side by side"),
    ("import*", "words that begin like this"),
    ("deploy -draft", "rows with the first word and without the second"),
    ("C++", "signs, emoji and CJK words are found by looking through the text, where no index holds them"),
)
"""What can be typed, and what it means."""
EXPERT_FORMS = (
    ("retry OR backoff", "either word; AND, NOT and parentheses too, in capitals"),
    ("NEAR(retry backoff, 5)", "the words no more than five words apart"),
    ("title : retry", "the word in this column of an index"),
    ('"error handling" impor*', "words side by side; words that begin like this"),
    ("^error", "the word at the beginning of a column"),
)
"""What an expert query can be: the language of FTS5, put to full-text indexes alone."""
_NAMED = 3


def scope_words(sources: Sequence[Source], *, whole: bool) -> str:
    """What is searched: "Search everything that is open (3 sources)"; ``whole``: not below one source alone."""
    if not sources:
        return "Nothing is open to be searched"
    if not whole:
        return f"Search in {visible(sources[0].title)}"
    return f"Search everything that is open ({counted(len(sources), 'source')})"


def start_words(sources: Sequence[Source]) -> str:
    """What is said before anything is typed."""
    if not sources:
        return "Open a database or a folder first; everything that is open is searched here."
    return "Hits come as you type. All words must be found in a row, in any of its columns."


def source_names(sources: Sequence[Source]) -> dict[str, str]:
    """Path -> title of every source; where several have one title, with the folder they are in."""
    titles = {one.path: visible(one.title) for top in sources for one in top.walk()}
    many = {title for title, count in Counter(titles.values()).items() if count > 1}
    return {
        path: f"{visible(os.path.basename(os.path.dirname(path)))}/{title}" if title in many else title
        for path, title in titles.items()
    }


def found_words(shown: int, found: int, *, more: bool, running: bool, lost: int = 0) -> str:
    """ "12 of 40 hits", "40 hits so far"."""
    hits = counted(found, "hit")
    number = f"{shown:,} of {hits}" if shown != found else hits
    number += f" and {counted(lost, 'match', 'matches')} that lead{'s' if lost == 1 else ''} nowhere" if lost else ""
    if running:
        return f"{number} so far" if found else "Searching…"
    return f"{number}, and there are more" if more else number


def has_more(answer: WorkspaceAnswer) -> bool:
    """Whether a table has more hits than were given."""
    return any(told.searched.more for told in answer.searched)


def can_go_on(answer: WorkspaceAnswer) -> bool:
    """Whether more of them can be had."""
    return any(told.searched.after is not None for told in answer.searched)


def none_like_words(title: str) -> tuple[str, str]:
    """What is said where no row is like one."""
    return f"No row is like {visible(title)}", "None shares the words that tell it apart."


def coverage_words(answer: WorkspaceAnswer) -> str:
    """ "searched 9 of 10 files"."""
    read, skipped = len(answer.coverage.read), len(answer.coverage.skipped)
    return f"searched {read:,} of {counted(read + skipped, 'file')}" if skipped else f"searched {counted(read, 'file')}"


def missing_words(answer: WorkspaceAnswer) -> str:
    """What was not searched and why, and what else must be known of the answer; empty where nothing must."""
    skipped = [_problem_words(problem) for problem in answer.coverage.skipped]
    several = len({told.source.path for told in answer.searched}) > 1
    faults = [
        f"{visible(told.source.title) + ', ' if several else ''}{told.searched.source}: "
        f"{visible(told.searched.problem or told.searched.note)}"
        for told in answer.searched
        if told.searched.problem or told.searched.note
    ]
    parts = list(dict.fromkeys((*skipped, *faults)))
    shown = "; ".join(parts[:_NAMED])
    rest = len(parts) - _NAMED
    return shown + (f"; and {rest:,} more" if rest > 0 else "") + ("." if shown and not shown.endswith(".") else "")


def all_missing_words(answer: WorkspaceAnswer) -> str:
    """The same, all of it, a line each, with paths and advice."""
    lines = [" ".join((p.path, p.what, p.advice)).strip() for p in answer.coverage.skipped]
    lines += [
        f"{told.source.title}, {told.searched.source}: {told.searched.problem or told.searched.note}"
        for told in answer.searched
        if told.searched.problem or told.searched.note
    ]
    lines += [
        f"{told.source.title}, {told.searched.source}: more hits than are shown"
        for told in answer.searched
        if told.searched.more
    ]
    return "\n".join(dict.fromkeys(lines))


def nothing_words(text: str, answer: WorkspaceAnswer) -> tuple[str, str]:
    """What is said where nothing was found, and what to try."""
    tables = [title for title in answer.tables if title]
    where = ", ".join(tables[:8]) + (f" and {len(tables) - 8} more" if len(tables) > 8 else "")
    looked = f"Looked through {where or 'no table'}; {coverage_words(answer)}."
    tries = ["fewer words"] if len(text.split()) > 1 else []
    if '"' in text:
        tries.append("the words without quotes")
    if "*" not in text:
        tries.append("the beginning of a word with * behind it")
    tries.append("another word for it")
    shown = visible(text if len(text) <= 80 else text[:79] + "…")
    return f"Nothing was found for {shown}", f"{looked}\nTry {', '.join(tries)}."


def _problem_words(problem: FileProblem) -> str:
    """A file by its name and the folder it is in: "outbound.db of sess-1 is missing"."""
    folder, name = os.path.split(problem.path)
    whose = f" of {os.path.basename(folder)}" if folder else ""
    what = "is missing" if problem.missing else f"was not searched: {problem.what.rstrip('.')}"
    return f"{visible(name)}{visible(whose)} {what}"
