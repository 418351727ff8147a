"""Colours of SQL while it is written: a key press looks at its line alone, a long text is done in parts meanwhile."""

from __future__ import annotations

import time
from collections.abc import Mapping

from PySide6.QtCore import QTimer, Slot
from PySide6.QtGui import QSyntaxHighlighter, QTextCharFormat, QTextDocument

from inspector.queries.scan import Token, tokens
from inspector.queries.sql_words import FUNCTIONS, KEYWORDS
from inspector.ui.sql.editor.units import to_units
from inspector.ui.theme.theme import Theme

_BUDGET_S = 0.008
"""Seconds that colouring may take before the window is seen to again."""
_LONGEST = 20_000
"""Characters of a line that is coloured."""
_OPENERS: Mapping[int, str] = {1: "/*", 2: "'", 3: '"', 4: "`", 5: "["}
"""State at the end of a line -> what is open there."""
_CLOSERS = {"/*": "*/", "'": "'", '"': '"', "`": "`", "[": "]"}
_ROLES = {"comment": "comment", "string": "string", "number": "number", "parameter": "parameter", "other": "operator"}
_CONSTANTS = frozenset(("NULL", "TRUE", "FALSE", "CURRENT_DATE", "CURRENT_TIME", "CURRENT_TIMESTAMP"))


class SqlHighlighter(QSyntaxHighlighter):
    """Colours one document."""

    def __init__(self, document: QTextDocument, theme: Theme) -> None:
        super().__init__(document)
        self._theme = theme
        self._formats: dict[str, QTextCharFormat] = {}
        self._ends: float | None = None
        self._pending: int | None = None
        self.working = False
        """Whether lines are coloured whose text is as it was: Qt tells that as a change of the text."""
        self.looked_at = 0
        """Lines that were coloured so far, each as often as it was."""
        self._turn = QTimer(self, singleShot=True, interval=0)
        self._turn.timeout.connect(self._go_on)
        theme.changed.connect(self._redress)

    @property
    def done(self) -> bool:
        """Whether no line waits to be coloured."""
        return self._pending is None

    def highlightBlock(self, text: str) -> None:
        now = time.monotonic()
        if self._ends is None:
            self._ends = now + _BUDGET_S
            self._turn.start()
        elif now > self._ends:
            number = self.currentBlock().blockNumber()
            self._pending = number if self._pending is None else min(self._pending, number)
            return
        self.looked_at += 1
        self._colour(text)

    def _colour(self, text: str) -> None:
        opener = _OPENERS.get(self.previousBlockState(), "")
        state = 0
        if len(text) > _LONGEST:
            self.setCurrentBlockState(0)
            return
        for piece in tokens(opener + text):
            start = max(0, piece.start - len(opener))
            end = piece.end - len(opener)
            role = self._role(piece)
            if role and end > start:
                first = to_units(text, start)
                self.setFormat(first, to_units(text, end) - first, self._format(role))
            state = _open_after(piece)
        self.setCurrentBlockState(state)

    def _role(self, piece: Token) -> str:
        if piece.kind == "word":
            upper = piece.text.upper()
            if upper in _CONSTANTS:
                return "constant"
            if upper in KEYWORDS and upper != "REPLACE":
                return "keyword"
            return "function" if piece.text.lower() in FUNCTIONS else ""
        return _ROLES.get(piece.kind, "")

    def _format(self, role: str) -> QTextCharFormat:
        if role not in self._formats:
            made = QTextCharFormat()
            made.setForeground(self._theme.syntax(role))
            self._formats[role] = made
        return self._formats[role]

    @Slot()
    def _go_on(self) -> None:
        """Colour what waits, as far as there is time."""
        self._ends = None
        first, self._pending = self._pending, None
        if first is None:
            return
        block = self.document().findBlockByNumber(first)
        self.working = True
        while block.isValid() and self.done:
            self.rehighlightBlock(block)
            block = block.next()
        self.working = False
        self._ends = None

    @Slot()
    def _redress(self) -> None:
        self._formats.clear()
        self.working = True
        self.rehighlight()
        self.working = False


def _open_after(piece: Token) -> int:
    """The state behind a line that ends with this piece."""
    for state, opener in _OPENERS.items():
        if piece.text.startswith(opener) and piece.kind in ("comment", "string", "identifier"):
            closed = len(piece.text) > len(opener) and piece.text.endswith(_CLOSERS[opener])
            if opener == "/*" and len(piece.text) < 4:
                closed = False
            return 0 if closed else state
    if piece.kind == "string" and piece.text[:1] in "xX":
        return 0 if len(piece.text) > 2 and piece.text.endswith("'") else 2
    return 0
