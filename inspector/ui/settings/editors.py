"""Which widget edits a setting: made from its type, its choices and its range, and asked and told in JSON values."""

from __future__ import annotations

from typing import Any, Protocol

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QSpinBox,
    QWidget,
)

from inspector.settings import Setting
from inspector.ui.file_dialogs import ask_folder
from inspector.ui.labels import plain, tone

WIDTH = 248
"""Pixels of an editor beside letters of the usual size, so that all of them stand below one another."""
_GREATEST = 2**31 - 1


class Editor(QWidget):
    """Edits one setting."""

    edited = Signal(object)
    """The value that the reader chose."""

    def __init__(self, setting: Setting, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setting = setting
        """What it edits."""
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(8)

    def show_value(self, value: Any) -> None:
        """Show a value without telling of it; each kind has its own way."""

    def _take(self, field: QWidget) -> None:
        """Stand in for ``field``, which has the keyboard and the setting's name; no wheel that passes changes it."""
        field.setAccessibleName(self.setting.title or self.setting.id)
        field.setAccessibleDescription(self.setting.doc)
        field.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        field.installEventFilter(self)
        self._row.addWidget(field, 1)
        self.setFocusProxy(field)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Wheel and isinstance(watched, QWidget) and not watched.hasFocus():
            event.ignore()
            return True
        return super().eventFilter(watched, event)


class ChoiceEditor(Editor):
    """One of some values."""

    def __init__(self, setting: Setting, parent: QWidget | None = None) -> None:
        super().__init__(setting, parent)
        self._box = QComboBox(self)
        words = setting.choice_words or tuple(str(choice) for choice in setting.choices)
        self._box.addItems(list(words))
        self._take(self._box)
        self._box.activated.connect(self._chosen)

    def show_value(self, value: Any) -> None:
        self._box.setCurrentIndex(self.setting.choices.index(value))

    @Slot(int)
    def _chosen(self, row: int) -> None:
        self.edited.emit(self.setting.choices[row])


class Switch(QAbstractButton):
    """Off or on, told by the place of its knob, its filling and a word."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, checkable=True)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        words = max(metrics.horizontalAdvance(word) for word in ("On", "Off"))
        return QSize(2 * self._knob() + 8 + words + 4, max(26, metrics.height() + 8))

    def paintEvent(self, event: QPaintEvent) -> None:
        roles, on, knob = QPalette.ColorRole, self.isChecked(), self._knob()
        colours = self.palette()
        track = QRectF(1, (self.height() - knob) / 2, 2 * knob, knob)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        edge = roles.Link if on or self.hasFocus() else roles.PlaceholderText
        painter.setPen(QPen(colours.color(edge), 2 if self.hasFocus() else 1))
        painter.setBrush(colours.color(roles.Link if on else roles.Button))
        painter.drawRoundedRect(track.adjusted(0.5, 0.5, -0.5, -0.5), knob / 2, knob / 2)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colours.color(roles.Base if on else roles.PlaceholderText))
        left = track.right() - knob if on else track.left()
        painter.drawEllipse(QRectF(left, track.top(), knob, knob).adjusted(4, 4, -4, -4))
        painter.setPen(colours.color(roles.WindowText))
        words = self.rect().adjusted(round(track.right()) + 8, 0, 0, 0)
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, "On" if on else "Off")
        painter.end()

    def _knob(self) -> int:
        return max(18, self.fontMetrics().height() + 2)


class SwitchEditor(Editor):
    """On or off."""

    def __init__(self, setting: Setting, parent: QWidget | None = None) -> None:
        super().__init__(setting, parent)
        self._box = Switch(self)
        self._take(self._box)
        self._row.setStretch(0, 0)
        self._row.addStretch(1)
        self._box.clicked.connect(self._chosen)

    def show_value(self, value: Any) -> None:
        self._box.setChecked(value)

    @Slot(bool)
    def _chosen(self, on: bool) -> None:
        self.edited.emit(on)


class NumberEditor(Editor):
    """A whole number within its range."""

    def __init__(self, setting: Setting, parent: QWidget | None = None) -> None:
        super().__init__(setting, parent)
        least = -_GREATEST if setting.least is None else setting.least
        most = _GREATEST if setting.most is None else setting.most
        self._box = QSpinBox(self, minimum=least, maximum=most)
        # a number that is half written does not count yet
        self._box.setKeyboardTracking(False)
        self._box.setGroupSeparatorShown(True)
        self._box.setStepType(QSpinBox.StepType.AdaptiveDecimalStepType)
        if setting.unit:
            self._box.setSuffix(f" {setting.unit}")
        self._box.setToolTip(f"{least:,} to {most:,}")
        self._take(self._box)
        self._box.valueChanged.connect(self._chosen)

    def show_value(self, value: Any) -> None:
        self._box.blockSignals(True)
        self._box.setValue(value)
        self._box.blockSignals(False)

    @Slot(int)
    def _chosen(self, value: int) -> None:
        self.edited.emit(value)


class TextEditor(Editor):
    """A text, or a path that can also be looked for."""

    def __init__(self, setting: Setting, parent: QWidget | None = None) -> None:
        super().__init__(setting, parent)
        self._field = QLineEdit(self)
        self._take(self._field)
        self._field.editingFinished.connect(self._written)
        self._shown = ""
        if setting.is_path:
            button = QPushButton("Choose…", self)
            button.setAutoDefault(False)
            button.clicked.connect(self._ask)
            self._row.addWidget(button)

    def show_value(self, value: Any) -> None:
        self._shown = value
        self._field.setText(value)
        self._field.setCursorPosition(0)

    @Slot()
    def _written(self) -> None:
        if self._field.text() != self._shown:
            self._shown = self._field.text()
            self.edited.emit(self._shown)

    @Slot()
    def _ask(self) -> None:
        ask_folder(self, self.setting.title, self._found, self._shown)

    @Slot(str)
    def _found(self, path: str) -> None:
        self.show_value(path)
        self.edited.emit(path)


class ListEditor(Editor):
    """A list that the program keeps: how long it is, and a button that empties it."""

    def __init__(self, setting: Setting, parent: QWidget | None = None) -> None:
        super().__init__(setting, parent)
        self._words = plain("", self)
        tone(self._words, "muted")
        self._row.addWidget(self._words, 1)
        self._button = QPushButton("Empty it", self)
        self._button.setAutoDefault(False)
        self._take(self._button)
        self._row.setStretch(1, 0)
        self._button.clicked.connect(self._empty)

    def show_value(self, value: Any) -> None:
        self._words.setText(f"{len(value):,} kept" if value else "none kept")
        self._button.setEnabled(bool(value))

    @Slot()
    def _empty(self) -> None:
        self.edited.emit([])


class MakesEditor(Protocol):
    """A class of editors."""

    def __call__(self, setting: Setting, parent: QWidget | None = None, /) -> Editor:
        """Make one."""


_BY_TYPE: dict[type, MakesEditor] = {bool: SwitchEditor, int: NumberEditor, str: TextEditor, list: ListEditor}


def editor_of(setting: Setting, parent: QWidget | None = None) -> Editor:
    """The editor of a setting. Raises KeyError for a type that nothing edits."""
    made: MakesEditor = ChoiceEditor if setting.choices else _BY_TYPE[type(setting.default)]
    return made(setting, parent)
