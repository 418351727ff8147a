"""What does JSON say whose end is not there? Cells are read as prefixes, and some were cut when they were written."""

from __future__ import annotations

import json
import re

LIMIT = 20_000
"""Characters that are looked at: one line is made of them."""

_CLOSERS = {"{": "}", "[": "]"}
_UNFINISHED = re.compile(r"(?:[:,]|[:,\[{]\s*(?:t|tr|tru|f|fa|fal|fals|n|nu|nul|-?[0-9.eE+-]*))\s*$")


_HALF_ESCAPE = re.compile(r"(?<!\\)((?:\\\\)*)\\(?:u[0-9a-fA-F]{0,3})?$")


def read_json(text: str) -> object:
    """The value of a JSON text, as far as it goes; None where it is no JSON (and where it is ``null``)."""
    cut = text[:LIMIT]
    if len(text) <= LIMIT:
        try:
            return _loads(text)
        except ValueError:
            pass
    for closed in _closings(cut):
        try:
            return _loads(closed)
        except ValueError:
            continue
    return None


def _loads(text: str) -> object:
    try:
        found: object = json.loads(text)
    except RecursionError as error:
        raise ValueError("nested too deep") from error
    return found


def _closings(text: str) -> tuple[str, ...]:
    """Ways to end a text that stops in the middle: what is open is closed, what is half written is left out."""
    open_brackets, in_string, string_start = _state(text)
    if not open_brackets:
        return ()
    tail = "".join(_CLOSERS[bracket] for bracket in reversed(open_brackets))
    if in_string:
        # half an escape at the end is not text yet
        kept = _HALF_ESCAPE.sub(r"\1", text)
        before = text[:string_start].rstrip().rstrip(",")
        return (f'{kept}"{tail}', f'{kept}":null{tail}', f"{before}{tail}")
    shorter = _UNFINISHED.sub(lambda match: match.group(0)[0] if match.group(0)[0] in "[{" else "", text.rstrip())
    return (
        f"{text}{tail}",
        f"{shorter}{tail}",
        f"{text}:null{tail}",
        # a key whose value had not begun
        re.sub(r',?\s*"(?:[^"\\]|\\.)*"\s*:?\s*$', "", shorter) + tail,
    )


def _state(text: str) -> tuple[list[str], bool, int]:
    """(brackets that are open, whether the text stops inside a string, where that string begins)."""
    open_brackets: list[str] = []
    in_string, start = False, 0
    for match in re.finditer(r'\\.|["{}\[\]]', text, re.DOTALL):
        token = match.group(0)
        if in_string:
            in_string = token != '"'
        elif token == '"':
            in_string, start = True, match.start()
        elif token in _CLOSERS:
            open_brackets.append(token)
        elif token in "}]" and open_brackets:
            open_brackets.pop()
    return open_brackets, in_string, start


def one_line(text: str, limit: int = 300) -> str:
    """A text on one line, cut with an ellipsis."""
    flat = " ".join(text[: limit * 4].split())
    return flat if len(flat) <= limit and len(text) <= limit * 4 else flat[:limit].rstrip() + "…"
