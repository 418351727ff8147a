"""Long text to read: lines folded before Qt sees them, JSON coloured by Pygments in a worker, never edited."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QSyntaxHighlighter, QTextCharFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import QWidget

from inspector.ui.exact_text import ExactText
from inspector.ui.theme.theme import Theme

FOLD = 1000
"""Characters after which a line is broken: Qt lays a paragraph out as a whole."""

Run = tuple[int, int, str]
"""Start, length and syntax role of a part of a line."""


@dataclass(frozen=True)
class Lines:
    """Text made ready to be shown."""

    lines: tuple[str, ...]
    """Its lines, none of them long."""
    runs: tuple[tuple[Run, ...], ...] = ()
    """Colours of each line; empty: plain."""


def fold(text: str, clean: Callable[[str], str]) -> tuple[str, ...]:
    """Text as lines of up to :data:`FOLD` characters, each ``clean``-ed of what is not seen."""
    lines: list[str] = []
    for line in text.replace("\r\n", "\n").split("\n"):
        lines += [clean(line[at : at + FOLD]) for at in range(0, len(line), FOLD)] or [""]
    return tuple(lines)


def coloured_json(lines: tuple[str, ...]) -> Lines:
    """Lines of JSON with their colours; to be called in a worker."""
    return _coloured(lines, "JsonLexer")


def coloured_sql(lines: tuple[str, ...]) -> Lines:
    """Lines of SQL with their colours; to be called in a worker."""
    return _coloured(lines, "SqlLexer")


def _coloured(lines: tuple[str, ...], lexer: str) -> Lines:
    # late: Pygments costs as much as a small start
    from pygments.lexers.data import JsonLexer
    from pygments.lexers.sql import SqlLexer

    made = JsonLexer() if lexer == "JsonLexer" else SqlLexer()
    runs: list[list[Run]] = [[] for _ in lines]
    row, column = 0, 0
    for _, token, text in made.get_tokens_unprocessed("\n".join(lines)):
        role = _role(str(token))
        for place, part in enumerate(text.split("\n")):
            if place:
                row, column = row + 1, 0
            if part and role and row < len(runs):
                runs[row].append((_units(lines[row][:column]), _units(part), role))
            column += len(part)
    return Lines(lines, tuple(map(tuple, runs)))


def _units(text: str) -> int:
    """Length as Qt counts it, in UTF-16 units."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def _role(token: str) -> str:
    for stem, role in _ROLES:
        if token.startswith(stem):
            return role
    return ""


_ROLES = (
    ("Token.Name.Tag", "key"),
    ("Token.Literal.String", "string"),
    ("Token.Literal.Number", "number"),
    ("Token.Keyword.Constant", "constant"),
    ("Token.Keyword", "keyword"),
    ("Token.Comment", "comment"),
    ("Token.Punctuation", "punctuation"),
    ("Token.Operator", "operator"),
)


class _Colours(QSyntaxHighlighter):
    """Colours lines by what a worker found."""

    def __init__(self, document: QTextDocument, theme: Theme) -> None:
        super().__init__(document)
        self._theme = theme
        self.runs: list[tuple[Run, ...]] = []
        self._formats: dict[str, QTextCharFormat] = {}

    def forget(self) -> None:
        """The theme is another."""
        self._formats.clear()

    def highlightBlock(self, text: str) -> None:
        number = self.currentBlock().blockNumber()
        if number < len(self.runs):
            for start, length, role in self.runs[number]:
                self.setFormat(start, length, self._format(role))

    def _format(self, role: str) -> QTextCharFormat:
        if role not in self._formats:
            made = QTextCharFormat()
            made.setForeground(self._theme.syntax(role))
            self._formats[role] = made
        return self._formats[role]


class CodeView(ExactText):
    """The text."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        flags = Qt.TextInteractionFlag
        self.setTextInteractionFlags(flags.TextSelectableByMouse | flags.TextSelectableByKeyboard)
        self.setFont(theme.font("mono_dense"))
        self._theme = theme
        self._colours = _Colours(self.document(), theme)
        theme.changed.connect(self._dress)

    def show_lines(self, text: Lines) -> None:
        """Show this from its beginning."""
        self._colours.runs = list(text.runs)
        self.setPlainText("\n".join(text.lines))

    def add_lines(self, text: Lines, *, joined: bool) -> None:
        """Go on with this; ``joined``: its first line continues the last one."""
        if not text.lines:
            return
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.insertText(("" if joined else "\n") + "\n".join(text.lines))

    @Slot()
    def _dress(self) -> None:
        self.setFont(self._theme.font("mono_dense"))
        self._colours.forget()
        self._colours.rehighlight()
