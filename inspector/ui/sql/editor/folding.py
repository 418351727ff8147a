"""Long lines in an editor: each stands as one short line of a kind that cannot be typed, and is whole in the text.

Qt lays a line out as a whole at every key, so that one of some megabytes would hold the window for seconds.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

LONGEST = 50_000
"""Characters of a line that is shown as it is."""
_OPEN, _CLOSE = "\ue0f1", "\ue0f2"
"""Characters of the private use area that stand around the number of a folded line."""
_FOLDED = re.compile(rf"{_OPEN}(\d+){_CLOSE}[^\n]*")
_SHOWN = 60


@dataclass(frozen=True)
class _Piece:
    """A run of the text, and where it stands in what is shown."""

    text_start: int
    text_end: int
    shown_start: int
    shown_end: int


class Folds:
    """The lines that are folded in one editor; they stay known as long as it lives, for undo may bring them back."""

    def __init__(self) -> None:
        self._lines: list[str] = []

    def __bool__(self) -> bool:
        return bool(self._lines)

    def fold(self, text: str) -> str:
        """The text as it is shown."""
        if len(text) <= LONGEST:
            return text
        return "\n".join(map(self._line, text.split("\n")))

    def unfold(self, shown: str) -> str:
        """The text that is meant."""
        if not self._lines or _OPEN not in shown:
            return shown
        return _FOLDED.sub(lambda found: self._whole(found), shown)

    def is_folded(self, line: str) -> bool:
        """Whether a shown line stands for another."""
        return line.startswith(_OPEN) and _FOLDED.match(line) is not None

    def place_in_text(self, shown: str, at: int) -> int:
        """Where in the text a place of what is shown is; inside a folded line: its beginning."""
        if not self._lines or _OPEN not in shown:
            return at
        pieces = list(self._pieces(shown))
        piece = pieces[max(0, bisect_right([one.shown_start for one in pieces], at) - 1)]
        if piece.shown_end - piece.shown_start != piece.text_end - piece.text_start:
            return piece.text_end if at >= piece.shown_end else piece.text_start
        return piece.text_start + min(at, piece.shown_end) - piece.shown_start

    def place_shown(self, shown: str, at: int) -> int:
        """Where in what is shown a place of the text is; inside a folded line: its beginning."""
        if not self._lines or _OPEN not in shown:
            return at
        pieces = list(self._pieces(shown))
        piece = pieces[max(0, bisect_right([one.text_start for one in pieces], at) - 1)]
        if piece.shown_end - piece.shown_start != piece.text_end - piece.text_start:
            return piece.shown_end if at >= piece.text_end else piece.shown_start
        return piece.shown_start + min(at, piece.text_end) - piece.text_start

    def _line(self, line: str) -> str:
        if len(line) <= LONGEST:
            return line
        self._lines.append(line)
        head = line[:_SHOWN].replace(_OPEN, " ")
        return f"{_OPEN}{len(self._lines) - 1}{_CLOSE}{head} … ({len(line):,} characters on one line, folded)"

    def _whole(self, found: re.Match[str]) -> str:
        number = int(found.group(1))
        return self._lines[number] if number < len(self._lines) else found.group()

    def _pieces(self, shown: str) -> Iterator[_Piece]:
        text = last = 0
        for found in _FOLDED.finditer(shown):
            if found.start() > last:
                yield _Piece(text, text + found.start() - last, last, found.start())
                text += found.start() - last
            length = len(self._whole(found))
            yield _Piece(text, text + length, found.start(), found.end())
            text, last = text + length, found.end()
        yield _Piece(text, text + len(shown) - last, last, len(shown))
