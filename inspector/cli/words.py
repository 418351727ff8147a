"""How the headless commands speak: faults in plain lines, paths that any terminal can print, JSON in ASCII."""

from __future__ import annotations

from typing import TextIO

from inspector.errors import InvalidInput, KnownError


def told(error: KnownError) -> str:
    """A fault in plain lines: what happened, to which file, what to do."""
    path = f"\n  file: {printable(error.path)}" if error.path else ""
    advice = f"\n  {error.advice}" if error.advice else ""
    return f"{error.what}{path}{advice}"


def printable(path: str) -> str:
    """A path that any terminal can print: bytes that are not UTF-8, and control characters, as escapes."""
    text = path.encode("utf-8", "backslashreplace").decode("utf-8")
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode("ascii") for char in text)


def print_json(value: object, out: TextIO) -> None:
    """Print any value as JSON in ASCII, which every terminal and program takes."""
    import json

    print(json.dumps(value, ensure_ascii=True, indent=1), file=out)


def parameter(text: str) -> tuple[str, str]:
    """Name and value of ``NAME=VALUE``. Raises InvalidInput."""
    name, equals, value = text.partition("=")
    if not equals or not name:
        raise InvalidInput(f"“{text}” is no parameter.", advice="Write it like --param session_id=abc.")
    return name, value
