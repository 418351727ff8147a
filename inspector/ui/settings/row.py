"""One setting in the dialog: its name, what it means, its editor, and the way back to its default."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QFrame, QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from inspector.settings import Setting, Settings
from inspector.ui.labels import plain, tone
from inspector.ui.settings.editors import WIDTH, editor_of
from inspector.ui.theme.theme import Theme


class SettingRow(QFrame):
    """Shows one setting as it is now; a change counts, and is written, at once."""

    chosen = Signal(str)
    """The id of the setting that the reader just changed or reset."""

    def __init__(self, setting: Setting, settings: Settings, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setting = setting
        """What it shows."""
        self._settings = settings
        self.editor = editor_of(setting, self)
        """What it is changed with."""
        self.editor.setFixedWidth(theme.scaled(WIDTH))
        self.back = QToolButton(self)
        """Sets it back."""
        self.back.setText("Reset")
        self.back.setAccessibleName(f"Reset {setting.title}")
        self.back.setToolTip(f"Back to the default: {self._default_words()}")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 8, 0, 8)
        row.setSpacing(16)
        row.addLayout(self._words(), 1)
        row.addWidget(self.editor, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self.back, 0, Qt.AlignmentFlag.AlignTop)
        self.editor.edited.connect(self._edited)
        self.back.clicked.connect(self._reset)
        self.follow()

    def fits(self, words: str) -> bool:
        """Whether every one of the typed words stands somewhere in what is shown of it."""
        setting = self.setting
        texts = (
            setting.title,
            setting.id,
            setting.doc,
            setting.later,
            *setting.choice_words,
            *map(str, setting.choices),
        )
        searched = " ".join(texts).casefold()
        return all(word in searched for word in words.casefold().split())

    def follow(self) -> None:
        """Show the value as it is now."""
        value = self._settings.get(self.setting.id)
        self.editor.show_value(value)
        self.back.setEnabled(value != self.setting.default)

    def _words(self) -> QVBoxLayout:
        setting = self.setting
        title = plain(setting.title or setting.id, self)
        font = title.font()
        font.setWeight(QFont.Weight.DemiBold)
        title.setFont(font)
        about = plain(setting.doc, self, wrap=True)
        column = QVBoxLayout()
        column.setSpacing(2)
        column.addWidget(title)
        column.addWidget(about)
        if setting.later:
            later = plain(setting.later, self, wrap=True)
            tone(later, "info")
            column.addWidget(later)
        id = plain(setting.id, self)
        id.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        tone(id, "muted")
        column.addWidget(id)
        return column

    def _default_words(self) -> str:
        setting = self.setting
        if setting.default in setting.choices and setting.choice_words:
            return setting.choice_words[setting.choices.index(setting.default)]
        if isinstance(setting.default, bool):
            return "on" if setting.default else "off"
        if isinstance(setting.default, int):
            return f"{setting.default:,} {setting.unit}".strip()
        return str(setting.default) if setting.default else "empty"

    @Slot(object)
    def _edited(self, value: object) -> None:
        self._settings.set(self.setting.id, value)
        self.chosen.emit(self.setting.id)

    @Slot()
    def _reset(self) -> None:
        self._settings.reset(self.setting.id)
        self.editor.setFocus()
        self.chosen.emit(self.setting.id)
