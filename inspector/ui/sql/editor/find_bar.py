"""Finding and replacing in the text: a bar over its upper edge."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QPushButton, QToolButton, QVBoxLayout, QWidget

from inspector.ui.icons import SMALL, Icons
from inspector.ui.labels import plain, tip, tone

if TYPE_CHECKING:
    from inspector.ui.sql.editor.editor import SqlEditor

_MOST = 10_000
"""Matches that are counted."""


class FindBar(QFrame):
    """Hidden until it is asked for."""

    left = Signal()
    """The reader goes back to the text."""

    def __init__(self, editor: SqlEditor, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._editor, self._icons = editor, icons
        self.setAutoFillBackground(True)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.field = self._line("Find", "Find in the text")
        self.other = self._line("Replace with", "Replace with")
        self.case = self._switch("Aa", "Case of letters counts")
        self.word = self._switch("W", "Whole words alone")
        self.pattern = self._switch(".*", "A regular expression; $1 stands for a group in what replaces")
        self._told = plain("", self)
        tone(self._told, "muted")
        self.replace_one = QPushButton("Replace", self)
        self.replace_all = QPushButton("Replace all", self)
        self._build()
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
        self.adjustSize()
        self.raise_()
        self._editor.place_bar()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()
        self._look()

    def end(self) -> None:
        """Put it away."""
        self.hide()
        self._editor.show_found(())
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
        """Go to the next match or the one before, round the end."""
        found = self._found()
        if not found:
            return
        at = self._editor.selection_in_shown()
        if by > 0:
            place = next((one for one in found if one[0] >= at[1]), found[0])
        else:
            place = next((one for one in reversed(found) if one[1] <= at[0]), found[-1])
        self._editor.select_shown(*place)
        self._look()

    @Slot()
    def replace_this(self) -> None:
        """Replace the match that is selected, and go to the next."""
        at = self._editor.selection_in_shown()
        if at in self._found():
            compiled = self._compiled()
            text = self._editor.toPlainText()
            assert compiled is not None
            match = compiled.match(text, at[0])
            if match is not None:
                self._editor.replace_shown([(*at, self._instead(match))])
        self.step(1)

    @Slot()
    def replace_every(self) -> None:
        """Replace all matches, as one step of undo."""
        compiled = self._compiled()
        if compiled is None:
            return
        matches = [m for m in compiled.finditer(self._editor.toPlainText()) if m.end() > m.start()]
        kept = [m for m in matches if not self._editor.in_fold(m.start())]
        self._editor.replace_shown([(m.start(), m.end(), self._instead(m)) for m in kept])
        self._look()
        self._told.setText(f"{len(kept):,} replaced")

    def _instead(self, match: re.Match[str]) -> str:
        text = self.other.text()
        if not self.pattern.isChecked():
            return text
        return re.sub(r"\$(\d)", lambda group: _group(match, int(group.group(1))), text)

    def _compiled(self) -> re.Pattern[str] | None:
        text = self.field.text()
        if not text:
            return None
        sought = text if self.pattern.isChecked() else re.escape(text)
        if self.word.isChecked():
            sought = rf"\b(?:{sought})\b"
        try:
            return re.compile(sought, 0 if self.case.isChecked() else re.IGNORECASE)
        except re.error as error:
            self._say(f"no pattern: {error}", "warning")
            return None

    def _found(self) -> list[tuple[int, int]]:
        compiled = self._compiled()
        if compiled is None:
            return []
        places: list[tuple[int, int]] = []
        for match in compiled.finditer(self._editor.toPlainText()):
            if match.end() > match.start():
                places.append(match.span())
            if len(places) == _MOST:
                break
        return places

    @Slot()
    def _look(self) -> None:
        if self.isHidden():
            return
        self._say("", "muted")
        found = self._found()
        self._editor.show_found(tuple(found[:1_000]))
        if self._told.text() or not self.field.text():
            return
        at = self._editor.selection_in_shown()
        if not found:
            self._say("not found", "warning")
        elif at in found:
            self._say(f"{found.index(at) + 1:,} of {len(found):,}", "muted")
        else:
            self._say(f"{len(found):,} found", "muted")

    def _say(self, text: str, role: str) -> None:
        self._told.setText(text)
        tone(self._told, "warning" if role == "warning" else "muted")

    # --- building ---

    def _build(self) -> None:
        upper = QHBoxLayout()
        upper.setSpacing(4)
        upper.addWidget(self.field, 1)
        for widget in (self.case, self.word, self.pattern, self._told):
            upper.addWidget(widget)
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
        line.setMinimumWidth(160)
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


def _group(match: re.Match[str], number: int) -> str:
    try:
        return match.group(number) or ""
    except IndexError:
        return ""
