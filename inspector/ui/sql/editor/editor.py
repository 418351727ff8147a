"""The field in which SQL is written: text in and out, caret, faults, and the keys of a good editor.

Places are indices of characters of the text as it is meant: long lines are folded (:mod:`.folding`), and Qt counts
characters outside the basic plane twice (:mod:`.units`). "Shown" places are those of the text that Qt holds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QEvent, QMimeData, QPoint, QRect, Qt, Signal, Slot
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragMoveEvent,
    QDropEvent,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPaintEvent,
    QResizeEvent,
    QTextCursor,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from inspector.errors import InvalidInput
from inspector.queries.completion import Mentioned, Vocabulary, mentioned
from inspector.queries.scan import Statement, statement_at
from inspector.ui.commands import Command
from inspector.ui.exact_text import ExactText, exact_selection
from inspector.ui.sql.editor import writing
from inspector.ui.sql.editor.colours import SqlHighlighter
from inspector.ui.sql.editor.completing import Completing
from inspector.ui.sql.editor.find_bar import FindBar
from inspector.ui.sql.editor.fold_keeper import FoldKeeper
from inspector.ui.sql.editor.folding import Folds
from inspector.ui.sql.editor.layout import laid_out
from inspector.ui.sql.editor.margin import Margin
from inspector.ui.sql.editor.marks import Fault, Marks
from inspector.ui.sql.editor.pointing import Pointing
from inspector.ui.sql.editor.units import WideCharacters, to_characters, to_units
from inspector.ui.sql.editor.window import Window, window_around
from inspector.ui.view import ViewContext

_SHIFT = Qt.KeyboardModifier.ShiftModifier
_LONGEST_SOUGHT = 1_000
"""Characters of a selection that is what a search begins with."""


class SqlEditor(ExactText):
    """SQL that is written."""

    changed = Signal()
    """The text is another."""
    caretMoved = Signal()
    """The caret or the selection moved."""
    openRequested = Signal(object)
    """``(schema, name)`` of a table that the reader wants to see."""
    filesDropped = Signal(object)
    """Paths of files that were dropped."""
    told = Signal(str)
    """Something to say in the window."""
    runRequested = Signal()
    """Ctrl+Enter, where no command of the window takes it."""

    def __init__(self, context: ViewContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = context.theme
        self.vocabulary = Vocabulary()
        """What can be named; see :meth:`set_vocabulary`."""
        self.folds = Folds()
        """The lines that are folded."""
        self._wide = WideCharacters(self.document())
        self._keeper = FoldKeeper(self, self.folds)
        self._leaves = False
        self.colours = SqlHighlighter(self.document(), context.theme, self.folds)
        self.margin = Margin(self)
        self.marks = Marks(self)
        self.pointing = Pointing(self)
        self.bar = FindBar(self, context.icons, self)
        self.completing = Completing(self, context.theme, context.icons)
        self.setAccessibleName("SQL")
        self.setAccessibleDescription("Tab writes blanks; Esc and then Tab goes on to the next field.")
        self.setPlaceholderText("SELECT …    Ctrl+Space completes, Ctrl+Enter runs the statement at the caret")
        self.setLineWrapMode(ExactText.LineWrapMode.NoWrap)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMouseTracking(True)
        self.viewport().setMouseTracking(True)
        self.setAcceptDrops(True)
        self.setTabChangesFocus(False)
        self._dress()
        self._wire()

    # --- text and places ---

    def text(self) -> str:
        """All of it."""
        return self.folds.unfold(self.exact())

    def set_text(self, sql: str) -> None:
        """Put another text in its place, with the caret at its beginning; there is no way back to the one before."""
        self.setPlainText(self.folds.fold(sql))

    def caret(self) -> int:
        """Where the caret is."""
        return self._meant(self.textCursor().position())

    def set_caret(self, at: int) -> None:
        """Bring the caret to a place, and that into sight."""
        cursor = self.textCursor()
        cursor.setPosition(min(self._held(at), self.document().characterCount() - 1))
        self.setTextCursor(cursor)
        self.ensureCursorVisible()

    def selected(self) -> tuple[str, int] | None:
        """The selected text and where it begins; None where nothing is selected."""
        cursor = self.textCursor()
        if not cursor.hasSelection():
            return None
        start, end = self._meant(cursor.selectionStart()), self._meant(cursor.selectionEnd())
        return self.text()[start:end], start

    def statement_at_caret(self) -> Statement | None:
        """The statement that the caret is in, or just behind."""
        return statement_at(self.text(), self.caret())

    def around(self, position: int | None = None) -> Window:
        """The text around the caret, or one of Qt's places; a key must not look through a whole long text."""
        return window_around(self.document(), self.textCursor().position() if position is None else position)

    def _meant(self, position: int) -> int:
        """The place of the text that one of Qt's is."""
        if self._places_agree():
            return position
        shown = self.exact()
        return self.folds.place_in_text(shown, to_characters(shown, position))

    def _held(self, at: int) -> int:
        """Qt's place of one of the text."""
        if self._places_agree():
            return at
        shown = self.exact()
        return to_units(shown, self.folds.place_shown(shown, at))

    def _places_agree(self) -> bool:
        """Whether Qt's places are those of the text: no line is folded, and no character counts twice."""
        return not self.folds and not self._wide.found

    # --- faults and what is found ---

    def mark_fault(self, start: int | None, length: int | None = None, words: str = "") -> None:
        """Mark the word at ``start``, or ``length`` characters from there, and bring it into sight; None: nothing."""
        if start is None:
            self.clear_faults()
            return
        end = None if length is None else self._held(start + length)
        self.marks.add_fault(Fault(self._held(start), end, words))
        self.set_caret(start)

    def clear_faults(self) -> None:
        """Nothing is wrong any more, as far as is known."""
        self.marks.clear_faults()

    def show_found(self, places: Sequence[tuple[int, int]]) -> None:
        """Mark places of Qt's that were found."""
        self.marks.show_found(places)

    def places_in_sight(self) -> tuple[int, int]:
        """Qt's places of the first and last character on screen."""
        last = self.cursorForPosition(QPoint(0, self.viewport().height())).block()
        return self.firstVisibleBlock().position(), last.position() + last.length()

    def select_places(self, start: int, end: int) -> None:
        """Select between two of Qt's places, and bring that into sight."""
        cursor = self.textCursor()
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        self.setTextCursor(cursor)
        self.centerCursor()

    # --- what it can do ---

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """What can be named here: for completion, for words under the pointer, for going to a table."""
        self.vocabulary = vocabulary

    def find_text(self) -> None:
        """Find in the text."""
        self.bar.start(self._sought(), replacing=False)

    def find_and_replace(self) -> None:
        """Find and replace in the text."""
        self.bar.start(self._sought(), replacing=True)

    def _sought(self) -> str:
        """What is selected, where it is a few words."""
        cursor = self.textCursor()
        text = exact_selection(cursor) if cursor.selectionEnd() - cursor.selectionStart() <= _LONGEST_SOUGHT else ""
        return "" if self.folds.marks(text) else text

    def toggle_comment(self) -> None:
        """Make comments of the selected lines, or statements again."""
        writing.toggle_comment(self.textCursor())

    @Slot()
    def format_sql(self) -> None:
        """Lay out the selection, else all, as one step of undo."""
        cursor, selected = self.textCursor(), self.selected()
        sql = selected[0] if selected is not None else self.text()
        if not sql.strip():
            return
        try:
            made = laid_out(sql)
        except InvalidInput as error:
            self.told.emit(" ".join(part for part in (error.what, error.advice) if part))
            return
        if selected is None:
            cursor.select(QTextCursor.SelectionType.Document)
        cursor.insertText(self.folds.fold(made))

    def open_table(self) -> None:
        """Open the table that the word at the caret names."""
        around = self.around()
        at = (around.at, max(0, around.at - 1))
        self._open(next((found for one in at if (found := mentioned(around.text, one, self.vocabulary))), None))

    def complete(self) -> None:
        """Offer what can stand at the caret."""
        self.completing.offer(asked=True)

    def commands(self) -> tuple[Command, ...]:
        """What stands in menus and the palette."""
        return (
            Command("sql.complete", "Complete", self.complete, "Ctrl+Space", menu="Query"),
            Command("sql.comment", "Comment or uncomment lines", self.toggle_comment, "Ctrl+/", menu="Query"),
            Command("sql.replace", "Find and replace…", self.find_and_replace, "Ctrl+H", menu="Query"),
            Command("sql.table", "Open the table at the caret", self.open_table, "F2", menu="Query"),
        )

    def _open(self, found: Mentioned | None) -> None:
        if found is not None and found.table is not None:
            self.openRequested.emit((found.table.schema, found.table.name))
        else:
            self.told.emit("No table of this database is named here.")

    # --- keys ---

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.completing.key(event) or self._special(event):
            return
        super().keyPressEvent(event)
        if event.text():
            self.completing.typed(event)

    def _special(self, event: QKeyEvent) -> bool:
        key, held, cursor = event.key(), event.modifiers(), self.textCursor()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if held & ~Qt.KeyboardModifier.KeypadModifier:
                self.runRequested.emit()
            else:
                writing.new_line(cursor)
                self.ensureCursorVisible()
        elif key == Qt.Key.Key_Escape:
            if not self.bar.isHidden():
                self.bar.end()
            else:
                # whoever writes with Tab leaves with Esc and Tab
                self._leaves = True
            return True
        elif key in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
            return self._tab(back=key == Qt.Key.Key_Backtab)
        elif self._delete(event):
            pass
        elif event.text() in ("(", ")") and writing.write_bracket(cursor, event.text()):
            self.setTextCursor(cursor)
        else:
            self._leaves = False
            return False
        self._leaves = False
        return True

    def _delete(self, event: QKeyEvent) -> bool:
        """Delete what goes as a whole. Whether the caret is beside such, and the key asks for it."""
        if self._keeper.delete_word(event):
            return True
        back = event.key() == Qt.Key.Key_Backspace
        if not back and event.key() != Qt.Key.Key_Delete:
            return False
        return self._keeper.delete_mark(back=back) or (back and writing.delete_pair(self.textCursor()))

    def _tab(self, *, back: bool) -> bool:
        if self._leaves:
            self._leaves = False
            self.focusNextPrevChild(not back)
            return True
        (writing.outdent if back else writing.indent)(self.textCursor())
        return True

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            self.pointing.tell(event)
            return True
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and self.completing.takes(event)
        ):
            event.accept()
            return True
        return super().event(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.completing.end()

    # --- pointer ---

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        super().keyReleaseEvent(event)
        if event.key() == Qt.Key.Key_Control:
            self.pointing.left()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.pointing.left()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        found = self.pointing.opened(event)
        if found is not None:
            self._open(found)
        else:
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        self.pointing.moved(event)

    def select_line_at(self, y: int) -> None:
        """Select the line at a height of the margin."""
        cursor = self.cursorForPosition(QPoint(0, y))
        cursor.movePosition(QTextCursor.MoveOperation.StartOfBlock)
        cursor.movePosition(QTextCursor.MoveOperation.NextBlock, QTextCursor.MoveMode.KeepAnchor)
        self.setTextCursor(cursor)

    # --- what comes from outside ---

    def createMimeDataFromSelection(self) -> QMimeData:
        data = QMimeData()
        selected = self.selected()
        data.setText(selected[0] if selected is not None else "")
        return data

    def insertFromMimeData(self, source: QMimeData) -> None:
        text = source.text().replace("\r\n", "\n").replace("\r", "\n")
        cursor = self.textCursor()
        # a step of undo of its own
        cursor.beginEditBlock()
        cursor.insertText(self.folds.fold(text))
        cursor.endEditBlock()
        self.ensureCursorVisible()

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return source.hasText() or source.hasUrls()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        self._take_files(event) or super().dragEnterEvent(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        self._take_files(event) or super().dragMoveEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:
        paths = _sql_files(event.mimeData())
        if paths:
            event.acceptProposedAction()
            self.filesDropped.emit(paths)
        else:
            super().dropEvent(event)

    def _take_files(self, event: QDragEnterEvent | QDragMoveEvent) -> bool:
        mime = event.mimeData()
        if _sql_files(mime):
            event.acceptProposedAction()
            return True
        if mime.hasUrls():
            # the window opens what is a database
            event.ignore()
            return True
        return False

    # --- looks ---

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    @Slot()
    def fit(self) -> None:
        """Give the find bar its room above the text, and the margin its beside it."""
        width = self.margin.wanted_width()
        height = self.bar.sizeHint().height() if not self.bar.isHidden() else 0
        self.setViewportMargins(width, height, 0, 0)
        room, text = self.contentsRect(), self.viewport().geometry()
        self.margin.setGeometry(QRect(room.left(), text.top(), width, text.height()))
        self.bar.setGeometry(QRect(room.left(), room.top(), text.right() - room.left() + 1, height))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        self.margin.update()

    def _wire(self) -> None:
        self.textChanged.connect(self._text_changed)
        self.cursorPositionChanged.connect(self._caret_moved)
        self.selectionChanged.connect(self.caretMoved)
        self.selectionChanged.connect(self._keeper.keep_out)
        self.blockCountChanged.connect(self.fit)
        self.bar.left.connect(self.setFocus)
        self.verticalScrollBar().valueChanged.connect(self.bar.mark)
        self.theme.changed.connect(self._dress)

    @Slot()
    def _text_changed(self) -> None:
        self._keeper.fold_grown(written=not self.colours.working)
        if not self.colours.working:
            self.marks.text_changed()
            self.bar.text_changed()
            self.changed.emit()

    @Slot()
    def _caret_moved(self) -> None:
        self._keeper.keep_out()
        self.marks.show_caret()
        self.completing.moved()
        self.caretMoved.emit()

    @Slot()
    def _dress(self) -> None:
        self.setFont(self.theme.font("mono"))
        self.setTabStopDistance(self.fontMetrics().horizontalAdvance("    "))
        self.fit()
        self.marks.show_caret()


def _sql_files(mime: Any) -> tuple[str, ...]:
    """Paths of files of SQL in what is dragged."""
    paths = (url.toLocalFile() for url in mime.urls() if url.isLocalFile())
    return tuple(path for path in paths if path.lower().endswith(".sql"))
