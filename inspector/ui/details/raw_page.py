"""The row as one text with exact values, as JSON or SQL."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from inspector.cancel import CancelToken
from inspector.errors import KnownError
from inspector.ui.details.code_view import CodeView, Lines, coloured_json, coloured_sql, fold
from inspector.ui.details.raw_text import cut_fields, row_json, row_sql
from inspector.ui.details.value_text import clean
from inspector.ui.states import PartialStrip
from inspector.ui.table.cells import size_words
from inspector.ui.view import ViewContext
from inspector.workspace.rows.row_details import RowDetails

_MOST = 96 << 10
"""Characters of the text that are shown."""


class RawPage(QWidget):
    """The text."""

    def __init__(self, context: ViewContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._details: RowDetails | None = None
        self._stale = False
        self.text = CodeView(context.theme, self)
        self.strip = PartialStrip(self)
        self._group = QButtonGroup(self)
        self.json, self.sql = self._button("JSON"), self._button("SQL")
        self.json.setChecked(True)
        row = QHBoxLayout()
        row.setContentsMargins(8, 6, 8, 6)
        row.setSpacing(2)
        row.addWidget(self.json)
        row.addWidget(self.sql)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(row)
        column.addWidget(self.text, 1)
        column.addWidget(self.strip)
        self._group.buttonClicked.connect(self._load)

    def show_details(self, details: RowDetails) -> None:
        """Show this row."""
        self._details, self._stale = details, True
        if self.isVisible():
            self._load()

    def _button(self, words: str) -> QToolButton:
        button = QToolButton(self)
        button.setText(words)
        button.setCheckable(True)
        self._group.addButton(button)
        return button

    @Slot()
    def _load(self) -> None:
        details, sql = self._details, self.sql.isChecked()
        self._stale = False
        if details is None:
            return

        def work(cancel: CancelToken) -> tuple[Lines, int]:
            text = row_sql(details) if sql else row_json(details)
            lines = fold(text[:_MOST], clean)
            return (coloured_sql(lines) if sql else coloured_json(lines)), len(text)

        self._context.runner.run(work, self._show, self._failed, owner=self, key="raw")

    def _show(self, made: tuple[Lines, int]) -> None:
        lines, length = made
        self.text.show_lines(lines)
        cut = len(tuple(cut_fields(self._details))) if self._details is not None else 0
        whole = "“Copy row” takes all of it."
        if cut:
            told = "1 long value is" if cut == 1 else f"{cut} long values are"
            self.strip.show_partial(f"{told} shown by the beginning. {whole}")
        elif length > _MOST:
            self.strip.show_partial(f"{size_words(_MOST)} of {size_words(length)} are shown. {whole}")
        else:
            self.strip.show_whole()

    def _failed(self, error: KnownError) -> None:
        self.strip.show_partial(str(error), self._load, action="Try again")

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self._load()
