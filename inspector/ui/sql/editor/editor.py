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
from PySide6.QtWidgets import QPlainTextEdit, QSizePolicy, QToolTip, QWidget

from inspector.errors import InvalidInput
from inspector.queries.completion import Mentioned, Vocabulary, mentioned
from inspector.queries.scan import Statement, statement_at
from inspector.ui.commands import Command
from inspector.ui.labels import tip
from inspector.ui.sql.editor import writing
from inspector.ui.sql.editor.colours import SqlHighlighter
from inspector.ui.sql.editor.completing import Completing
from inspector.ui.sql.editor.find_bar import FindBar
from inspector.ui.sql.editor.fold_keeper import FoldKeeper
from inspector.ui.sql.editor.folding import Folds
from inspector.ui.sql.editor.layout import laid_out
from inspector.ui.sql.editor.margin import Margin
from inspector.ui.sql.editor.marks import Fault, Marks
from inspector.ui.sql.editor.units import WideCharacters, to_characters, to_units
from inspector.ui.sql.editor.window import Window, window_around
from inspector.ui.view import ViewContext

_CONTROL = Qt.KeyboardModifier.ControlModifier
_SHIFT = Qt.KeyboardModifier.ShiftModifier
_EDITS = (Qt.Key.Key_Backspace, Qt.Key.Key_Delete)


