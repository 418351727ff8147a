"""Which columns are shown: all of them in a list that is searched by name, each with its tick."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, QSize, Qt, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLineEdit, QListView, QPushButton, QVBoxLayout, QWidget

from inspector.ui.labels import plain, tip, tone
from inspector.ui.table.column_control import ColumnControl

Index = QModelIndex | QPersistentModelIndex
_NONE = QModelIndex()
_SIZE = QSize(360, 460)


class ColumnsModel(QAbstractListModel):
    """The columns whose names hold what was typed, each with its tick."""

    def __init__(self, control: ColumnControl, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._control = control
        self._sought = ""
        self._found = list(range(len(control.looks)))
        self._shown = set(self._found) - set(control.hidden())

    def rowCount(self, parent: Index = _NONE) -> int:
        return 0 if parent.isValid() else len(self._found)

    def flags(self, index: Index) -> Qt.ItemFlag:
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsUserCheckable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        section = self._found[index.row()]
        column = self._control.looks[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return f"{column.title[:120]}   {column.below}"
        if role == Qt.ItemDataRole.ToolTipRole:
            return tip(column.tip())
        if role == Qt.ItemDataRole.CheckStateRole:
            return Qt.CheckState.Checked if section in self._shown else Qt.CheckState.Unchecked
        return None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.CheckStateRole or not index.isValid():
            return False
        self.tick([index.row()], Qt.CheckState(value) is Qt.CheckState.Checked)
        return True

    def tick(self, places: list[int], on: bool) -> None:
        """Show or hide the columns at these places of the list; one at least stays."""
        sections = {self._found[place] for place in places}
        wanted = self._shown | sections if on else self._shown - sections
        if wanted and wanted != self._shown:
            self._shown = wanted
            self._control.show_only(wanted)
            self.dataChanged.emit(self.index(0), self.index(len(self._found) - 1))

    def seek(self, text: str) -> None:
        """List the columns whose names hold a text, those that begin with it first."""
        self.beginResetModel()
        self._sought = text.strip().lower()
        looks = self._control.looks
        names = [column.title.lower() for column in looks]
        found = [place for place in range(len(looks)) if self._sought in names[place]]
        self._found = sorted(found, key=lambda place: (not names[place].startswith(self._sought), place))
        self.endResetModel()

    def section(self, place: int) -> int:
        """The column at a place of the list."""
        return self._found[place]

    def words(self) -> str:
        """ "2 of 40 shown; 3 found"."""
        told = f"{len(self._shown):,} of {len(self._control.looks):,} shown"
        return f"{told}; {len(self._found):,} found" if self._sought else told


class ColumnChooser(QDialog):
    """Ticks take effect at once; Enter goes to a column."""

    def __init__(self, control: ColumnControl, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._control = control
        self.setWindowTitle("Columns")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.model = ColumnsModel(control, self)
        self.field = QLineEdit(self)
        self.field.setPlaceholderText("Find a column")
        self.field.setAccessibleName("Find a column")
        self.list = QListView(self)
        self.list.setUniformItemSizes(True)
        self.list.setModel(self.model)
        self.list.setAccessibleName("Columns")
        self._told = plain("", self)
        tone(self._told, "muted")
        buttons = QHBoxLayout()
        self.show_found, self.hide_found = QPushButton("Show these", self), QPushButton("Hide these", self)
        self.reset = QPushButton("Reset columns", self)
        for button in (self.show_found, self.hide_found, self.reset):
            button.setAutoDefault(False)
            buttons.addWidget(button)
        column = QVBoxLayout(self)
        for widget in (self.field, self.list, self._told):
            column.addWidget(widget)
        column.addLayout(buttons)
        self._wire()
        self.resize(_SIZE)
        self._tell()
        self.field.setFocus()

    def _wire(self) -> None:
        self.field.textChanged.connect(self._seek)
        self.field.returnPressed.connect(self._go)
        self.list.activated.connect(self._go_to)
        self.show_found.clicked.connect(self._show_these)
        self.hide_found.clicked.connect(self._hide_these)
        self.reset.clicked.connect(self._reset)
        self.model.dataChanged.connect(self._tell)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Down and self.focusWidget() is self.field and self.model.rowCount():
            self.list.setFocus()
            self.list.setCurrentIndex(self.model.index(0))
        else:
            super().keyPressEvent(event)

    def told(self) -> str:
        """How many are shown, as written."""
        return self._told.text()

    @Slot(str)
    def _seek(self, text: str) -> None:
        self.model.seek(text)
        self._tell()

    @Slot()
    def _go(self) -> None:
        if self.model.rowCount():
            self._go_to(self.model.index(0))

    @Slot(QModelIndex)
    def _go_to(self, index: Index) -> None:
        self._control.reveal(self.model.section(index.row()))
        self.close()

    @Slot()
    def _show_these(self) -> None:
        self.model.tick(list(range(self.model.rowCount())), True)

    @Slot()
    def _hide_these(self) -> None:
        self.model.tick(list(range(self.model.rowCount())), False)

    @Slot()
    def _reset(self) -> None:
        self._control.reset()
        self.close()

    @Slot()
    def _tell(self) -> None:
        self._told.setText(self.model.words())
