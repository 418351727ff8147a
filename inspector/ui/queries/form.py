"""What a question asks before it runs: a field for each parameter, of its kind; choices are read when it is shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QEvent, QObject, QRegularExpression, QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QRegularExpressionValidator
from PySide6.QtWidgets import QComboBox, QCompleter, QHBoxLayout, QLineEdit, QToolButton, QVBoxLayout, QWidget

from inspector.clock import Clock
from inspector.db.display import visible
from inspector.queries.parameter import NULL, Parameter
from inspector.queries.pickers import Choice
from inspector.ui.labels import plain, tip, tone
from inspector.ui.lines.flow import FlowBox

_SHORT, _WIDE = 24, 52
"""Characters that a field has room for."""
_FORMS = {
    "integer": rf"{NULL}|[+-]?\d{{0,19}}",
    "real": rf"{NULL}|[+-]?\d*(\.\d*)?([eE][+-]?\d{{0,3}})?",
    "blob": rf"{NULL}|[xX]?'?[0-9a-fA-F]*'?",
}
_HINTS = {
    "time": "2026-05-19T21:30:00Z",
    "integer": "a whole number",
    "real": "a number",
    "boolean": "yes or no",
    "blob": "hexadecimal, like x'0f1e'",
}
_KINDS = {
    "time": "A time like 2026-05-19T21:30:00Z or 2026-05-19 (UTC).",
    "integer": "A whole number.",
    "real": "A number.",
    "boolean": "Yes or no.",
    "blob": "Bytes as hexadecimal digits, like x'0f1e'.",
    "text": "A text; '' is an empty one.",
    "any": "A number, a text, x'0f1e' for bytes; '007' in quotes is a text. '' is an empty one.",
    "table": "A table or view of this file.",
    "column": "A column, written as table.column.",
}
_ANSWERS = (Choice("yes", "yes"), Choice("no", "no"))


class ParameterField(QWidget):
    """One parameter: its name, whether it is needed, and its field."""

    changed = Signal()
    """Another value stands in it."""
    chosen = Signal()
    """One of the choices was taken."""

    def __init__(self, parameter: Parameter, clock: Clock | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.parameter = parameter
        self._clock = clock
        self._choices: dict[str, str] = {}
        self._box: QComboBox | None = None
        listed = bool(parameter.picker) or parameter.type == "boolean"
        self.field: QLineEdit = self._pick() if listed else QLineEdit(self)
        self.buttons = self._make_buttons()
        """Fill in what is hard to type: the time of the clock, NULL instead of the default."""
        needed = parameter.required and not parameter.default
        label = plain(parameter.title + (" *" if needed else ""), self)
        label.setToolTip(tip(self._explained()))
        label.setBuddy(self._box or self.field)
        tone(label, "muted")
        self.field.setAccessibleName(parameter.title)
        self.field.setAccessibleDescription(self._explained())
        self.field.setPlaceholderText(self._hint())
        if parameter.type in _FORMS:
            form = QRegularExpression(_FORMS[parameter.type])
            self.field.setValidator(QRegularExpressionValidator(form, self.field))
            if parameter.type != "blob":
                self.field.setAlignment(Qt.AlignmentFlag.AlignRight)
        self._head = QHBoxLayout()
        self._head.setSpacing(4)
        self._head.addWidget(label, 1)
        for button in self.buttons:
            self._head.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addLayout(self._head)
        column.addWidget(self._box or self.field)
        if parameter.type == "boolean":
            self.set_choices(_ANSWERS)
        self.field.textChanged.connect(self._changed)

    def sizeHint(self) -> QSize:
        wide = bool(self.parameter.picker) or self.parameter.type in ("text", "any")
        width = (_WIDE if wide else _SHORT) * self.fontMetrics().averageCharWidth()
        return QSize(max(width, self._head.sizeHint().width()), super().sizeHint().height())

    def text(self) -> str:
        """The value: of a choice what is bound, else what was typed."""
        typed = self.field.text().strip()
        return self._choices.get(typed, typed)

    def set_text(self, value: str) -> None:
        """Put a value in; a choice is shown by its label."""
        label = next((label for label, bound in self._choices.items() if bound == value), value)
        if self._box is not None:
            place = self._box.findText(label)
            self._box.setCurrentIndex(place)
            self._box.setEditText(label)
        else:
            self.field.setText(label)
        self.field.setCursorPosition(0)

    def set_choices(self, choices: Sequence[Choice]) -> None:
        """Offer these; what was typed stays, a value that is among them is shown by its label."""
        if self._box is None:
            return
        now = self.text()
        self._choices = {}
        for choice in choices:
            label = visible(choice.label) or choice.value
            self._choices[f"{label} ({choice.value})" if label in self._choices else label] = choice.value
        self._box.clear()
        self._box.addItems(list(self._choices))
        completer = QCompleter(list(self._choices), self._box)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self._box.setCompleter(completer)
        self.field.setPlaceholderText(self._hint())
        self.set_text(now)

    def choices(self) -> dict[str, str]:
        """What is offered: label -> value."""
        return self._choices

    def _pick(self) -> QLineEdit:
        box = QComboBox(self)
        box.setEditable(True)
        box.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        box.setMaxVisibleItems(16)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.setAccessibleName(self.parameter.title)
        self._box = box
        box.activated.connect(self.chosen)
        field = box.lineEdit()
        assert field is not None
        return field

    def _make_buttons(self) -> tuple[QToolButton, ...]:
        """Buttons beside the name."""
        found = []
        if self.parameter.type == "time" and self._clock is not None:
            found.append(self._button("Now", "The “as of” time of this window", self._fill_now))
        if self.parameter.default and not self.parameter.required:
            found.append(self._button(NULL, f"NULL instead of {self.parameter.default}", self._fill_null))
        return tuple(found)

    def _button(self, words: str, tells: str, act: Callable[[], None]) -> QToolButton:
        button = QToolButton(self)
        button.setText(words)
        button.setAutoRaise(True)
        button.setToolTip(tip(tells))
        button.setAccessibleName(f"{self.parameter.title}: {words}")
        button.clicked.connect(act)
        return button

    @Slot()
    def _fill_now(self) -> None:
        assert self._clock is not None
        self.set_text(self._clock.now_iso())

    @Slot()
    def _fill_null(self) -> None:
        self.set_text("" if self.field.text() == NULL else NULL)

    @Slot()
    def _changed(self) -> None:
        font = self.field.font()
        if font.italic() != (self.field.text() == NULL):
            # a value that is none looks like none
            font.setItalic(not font.italic())
            self.field.setFont(font)
        self.changed.emit()

    def _explained(self) -> str:
        """What is asked for, and what an empty field means."""
        one = self.parameter
        empty = f"{one.default} if empty." if one.default else "Must be given." if one.required else "NULL if empty."
        return f"{_KINDS[one.type]} {empty}"

    def _hint(self) -> str:
        one = self.parameter
        if one.default:
            return one.default
        if one.picker:
            return f"Choose, or type ({len(self._choices):,} to choose from)" if self._choices else "Type a value"
        return _HINTS.get(one.type, "" if one.required else "may stay empty")


class ParameterForm(FlowBox):
    """The fields of one question."""

    changed = Signal()
    """Another value stands in one of them."""
    entered = Signal()
    """Enter in a field, or the last value that was needed was chosen: the reader wants the answer."""

    def __init__(self, parent: QWidget | None = None, clock: Clock | None = None) -> None:
        super().__init__(parent, gap=12)
        self._clock = clock
        self.fields: dict[str, ParameterField] = {}

    def ask(self, parameters: Sequence[Parameter], values: Mapping[str, str]) -> None:
        """Show fields for these; the fields of parameters that stay are kept as they are."""
        if [field.parameter for field in self.fields.values()] == list(parameters):
            return
        kept = {**values, **{name: field.text() for name, field in self.fields.items() if field.text()}}
        for field in self.fields.values():
            self.drop(field)
        self.fields = {}
        for parameter in parameters:
            field = ParameterField(parameter, self._clock, self)
            field.set_text(kept.get(parameter.name, ""))
            field.changed.connect(self.changed)
            field.chosen.connect(self._chosen)
            field.field.installEventFilter(self)
            self.add(field)
            self.fields[parameter.name] = field
        self.setVisible(bool(parameters))

    def values(self) -> dict[str, str]:
        """What was given, by name; empty ones are left out."""
        return {name: field.text() for name, field in self.fields.items() if field.text()}

    def missing(self) -> tuple[ParameterField, ...]:
        """The fields that must be filled and are not."""
        return tuple(
            f for f in self.fields.values() if f.parameter.required and not f.parameter.default and not f.text()
        )

    @Slot()
    def _chosen(self) -> None:
        if not self.missing():
            self.entered.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and event.text() in ("\r", "\n"):
            self.entered.emit()
            return True
        return False
