"""The settings dialog: all of them on one page, found by typing, changed at once, set back one by one or together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from inspector.settings import SECTIONS, SETTINGS, Setting, Settings
from inspector.ui.labels import PlainLabel, plain, tone
from inspector.ui.lines.card import Card, Page
from inspector.ui.settings.row import SettingRow
from inspector.ui.theme.theme import Theme

_SIZE = 760, 640
_SAVED = "Saved; it counts at once."


class SettingsDialog(QDialog):
    """Stands beside the window, which goes on: what is chosen here is seen there."""

    helpRequested = Signal()
    """The reader asked what all this means (F1)."""

    def __init__(
        self, settings: Settings, theme: Theme, parent: QWidget | None = None, *, shown: Sequence[Setting] = SETTINGS
    ) -> None:
        super().__init__(parent)
        self._settings = settings
        self._theme = theme
        self._before: dict[str, Any] = {}
        self.setWindowTitle("Settings")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.rows = tuple(SettingRow(setting, settings, theme) for setting in shown)
        """One for each setting."""
        self._build()
        self._wire()
        width, height = theme.scaled(_SIZE[0]), theme.scaled(_SIZE[1])
        self.resize(min(width, self._room().width()), min(height, self._room().height()))
        self.field.setFocus()

    def said(self) -> str:
        """What stands in the line below the settings."""
        return self._said.text()

    def done(self, result: int) -> None:
        self._settings.tell_no_more(self._follow)
        super().done(result)

    # --- building ---

    def _build(self) -> None:
        self.field = QLineEdit(self)
        self.field.setPlaceholderText("Find a setting")
        self.field.setAccessibleName("Find a setting")
        self.field.setClearButtonEnabled(True)
        self._page = Page(self._theme, self)
        self._page.column.setSpacing(16)
        self._nothing = plain("", self._page.content, wrap=True)
        tone(self._nothing, "muted")
        self._nothing.hide()
        self._page.column.addWidget(self._nothing)
        self._cards: list[tuple[Card, list[SettingRow]]] = []
        for section in dict.fromkeys(row.setting.id.partition(".")[0] for row in self.rows):
            card = Card(self._theme, SECTIONS.get(section, section.capitalize()), self._page.content)
            rows = [row for row in self.rows if row.setting.id.partition(".")[0] == section]
            for row in rows:
                row.setContentsMargins(8, 0, 8, 0)
                card.add(row)
            self._page.column.addWidget(card)
            self._cards.append((card, rows))
        self._page.column.addStretch(1)
        top = QHBoxLayout()
        top.setContentsMargins(16, 12, 16, 12)
        top.addWidget(self.field)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(top)
        column.addWidget(self._page, 1)
        column.addLayout(self._foot())

    def _foot(self) -> QVBoxLayout:
        self._said = PlainLabel(self._settings.problem, self)
        tone(self._said, "warning" if self._settings.problem else "muted")
        where = PlainLabel(f"Kept in {self._settings.file}", self, elide=Qt.TextElideMode.ElideMiddle)
        tone(where, "muted")
        self.undo = QPushButton("Undo", self)
        self.undo.setAutoDefault(False)
        self.undo.hide()
        self.reset_all = QPushButton("Reset all", self)
        self.reset_all.setAutoDefault(False)
        self.reset_all.setToolTip("Set every setting back to its default. What the program remembers stays.")
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        close = self._buttons.button(QDialogButtonBox.StandardButton.Close)
        close.setAutoDefault(False)
        words = QHBoxLayout()
        words.setSpacing(8)
        words.addWidget(self._said, 1)
        words.addWidget(self.undo)
        last = QHBoxLayout()
        last.setSpacing(8)
        last.addWidget(where, 1)
        last.addWidget(self.reset_all)
        last.addWidget(self._buttons)
        foot = QVBoxLayout()
        foot.setContentsMargins(16, 8, 16, 12)
        foot.setSpacing(8)
        foot.addLayout(words)
        foot.addLayout(last)
        return foot

    def _wire(self) -> None:
        self.field.textChanged.connect(self._narrow)
        self._buttons.rejected.connect(self.reject)
        self.reset_all.clicked.connect(self._reset_all)
        self.undo.clicked.connect(self._undo)
        for row in self.rows:
            row.chosen.connect(self._chosen)
        for keys, told in ((QKeySequence.StandardKey.Find, self._find), (QKeySequence("F1"), self.helpRequested.emit)):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.activated.connect(told)
        self._settings.on_change(self._follow)

    def _room(self) -> QWidget:
        window = self.parentWidget()
        return window.window() if window is not None else self

    # --- doing ---

    @Slot()
    def _find(self) -> None:
        self.field.setFocus()
        self.field.selectAll()

    @Slot(str)
    def _narrow(self, words: str) -> None:
        found = 0
        for card, rows in self._cards:
            for row in rows:
                row.setVisible(row.fits(words))
            here = sum(row.fits(words) for row in rows)
            card.setVisible(here > 0)
            found += here
        self._nothing.setText("" if found else f"No setting has {words.strip()!r} in its name or in what it means.")
        self._nothing.setVisible(not found)

    @Slot(str)
    def _chosen(self, id: str) -> None:
        row = next(row for row in self.rows if row.setting.id == id)
        self._forget_undo()
        self._say(f"{row.setting.title}: saved. {row.setting.later}" if row.setting.later else _SAVED)

    @Slot()
    def _reset_all(self) -> None:
        chosen = [row.setting for row in self.rows if not row.setting.remembered]
        self._before = {one.id: value for one in chosen if (value := self._settings.get(one.id)) != one.default}
        for setting in chosen:
            self._settings.reset(setting.id)
        number = len(self._before)
        if not number:
            self._say("Every setting has its default already.")
            return
        self._say(f"{number} {'setting has its default' if number == 1 else 'settings have their defaults'} again.")
        self.undo.show()

    @Slot()
    def _undo(self) -> None:
        for id, value in self._before.items():
            self._settings.set(id, value)
        self._forget_undo()
        self._say("As before.")
        self.reset_all.setFocus()

    def _forget_undo(self) -> None:
        self._before = {}
        self.undo.hide()

    def _say(self, words: str) -> None:
        """What happened; a file that cannot be written counts for more."""
        problem = self._settings.problem
        tone(self._said, "warning" if problem else "positive")
        self._said.setText(problem or words)

    def _follow(self, id: str) -> None:
        """Show what was changed, here or elsewhere."""
        for row in self.rows:
            if row.setting.id == id:
                row.follow()
