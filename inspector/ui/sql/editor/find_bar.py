"""Finding and replacing in the text: a bar above it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QRegularExpression, QRegularExpressionMatch, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from inspector.errors import InvalidInput
from inspector.ui.icons import SMALL, Icons
from inspector.ui.labels import PlainLabel, tip, tone
from inspector.ui.sql.editor.replacing import replace_part, replace_parts
from inspector.ui.sql.editor.seeking import Seeking, replacement, sought

if TYPE_CHECKING:
    from inspector.ui.sql.editor.editor import SqlEditor

_MOST_MARKED = 1_000
"""Matches that are marked at once."""
_NARROWEST = 80
"""Pixels of a field."""


class FindBar(QFrame):
    """Hidden until it is asked for."""

    left = Signal()
    """The reader goes back to the text."""

    def __init__(self, editor: SqlEditor, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._editor, self._icons = editor, icons
        self.seeking = Seeking(editor.document(), editor.folds, self)
        self._then: Callable[[], None] | None = None
        self._pattern_fault = False
        self.setAutoFillBackground(True)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.field = self._line("Find", "Find in the text")
        self.other = self._line("Replace with", "Replace with")
        self.case = self._switch("Aa", "Case of letters counts")
        self.word = self._switch("W", "Whole words alone")
        self.pattern = self._switch(".*", "A regular expression; $1 stands for a group in what replaces")
        self._told = PlainLabel("", self)
        tone(self._told, "muted")
        self.replace_one = QPushButton("Replace", self)
        self.replace_all = QPushButton("Replace all", self)
        self._build()
        self.seeking.changed.connect(self._know)
        self.field.textChanged.connect(self._look)
        for switch in (self.case, self.word, self.pattern):
            switch.toggled.connect(self._look)
        self.replace_one.clicked.connect(self.replace_this)
        self.replace_all.clicked.connect(self.replace_every)
        for line in (self.field, self.other):
            line.installEventFilter(self)
        self.hide()

    def start(self, text: str, *, replacing: bool) -> None:
        """Show it with the keyboard in it; ``text``: what is selected."""
        self._replacing.setVisible(replacing)
        if text and "\n" not in text:
            self.field.setText(text)
        self.show()
        self.raise_()
        self._editor.fit()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()
        self._look()

    def end(self) -> None:
        """Put it away."""
        self.hide()
        self._editor.fit()
        self._then = None
        self.seeking.seek(None)
        self.left.emit()

    def told(self) -> str:
        """What is said of the matches."""
        return self._told.text()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        if event.key() == Qt.Key.Key_Escape:
            self.end()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if watched is self.other:
                self.replace_this()
            else:
                self.step(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
        else:
            return False
        return True

    def step(self, by: int) -> None:
        """Go to the next match or the one before, round the end; as soon as that is known."""
        found, (start, end) = self.seeking, self._selection()
        at = found.first_from(start)
        if by > 0:
            # where nothing is selected a match at the caret is the next one, but an empty one is where the caret is
            here = at < len(found) and found.place(at) == (start, end)
            at += here
        else:
            at -= 1
        if not found.done and (at >= len(found) if by > 0 else at < 0):
            self._then = partial(self.step, by)
        elif len(found):
            self._editor.select_places(*found.place(at % len(found)))
            self.mark()
            self._tell()

    @Slot()
    def replace_this(self) -> None:
        """Replace the match that is selected, and go to the next."""
        found, place = self.seeking, self._selection()
        at = found.first_from(place[0])
        match = self._match_at(place) if at < len(found) and found.place(at) == place else None
        if match is not None:
            literal = not self.pattern.isChecked()
            text = replacement(self.other.text(), None if literal else match)
            replace_part(self._editor, (*place, self._editor.folds.fold(text)))
        self.step(1)

    @Slot()
    def replace_every(self) -> None:
        """Replace all matches, as one step of undo."""
        wanted = self._wanted()
        if wanted is None:
            return
        self._then = self._replace_found
        self.seeking.seek(wanted, instead=self.other.text(), literal=not self.pattern.isChecked())

    def _replace_found(self) -> None:
        found = self.seeking
        if found.fault:
            self._tell()
            return
        count = len(found)
        if count:
            fold = self._editor.folds.fold
            parts = [(*found.place(at), fold(found.texts[at])) for at in range(count)]
            replace_parts(self._editor, parts)
            self._look()
        self._say(f"{count:,} replaced" if count else "not found", "muted" if count else "warning")

    def _match_at(self, place: tuple[int, int]) -> QRegularExpressionMatch | None:
        """The match there, with its groups."""
        wanted, block = self._wanted(), self._editor.document().findBlock(place[0])
        if wanted is None:
            return None
        found = wanted.match(block.text(), place[0] - block.position())
        there = found.hasMatch() and (found.capturedStart() + block.position(), found.capturedEnd() + block.position())
        return found if there == place else None

    def _selection(self) -> tuple[int, int]:
        cursor = self._editor.textCursor()
        return cursor.selectionStart(), cursor.selectionEnd()

    def _wanted(self) -> QRegularExpression | None:
        """What is looked for; None where nothing is, or where it is no pattern, which is told."""
        text, self._pattern_fault = self.field.text(), False
        if not text:
            return None
        try:
            return sought(
                text, pattern=self.pattern.isChecked(), case=self.case.isChecked(), word=self.word.isChecked()
            )
        except InvalidInput as error:
            self._pattern_fault = True
            self._say(error.what, "warning")
            return None

    @Slot()
    def _look(self) -> None:
        """Look anew, for what is sought or the text is another."""
        if self.isHidden():
            return
        self._then = None
        self._say("", "muted")
        self.seeking.seek(self._wanted())

    @Slot()
    def text_changed(self) -> None:
        """The text is another: what was found may be elsewhere."""
        if self._then == self._replace_found:
            self._then = None
        if not self.isHidden() and self.field.text():
            self.seeking.seek(self._wanted())

    @Slot()
    def _know(self) -> None:
        """More is known."""
        if self.isHidden():
            self._editor.show_found(())
            return
        self.mark()
        if self.field.text() and (self.seeking.done or len(self.seeking)) and not self._pattern_fault:
            self._tell()
        then = self._then
        if then is not None and (self.seeking.done or then != self._replace_found):
            self._then = None
            then()

    @Slot()
    def mark(self) -> None:
        """Mark the matches that are in sight."""
        if self.isHidden():
            return
        found, (top, bottom) = self.seeking, self._editor.places_in_sight()
        first, last = max(0, found.first_from(top) - 1), found.first_from(bottom + 1)
        places = [found.place(at) for at in range(first, min(last, first + _MOST_MARKED))]
        # the one that is looked at is selected
        self._editor.show_found([place for place in places if place != self._selection()])

    def _tell(self) -> None:
        found, place = self.seeking, self._selection()
        count, going = len(found), "" if found.done else " …"
        at = found.first_from(place[0])
        if found.fault:
            self._say(f"{count:,} found, {found.fault}" if count else found.fault, "warning")
        elif not count:
            self._say("not found", "warning")
        elif at < count and found.place(at) == place:
            self._say(f"{at + 1:,} of {count:,}{going}", "muted")
        else:
            self._say(f"{count:,} found{going}", "muted")

    def _say(self, text: str, role: str) -> None:
        self._told.setText(text)
        tone(self._told, "warning" if role == "warning" else "muted")

    # --- building ---

    def _build(self) -> None:
        upper = QHBoxLayout()
        upper.setSpacing(4)
        upper.addWidget(self.field, 3)
        for widget in (self.case, self.word, self.pattern):
            upper.addWidget(widget)
        self._told.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        upper.addWidget(self._told, 2)
        for words, keys, icon, by in (
            ("Previous", "Shift+Enter", "ph.caret-up", -1),
            ("Next", "Enter", "ph.caret-down", 1),
        ):
            button = self._button(words, keys, icon)
            button.clicked.connect(self._step_back if by < 0 else self._step_on)
            upper.addWidget(button)
        close = self._button("Close", "Esc", "ph.x")
        close.clicked.connect(self.end)
        upper.addWidget(close)
        self._replacing = QWidget(self)
        lower = QHBoxLayout(self._replacing)
        lower.setContentsMargins(0, 0, 0, 0)
        lower.setSpacing(4)
        lower.addWidget(self.other, 1)
        lower.addWidget(self.replace_one)
        lower.addWidget(self.replace_all)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 4, 4, 4)
        column.setSpacing(4)
        column.addLayout(upper)
        column.addWidget(self._replacing)

    @Slot()
    def _step_on(self) -> None:
        self.step(1)

    @Slot()
    def _step_back(self) -> None:
        self.step(-1)

    def _line(self, words: str, name: str) -> QLineEdit:
        line = QLineEdit(self)
        line.setPlaceholderText(words)
        line.setAccessibleName(name)
        line.setMinimumWidth(_NARROWEST)
        return line

    def _switch(self, text: str, words: str) -> QToolButton:
        button = QToolButton(self)
        button.setText(text)
        button.setCheckable(True)
        button.setToolTip(tip(words))
        button.setAccessibleName(words)
        return button

    def _button(self, words: str, keys: str, icon: str) -> QToolButton:
        button = QToolButton(self)
        button.setToolTip(tip(f"{words} ({keys})"))
        button.setAccessibleName(words)
        button.setIconSize(SMALL)
        self._icons.dress(button, icon, "muted")
        return button
