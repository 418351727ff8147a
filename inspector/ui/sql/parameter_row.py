"""Which values does what would run ask for? A field for each, below the editor, there only while something is asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from inspector.cancel import CancelToken
from inspector.errors import KnownError
from inspector.queries.binding import asked
from inspector.queries.library import load_library
from inspector.queries.parameter import CLOCK_NAMES, Parameter
from inspector.queries.pickers import Choice, load_choices
from inspector.queries.scan import statements
from inspector.redaction import is_secret_name
from inspector.ui.queries import memory
from inspector.ui.queries.form import ParameterForm
from inspector.ui.queries.place import OWN
from inspector.ui.queries.selection import SelectedValuesButton

if TYPE_CHECKING:
    from inspector.settings import Settings
    from inspector.ui.tasks import TaskRunner
    from inspector.ui.view import ViewContext
    from inspector.workspace.source import Source


class ParameterRow(QWidget):
    """The fields of one document."""

    entered = Signal()
    """Enter in a field: the reader wants the answer."""
    changed = Signal()
    """Another value stands in a field."""

    def __init__(self, context: ViewContext, source: Source | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._settings: Settings = context.settings
        self._runner: TaskRunner = context.runner
        self._source = source
        self._known: dict[str, Parameter] = {}
        self._sql = ""
        self._values: dict[str, str] = memory.last_values(context.settings, OWN)
        self.form = ParameterForm(self, context.clock)
        self.selected = SelectedValuesButton(context, self)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 4, 8, 8)
        column.setSpacing(4)
        column.addWidget(self.form)
        column.addWidget(self.selected, 0, Qt.AlignmentFlag.AlignLeft)
        self.form.entered.connect(self.entered)
        self.form.changed.connect(self.changed)
        self.selected.takenRequested.connect(self.give)
        self.hide()
        if source is not None:
            self._runner.run(partial(_known, source), self._take_known, _unheard, owner=self, key="known")

    def set_source(self, source: Source) -> None:
        """The same source as it is now."""
        self._source = source

    def give(self, values: Mapping[str, str]) -> None:
        """Put values in, also those of parameters that are asked for later."""
        self._values.update(values)
        for name, text in values.items():
            field = self.form.fields.get(name)
            if field is not None:
                field.set_text(text)

    def ask(self, sql: str) -> tuple[str, ...]:
        """Ask for what ``sql`` names; gives the names of fields that are new and empty."""
        self._sql, names, before = sql, asked_names(sql), set(self.form.fields)
        wanted = [self._parameter(name) for name in names] if names else []
        self._values.update(self.form.values())
        self.form.ask(wanted, self._values)
        self.selected.ask(wanted)
        self.setVisible(bool(wanted))
        for name in names:
            if name not in before or not self.form.fields[name].choices():
                self._read_choices(name)
        return tuple(name for name in names if name not in before and not self.form.fields[name].text())

    def given(self) -> dict[str, str]:
        """What is given, by name; a field that is empty gives NULL."""
        return {name: field.text() for name, field in self.form.fields.items()}

    def keep(self) -> None:
        """Remember what was given, but for what is called like a secret."""
        given = {name: text for name, text in self.form.values().items() if not is_secret_name(name)}
        memory.keep_values(self._settings, OWN, {**memory.last_values(self._settings, OWN), **given})

    def _parameter(self, name: str) -> Parameter:
        """A parameter of this name of a saved question tells what it is called and what it can be chosen from."""
        known = self._known.get(name)
        sign = "?" if name.isdigit() else ":"
        label = f"{sign}{name}" if known is None or not known.label else f"{sign}{name} ({known.label})"
        return replace(known or Parameter(name), label=label, required=False, default="", type="any")

    def _take_known(self, known: dict[str, Parameter]) -> None:
        self._known = known
        if self._sql:
            self.ask(self._sql)

    def _read_choices(self, name: str) -> None:
        field, source = self.form.fields[name], self._source
        picker = field.parameter.picker
        if not picker or source is None:
            return

        def done(found: tuple[Choice, ...]) -> None:
            now = self.form.fields.get(name)
            if now is not None:
                now.set_choices(found)

        self._runner.run(partial(_choices, source, picker), done, _unheard, owner=self, key=f"choices {name}")


def asked_names(sql: str) -> tuple[str, ...]:
    """The names of the parameters that somebody must give, each once; those of the clock are known."""
    names = dict.fromkeys(one.name for statement in statements(sql) for one in asked(statement.sql))
    return tuple(name for name in names if name not in CLOCK_NAMES)


def _known(source: Source, cancel: CancelToken) -> dict[str, Parameter]:
    """The parameters of saved questions that can be chosen from a list, by name."""
    families = {one.family.id: one.family for one in source.walk()}
    queries = [one for id, family in families.items() for one in load_library(id, family.queries_root).queries]
    return {one.name: one for query in queries for one in query.parameters if one.picker}


def _choices(source: Source, picker: str, cancel: CancelToken) -> tuple[Choice, ...]:
    for part in source.walk():
        if part.database is not None:
            family = part.family
            found = load_choices(part.database, family.id, picker, part.redactor, family.queries_root, cancel=cancel)
            if found:
                return found
    return ()


def _unheard(error: KnownError) -> None:
    """Choices are a help; where they cannot be had, values are typed."""
