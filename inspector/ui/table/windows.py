"""Reading the windows of a grid as they come on screen, one read at a time, and then the names they refer to."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from inspector.cancel import CancelToken
from inspector.errors import KnownError
from inspector.families.links import Names, read_names
from inspector.ui.table.blocks import Block, BlockPlace, read_blocks
from inspector.ui.table.grid import RowsGrid
from inspector.ui.table.loading import Loaded
from inspector.ui.table.model import RowsModel
from inspector.ui.tasks import TaskRunner
from inspector.workspace.source import Source


class WindowReader(QObject):
    """Fills a model with what its grid shows."""

    arrived = Signal()
    """Rows came."""
    named = Signal()
    """Names came."""
    failed = Signal(object)
    """A :class:`KnownError`: rows on screen could not be read."""

    def __init__(self, runner: TaskRunner, rows: RowsModel, grid: RowsGrid, parent: QObject) -> None:
        super().__init__(parent)
        self._runner = runner
        self._rows = rows
        self._grid = grid
        self._source: Source | None = None
        self._loaded: Loaded | None = None
        self._reading = False
        # one read for all cells that are asked for while a picture is painted
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._read_missing)
        rows.wanted.connect(self._soon.start)
        grid.moved.connect(self._soon.start)

    def follow(self, source: Source, loaded: Loaded) -> None:
        """Read windows of these rows from now on."""
        if self._loaded is None or self._loaded.question is not loaded.question:
            self.stop()
        self._source, self._loaded = source, loaded

    def stop(self) -> None:
        """Drop what is under way: other rows are coming."""
        self._runner.cancel(self)
        self._reading = False

    def name(self, blocks: tuple[Block, ...]) -> None:
        """Ask for the names of the rows that these refer to; the rows are shown before."""
        loaded, source = self._loaded, self._source
        wanted = self._rows.unnamed(blocks)
        if not wanted or loaded is None or source is None or source.database is None:
            return
        database, redactor, links = source.database, source.redactor, loaded.look.links

        def work(cancel: CancelToken) -> Names:
            return database.read(lambda reader: read_names(reader, links, wanted, redactor), cancel)

        def done(names: Names) -> None:
            if self._loaded is not None and self._loaded.question is loaded.question:
                self._rows.add_names(names)
                self.named.emit()

        self._runner.run(work, done, unheard, owner=self)

    @Slot()
    def _read_missing(self) -> None:
        # one at a time: a newer read would cancel the older, and no row would come while the reader drags the bar
        if self._reading or self._loaded is None or self._source is None or self._source.database is None:
            return
        rows = self._grid.rows_on_screen()
        if rows[1] < rows[0]:
            return
        places = self._rows.missing(rows, self._grid.columns_on_screen())
        if places:
            self._read(self._loaded, self._source, places)

    def _read(self, loaded: Loaded, source: Source, places: list[BlockPlace]) -> None:
        database, redactor = source.database, source.redactor
        assert database is not None
        self._reading = True

        def work(cancel: CancelToken) -> tuple[Block, ...]:
            return read_blocks(database, loaded.order, loaded.look, redactor, places, cancel)

        def done(blocks: tuple[Block, ...]) -> None:
            self._reading = False
            if self._loaded is not None and self._loaded.order is loaded.order:
                self._rows.put(blocks)
                self.name(blocks)
                self.arrived.emit()
            self._soon.start()

        self._runner.run(work, done, self._could_not, owner=self, key="window", title="Reading rows…")

    def _could_not(self, error: KnownError) -> None:
        self._reading = False
        self.failed.emit(error)


def unheard(error: KnownError) -> None:
    """Names are a help; where they cannot be had, the rows are there without."""
