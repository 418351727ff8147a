"""Long lines in an editor: each stands as one short mark that cannot be typed in, and is whole in the text.

Qt lays a line out as a whole at every key, so that one of some megabytes would hold the window for seconds. A mark
stands between two invisible characters; what comes to stand beside it on its line is text as ever.
"""

from __future__ import annotations

import re
import secrets
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

LONGEST = 50_000
"""Characters of a line that is shown as it is."""
OPEN, _BEHIND, CLOSE = "\u2063", "\u2064", "\u2062"
"""Invisible characters: before a mark, behind its number, behind the mark."""
_DIGITS = "".join(map(chr, range(0xFE00, 0xFE10)))
"""Invisible hexadecimal digits."""
_MARK = re.compile(rf"{OPEN}([{_DIGITS[0]}-{_DIGITS[-1]}]{{16,}}){_BEHIND}[^{OPEN}{CLOSE}\n]*{CLOSE}")
_SHOWN = 60


@dataclass(frozen=True)
class _Piece:
    """A run of the text, and where it stands in what is shown."""

    text_start: int
    text_end: int
    shown_start: int
    shown_end: int


def marks(shown: str) -> Iterator[tuple[int, int]]:
    """Where marks of folded lines stand in what is shown: first character, behind the last."""
    return (found.span() for found in _MARK.finditer(shown)) if OPEN in shown else iter(())


class Folds:
    """The lines that are folded in one editor; they stay known as long as it lives, for undo may bring them back."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._numbers: dict[str, int] = {}
        # nobody can write a mark into a file beforehand
        self._key = secrets.token_hex(8)

    def __bool__(self) -> bool:
        return bool(self._lines)

    def fold(self, text: str) -> str:
        """The text as it is shown."""
        if len(text) <= LONGEST:
            return text
        return "\n".join(map(self._line, text.split("\n")))

    def unfold(self, shown: str) -> str:
        """The text that is meant."""
        if not self._lines or OPEN not in shown:
            return shown
        return _MARK.sub(self._whole, shown)

    def marks(self, shown: str) -> list[tuple[int, int]]:
        """Where the marks stand in what is shown: first character, behind the last."""
        if not self._lines or OPEN not in shown:
            return []
        return [found.span() for found in _MARK.finditer(shown) if self._number(found) is not None]

    def place_in_text(self, shown: str, at: int) -> int:
        """Where in the text a place of what is shown is; inside a folded line: its beginning."""
        if not self._lines or OPEN not in shown:
            return at
        pieces = list(self._pieces(shown))
        piece = pieces[max(0, bisect_right([one.shown_start for one in pieces], at) - 1)]
        if piece.shown_end - piece.shown_start != piece.text_end - piece.text_start:
            return piece.text_end if at >= piece.shown_end else piece.text_start
        return piece.text_start + min(at, piece.shown_end) - piece.shown_start

    def place_shown(self, shown: str, at: int) -> int:
        """Where in what is shown a place of the text is; inside a folded line: its beginning."""
        if not self._lines or OPEN not in shown:
            return at
        pieces = list(self._pieces(shown))
        piece = pieces[max(0, bisect_right([one.text_start for one in pieces], at) - 1)]
        if piece.shown_end - piece.shown_start != piece.text_end - piece.text_start:
            return piece.shown_end if at >= piece.text_end else piece.shown_start
        return piece.shown_start + min(at, piece.text_end) - piece.text_start

    def _line(self, line: str) -> str:
        if len(line) <= LONGEST:
            return line
        number = self._numbers.setdefault(line, len(self._lines))
        if number == len(self._lines):
            self._lines.append(line)
        head = re.sub(rf"[{OPEN}{CLOSE}]", " ", line[:_SHOWN])
        digits = "".join(_DIGITS[int(digit, 16)] for digit in f"{self._key}{number:x}")
        return f"{OPEN}{digits}{_BEHIND}{head} … {len(line):,} characters, folded; run, copied and saved whole{CLOSE}"

    def _number(self, found: re.Match[str]) -> int | None:
        written = "".join(f"{_DIGITS.index(digit):x}" for digit in found.group(1))
        if not written.startswith(self._key) or len(written) == len(self._key):
            return None
        number = int(written[len(self._key) :], 16)
        return number if number < len(self._lines) else None

    def _whole(self, found: re.Match[str]) -> str:
        number = self._number(found)
        return self._lines[number] if number is not None else found.group()

    def _pieces(self, shown: str) -> Iterator[_Piece]:
        text = last = 0
        for found in _MARK.finditer(shown):
            if self._number(found) is None:
                continue
            if found.start() > last:
                yield _Piece(text, text + found.start() - last, last, found.start())
                text += found.start() - last
            length = len(self._whole(found))
            yield _Piece(text, text + length, found.start(), found.end())
            text, last = text + length, found.end()
        yield _Piece(text, text + len(shown) - last, last, len(shown))
