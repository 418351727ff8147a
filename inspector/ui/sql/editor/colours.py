"""Colours of SQL while it is written: a key press looks at its line alone, a long text is done in parts meanwhile."""

from __future__ import annotations

import time
from collections.abc import Mapping

from PySide6.QtCore import QTimer, Slot
from PySide6.QtGui import QColor, QSyntaxHighlighter, QTextCharFormat, QTextCursor, QTextDocument

from inspector.queries.scan import Token, left_open, tokens
from inspector.queries.sql_words import FUNCTIONS, KEYWORDS
from inspector.ui.sql.editor.folding import Folds
from inspector.ui.sql.editor.units import to_units
from inspector.ui.theme.theme import Theme

_BUDGET_S = 0.008
"""Seconds that colouring may take before the window is seen to again."""
_LONGEST = 20_000
"""Characters of a line that is coloured."""
_OPENERS: Mapping[int, str] = {1: "/*", 2: "'", 3: '"', 4: "`", 5: "["}
"""State at the end of a line -> what is open there."""
_STATES = {opener: state for state, opener in _OPENERS.items()}
_ROLES = {"comment": "comment", "string": "string", "number": "number", "parameter": "parameter", "other": "operator"}
_CONSTANTS = frozenset(("NULL", "TRUE", "FALSE", "CURRENT_DATE", "CURRENT_TIME", "CURRENT_TIMESTAMP"))


class SqlHighlighter(QSyntaxHighlighter):
    """Colours one document."""

    def __init__(self, document: QTextDocument, theme: Theme, folds: Folds | None = None) -> None:
        super().__init__(document)
        self._folds = Folds() if folds is None else folds
        self._open: dict[tuple[str, str], str] = {}
        self._theme = theme
        self._formats: dict[str, QTextCharFormat] = {}
        self._ends: float | None = None
        self._pending: QTextCursor | None = None
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
            self._put_off()
            return
        self.looked_at += 1
        self._colour(text)

    def _put_off(self) -> None:
        """Remember the first line that waits, wherever it goes meanwhile."""
        start = self.currentBlock().position()
        if self._pending is None or start < self._pending.position():
            self._pending = QTextCursor(self.currentBlock())

    def _colour(self, text: str) -> None:
        opened = _OPENERS.get(self.previousBlockState(), "")
        if len(text) > _LONGEST:
            self.setCurrentBlockState(_STATES.get(left_open(self._folds.unfold(text) + "\n", opened), 0))
            return
        for part in self._folds.parts(text):
            if part.folded is None:
                opened = self._colour_part(text, part.start, part.end, opened)
            else:
                first = to_units(text, part.start)
                self.setFormat(first, to_units(text, part.end) - first, self._format("folded"))
                opened = self._open_after(part.folded, opened)
        self.setCurrentBlockState(_STATES.get(opened, 0))

    def _colour_part(self, text: str, start: int, end: int, opened: str) -> str:
        """Colour a part of a line. What is open behind it."""
        # the end of the line belongs to it: it may be what a comment begins before
        sql = text[start:end] + "\n"
        for piece in tokens(opened + sql):
            role = self._role(piece, sql[piece.end - len(opened) :][:4].lstrip().startswith("("))
            begins, ends = (min(end, max(start, at - len(opened) + start)) for at in (piece.start, piece.end))
            if role and ends > begins:
                first = to_units(text, begins)
                self.setFormat(first, to_units(text, ends) - first, self._format(role))
        return left_open(sql, opened)

    def _open_after(self, folded: str, opened: str) -> str:
        key = (folded, opened)
        if key not in self._open:
            self._open[key] = left_open(folded + "\n", opened)
        return self._open[key]

    def _role(self, piece: Token, is_called: bool) -> str:
        if piece.kind == "word":
            upper = piece.text.upper()
            if upper in _CONSTANTS:
                return "constant"
            if upper in KEYWORDS and upper != "REPLACE":
                return "keyword"
            return "function" if is_called and piece.text.lower() in FUNCTIONS else ""
        return _ROLES.get(piece.kind, "")

    def _format(self, role: str) -> QTextCharFormat:
        if role not in self._formats:
            made = QTextCharFormat()
            if role == "folded":
                made.setForeground(QColor(self._theme.colour("muted")))
                made.setBackground(QColor(self._theme.colour("raised")))
            else:
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
        block = first.block()
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
