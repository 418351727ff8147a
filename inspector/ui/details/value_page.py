"""One value of the row, whole: JSON as a tree or as text, long text a part at a time, bytes as hex."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Signal, Slot
from PySide6.QtGui import QGuiApplication, QShowEvent
from PySide6.QtWidgets import QButtonGroup, QComboBox, QHBoxLayout, QStackedWidget, QToolButton, QVBoxLayout, QWidget

from inspector.cancel import CancelToken
from inspector.db.display import exact_text, visible
from inspector.db.values import Large, Value
from inspector.errors import KnownError
from inspector.ui.details.code_view import CodeView, Lines
from inspector.ui.details.json_model import Entry
from inspector.ui.details.json_view import JsonView
from inspector.ui.details.picture_pane import PicturePane
from inspector.ui.details.raw_text import whole_value
from inspector.ui.details.rest import RestReader
from inspector.ui.details.value_text import Bite, ReadyValue, make_ready
from inspector.ui.labels import plain, tone
from inspector.ui.states import PartialStrip, StateOverlay
from inspector.ui.table.cells import size_words
from inspector.ui.view import ViewContext
from inspector.workspace.rows.json_tree import JsonNode
from inspector.workspace.rows.row_details import Field, RowDetails
from inspector.workspace.source import Source

AT_ONCE = 8 << 20
"""Bytes of a long value that the view holds at a time."""
MODES = (("tree", "Tree"), ("formatted", "Formatted"), ("stored", "As stored"))


class ValuePage(QWidget):
    """The value of the column that is chosen."""

    copied = Signal(str)
    """Words of what was put on the clipboard."""
    frontChanged = Signal()
    """The tree is in front, or the text."""

    def __init__(self, context: ViewContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._source: Source | None = None
        self._details: RowDetails | None = None
        self._column = ""
        self._mode = "tree"
        self._ready: ReadyValue | None = None
        self._stale = False
        self._rest = RestReader(context.runner, self)
        self._begin, self._end = 0, 0
        self._build()
        self._wire()

    # --- what the panel asks ---

    def show_details(self, source: Source, details: RowDetails) -> None:
        """Show a value of this row: of the same column as before, else what is best to read."""
        self._source, self._details = source, details
        names = [field.column.name for field in details.fields]
        if self._column not in names:
            self._column = best_column(details)
        with QSignalBlocker(self.columns):
            self.columns.clear()
            self.columns.addItems([visible(name) for name in names])
            self.columns.setCurrentIndex(names.index(self._column) if self._column in names else -1)
        self._stale = True
        if self.isVisible():
            self._load()

    def show_column(self, column: str) -> None:
        """Show the value of this column."""
        if self._details is None:
            return
        for place, field in enumerate(self._details.fields):
            if field.column.name == column:
                self.columns.setCurrentIndex(place)
        self._choose(self.columns.currentIndex())

    def forget(self) -> None:
        """There is no row."""
        self._details, self._ready = None, None
        self._rest.forget()

    def mode(self) -> str:
        """How the value is shown now: ``tree``, ``formatted`` or ``stored``."""
        return next((mode for mode, button in self._buttons.items() if button.isChecked()), "")

    def front(self) -> QWidget:
        """The tree or the text, whichever is in front."""
        return self.tree if self._stack.currentWidget() is self.tree else self.text

    def set_mode(self, mode: str) -> None:
        """Show JSON as a tree, formatted or as stored, now and from now on."""
        self._mode = mode
        self._show_mode()

    # --- building ---

    def _build(self) -> None:
        theme = self._context.theme
        self.columns = QComboBox(self)
        self.columns.setAccessibleName("Column")
        self.columns.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.columns.setMinimumContentsLength(6)
        self._group = QButtonGroup(self)
        self._buttons: dict[str, QToolButton] = {}
        self._copy = QToolButton(self)
        self._copy.setText("Copy")
        self._copy.setToolTip("Copy the whole value")
        self.tree = JsonView(theme, self)
        self.text = CodeView(theme, self)
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self.tree)
        self._stack.addWidget(self.text)
        self.overlay = StateOverlay(self._stack)
        self.fault = plain("", self, wrap=True)
        self.fault.setContentsMargins(8, 4, 8, 4)
        tone(self.fault, "warning")
        self.strip = PartialStrip(self)
        top = QHBoxLayout()
        top.setContentsMargins(8, 6, 8, 6)
        top.addWidget(self.columns, 1)
        top.addWidget(self._copy)
        row = QHBoxLayout()
        row.setContentsMargins(8, 0, 8, 6)
        row.setSpacing(2)
        for mode, words in MODES:
            button = QToolButton(self)
            button.setText(words)
            button.setCheckable(True)
            self._buttons[mode] = button
            self._group.addButton(button)
            row.addWidget(button)
        row.addStretch(1)
        self._modes = QWidget(self)
        self._modes.setLayout(row)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(top)
        self.picture = PicturePane(self._context, self)
        for widget in (self._modes, self.fault, self.picture):
            column.addWidget(widget)
        column.addWidget(self._stack, 1)
        column.addWidget(self.strip)

    def _wire(self) -> None:
        self._stack.currentChanged.connect(self.frontChanged)
        self.columns.currentIndexChanged.connect(self._choose)
        self._group.buttonClicked.connect(self._mode_clicked)
        self._copy.clicked.connect(self.copy)
        self.tree.membersRequested.connect(self._read_members)
        self._rest.biteCame.connect(self._append)
        self._rest.paused.connect(self._paused)

    # --- loading ---

    @Slot(int)
    def _choose(self, place: int) -> None:
        if self._details is not None and 0 <= place < len(self._details.fields):
            column = self._details.fields[place].column.name
            if column != self._column or self._ready is None:
                self._column, self._stale = column, True
        if self._stale and self.isVisible():
            self._load()

    def _field(self) -> Field | None:
        return self._details.field(self._column) if self._details is not None else None

    def _load(self) -> None:
        source, details, field = self._source, self._details, self._field()
        self._rest.forget()
        self._stale = False
        if source is None or details is None or field is None:
            return
        self.picture.show_field(source, details, field)
        what = f"Reading {visible(self._column)}…"
        self.overlay.show_loading(what, self._cancelled)

        def work(cancel: CancelToken) -> ReadyValue:
            return make_ready(source, details, field, cancel)

        self._context.runner.run(
            work, self._show, self._failed, owner=self, key="value", title=what, cancelled=self._cancelled
        )

    def _show(self, ready: ReadyValue) -> None:
        self._ready, self._begin, self._end = ready, 0, ready.end
        self.overlay.show_content()
        self.fault.setText(ready.fault)
        self.fault.setVisible(bool(ready.fault))
        self.tree.show_document(ready.document, ready.members)
        self._modes.setVisible(ready.document is not None)
        self._buttons["formatted"].setEnabled(ready.formatted is not None)
        self._buttons["formatted"].setToolTip("" if ready.formatted else "Too long to be formatted")
        self._show_mode()

    def _show_mode(self) -> None:
        ready = self._ready
        if ready is None:
            return
        mode = self._mode if ready.document is not None else "stored"
        if mode == "formatted" and ready.formatted is None:
            mode = "tree"
        self._buttons[mode].setChecked(True)
        self._stack.setCurrentWidget(self.tree if mode == "tree" else self.text)
        self._rest.forget()
        if mode == "tree":
            self.strip.show_whole()
            return
        self._begin, self._end = 0, ready.end
        lines = ready.formatted if mode == "formatted" and ready.formatted is not None else ready.stored
        self.text.show_lines(lines)
        self._say_rest()

    @Slot(object)
    def _mode_clicked(self, clicked: object) -> None:
        self.set_mode(next(mode for mode, button in self._buttons.items() if button is clicked))

    def _failed(self, error: KnownError) -> None:
        self.overlay.show_error(error, self._load)

    def _cancelled(self) -> None:
        self._context.runner.cancel(self, "value")
        self.overlay.show_empty("Reading was stopped.", action="Read again", run=self._load)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self._load()

    # --- the members of a long JSON ---

    @Slot(object, object)
    def _read_members(self, entry: Entry, start: int) -> None:
        ready, source = self._ready, self._source
        if ready is None or ready.cell is None or source is None or source.database is None or entry.node is None:
            return
        cell, database, redactor, node = ready.cell, source.database, source.redactor, entry.node

        def work(cancel: CancelToken) -> tuple[JsonNode, ...]:
            return database.read(lambda reader: cell.children(reader, node, redactor, start), cancel)

        def done(nodes: tuple[JsonNode, ...]) -> None:
            self.tree.model.add_members(entry, nodes, start)

        def failed(error: KnownError) -> None:
            self.tree.model.stop_asking(entry)
            self.fault.setText(str(error))
            self.fault.show()

        self._context.runner.run(work, done, failed, owner=self, title="Reading JSON…")

    # --- the rest of a long text ---

    def _say_rest(self) -> None:
        long = self._ready.long if self._ready is not None else None
        if long is None or self._end >= long.size:
            self.strip.show_whole()
            return
        fits = long.size - self._begin <= AT_ONCE
        shown = f"{size_words(self._begin)} to " if self._begin else ""
        self.strip.show_partial(
            f"{shown}{size_words(self._end)} of {size_words(long.size)} are shown.",
            self.read_on,
            action=f"Show all ({size_words(long.size)})" if fits and not self._begin else f"Show {_more(long.size)}",
        )

    @Slot()
    def read_on(self) -> None:
        """Read on in a long value: parts come one by one, and are appended a bite an event."""
        ready, source = self._ready, self._source
        if ready is None or ready.long is None or source is None or source.database is None or self._rest.busy:
            return
        database, redactor, long, start = source.database, source.redactor, ready.long, self._end
        if start - self._begin >= AT_ONCE:
            self._begin = start
            self.text.show_lines(Lines(()))
        self._rest.read(database, long, redactor, start, self._begin + AT_ONCE)
        self.strip.show_partial("Reading on…", self._rest.stop, action="Stop")

    @Slot(object)
    def _append(self, bite: Bite) -> None:
        self.text.add_lines(Lines(bite.lines), joined=bite.joined or self.text.document().isEmpty())
        self._end = bite.end

    @Slot(object)
    def _paused(self, error: KnownError | None) -> None:
        if error is None:
            self._say_rest()
        else:
            self.strip.show_partial(f"It could not be read on: {error}", self.read_on, action="Try again")

    # --- copying ---

    @Slot()
    def copy(self) -> None:
        """Put the whole value on the clipboard, exactly as it is stored, secrets masked."""
        field = self._field()
        if field is not None:
            self.copy_field(field)

    def copy_field(self, field: Field) -> None:
        """Put a whole value of the row on the clipboard."""
        source, details = self._source, self._details
        if source is None or details is None:
            return
        if not isinstance(field.value, Large):
            self._put(field.value)
            return

        def work(cancel: CancelToken) -> Value:
            return whole_value(source, details, field, cancel)

        self._context.runner.run(work, self._put, self._failed, owner=self, key="copy", title="Copying…")

    def _put(self, value: Value) -> None:
        QGuiApplication.clipboard().setText(exact_text(value) or "")
        self.copied.emit("The value was copied.")


def _more(size: int) -> str:
    return f"up to {size_words(min(AT_ONCE, size))} more"


def best_column(details: RowDetails) -> str:
    """What a reader most likely wants to see whole: what is read first, else the longest text."""
    for field in details.fields:
        if field.first:
            return field.column.name
    longest = max(details.fields, key=lambda field: _weight(field.value), default=None)
    return longest.column.name if longest is not None else ""


def _weight(value: Value) -> int:
    if isinstance(value, Large):
        return value.length
    return len(value) if isinstance(value, str | bytes) else 0
