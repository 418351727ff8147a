"""Fields that bars above what happened have in common: the form of times, and a time to go to."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtWidgets import QComboBox, QLineEdit, QWidget

from inspector.ui.labels import tip, tone
from inspector.ui.timeline.times import FORMS

Options = tuple[tuple[str, str, str], ...]
"""(id, title, what it means) of each."""


class Choice(QComboBox):
    """One of a few; ``chosen`` tells the id of what the reader took."""

    chosen = Signal(str)
    """The id of what is wanted."""

    def __init__(self, name: str, options: Options, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        for id, title, about in options:
            self.addItem(title, id)
            self.setItemData(self.count() - 1, tip(about), Qt.ItemDataRole.ToolTipRole)
        self.activated.connect(self._tell)

    def show_id(self, id: str) -> None:
        """Show what is chosen, without telling it."""
        with QSignalBlocker(self):
            self.setCurrentIndex(max(0, self.findData(id)))

    @Slot()
    def _tell(self) -> None:
        self.chosen.emit(self.currentData())


def form_choice(parent: QWidget) -> Choice:
    """In which form times are told."""
    return Choice("Form of the times", FORMS, parent)


class JumpField(QLineEdit):
    """A time to go to."""

    wanted = Signal(str)
    """The time as it was typed."""

    def __init__(self, keys: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._about = "2026-05-19 21:30, or 21:30 of the day that is shown" + (f" ({keys})" if keys else "")
        self.setPlaceholderText("Go to a time")
        self.setAccessibleName("Go to a time")
        self.setToolTip(tip(self._about))
        self.returnPressed.connect(self._go)
        self.textEdited.connect(self._edited)

    def show_fault(self, words: str) -> None:
        """Say why there is no way to the time that was typed."""
        tone(self, "negative" if words else "")
        self.setToolTip(tip(words or self._about))

    @Slot()
    def _go(self) -> None:
        if self.text().strip():
            self.wanted.emit(self.text().strip())

    @Slot()
    def _edited(self) -> None:
        self.show_fault("")
