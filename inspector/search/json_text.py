"""Which text inside a JSON cell holds what was looked for: a value that a person would read, never a key or a brace."""

from __future__ import annotations

import json
import re

_TOKEN = re.compile(r'"((?:[^"\\]|\\.)*)(?:"|\Z)(\s*:)?|([^"\s,:\[\]{}]+)', re.DOTALL)
_DEEP = 3
"""JSON inside a JSON string inside a JSON string: deeper is text."""
_MOST = 4_000
"""Values of a cell that are looked at."""


def begins_like_json(text: str) -> bool:
    """Whether a cell is to be read as JSON; cheap, and wrong only for prose that begins with a bracket."""
    start = text.lstrip()[:2]
    return start[:1] == "{" or (start[:1] == "[" and start[1:2] in '{["]-0123456789 \n')


def matching_value(text: str, pattern: re.Pattern[str], depth: int = _DEEP) -> str | None:
    """The first value in a JSON text, which may be cut, in which ``pattern`` is found; None if it is in none."""
    for count, match in enumerate(_TOKEN.finditer(text)):
        if count > _MOST:
            return None
        literal, is_key, bare = match.groups()
        if is_key:
            continue
        value = bare if literal is None else _unescaped(literal)
        if depth and literal is not None and begins_like_json(value):
            inner = matching_value(value, pattern, depth - 1)
            if inner is not None:
                return inner
        elif pattern.search(value):
            return value
    return None


def _unescaped(literal: str) -> str:
    if "\\" not in literal:
        return literal
    try:
        # strict=False: what others wrote may hold line breaks that JSON forbids
        return str(json.loads(f'"{literal}"', strict=False))
    except ValueError:
        return literal