class SqlEditor(QPlainTextEdit):
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
        self._folds = Folds()
        self._wide = WideCharacters(self.document())
        self._keeper = FoldKeeper(self, self._folds)
        self._leaves = False
        self.colours = SqlHighlighter(self.document(), context.theme)
        self.margin = Margin(self)
        self.marks = Marks(self)
        self.bar = FindBar(self, context.icons, self)
        self.completing = Completing(self, context.theme, context.icons)
        self.setAccessibleName("SQL")
        self.setPlaceholderText("SELECT …    Ctrl+Space completes, Ctrl+Enter runs the statement at the caret")
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
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
        return self._folds.unfold(self.toPlainText())

    def set_text(self, sql: str) -> None:
        """Put another text in its place, with the caret at its beginning; there is no way back to the one before."""
        self.setPlainText(self._folds.fold(sql))

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
        shown = self.toPlainText()
        return self._folds.place_in_text(shown, to_characters(shown, position))

    def _held(self, at: int) -> int:
        """Qt's place of one of the text."""
        if self._places_agree():
            return at
        shown = self.toPlainText()
        return to_units(shown, self._folds.place_shown(shown, at))

    def _places_agree(self) -> bool:
        """Whether Qt's places are those of the text: no line is folded, and no character counts twice."""
        return not self._folds and not self._wide.found

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
        """Mark shown places that were found."""
        shown = self.toPlainText()
        self.marks.show_found([(to_units(shown, start), to_units(shown, end)) for start, end in places])

    def selection_in_shown(self) -> tuple[int, int]:
        """Where the selection, or the caret, is in what is shown."""
        shown, cursor = self.toPlainText(), self.textCursor()
        return to_characters(shown, cursor.selectionStart()), to_characters(shown, cursor.selectionEnd())

    def select_shown(self, start: int, end: int) -> None:
        """Select a part of what is shown."""
        shown, cursor = self.toPlainText(), self.textCursor()
        cursor.setPosition(to_units(shown, start))
        cursor.setPosition(to_units(shown, end), QTextCursor.MoveMode.KeepAnchor)
        self.setTextCursor(cursor)
        self.centerCursor()

    def replace_shown(self, parts: Sequence[tuple[int, int, str]]) -> None:
        """Put other text in the place of parts of what is shown, as one step of undo."""
        shown, cursor = self.toPlainText(), QTextCursor(self.document())
        cursor.beginEditBlock()
        for start, end, text in reversed(parts):
            cursor.setPosition(to_units(shown, start))
            cursor.setPosition(to_units(shown, end), QTextCursor.MoveMode.KeepAnchor)
            cursor.insertText(self._folds.fold(text))
        cursor.endEditBlock()

    def in_fold(self, at: int) -> bool:
        """Whether a shown place is in the mark of a folded line."""
        return any(start <= at < end for start, end in self._folds.marks(self.toPlainText()))

    # --- what it can do ---

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """What can be named here: for completion, for words under the pointer, for going to a table."""
        self.vocabulary = vocabulary

    def find_text(self) -> None:
        """Find in the text."""
        self.bar.start(self.textCursor().selectedText().replace("\u2029", "\n"), replacing=False)

    def find_and_replace(self) -> None:
        """Find and replace in the text."""
        self.bar.start(self.textCursor().selectedText().replace("\u2029", "\n"), replacing=True)

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
        cursor.insertText(made)

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
        elif key in _EDITS and (self._keeper.delete_mark(back=key == Qt.Key.Key_Backspace) or self._delete_pair(key)):
            pass
        elif event.text() in ("(", ")") and writing.write_bracket(cursor, event.text()):
            self.setTextCursor(cursor)
        else:
            self._leaves = False
            return False
        self._leaves = False
        return True

    def _delete_pair(self, key: int) -> bool:
        return key == Qt.Key.Key_Backspace and writing.delete_pair(self.textCursor())

    def _tab(self, *, back: bool) -> bool:
        if self._leaves:
            self._leaves = False
            self.focusNextPrevChild(not back)
            return True
        (writing.outdent if back else writing.indent)(self.textCursor())
        return True

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            self._tell_meaning(event)
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

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.modifiers() & _CONTROL and event.button() == Qt.MouseButton.LeftButton:
            found = self._under(event.position().toPoint())
            if found is not None and found.table is not None:
                self._open(found)
                return
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        found = self._under(event.position().toPoint()) if event.modifiers() & _CONTROL else None
        leads = found is not None and found.table is not None
        self.marks.show_link(self._place_under(event.position().toPoint(), found) if found and leads else None)
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if leads else Qt.CursorShape.IBeamCursor)

    def _place_under(self, point: QPoint, found: Mentioned) -> tuple[int, int]:
        around = self.around(self.cursorForPosition(point).position())
        return around.position(found.start), around.position(found.end)

    def select_line_at(self, y: int) -> None:
        """Select the line at a height of the margin."""
        cursor = self.cursorForPosition(QPoint(0, y))
        cursor.movePosition(QTextCursor.MoveOperation.StartOfBlock)
        cursor.movePosition(QTextCursor.MoveOperation.NextBlock, QTextCursor.MoveMode.KeepAnchor)
        self.setTextCursor(cursor)

    def _under(self, point: QPoint) -> Mentioned | None:
        cursor = self.cursorForPosition(point)
        if not self.cursorRect(cursor).adjusted(-12, 0, 12, 0).contains(point):
            return None
        around = self.around(cursor.position())
        return mentioned(around.text, around.at, self.vocabulary)

    def _tell_meaning(self, event: QHelpEvent) -> None:
        point = self.viewport().mapFrom(self, event.pos())
        words = self.marks.fault_words(self.cursorForPosition(point).position())
        if not words:
            found = self._under(point)
            words = found.words if found is not None else ""
        if words:
            QToolTip.showText(event.globalPos(), tip(words), self)
        else:
            QToolTip.hideText()

    # --- what comes from outside ---

    def createMimeDataFromSelection(self) -> QMimeData:
        data = QMimeData()
        selected = self.selected()
        data.setText(selected[0] if selected is not None else "")
        return data

    def insertFromMimeData(self, source: QMimeData) -> None:
        text = source.text().replace("\r\n", "\n").replace("\r", "\n")
        self.textCursor().insertText(self._folds.fold(text))
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
        room = self.contentsRect()
        self.margin.setGeometry(QRect(room.left(), room.top(), self.margin.wanted_width(), room.height()))
        self.place_bar()

    def place_bar(self) -> None:
        """Put the find bar over the upper right corner of the text."""
        room = self.viewport().geometry()
        width = min(max(420, self.bar.sizeHint().width()), room.width())
        self.bar.setGeometry(room.right() - width - 8, room.top(), width, self.bar.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        self.margin.update()

    def _wire(self) -> None:
        self.textChanged.connect(self._text_changed)
        self.cursorPositionChanged.connect(self._caret_moved)
        self.selectionChanged.connect(self.caretMoved)
        self.selectionChanged.connect(self._keeper.keep_out)
        self.blockCountChanged.connect(self._fit_margin)
        self.bar.left.connect(self.setFocus)
        self.theme.changed.connect(self._dress)

    @Slot()
    def _text_changed(self) -> None:
        if not self.colours.working:
            self.marks.text_changed()
            self.changed.emit()

    @Slot()
    def _caret_moved(self) -> None:
        self._keeper.keep_out()
        self.marks.show_caret()
        self.completing.moved()
        self.caretMoved.emit()

    @Slot()
    def _fit_margin(self) -> None:
        width = self.margin.wanted_width()
        self.setViewportMargins(width, 0, 0, 0)
        room = self.contentsRect()
        self.margin.setGeometry(QRect(room.left(), room.top(), width, room.height()))

    @Slot()
    def _dress(self) -> None:
        self.setFont(self.theme.font("mono"))
        self.setTabStopDistance(self.fontMetrics().horizontalAdvance("    "))
        self._fit_margin()
        self.marks.show_caret()


def _sql_files(mime: Any) -> tuple[str, ...]:
    """Paths of files of SQL in what is dragged."""
    paths = (url.toLocalFile() for url in mime.urls() if url.isLocalFile())
    return tuple(path for path in paths if path.lower().endswith(".sql"))
