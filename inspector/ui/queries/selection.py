"""Which values does the row that was selected last lend to what a question asks for?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QPushButton, QWidget

from inspector.cancel import CancelToken
from inspector.db.catalog import Table
from inspector.db.cells import find_row
from inspector.db.redacted import redacted_value
from inspector.db.rows import RowRef
from inspector.db.values import Value
from inspector.errors import KnownError
from inspector.queries.parameter import Parameter
from inspector.redaction import MASK
from inspector.ui.labels import one_line, tip

if TYPE_CHECKING:
    from inspector.ui.view import ViewContext
    from inspector.workspace.source import Source

_LONGEST = 200
"""Characters of a value that is lent."""
_SHOWN = 40


class SelectedRow(QObject):
    """The row that was selected last, in any view of one window."""

    changed = Signal()
    """Another row was selected."""

    def __init__(self, context: ViewContext) -> None:
        super().__init__(context.runner)
        self.row: tuple[Source, RowRef] | None = None
        """The row; None while none was selected."""

    @staticmethod
    def of(context: ViewContext) -> SelectedRow:
        """The one of this window."""
        found = context.runner.findChild(SelectedRow)
        return found if isinstance(found, SelectedRow) else SelectedRow(context)

    @Slot(object)
    def remember(self, selected: object) -> None:
        """What a view tells of its selection; that nothing is selected there changes nothing."""
        if isinstance(selected, tuple) and len(selected) >= 2 and isinstance(selected[1], RowRef):
            self.row = (selected[0], selected[1])
            self.changed.emit()


class SelectedValuesButton(QPushButton):
    """Fills in what the selected row tells; hidden while it tells nothing that is asked for."""

    takenRequested = Signal(object)
    """Name -> text of the values that the reader takes."""

    def __init__(self, context: ViewContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._runner = context.runner
        self._selected = SelectedRow.of(context)
        self._parameters: tuple[Parameter, ...] = ()
        self._values: dict[str, str] = {}
        self.clicked.connect(self._take)
        self._selected.changed.connect(self._look)
        self.hide()

    def ask(self, parameters: Iterable[Parameter]) -> None:
        """These are asked for now."""
        wanted = tuple(parameters)
        if wanted != self._parameters:
            self._parameters = wanted
            self._look()

    @Slot()
    def _look(self) -> None:
        row = self._selected.row
        if row is None or not self._parameters:
            self._show({})
            return
        work = partial(lent, row[0], row[1], self._parameters)
        self._runner.run(work, self._show, self._unheard, owner=self, key="lent")

    def _show(self, values: dict[str, str]) -> None:
        self._values = values
        told = ", ".join(f"{name} = {text}" for name, text in values.items())
        row = self._selected.row
        shown = one_line(told)
        words = f"Take {shown if len(shown) <= _SHOWN else shown[:_SHOWN] + '…'}"
        self.setText(words.replace("&", "&&"))
        self.setToolTip(tip(f"From the row that was selected last, in {row[1].table}: {told}" if row else ""))
        self.setVisible(bool(values))

    def _unheard(self, error: KnownError) -> None:
        self._show({})

    @Slot()
    def _take(self) -> None:
        self.takenRequested.emit(self._values)


def lent(source: Source, ref: RowRef, parameters: Iterable[Parameter], cancel: CancelToken) -> dict[str, str]:
    """Name -> text of the parameters that a row has a value for. Raises KnownError, Cancelled."""
    if source.database is None:
        return {}
    table = source.database.catalog(cancel).table(ref.table, ref.schema)
    if table is None:
        return {}
    names = [column.name for column in table.visible_columns]
    cells = source.database.read(lambda reader: find_row(reader, table, ref.key, names), cancel)
    return lent_by(table, dict(zip(names, cells or (), strict=False)), parameters, source)


def lent_by(table: Table, row: Mapping[str, Value], parameters: Iterable[Parameter], source: Source) -> dict[str, str]:
    """The same of a row that is read: by a column of the same name, or by the id of the thing that it is."""
    by_name = {name.lower(): name for name in row}
    found: dict[str, str] = {}
    for parameter in parameters:
        column = by_name.get(parameter.name.lower())
        if column is None and _is_called_after(table, parameter):
            column = by_name.get("id") or (table.primary_key[0] if len(table.primary_key) == 1 else None)
        known = column is not None and column in row
        value = redacted_value(row[column], source.redactor, table.name, column) if known and column else None
        text = str(value) if isinstance(value, str | int | float) else ""
        if 0 < len(text) <= _LONGEST and MASK not in text:
            found[parameter.name] = text
    return found


def _is_called_after(table: Table, parameter: Parameter) -> bool:
    """Whether a parameter asks for one of what the table holds: ``node_id``, or a picker called ``nodes``."""
    name = table.name.lower()
    return parameter.picker.lower() == name or parameter.name.lower() in (f"{name}_id", f"{name.removesuffix('s')}_id")
