"""Which words are nearest to a word that was typed: by how many letters must be changed?"""

from __future__ import annotations

from collections.abc import Iterable

from inspector.db.fts_words import Vocabulary

_SAME_BEGINNING = 20_000
_ALL = 60_000
"""Tokens of an index that are compared at most."""


def nearest_tokens(words: Vocabulary, token: str, most: int = 5) -> tuple[str, ...]:
    """The nearest tokens of an index, of those as near the ones in most rows; first of those that begin alike."""
    if not token:
        return ()
    alike = nearest(token, words.words(token[0], limit=_SAME_BEGINNING), most)
    return alike or nearest(token, words.words(limit=_ALL), most)


def nearest(token: str, known: Iterable[tuple[str, int]], most: int) -> tuple[str, ...]:
    """The nearest of some (token, rows)."""
    within = 1 if len(token) <= 4 else 2
    letters = set(token)
    found: list[tuple[int, int, str]] = []
    for other, rows in known:
        if other == token or abs(len(other) - len(token)) > within or len(letters ^ set(other)) > 2 * within:
            continue
        distance = edit_distance(token, other, within)
        if distance <= within:
            found.append((distance, -rows, other))
    return tuple(other for _, _, other in sorted(found)[:most])


def edit_distance(one: str, other: str, within: int) -> int:
    """Letters put in, left out, changed or swapped with the next; ``within + 1`` where there are more."""
    before: list[int] = []
    last = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        now = [i]
        for j, against in enumerate(other, 1):
            cost = min(last[j] + 1, now[j - 1] + 1, last[j - 1] + (letter != against))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == against:
                cost = min(cost, before[j - 2] + 1)
            now.append(cost)
        if min(now) > within:
            return within + 1
        before, last = last, now
    return last[-1]
