"""Lines that cannot stand in an editor: each is one short mark that cannot be typed in, and is whole in the text.

Qt lays a line out as a whole at every key, so that one of some megabytes would hold the window for seconds; and a few
characters it keeps for itself, and would change them. A mark stands between two invisible characters; what comes to
stand beside it on its line is text as ever.
"""

from __future__ import annotations

import re
import secrets
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
_KEPT_BY_QT = re.compile("[\r\u2029\ufdd0\ufdd1]")
"""Characters that end a line for Qt, and for no one else."""
_UNSHOWN = re.compile(rf"[{OPEN}{CLOSE}\r\u2029\ufdd0\ufdd1\x00]")


@dataclass(frozen=True)
class Part:
    """A run of what is shown."""

    start: int
    """Index of its first character in what is shown."""
    end: int
    """Index behind its last one."""
    folded: str | None = None
    """The line that it stands for; None where it is text as it is."""

    @property
    def length(self) -> int:
        """Characters of the text that is meant."""
        return self.end - self.start if self.folded is None else len(self.folded)


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
        if len(text) <= LONGEST and _KEPT_BY_QT.search(text) is None:
            return text
        return "\n".join(map(self._line, text.split("\n")))

    def unfold(self, shown: str) -> str:
        """The text that is meant."""
        if not self._lines or OPEN not in shown:
            return shown
        return _MARK.sub(self._whole, shown)

    def marks(self, shown: str) -> list[tuple[int, int]]:
        """Where the marks stand in what is shown: first character, behind the last."""
        return [(part.start, part.end) for part in self.parts(shown) if part.folded is not None]

    def parts(self, shown: str) -> Iterator[Part]:
        """What is shown, in order: text as it is, and marks."""
        last = 0
        if self._lines and OPEN in shown:
            for found in _MARK.finditer(shown):
                number = self._number(found)
                if number is None:
                    continue
                if found.start() > last:
                    yield Part(last, found.start())
                yield Part(found.start(), found.end(), self._lines[number])
                last = found.end()
        if last < len(shown) or not last:
            yield Part(last, len(shown))

    def place_in_text(self, shown: str, at: int) -> int:
        """Where in the text a place of what is shown is; inside a folded line: its beginning."""
        before = 0
        for part in self.parts(shown):
            if at < part.end:
                return before + (max(0, at - part.start) if part.folded is None else 0)
            before += part.length
        return before

    def place_shown(self, shown: str, at: int) -> int:
        """Where in what is shown a place of the text is; inside a folded line: its beginning."""
        before = 0
        for part in self.parts(shown):
            if at < before + part.length:
                return part.start + (at - before if part.folded is None else 0)
            before += part.length
        return len(shown)

    def _line(self, line: str) -> str:
        long = len(line) > LONGEST
        if not long and _KEPT_BY_QT.search(line) is None:
            return line
        number = self._numbers.setdefault(line, len(self._lines))
        if number == len(self._lines):
            self._lines.append(line)
        head = _UNSHOWN.sub(" ", line[:_SHOWN])
        digits = "".join(_DIGITS[int(digit, 16)] for digit in f"{self._key}{number:x}")
        why = "folded" if long else "folded for a line end inside"
        return f"{OPEN}{digits}{_BEHIND}{head} … {len(line):,} characters, {why}; run, copied and saved whole{CLOSE}"

    def _number(self, found: re.Match[str]) -> int | None:
        written = "".join(f"{_DIGITS.index(digit):x}" for digit in found.group(1))
        if not written.startswith(self._key) or len(written) == len(self._key):
            return None
        number = int(written[len(self._key) :], 16)
        return number if number < len(self._lines) else None

    def _whole(self, found: re.Match[str]) -> str:
        number = self._number(found)
        return self._lines[number] if number is not None else found.group()
