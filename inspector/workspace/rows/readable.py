"""Which texts inside a JSON cell does a person want to read first: what was said, asked, written, run?"""

from __future__ import annotations

from collections.abc import Iterator

from inspector.families.json_prefix import read_json

MOST, LENGTH = 6, 3000
"""Texts of a cell that are taken, and characters of each."""

_TELLING = frozenset(
    "text content prompt message question summary description command output reason instructions thinking error body "
    "title result stdout stderr answer rationale".split()
)
"""Members whose texts are worth reading however short they are."""
_TELLING_IN_LISTS = frozenset(("text", "content", "thinking", "message", "error"))
"""The same inside lists: a list of settings is not read like a list of blocks."""
_LONG = 80
_DEEP = 6


def readable_texts(text: str) -> tuple[tuple[str, str], ...]:
    """(path, text) of what is worth reading in a JSON text, which may be cut; nothing where there is no such."""
    found = read_json(text)
    if not isinstance(found, dict | list):
        return ()
    taken: list[tuple[str, str]] = []
    for path, value in _strings(found, "", _DEEP):
        name = path.rpartition(".")[2].partition("[")[0].lower()
        telling = _TELLING_IN_LISTS if "[" in path else _TELLING
        if value.strip() and (name in telling or len(value) >= _LONG or "\n" in value.strip()):
            taken.append((path, value[:LENGTH] + ("…" if len(value) > LENGTH else "")))
            if len(taken) == MOST:
                break
    return tuple(taken)


def _strings(value: object, path: str, depth: int) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield path, value
    elif depth and isinstance(value, dict):
        for key, inner in value.items():
            yield from _strings(inner, f"{path}.{key}" if path else str(key), depth - 1)
    elif depth and isinstance(value, list):
        for place, inner in enumerate(value):
            yield from _strings(inner, f"{path}[{place}]", depth - 1)
