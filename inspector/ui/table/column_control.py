"""What is done with the columns of a grid: hide, move, widen, pin, show as; and how they were left comes back."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from PySide6.QtCore import QObject, QSignalBlocker, Signal, Slot

from inspector.settings import Settings
from inspector.ui.table.column_state import ColumnState, arranged, remember, remembered
from inspector.ui.table.columns import ColumnLook
from inspector.ui.table.grid import RowsGrid
from inspector.ui.table.model import RowsModel

Place = tuple[str, str, str]
"""Path of the source, schema, table."""


class ColumnControl(QObject):
    """The columns of one grid."""

    changed = Signal()
    """Other columns are in sight, or they are shown otherwise."""

    def __init__(self, settings: Settings, grid: RowsGrid, rows: RowsModel, parent: QObject) -> None:
        super().__init__(parent)
        self._settings = settings
        self._grid = grid
        self._rows = rows
        self._place: Place | None = None
        self._state = ColumnState()
        self._arranging = False
        grid.header.sectionMoved.connect(self._moved)
        grid.header.widthChosen.connect(self._width_chosen)

    # --- how it stands ---

    @property
    def state(self) -> ColumnState:
        """How the columns are left."""
        return self._state

    @property
    def looks(self) -> tuple[ColumnLook, ...]:
        """The columns in the order of the table."""
        return self._rows.look.columns if self._rows.look is not None else ()

    def chosen_widths(self) -> list[int]:
        """Columns whose width the reader chose: fitting leaves them alone."""
        known = {name.lower() for name in self._state.widths}
        return [place for place, column in enumerate(self.looks) if column.name.lower() in known]

    def hidden(self) -> list[int]:
        """Columns that are hidden."""
        return [place for place, column in enumerate(self.looks) if self._is_hidden(column)]

    def form(self, section: int) -> str:
        """How a column is shown; empty: by itself."""
        return next((f for n, f in self._state.forms.items() if n.lower() == self.looks[section].name.lower()), "")

    def is_pinned(self, section: int) -> bool:
        """Whether a column stays at the left."""
        return section in self._grid.header.pinned.sections

    def _is_hidden(self, column: ColumnLook) -> bool:
        return column.name.lower() in {name.lower() for name in self._state.hidden}

    # --- coming back ---

    def show_table(self, place: Place | None) -> None:
        """Arrange the columns of a table that came on screen as they were left; None: nothing is remembered of it."""
        self._place = place
        self._state = remembered(self._settings, *place) if place is not None else ColumnState()
        self._arrange(lead=not self._state.order)

    def _arrange(self, *, lead: bool = False) -> None:
        header, state, looks = self._grid.header, self._state, self.looks
        hidden = {name.lower() for name in state.hidden}
        if all(column.name.lower() in hidden for column in looks):
            hidden = set()
        widths = {name.lower(): width for name, width in state.widths.items()}
        names = [column.name for column in looks]
        self._arranging = True
        # each single move or width would have all filter fields laid out anew
        with QSignalBlocker(header):
            header.pinned.set_sections(())
            for visual, section in enumerate(arranged(state, names)):
                if header.visualIndex(section) != visual:
                    header.moveSection(header.visualIndex(section), visual)
            if lead:
                self._grid.lead_with_what_is_said()
            header.pinned.set_sections(self._pinned())
            for section, column in enumerate(looks):
                name = column.name.lower()
                if header.isSectionHidden(section) != (name in hidden):
                    header.setSectionHidden(section, name in hidden)
                if name in widths:
                    header.resizeSection(section, widths[name])
        self._arranging = False
        self._redraw()

    def _pinned(self) -> list[int]:
        at = {column.name.lower(): place for place, column in enumerate(self.looks)}
        return [at[name.lower()] for name in self._state.pinned if name.lower() in at]

    def _redraw(self) -> None:
        known = {name.lower(): form for name, form in self._state.forms.items()}
        names = enumerate(column.name.lower() for column in self.looks)
        self._rows.set_forms({place: known[name] for place, name in names if name in known})
        self._grid.header.filters.arrange()
        self._grid.header.viewport().update()
        self._grid.viewport().update()
        self._grid.updateGeometries()
        self._grid.moved.emit()
        self.changed.emit()

    # --- what the reader does ---

    def hide(self, sections: Iterable[int]) -> None:
        """Hide columns; one at least stays."""
        gone = {self.looks[section].name for section in sections}
        left = [column for place, column in enumerate(self.looks) if place not in self.hidden()]
        if any(column.name not in gone for column in left):
            self._keep(replace(self._state, hidden=self._state.hidden | gone))

    def show_only(self, sections: Collection[int]) -> None:
        """Show these columns and no others; none is as good as all."""
        wanted = set(sections)
        gone = (column.name for place, column in enumerate(self.looks) if place not in wanted)
        self._keep(replace(self._state, hidden=frozenset(gone) if wanted else frozenset()))

    def pin(self, section: int) -> None:
        """Keep a column at the left, behind those that are there."""
        name = self.looks[section].name
        self._keep(replace(self._state, pinned=(*(n for n in self._state.pinned if n != name), name)))

    def unpin(self, section: int) -> None:
        """Let a column scroll again; it stands where it stood."""
        name = self.looks[section].name.lower()
        self._keep(replace(self._state, pinned=tuple(n for n in self._state.pinned if n.lower() != name)))

    def show_as(self, section: int, form: str) -> None:
        """Show a column in a form of :data:`~inspector.ui.table.cell_forms.FORMS`; empty: by itself."""
        name = self.looks[section].name
        forms = {n: f for n, f in self._state.forms.items() if n.lower() != name.lower()}
        self._keep(replace(self._state, forms={**forms, name: form} if form else forms))
        if section not in self.chosen_widths():
            self._grid.refit_column(section)

    def move(self, section: int, step: int) -> None:
        """Move a column to the left (-1) or right (1) past the next one that is in sight."""
        header = self._grid.header
        at = header.visualIndex(section) + step
        while 0 <= at < header.count() and header.isSectionHidden(header.logicalIndex(at)):
            at += step
        if 0 <= at < header.count():
            header.moveSection(header.visualIndex(section), at)

    def fit(self, section: int) -> None:
        """Give a column the width of its rows in sight, and keep it."""
        self._grid.fit_column(section)
        self._width_chosen(section)

    def fit_all(self) -> None:
        """Give the columns in sight the width of their rows, chosen widths forgotten."""
        self._grid.fit_columns()
        near = {self.looks[section].name.lower() for section in self._grid.columns_on_screen()}
        widths = {name: width for name, width in self._state.widths.items() if name.lower() not in near}
        if widths != self._state.widths:
            self._keep(replace(self._state, widths=widths))

    def reset(self) -> None:
        """All columns as they are drawn at first."""
        self._state = ColumnState()
        self._arrange(lead=True)
        self._grid.fit_columns()
        self._write()

    def reveal(self, section: int) -> None:
        """Bring a column into sight; shown if it was hidden."""
        if section in self.hidden():
            name = self.looks[section].name.lower()
            shown = frozenset(n for n in self._state.hidden if n.lower() != name)
            self._keep(replace(self._state, hidden=shown))
        row = max(0, self._grid.currentIndex().row(), self._grid.rows_on_screen()[0])
        self._grid.setCurrentIndex(self._rows.index(row, section))
        self._grid.scrollTo(self._rows.index(row, section))

    def _keep(self, state: ColumnState) -> None:
        self._state = state
        self._arrange(lead=not state.order)
        self._write()

    def _write(self) -> None:
        if self._place is not None:
            remember(self._settings, *self._place, self._state)

    @Slot(int, int, int)
    def _moved(self, section: int, before: int, now: int) -> None:
        """The reader dragged a column: pinned ones stay the first."""
        if self._arranging or not self.looks:
            return
        header = self._grid.header
        visual = [header.logicalIndex(place) for place in range(header.count())]
        pinned = set(header.pinned.sections)
        self._state = replace(
            self._state,
            order=tuple(self.looks[place].name for place in visual),
            pinned=tuple(self.looks[place].name for place in visual if place in pinned),
        )
        self._arranging = True
        header.pinned.set_sections([place for place in visual if place in pinned])
        self._arranging = False
        self._write()
        self._grid.viewport().update()
        self._grid.moved.emit()

    @Slot(object)
    def _width_chosen(self, section: int) -> None:
        name, width = self.looks[section].name, self._grid.columnWidth(section)
        self._state = replace(self._state, widths={**self._state.widths, name: width})
        self._write()
        self._grid.viewport().update()
