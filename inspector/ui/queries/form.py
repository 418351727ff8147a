"""What a question asks before it runs: a field for each parameter, of its kind; choices are read when it is shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QEvent, QObject, QRegularExpression, QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QRegularExpressionValidator
from PySide6.QtWidgets import QComboBox, QCompleter, QLineEdit, QVBoxLayout, QWidget

from inspector.db.display import visible
from inspector.queries.parameter import Parameter
from inspector.queries.pickers import Choice
from inspector.ui.labels import plain, tip, tone
from inspector.ui.lines.flow import FlowBox

_WIDTH, _WIDE = 168, 380
_FORMS = {"integer": r"[+-]?\d{0,19}", "real": r"[+-]?\d*(\.\d*)?([eE][+-]?\d{0,3})?"}
_HINTS = {"time": "2026-05-19T21:30:00Z", "integer": "a whole number", "real": "a number"}


class ParameterField(QWidget):
    """One parameter: its name, whether it is needed, and its field."""

    changed = Signal()
    """Another value stands in it."""
    chosen = Signal()
    """One of the choices was taken."""

    def __init__(self, parameter: Parameter, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.parameter = parameter
        self._choices: dict[str, str] = {}
        self._box: QComboBox | None = None
        self.field: QLineEdit = self._pick() if parameter.picker else QLineEdit(self)
        needed = parameter.required and not parameter.default
        label = plain(parameter.title + (" *" if needed else ""), self)
        label.setToolTip(tip("This must be given." if needed else "May stay empty."))
        tone(label, "muted")
        self.field.setAccessibleName(parameter.title)
        self.field.setPlaceholderText(self._hint())
        if parameter.type in _FORMS:
            form = QRegularExpression(_FORMS[parameter.type])
            self.field.setValidator(QRegularExpressionValidator(form, self.field))
            self.field.setAlignment(Qt.AlignmentFlag.AlignRight)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addWidget(label)
        column.addWidget(self._box or self.field)
        self._wide = _WIDE if parameter.picker or parameter.type in ("text", "any") else _WIDTH
        self.field.textChanged.connect(self.changed)

    def sizeHint(self) -> QSize:
        return QSize(self._wide, super().sizeHint().height())

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

    def _hint(self) -> str:
        if self.parameter.picker:
            return f"Choose, or type ({len(self._choices):,} to choose from)" if self._choices else "Type a value"
        if self.parameter.default:
            return self.parameter.default
        return _HINTS.get(self.parameter.type, "" if self.parameter.required else "may stay empty")


class ParameterForm(FlowBox):
    """The fields of one question."""

    changed = Signal()
    """Another value stands in one of them."""
    entered = Signal()
    """Enter in a field, or the last value that was needed was chosen: the reader wants the answer."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, gap=12)
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
            field = ParameterField(parameter, self)
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
