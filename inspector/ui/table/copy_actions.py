"""Copying what is selected in a table view, and saving all of its rows: bounded, cancellable, with what is covered."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QItemSelection, QObject, Slot
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QMenu

from inspector.cancel import CancelToken
from inspector.db.display import exact_text, visible
from inspector.db.values import Large
from inspector.errors import KnownError
from inspector.ui.commands import Command
from inspector.ui.deed import Deed
from inspector.ui.file_dialogs import FileKind, ask_target
from inspector.ui.table.clipboard import ReadyToPaste, put, ready_to_paste
from inspector.ui.table.copying import MOST_ROWS, CopyRequest, copy_cells
from inspector.ui.table.exporting import Exported, ExportRequest, export_rows
from inspector.ui.table.grid import RowsGrid
from inspector.workspace.answers.block_text import FILE_FORMS, FORM_WORDS, Form

if TYPE_CHECKING:
    from inspector.ui.table.view import TableView

_IDS: dict[Form, str] = {"text": "table.copy", "headed": "table.copy_headed", "sql": "table.copy_sql"}


class CopyActions(QObject):
    """The copying and saving of one table view."""

    def __init__(self, view: TableView) -> None:
        super().__init__(view)
        self._view = view

    def commands(self) -> tuple[Command, ...]:
        """While the view is in front."""
        copies = tuple(
            Command(
                _IDS.get(form, f"table.copy_{form}"),
                "Copy cells" if form == "text" else f"Copy {words}" if form == "headed" else f"Copy cells as {words}",
                partial(self.copy, form),
                "",
                self._any,
                "ph.copy" if form == "text" else "",
                "Table",
            )
            for form, words in FORM_WORDS
        )
        return (*copies, Command("table.export", "Save all rows…", self.ask_file, "", self._any, menu="Table"))

    def fill(self, menu: QMenu) -> None:
        """Put the ways of copying into a menu."""
        _add(menu, "Copy", self.copy)
        inner = menu.addMenu("Copy as")
        for form, words in FORM_WORDS[1:]:
            _add(inner, words, partial(self.copy, form))
        _add(menu, "Save all rows…", self.ask_file)

    # --- copying ---

    @Slot()
    def copy(self, form: Form = "text") -> None:
        """Put the selected cells on the clipboard: one cell exactly, a block as tab-separated lines and as a table."""
        view, source, loaded = self._view, self._view.source, self._view.loaded
        request = selected(view.grid, form)
        if request is None or loaded is None or source is None or source.database is None:
            return
        if request.count == 1 and len(request.columns) == 1 and form == "text":
            cell = view.rows.stored(request.rows[0][0], request.columns[0])
            if cell is not None and not isinstance(cell.value, Large) and cell.look not in ("gone", "unreadable"):
                QGuiApplication.clipboard().setText(exact_text(cell.value) or "")
                return
        database, redactor, runner = source.database, source.redactor, view.context.runner
        many = min(request.count, MOST_ROWS)

        def work(cancel: CancelToken) -> ReadyToPaste:
            def told(rows: int) -> None:
                runner.tell(cancel, f"{rows:,} of {many:,} rows")

            found = copy_cells(database, loaded.order, loaded.look, redactor, request, cancel, told)
            return ready_to_paste(found, cancel)

        if request.count > 2_000:
            view.say(f"Copying {many:,} rows…", self._stop_copying, action="Stop")
        title = "Copying" if request.count > 1 else "Copying a cell"
        runner.run(work, self._copied, self._failed, owner=self, key="copy", title=title, cancelled=self._copying_ended)

    @Slot()
    def _stop_copying(self) -> None:
        self._view.context.runner.cancel(self, "copy")
        self._copying_ended()

    def _copying_ended(self) -> None:
        self._view.say("Copying was stopped: the clipboard is as it was.")

    def _copied(self, ready: ReadyToPaste) -> None:
        put(ready)
        copied = ready.copied
        cut = f" Of {copied.cut:,} long values only the beginning could be had: these rows have no keys."
        if copied.left_out:
            whole = copied.rows + copied.left_out
            words = f"{copied.rows:,} of {whole:,} rows were copied: more is too much for the clipboard."
            self._view.say(words + (cut if copied.cut else ""), self.ask_file, action="Save all rows…")
        elif copied.cut or copied.rows > 2_000:
            rows = "1 row was" if copied.rows == 1 else f"{copied.rows:,} rows were"
            self._view.say(f"{rows} copied." + (cut if copied.cut else ""))

    def _failed(self, error: KnownError) -> None:
        self._view.say(str(error))

    # --- saving ---

    def ask_file(self) -> None:
        """Ask for a file and save all rows to it, in the order and with the filters that are shown."""
        loaded = self._view.loaded
        if loaded is None:
            return
        kinds = [FileKind(words, end, form) for form, words, end in FILE_FORMS]
        name = "".join(c if c.isalnum() or c in "-_. " else "_" for c in visible(loaded.look.table.name)) or "rows"
        ask_target(self._view, "Save all rows", f"{name}.csv", kinds, self.save)

    def save(self, file: str, form: Form) -> None:
        """Save all rows to a file: the columns that are shown, as they stand."""
        view, source, loaded = self._view, self._view.source, self._view.loaded
        if loaded is None or source is None or source.database is None:
            return
        header = view.grid.header
        sections = (header.logicalIndex(visual) for visual in range(header.count()))
        columns = tuple(section for section in sections if not header.isSectionHidden(section))
        safe = form in ("csv", "tsv") and bool(view.context.settings.get("export.safe"))
        request = ExportRequest(loaded.question, loaded.order, loaded.look, columns, form, file, safe)
        database, redactor, runner = source.database, source.redactor, view.context.runner
        sources = (*view.context.workspace.sources, source)
        total = loaded.order.total

        def work(cancel: CancelToken) -> Exported:
            def told(rows: int) -> None:
                runner.tell(cancel, f"{rows:,} of {total:,} rows")

            return export_rows(database, request, redactor, sources, cancel, told)

        def done(exported: Exported) -> None:
            view.say(exported.words(file))

        view.say("Saving the rows…", self._stop_saving, action="Stop")
        runner.run(work, done, self._failed, owner=self, key="save", title="Saving rows", cancelled=self._saving_ended)

    @Slot()
    def _stop_saving(self) -> None:
        self._view.context.runner.cancel(self, "save")
        self._saving_ended()

    def _saving_ended(self) -> None:
        self._view.say("Saving was stopped: there is no file.")

    def _any(self) -> bool:
        return self._view.loaded is not None


def selected(grid: RowsGrid, form: Form) -> CopyRequest | None:
    """What is selected in a grid, hidden columns left out; None for nothing."""
    selection: QItemSelection = grid.selectionModel().selection()
    ranges = [selection.at(place) for place in range(selection.count())]
    columns = {c for r in ranges for c in range(r.left(), r.right() + 1) if not grid.isColumnHidden(c)}
    if not columns:
        return None
    rows: list[tuple[int, int]] = []
    for first, last in sorted((r.top(), r.bottom()) for r in ranges):
        if rows and first <= rows[-1][1] + 1:
            rows[-1] = (rows[-1][0], max(last, rows[-1][1]))
        else:
            rows.append((first, last))
    return CopyRequest(tuple(rows), tuple(sorted(columns, key=grid.header.visualIndex)), form)


def _add(menu: QMenu, words: str, run: Callable[[], object]) -> None:
    action = QAction(words.replace("&", "&&"), menu)
    Deed(action, run)
    menu.addAction(action)
