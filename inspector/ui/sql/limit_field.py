"""A limit as it is read, "10,000 rows", and changed right there: digits while it has the keyboard; Up and Down step."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from inspector.settings import SETTINGS, Settings
from inspector.ui.labels import tip


class LimitField(QLineEdit):
    """One whole number of the settings."""

    valueChanged = Signal()
    """The reader said another number; it is in the settings."""

    def __init__(self, settings: Settings, id: str, unit: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._settings, self._id, self._unit = settings, id, unit
        setting = next(one for one in SETTINGS if one.id == id)
        self._least, self._most = setting.least or 1, setting.most or 1
        self.setAccessibleName(setting.title)
        self.setToolTip(tip(f"{setting.doc} It is the setting {id}: it counts for every query."))
        self.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.show_value()
        self.editingFinished.connect(self.settle)

    def value(self) -> int:
        """The limit."""
        return int(self._settings.get(self._id))

    def show_value(self) -> None:
        """Show what the settings say."""
        self.setText(f"{self.value()}" if self.hasFocus() else f"{self.value():,} {self._unit}")
        self.updateGeometry()

    @Slot()
    def settle(self) -> None:
        """Take what was typed; what is no number changes nothing, one beyond the bounds is the bound."""
        digits = "".join(char for char in self.text() if char.isdecimal())
        self._set(int(digits[:12]) if digits else self.value())

    def sizeHint(self) -> QSize:
        self.ensurePolished()
        width = self.fontMetrics().horizontalAdvance(f"{self.value():,} {self._unit}")
        return QSize(width + 28, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Up: 10.0, Qt.Key.Key_Down: 0.1}
        step = steps.get(Qt.Key(event.key())) if self._most > 10_000 else None
        if step is not None:
            self._set(round(self.value() * step))
        elif event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self._set(self.value() + (5 if event.key() == Qt.Key.Key_Up else -5))
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.setText(f"{self.value()}")
        self.selectAll()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.show_value()

    def _set(self, wanted: int) -> None:
        number = min(max(wanted, self._least), self._most)
        changed = number != self.value()
        if changed:
            self._settings.set(self._id, number)
        self.show_value()
        if changed:
            self.valueChanged.emit()
