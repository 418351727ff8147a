"""The words and options of a header line: ``day required label="Which day"``, read and written."""

from __future__ import annotations

import re
from dataclasses import dataclass

_PIECE = re.compile(r'(\w+)=(?:"((?:[^"]|"")*)"|([^\s"]*))(?=\s|\Z)|(\S+)')
_BARE = re.compile(r'[^\s",]+')


@dataclass(frozen=True)
class Option:
    """One piece of a line."""

    name: str
    """What is before the sign ``=``; empty for a word alone."""
    value: str
    """What is behind it, without quotes; the word."""
    quoted: bool = False
    """Whether it stands in quotes."""


def read_options(line: str) -> tuple[Option, ...]:
    """The pieces of a line in order; a quote in quotes is written twice."""
    found = []
    for match in _PIECE.finditer(line):
        name, quoted, bare, word = match.groups()
        if word is not None:
            found.append(Option("", word))
        elif quoted is not None:
            found.append(Option(name, quoted.replace('""', '"'), quoted=True))
        else:
            found.append(Option(name, bare))
    return tuple(found)


def option_text(name: str, value: str) -> str:
    """``name=value``, in quotes where it needs them; a line break becomes a blank."""
    line = re.sub(r"[\r\n]+", " ", value)
    return f"{name}={line}" if _BARE.fullmatch(line) else f'{name}="{line.replace(chr(34), chr(34) * 2)}"'
