"""Whether a text is bytes in base64: how many, and what they begin with."""

from __future__ import annotations

import base64
import binascii
import re
from dataclasses import dataclass

from inspector.db.display import visible
from inspector.ui.values.amounts import size_words
from inspector.ui.values.pictures import Picture, picture_of

LEAST = 64
"""Characters from which on a text without spaces may be base64 rather than a word or an id."""
_LOOKED_AT = 4096
_HEAD = 3072
_SHOWN = 32
_DATA_URL = re.compile(r"data:([\w.+-]+/[\w.+-]+)?(?:;[\w.+-]+=[\w.+-]+)*;base64,", re.ASCII)
_ALPHABET = re.compile(r"[A-Za-z0-9+/]+={0,2}|[A-Za-z0-9_-]+={0,2}", re.ASCII)
_HEX = re.compile(r"[0-9a-fA-F]+", re.ASCII)


@dataclass(frozen=True)
class Encoded:
    """Bytes that are written as base64."""

    size: int
    """How many bytes they are."""
    head: bytes
    """The first of them."""
    media: str
    """The media type that a data URL names; else empty."""
    picture: Picture | None
    """The picture that they are, if they are one."""

    @property
    def words(self) -> str:
        """E.g. ``base64 of 12 kB, PNG picture, 64 × 64``."""
        what = self.picture.words if self.picture is not None else self.media or self._preview()
        return f"base64 of {size_words(self.size)}" + (f", {what}" if what else "")

    def _preview(self) -> str:
        """The beginning where it is text: what is encoded is mostly meant to be read."""
        try:
            text = self.head[:_SHOWN].decode("utf-8")
        except UnicodeDecodeError:
            return ""
        return f"“{visible(text)}{'…' if self.size > _SHOWN else ''}”" if text.isprintable() and text else ""


def encoded_in(text: str, length: int | None = None, *, told: bool = False) -> Encoded | None:
    """What a text encodes. ``length``: characters of the whole, where ``text`` is its beginning; ``told``: its column
    is said to hold base64, so that short ones count too. None if it is no base64."""
    named = _DATA_URL.match(text[:256])
    body = text[named.end() :] if named else text
    characters = (len(text) if length is None else length) - (named.end() if named else 0)
    if named is None and not told and characters < LEAST:
        return None
    looked = body[:_LOOKED_AT].strip()
    if characters < 2 or not _ALPHABET.fullmatch(looked):
        return None
    if named is None and not told and not _is_mixed(looked, characters):
        return None
    whole = length is None or length <= len(text)
    if named is None and whole and "=" not in body[-2:] and characters % 4 == 1:
        return None
    head = _decoded(looked)
    padding = body[-2:].count("=") if whole else 0
    return Encoded(
        max(0, characters * 3 // 4 - padding), head, (named.group(1) or "") if named else "", picture_of(head)
    )


def decoded(text: str) -> bytes:
    """All bytes of a base64 text or data URL. Raises ValueError if it is none."""
    named = _DATA_URL.match(text[:256])
    body = (text[named.end() :] if named else text).strip()
    body = body.replace("-", "+").replace("_", "/").rstrip("=")
    try:
        return base64.b64decode(body + "=" * (-len(body) % 4), validate=True)
    except binascii.Error as error:
        raise ValueError(str(error)) from error


def _is_mixed(text: str, characters: int) -> bool:
    """Small and capital letters and digits: not a long word, a path, or a hash in hex."""
    kinds = (str.isupper, str.islower, str.isdigit)
    return (
        not _HEX.fullmatch(text)
        and all(any(kind(one) for one in text) for kind in kinds)
        and characters % 4 in (0, 2, 3)
    )


def _decoded(looked: str) -> bytes:
    plain = looked.rstrip("=").replace("-", "+").replace("_", "/")
    plain = plain[: len(plain) // 4 * 4] or plain
    try:
        return base64.b64decode(plain + "=" * (-len(plain) % 4))[:_HEAD]
    except binascii.Error:
        return b""
