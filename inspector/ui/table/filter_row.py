"""The fields of a filter row: one for each column on screen, kept under its header, made when it comes into sight."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from inspector.ui.labels import tip, tone
from inspector.ui.table.columns import ColumnLook, filter_tip

if TYPE_CHECKING:
    from inspector.ui.table.header import TableHeader

HEIGHT = 32
"""Pixels of the row."""
_FIELD = 26
_LEAST = 28
"""Pixels below which a column that is half beneath a pinned one has no field."""
_WAIT_MS = 350
"""Milliseconds after the last key until a filter is applied; Enter applies it at once."""


class _Field(QLineEdit):
    """The filter of one column."""

    def __init__(self, column: ColumnLook, parent: QWidget) -> None:
        super().__init__(parent)
        self.column = column.name
        self.times = column.times
        self.matched = column.matched
        self.setPlaceholderText("Match words" if column.matched else "Filter")
        self.setAccessibleName(f"Filter {column.title}")
        self.setClearButtonEnabled(False)


class FilterRow(QObject):
    """The filters of a grid; lays its fields out over the lower part of the header."""

    changed = Signal()
    """The texts changed and stand still, or Enter was pressed."""
    left = Signal()
    """The reader goes on to the rows (Down)."""

    def __init__(self, header: TableHeader) -> None:
        super().__init__(header)
        self._header = header
        self._columns: tuple[ColumnLook, ...] = ()
        self._texts: dict[str, str] = {}
        self._fields: dict[int, _Field] = {}
        self._faults: dict[str, str] = {}
        self._wait = QTimer(self, singleShot=True, interval=_WAIT_MS)
        self._wait.timeout.connect(self.changed)

    def set_columns(self, columns: tuple[ColumnLook, ...]) -> None:
        """Make fields for these columns; texts stay with their columns."""
        if [c.name for c in columns] != [c.name for c in self._columns]:
            for field in self._fields.values():
                field.deleteLater()
            self._fields = {}
        self._columns = columns
        self.arrange()

    def texts(self) -> dict[str, str]:
        """What is asked of each column; columns that are not asked anything are left out."""
        return {name: text for name, text in self._texts.items() if text.strip()}

    def set_texts(self, texts: Mapping[str, str]) -> None:
        """Show these filters (a link, going back); nothing is told."""
        self._wait.stop()
        self._texts = dict(texts)
        for field in self._fields.values():
            if field.text() != self._texts.get(field.column, ""):
                field.setText(self._texts.get(field.column, ""))
            self._mark(field)

    def set_faults(self, faults: Mapping[str, str]) -> None:
        """Mark the filters that cannot be understood: column -> why."""
        self._faults = dict(faults)
        for field in self._fields.values():
            self._mark(field)

    def focus(self, column: int) -> None:
        """Put the keyboard into the field of a column."""
        self.arrange()
        field = self._fields.get(column)
        if field is None and self._fields:
            field = self._fields[min(self._fields)]
        if field is not None:
            field.setFocus(Qt.FocusReason.ShortcutFocusReason)
            field.selectAll()

    def field(self, column: int) -> QLineEdit | None:
        """The field of a column that is in sight."""
        return self._fields.get(column)

    @Slot()
    def arrange(self) -> None:
        """Put the fields under their columns: those in sight are made, others are put away."""
        header = self._header
        whole, high = header.scaled(HEIGHT), header.scaled(_FIELD)
        top = header.height() - whole + (whole - high) // 2
        width = header.viewport().width()
        shown = set()
        held, covered = (header.pinned.held(), header.pinned.width()) if self._columns else ((), 0)
        for section in (*held, *(one for one in self._in_sight(width) if one not in held)):
            pinned = section in held
            left = header.sectionPosition(section) if pinned else header.sectionViewportPosition(section)
            size = header.sectionSize(section)
            if not pinned and left < covered:
                left, size = covered, size - (covered - left)
                if size < _LEAST:
                    continue
            field = self._fields.get(section) or self._make(section)
            field.setGeometry(header.viewport().x() + left + 2, top, max(8, size - 4), high)
            field.show()
            shown.add(section)
        for section in [s for s in self._fields if s not in shown]:
            if self._fields[section].hasFocus():
                self._fields[section].hide()
            else:
                self._put_away(section)

    def _put_away(self, section: int) -> None:
        field = self._fields.pop(section)
        # it goes when the loop comes round: until then it must not lie over others
        field.hide()
        field.deleteLater()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress and isinstance(watched, _Field) and isinstance(event, QKeyEvent):
            return self._key(watched, event)
        return False

    def _key(self, field: _Field, event: QKeyEvent) -> bool:
        if event.key() == Qt.Key.Key_Escape:
            if not field.text():
                self.left.emit()
            field.clear()
            self._texts.pop(field.column, None)
            self._apply()
            return True
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._apply()
            return True
        if event.key() == Qt.Key.Key_Down:
            self.left.emit()
            return True
        return False

    def _apply(self) -> None:
        self._wait.stop()
        self.changed.emit()

    def _in_sight(self, width: int) -> list[int]:
        header = self._header
        first = header.visualIndexAt(0)
        if first < 0 or not self._columns:
            return []
        found = []
        for visual in range(first, header.count()):
            section = header.logicalIndex(visual)
            if header.sectionViewportPosition(section) > width:
                break
            if not header.isSectionHidden(section) and section < len(self._columns):
                found.append(section)
        return found

    def _make(self, section: int) -> _Field:
        column = self._columns[section]
        field = _Field(column, self._header)
        field.setText(self._texts.get(column.name, ""))
        field.textEdited.connect(self._edited)
        field.installEventFilter(self)
        self._fields[section] = field
        self._mark(field)
        return field

    def _mark(self, field: _Field) -> None:
        fault = self._faults.get(field.column, "")
        tone(field, "negative" if fault else "link" if field.text().strip() else "")
        field.setToolTip(tip(fault or filter_tip(times=field.times, matched=field.matched)))

    @Slot(str)
    def _edited(self, text: str) -> None:
        field = self.sender()
        if isinstance(field, _Field):
            self._texts[field.column] = text
            self._mark(field)
            self._wait.start()
