"""Keys that do more than write their letter: indentation, brackets, comments, lines moved as one step of undo."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QTextCursor

INDENT = "  "
_PAIRS = {"(": ")"}


def indent(cursor: QTextCursor) -> None:
    """Put blanks before the lines of the selection, or at the caret up to the next stop."""
    if not cursor.hasSelection():
        column = cursor.positionInBlock()
        cursor.insertText(" " * (len(INDENT) - column % len(INDENT)))
        return
    _each_line(cursor, lambda line: INDENT if line.strip() else "", lambda line: 0)


def outdent(cursor: QTextCursor) -> None:
    """Take blanks away before the lines of the selection."""
    _each_line(
        cursor,
        lambda line: "",
        lambda line: min(len(INDENT), len(line) - len(line.lstrip(" "))) or line[:1].count("\t"),
    )


def toggle_comment(cursor: QTextCursor) -> None:
    """Make comments of the lines of the selection, or statements of them again where all are comments."""
    lines = [line for line in _lines(cursor) if line.strip()]
    if lines and all(line.lstrip().startswith("--") for line in lines):
        _each_line(cursor, lambda line: "", _comment_mark, at_text=True)
    else:
        _each_line(cursor, lambda line: "-- " if line.strip() or len(lines) == 0 else "", lambda line: 0)


def _comment_mark(line: str) -> int:
    body = line.lstrip()
    if not body.startswith("--"):
        return 0
    return 3 if body.startswith("-- ") else 2


def new_line(cursor: QTextCursor) -> None:
    """Begin a line that is indented as the one before, and more behind an open bracket."""
    line = cursor.block().text()[: cursor.positionInBlock()]
    blanks = line[: len(line) - len(line.lstrip(" \t"))]
    cursor.insertText("\n" + blanks + (INDENT if line.rstrip().endswith("(") else ""))


def write_bracket(cursor: QTextCursor, written: str) -> bool:
    """Write a bracket with its other one where nothing follows, or step over one that is there. Whether it was done."""
    text, at = cursor.block().text(), cursor.positionInBlock()
    follows = text[at : at + 1]
    if written in _PAIRS and not cursor.hasSelection() and follows in ("", " ", ")", ",", ";"):
        cursor.insertText(written + _PAIRS[written])
        cursor.movePosition(QTextCursor.MoveOperation.Left)
        return True
    if written in _PAIRS.values() and follows == written and _balanced(text):
        cursor.movePosition(QTextCursor.MoveOperation.Right)
        return True
    return False


def delete_pair(cursor: QTextCursor) -> bool:
    """Delete both brackets of an empty pair. Whether there was one."""
    text, at = cursor.block().text(), cursor.positionInBlock()
    if cursor.hasSelection() or text[at - 1 : at + 1] != "()":
        return False
    cursor.beginEditBlock()
    cursor.deleteChar()
    cursor.deletePreviousChar()
    cursor.endEditBlock()
    return True


def _balanced(line: str) -> bool:
    return line.count("(") <= line.count(")")


def _span(cursor: QTextCursor) -> tuple[int, int]:
    """Numbers of the first and last line of the selection; one that it only touches at its beginning is none."""
    document = cursor.document()
    first, last = document.findBlock(cursor.selectionStart()), document.findBlock(cursor.selectionEnd())
    if cursor.hasSelection() and cursor.selectionEnd() == last.position() and last.blockNumber() > first.blockNumber():
        last = last.previous()
    return first.blockNumber(), last.blockNumber()


def _lines(cursor: QTextCursor) -> list[str]:
    first, last = _span(cursor)
    return [cursor.document().findBlockByNumber(number).text() for number in range(first, last + 1)]


def _each_line(
    cursor: QTextCursor, before: Callable[[str], str], away: Callable[[str], int], *, at_text: bool = False
) -> None:
    """Write something before each line, or take characters away there; ``at_text``: behind its blanks."""
    first, last = _span(cursor)
    cursor.beginEditBlock()
    for number in range(first, last + 1):
        block = cursor.document().findBlockByNumber(number)
        line = block.text()
        edit = QTextCursor(block)
        if at_text:
            edit.setPosition(block.position() + len(line) - len(line.lstrip()))
        count = away(line)
        if count:
            edit.setPosition(edit.position() + count, QTextCursor.MoveMode.KeepAnchor)
            edit.removeSelectedText()
        written = before(line)
        if written:
            edit.insertText(written)
    cursor.endEditBlock()
