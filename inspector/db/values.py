"""What a cell can hold, exactly: NULL, integers, reals, text (also broken), BLOBs, and prefixes of huge ones."""

from __future__ import annotations

import codecs
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class BadText:
    """Text whose bytes are not valid in the encoding of its database."""

    raw: bytes
    """The bytes as stored."""
    encoding: str = "utf-8"
    """The encoding of the database: ``utf-8``, ``utf-16-le`` or ``utf-16-be``."""

    def __str__(self) -> str:
        return self.raw.decode(self.encoding, "backslashreplace")


@dataclass(frozen=True)
class Large:
    """The beginning of a value that is too long to carry around; the whole is read on demand."""

    kind: Literal["text", "blob"]
    """Storage class of the value."""
    prefix: str | bytes | BadText
    """Its beginning."""
    length: int
    """Its whole length in bytes."""


Value = None | int | float | str | bytes | BadText | Large
"""One cell."""

Parameters = tuple["Bindable", ...] | Mapping[str, "Bindable"]
"""What a statement is given: by position or by name."""

Bindable = None | int | float | str | bytes
"""What SQLite takes as a parameter."""


_PART = 1 << 20


def byte_length(value: Value) -> int:
    """How many bytes a text or BLOB cell holds (UTF-8 for text); 0 for NULL and numbers."""
    match value:
        case str():
            # in parts: the bytes of a hundred megabytes are not kept only to be counted
            if value.isascii():
                return len(value)
            return sum(len(value[i : i + _PART].encode("utf-8", "surrogatepass")) for i in range(0, len(value), _PART))
        case bytes():
            return len(value)
        case BadText(raw=raw):
            return len(raw)
        case Large(length=length):
            return length
    return 0


def text_of(raw: bytes, encoding: str, *, whole: bool = True) -> str | BadText:
    """The text that SQLite stored as these bytes; with ``whole`` False an unfinished last character is left out."""
    try:
        return codecs.getincrementaldecoder(encoding)().decode(raw, final=whole)
    except UnicodeDecodeError:
        return BadText(raw, encoding)


def shorten(value: Value, limit: int) -> Value:
    """``value``, or a :class:`Large` with its first ``limit`` characters or bytes."""
    match value:
        case str() if len(value) > limit:
            return Large("text", value[:limit], byte_length(value))
        case bytes() if len(value) > limit:
            return Large("blob", value[:limit], len(value))
        case BadText(raw=raw) if len(raw) > limit:
            return Large("text", BadText(raw[:limit], value.encoding), len(raw))
    return value
