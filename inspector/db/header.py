"""What the first bytes of a file say: a database and how it is journalled, or what else it looks like."""

from __future__ import annotations

from dataclasses import dataclass

from inspector.errors import NotADatabase

MAGIC = b"SQLite format 3\x00"
SIZE = 100
"""Bytes of the database header."""

_LOOKS_LIKE: tuple[tuple[bytes, str], ...] = (
    (
        b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7",
        "an SQLite rollback journal (its database has the same name without -journal)",
    ),
    (b"\x37\x7f\x06\x82", "an SQLite write-ahead log (its database has the same name without -wal)"),
    (b"\x37\x7f\x06\x83", "an SQLite write-ahead log (its database has the same name without -wal)"),
    (b"** This file contains an SQLite 2", "an SQLite 2 database, a format of before 2004"),
    (b"\x1f\x8b", "gzip data: unpack it first"),
    (b"PK\x03\x04", "a ZIP archive: unpack it first"),
    (b"\xfd7zXZ", "xz data: unpack it first"),
    (b"\x28\xb5\x2f\xfd", "zstd data: unpack it first"),
    (b"BZh", "bzip2 data: unpack it first"),
    (b"DUCK", "a DuckDB database"),
    (b"%PDF", "a PDF document"),
    (b"\x7fELF", "a program"),
    (b"{", "text that begins like JSON"),
    (b"[", "text that begins like JSON"),
    (b"<", "text that begins like HTML or XML"),
)


@dataclass(frozen=True)
class Header:
    """The fields of a database header that decide how it is opened."""

    page_size: int
    """Bytes of a page."""
    wal: bool
    """Whether the file is in WAL mode (byte 19 is 2)."""
    pages: int
    """Number of pages the header claims; 0 if it does not say."""
    text_encoding: int
    """1 UTF-8, 2 UTF-16le, 3 UTF-16be, 0 not set yet."""


def parse(first: bytes) -> Header | None:
    """The header in the first 100 bytes of a file; None if they are not those of a database."""
    if len(first) < SIZE or not first.startswith(MAGIC):
        return None
    size = int.from_bytes(first[16:18], "big")
    return Header(
        page_size=65536 if size == 1 else size,
        wal=first[19] == 2,
        pages=int.from_bytes(first[28:32], "big"),
        text_encoding=int.from_bytes(first[56:60], "big"),
    )


def describe(first: bytes, size: int) -> str:
    """What a file that is no database looks like, in words."""
    if first.startswith(MAGIC):
        return f"It begins like a database and ends after {size} bytes: it is truncated."
    for magic, words in _LOOKS_LIKE:
        if first.lstrip(b"\xef\xbb\xbf").startswith(magic):
            return f"It looks like {words}."
    shown = first[:16]
    if shown and all(32 <= byte < 127 or byte in b"\r\n\t" for byte in shown):
        return f"It looks like plain text: it begins with “{' '.join(shown.decode('ascii').split())}”."
    return f"Its first bytes are {shown.hex(' ')}: not a known format, or a database that is encrypted."


def checked(path: str, first: bytes, size: int) -> Header:
    """The header of a database. Raises NotADatabase with what the file looks like."""
    header = parse(first)
    if header is None:
        raise NotADatabase("This is not an SQLite database.", path=path, advice=describe(first, size))
    if size < header.page_size:
        raise NotADatabase(
            "This database is truncated.",
            path=path,
            advice=f"It has {size:,} bytes, less than one page of {header.page_size:,}.",
        )
    return header
