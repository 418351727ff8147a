"""Where is something in a text, however long both take? Line by line, in short turns, with an end to the work.

Qt's regular expressions give up a line after a number of steps, where Python's would hold the window for hours.
"""

from __future__ import annotations

import re
import time
from array import array
from bisect import bisect_left
from collections.abc import Iterator

from PySide6.QtCore import QObject, QRegularExpression, QRegularExpressionMatch, QTimer, Signal, Slot
from PySide6.QtGui import QTextBlock, QTextDocument

from inspector.errors import InvalidInput
from inspector.ui.sql.editor.folding import Folds
from inspector.ui.sql.editor.units import to_units

_TURN_S = 0.008
"""Seconds of one turn."""
_MOST_S = 5.0
"""Seconds of work after which a search is given up."""
_IN_REPLACEMENT = re.compile(r"\\([nt\\$])|\$(\d)")
_ESCAPED = {"n": "\n", "t": "\t"}


def sought(text: str, *, pattern: bool, case: bool, word: bool) -> QRegularExpression:
    """What finds ``text``; lines are looked at one by one. Raises InvalidInput for a pattern with a fault."""
    body = text if pattern else QRegularExpression.escape(text)
    options = QRegularExpression.PatternOption.UseUnicodePropertiesOption
    if not case:
        options |= QRegularExpression.PatternOption.CaseInsensitiveOption
    alone = QRegularExpression(body, options)
    if not alone.isValid():
        raise InvalidInput(f"no pattern: {alone.errorString()} at character {alone.patternErrorOffset() + 1}")
    return QRegularExpression(rf"\b(?:{body})\b", options) if word else alone


def replacement(text: str, match: QRegularExpressionMatch | None) -> str:
    """What is written for a match: ``$1`` is a group, ``\\n`` and ``\\t`` are signs; None: as it stands."""
    if match is None:
        return text

    def meant(found: re.Match[str]) -> str:
        sign, group = found.group(1), found.group(2)
        return match.captured(int(group)) if group is not None else _ESCAPED.get(sign, sign)

    return _IN_REPLACEMENT.sub(meant, text)


class Seeking(QObject):
    """One search through one document."""

    changed = Signal()
    """More is known."""

    def __init__(self, document: QTextDocument, folds: Folds, parent: QObject) -> None:
        super().__init__(parent)
        self._document, self._folds = document, folds
        self._starts, self._ends = array("q"), array("q")
        self.texts: list[str] = []
        """What is to stand in the place of each match, where something is."""
        self.fault = ""
        """Why it ended before the end of the text."""
        self._turns: Iterator[None] | None = None
        self._spent = 0.0
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._turn)

    @property
    def done(self) -> bool:
        """Whether all of the text was looked through, or no more of it will be."""
        return self._turns is None

    def __len__(self) -> int:
        return len(self._starts)

    def place(self, index: int) -> tuple[int, int]:
        """Qt's places of a match: its first character, behind its last one."""
        return self._starts[index], self._ends[index]

    def first_from(self, position: int) -> int:
        """Index of the first match that begins there or later; the number of matches where none does."""
        return bisect_left(self._starts, position)

    def seek(self, wanted: QRegularExpression | None, *, instead: str | None = None, literal: bool = True) -> None:
        """Begin anew, or not at all; ``instead``: what is to replace each match; ``literal``: as it stands."""
        self._starts, self._ends, self.texts = array("q"), array("q"), []
        self.fault, self._spent = "", 0.0
        self._turns = None if wanted is None else self._through(wanted, instead, literal)
        if self._turns is None:
            self._timer.stop()
            self.changed.emit()
        else:
            self._turn()

    def _through(self, wanted: QRegularExpression, instead: str | None, literal: bool) -> Iterator[None]:
        block = self._document.begin()
        while block.isValid() and not self.fault:
            for match in self._matches(wanted, block):
                self._starts.append(block.position() + match.capturedStart())
                self._ends.append(block.position() + match.capturedEnd())
                if instead is not None:
                    self.texts.append(replacement(instead, None if literal else match))
            yield
            block = block.next()

    def _matches(self, wanted: QRegularExpression, block: QTextBlock) -> Iterator[QRegularExpressionMatch]:
        """The matches of a line; none touches a folded one."""
        line = block.text()
        marks = [(to_units(line, start), to_units(line, end)) for start, end in self._folds.marks(line)]
        found = wanted.globalMatch(line)
        last = 0
        while found.hasNext():
            match = found.next()
            last = match.capturedEnd()
            if not any(start < last and match.capturedStart() < end for start, end in marks):
                yield match
        if not found.isValid() and not wanted.match(line, last).isValid():
            self.fault = f"too much work in line {block.blockNumber() + 1:,}"

    @Slot()
    def _turn(self) -> None:
        turns, begin = self._turns, time.monotonic()
        if turns is None:
            return
        over = False
        while not over and time.monotonic() - begin < _TURN_S:
            over = next(turns, self) is self
        self._spent += time.monotonic() - begin
        if not over and self._spent > _MOST_S:
            self.fault, over = "too much work: given up", True
        if over:
            self._turns = None
            self._timer.stop()
        elif not self._timer.isActive():
            self._timer.start()
        self.changed.emit()
