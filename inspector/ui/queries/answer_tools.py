"""What stands around the rows of an answer: column menu and list, find bar, copies of what is selected."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, QPoint, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QVBoxLayout, QWidget

from inspector.cancel import CancelToken
from inspector.db.browse.question import Sort
from inspector.db.values import Large, Value
from inspector.errors import KnownError
from inspector.ui.deed import Deed
from inspector.ui.queries.answer_list import AnswerList
from inspector.ui.queries.answer_model import AnswerModel
from inspector.ui.queries.keeping import Again
from inspector.ui.table.clipboard import ReadyToPaste, put, ready_to_paste
from inspector.ui.table.column_chooser import ColumnChooser
from inspector.ui.table.column_control import ColumnControl
from inspector.ui.table.column_menu import ColumnMenu
from inspector.ui.table.copy_actions import selected
from inspector.ui.table.copying import Copied, CopyRequest, WrittenBlock
from inspector.ui.table.find_bar import FindBar
from inspector.ui.table.finder import Finder, Look
from inspector.ui.table.finding import Looked, Needle, look_through
from inspector.ui.view import ViewContext
from inspector.workspace.answers.ask_sources import QueryAnswer
from inspector.workspace.answers.block_text import FORM_WORDS, Form

Row = tuple[Value, ...]


class AnswerTools(QObject):
    """The tools of one answer pane."""

    said = Signal(str)
    """Something was done, or could not be."""
    tooMuch = Signal(str)
    """Not all could be copied: a file takes it."""

    def __init__(
        self,
        context: ViewContext,
        grid: AnswerList,
        rows: AnswerModel,
        sort: Callable[[Sort | None], object],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._context, self._grid, self._rows, self._parent = context, grid, rows, parent
        self._answer: QueryAnswer | None = None
        self._again: Again | None = None
        self._whole = parent
        self.columns = ColumnControl(context.settings, grid, rows, self)
        self.menus = ColumnMenu(self.columns, sort, self.choose_columns, parent)
        self.finder = Finder(context.runner, grid, rows, _AnswerSearched(rows), self)
        self.find_bar = FindBar(self.finder, parent)
        self._wire()

    def around(self, grid: QWidget) -> QWidget:
        """The rows with the find bar below them."""
        self._whole = QWidget(self._parent)
        column = QVBoxLayout(self._whole)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(grid, 1)
        column.addWidget(self.find_bar)
        return self._whole

    def holds(self, widget: QWidget) -> bool:
        """Whether a widget is among the rows or their tools."""
        return self._whole.isAncestorOf(widget)

    def show_answer(self, answer: QueryAnswer | None, again: Again | None) -> None:
        """Another answer is shown, or none; ``again`` asks for its cells whole."""
        self._answer, self._again = answer, again
        self.columns.show_table(None)
        self.finder.again()

    def find(self) -> None:
        """Seek in the rows."""
        self.find_bar.start()

    def choose_columns(self) -> None:
        """The list of all columns."""
        ColumnChooser(self.columns, self._parent).show()

    # --- copying ---

    @Slot()
    def copy(self, form: Form = "text") -> None:
        """Put what is selected on the clipboard: one cell exactly, a block in a form; cut cells are asked for whole."""
        request, answer, again = selected(self._grid, form), self._answer, self._again
        if request is None or answer is None or again is None:
            return
        places = self._rows.places()
        wanted = [places[row] for first, last in request.rows for row in range(first, last + 1) if row < len(places)]

        def work(cancel: CancelToken) -> ReadyToPaste:
            return ready_to_paste(_written(answer, again, request, wanted, cancel), cancel)

        self._context.runner.run(work, self._copied, self._failed, owner=self, key="copy", title="Copying")

    def _copied(self, ready: ReadyToPaste) -> None:
        put(ready)
        copied = ready.copied
        if copied.left_out:
            whole = copied.rows + copied.left_out
            self.tooMuch.emit(f"{copied.rows:,} of {whole:,} rows were copied: more is too much for the clipboard.")
        elif copied.cut:
            self.said.emit(f"Of {copied.cut:,} long values only the beginning could be copied.")

    def _failed(self, error: KnownError) -> None:
        self.said.emit(str(error))

    # --- menus ---

    def menu(self, row: int, column: int) -> QMenu:
        """What can be done with a cell; it goes when it is closed."""
        menu = QMenu(self._parent)
        menu.aboutToHide.connect(menu.deleteLater)
        _add(menu, "Copy", self.copy)
        inner = menu.addMenu("Copy as")
        for form, words in FORM_WORDS[1:]:
            _add(inner, words, partial(self.copy, form))
        if self._rows.link(row, column) is not None:
            menu.addSeparator()
            _add(menu, "Open the row it means", partial(self._grid.linkRequested.emit, (row, column)))
        return menu

    @Slot(object)
    def _popup(self, at: tuple[QPoint, int, int]) -> None:
        self.menu(at[1], at[2]).popup(at[0])

    @Slot(object)
    def _popup_column(self, at: tuple[QPoint, int]) -> None:
        if at[1] < len(self.columns.looks):
            self.menus.menu(at[1]).popup(at[0])

    def _wire(self) -> None:
        self._grid.copyRequested.connect(self.copy)
        self._grid.menuRequested.connect(self._popup)
        self._grid.header.menuRequested.connect(self._popup_column)
        self._rows.layoutChanged.connect(self.finder.again)
        self.columns.changed.connect(self.finder.again)
        self.find_bar.left.connect(self._grid.setFocus)


class _AnswerSearched:
    """Seeks in rows that are all in memory."""

    def __init__(self, rows: AnswerModel) -> None:
        self._rows = rows

    def at_hand(self, needle: Needle, columns: list[int]) -> Look | None:
        return self.further(needle, columns, 0, lambda row: None)

    def further(self, needle: Needle, columns: list[int], start: int, told: Callable[[int], None]) -> Look | None:
        answer = self._rows.answer
        if answer is None:
            return None
        places = self._rows.places()

        def work(cancel: CancelToken) -> Looked:
            return look_through([answer.rows[place] for place in places], needle, columns, start, cancel)

        return work


def _written(answer: QueryAnswer, again: Again, request: CopyRequest, wanted: list[int], cancel: CancelToken) -> Copied:
    rows = _flat(answer)
    cells = [[rows[place][column] for column in request.columns] for place in wanted]
    if any(isinstance(value, Large) for row in cells for value in row):
        whole = _flat(again(cancel))
        if len(whole) == len(rows):
            cells = [[whole[place][column] for column in request.columns] for place in wanted]
    names = (*(("source",) if len(answer.answers) > 1 else ()), *answer.answers[0].rows.names)
    block = WrittenBlock(request.form, [names[column] for column in request.columns], "answer")
    alone = len(cells) == 1 and len(request.columns) == 1 and request.form == "text"
    if alone:
        return block.alone(cells[0][0])
    for row in cells:
        cancel.check()
        block.add(row)
        if block.full:
            break
    return block.done(len(cells))


def _flat(answer: QueryAnswer) -> list[Row]:
    """The rows of all sources as the grid shows them."""
    several = len(answer.answers) > 1
    return [((part.source.title,) if several else ()) + row for part in answer.answers for row in part.rows]


def _add(menu: QMenu, words: str, run: Callable[[], object]) -> None:
    action = QAction(words.replace("&", "&&"), menu)
    Deed(action, run)
    menu.addAction(action)
