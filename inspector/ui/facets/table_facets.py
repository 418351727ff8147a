"""The facets of a table view: which are shown, when they are counted, and what choosing among them asks for."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Qt, Slot
from PySide6.QtWidgets import QMenu, QSplitter

from inspector.db.browse.facets import Facet, FacetPick
from inspector.db.browse.statement import question_statement
from inspector.db.browse.suggesting import Suggestions
from inspector.ui.commands import Command
from inspector.ui.facets import counting, memory
from inspector.ui.facets.bar import FilterBar
from inspector.ui.facets.menu import facet_menu
from inspector.ui.facets.panel import FacetPanel
from inspector.ui.facets.reading import FacetReader
from inspector.ui.facets.shown import (
    KIND_WORDS,
    Chip,
    CountAll,
    Group,
    Offered,
    chips_of,
    facet_group,
    facet_title,
    hidden_words,
    suggestion_group,
)
from inspector.ui.lines.line import Line
from inspector.ui.picker import Choice, Picker
from inspector.ui.queries.place import sql_location

if TYPE_CHECKING:
    from inspector.ui.changes.line import ChangedLine
    from inspector.ui.table.columns import TableLook
    from inspector.ui.table.loading import Loaded
    from inspector.ui.table.view import TableView

_AT_FIRST = 3
"""Suggested facets that are shown where nobody chose any."""


class TableFacets(QObject):
    """The bar above and the panel beside one grid."""

    def __init__(self, view: TableView, changed: ChangedLine) -> None:
        super().__init__(view)
        self._view = view
        self._read = FacetReader(view.context, changed, self)
        self._loaded: Loaded | None = None
        self._table = ""
        self._facets: tuple[Facet, ...] = ()
        self._added: Facet | None = None
        self.bar = FilterBar(view.context, view)
        self.panel = FacetPanel(view.context, view)
        self.splitter = QSplitter(Qt.Orientation.Horizontal, view)
        self.splitter.addWidget(self.panel)
        self.splitter.addWidget(view.grid)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setStretchFactor(1, 1)
        self.panel.hide()
        self._wire()

    def commands(self) -> tuple[Command, ...]:
        """While the view is in front."""
        any_table = self._known
        return (
            Command(
                "table.facets",
                "Show or hide the facets",
                self.toggle,
                "Ctrl+Shift+E",
                any_table,
                "ph.funnel-simple",
                "Table",
            ),
            Command("table.add_facet", "Group the rows by a column…", self.add, "", any_table, "ph.plus", "Table"),
            Command("table.sql", "Show the SQL of these rows", self.show_sql, "", any_table, "ph.code", "Table"),
        )

    # --- what the view tells ---

    def follow(self, loaded: Loaded) -> None:
        """Other rows are shown, or the same read again."""
        self._loaded = loaded
        self.bar.set_ready(True)
        table = memory.table_key(loaded.wanted.place.table, loaded.look.table.schema, self._view.location().path)
        if table != self._table:
            self._table = table
            self._read.begin(table)
            self._facets = memory.chosen_facets(self._view.context.settings, table) or ()
        self._take_in_choices(loaded)
        self.tell(loaded)
        if self.is_open():
            self._count()

    def tell(self, loaded: Loaded) -> None:
        """More is known of how many rows there are."""
        self._loaded = loaded
        source = self._view.source
        if source is not None:
            self.bar.show_conditions(chips_of(loaded, source.redactor), hidden_words(loaded, self._read.total))

    def finished(self, loaded: Loaded) -> None:
        """All is known of these rows: tell what they leave out."""
        if not loaded.question.conditions:
            order = loaded.order
            self._read.total = order.total if order.exact and not getattr(order, "cut", False) else None
            return
        database = self._view.source.database if self._view.source is not None else None
        if database is not None:
            self._read.count_rows(database, loaded)

    # --- the panel ---

    def is_open(self) -> bool:
        """Whether the facets are to be seen."""
        return not self.panel.isHidden()

    def restore(self) -> None:
        """Open the panel where it was open before."""
        if memory.is_open(self._view.context.settings):
            self._open()

    @Slot()
    def toggle(self) -> None:
        """Show the facets, or put them away."""
        if self.is_open():
            self.close()
        else:
            self._open()
            memory.keep_open(self._view.context.settings, True)
            self.panel.list.setFocus()
            if self._loaded is not None:
                self._count()

    @Slot()
    def close(self) -> None:
        """Put the facets away; what was chosen stays."""
        had_keyboard = self.panel.list.hasFocus() or self.panel.add.hasFocus() or self.panel.close_button.hasFocus()
        self.panel.hide()
        self.bar.facets.setChecked(False)
        memory.keep_open(self._view.context.settings, False)
        self._read.stop()
        if had_keyboard:
            self._view.grid.setFocus()

    def _open(self) -> None:
        wide = memory.width(self._view.context.settings)
        self.panel.show()
        self.bar.facets.setChecked(True)
        self.splitter.setSizes([wide, max(200, self._view.width() - wide)])
        self._show()

    # --- what the reader does ---

    @Slot()
    def add(self) -> None:
        """Choose a column to group by."""
        loaded = self._loaded
        if loaded is None:
            return
        choices = []
        for column in loaded.look.columns:
            if column.secret or column.column.problem:
                continue
            facet = counting.default_facet(column, self._suggestions())
            note = " · ".join(part for part in (column.below, KIND_WORDS[facet.kind]) if part)
            choices.append(Choice(column.title, partial(self.show_facet, facet), note))
        nothing = "No column is called so, or it is secret and hidden."
        picker = Picker(
            tuple(choices), self._view.context.icons, self._view.window(), prompt="Group the rows by…", nothing=nothing
        )
        picker.show()

    def show_facet(self, facet: Facet, instead: Facet | None = None) -> None:
        """Show a facet, in the place of ``instead``, or behind the other facets of its column."""
        if instead is None:
            instead = next((one for one in self._facets if one.same_as(facet)), None)
        shown = [one for one in self._facets if one == instead or not one.same_as(facet)]
        if instead in shown:
            shown[shown.index(instead)] = facet
        else:
            mine = [at for at, one in enumerate(shown) if one.column.lower() == facet.column.lower()]
            shown.insert(mine[-1] + 1 if mine else len(shown), facet)
        self._keep(tuple(shown))
        self._added = facet
        pick = self._pick(instead) if instead is not None else None
        if pick is not None and instead != facet:
            # what was chosen among the other groups means nothing among these
            self._view.show_place(self._view.place.with_pick(FacetPick(pick.facet)))
        elif self.is_open():
            self._count()
        else:
            self.toggle()

    def remove_facet(self, facet: Facet) -> None:
        """Put a facet away, and what was chosen of it."""
        self._keep(tuple(one for one in self._facets if one != facet))
        pick = self._pick(facet)
        if pick is not None:
            self._view.show_place(self._view.place.with_pick(FacetPick(pick.facet)))
        self._show()

    @Slot(object, bool)
    def choose(self, group: Group, exclude: bool = False) -> None:
        """Choose or exclude a group, or take that back."""
        if group.key is None:
            self._view.say("These values are secret and hidden: show secrets to choose among them.")
            return
        pick = self._pick(group.facet) or FacetPick(group.facet.picked)
        self._view.show_place(self._view.place.with_pick(pick.toggled(group.key, exclude=exclude)))

    @Slot()
    def show_sql(self) -> None:
        """Open the statement behind the rows in the query editor."""
        if self._loaded is not None:
            self._open_sql(question_statement(self._loaded.question))

    def show_facet_sql(self, facet: Facet) -> None:
        """Open the statement behind a facet in the query editor."""
        loaded = self._loaded
        if loaded is not None:
            now = self._view.context.clock.now()
            counts = self._read.counts.get(facet)
            asked = replace(facet, step=counts.step) if counts is not None else facet
            self._open_sql(counting.facet_statement(loaded.look, loaded.wanted.place, now, asked))

    def shows(self, facet: Facet) -> bool:
        """Whether such a facet is shown, by whatever step."""
        return any(one.same_as(facet) for one in self._facets)

    def _open_sql(self, sql: str) -> None:
        self._view.openRequested.emit(sql_location(self._view.location().path, sql))

    @Slot(object)
    def _offered(self, offer: Offered | CountAll) -> None:
        if isinstance(offer, Offered):
            self.show_facet(offer.facet)
        else:
            self._read.count_to_the_end(offer.facet)
            self._count((offer.facet,))

    @Slot(object)
    def _take_off(self, chip: Chip) -> None:
        self._view.show_place(chip.without)

    # --- menus ---

    @Slot(object, object)
    def _show_menu(self, line: Line, at: QPoint) -> None:
        menu = self.menu(line)
        if menu is not None:
            menu.popup(at)

    def menu(self, line: Line) -> QMenu | None:
        """What can be done with a group, and with the facet it belongs to; None for a line of neither."""
        group = line.selects if isinstance(line.selects, Group) else None
        facet = group.facet if group is not None else self._headed(line)
        return facet_menu(self, facet, group, line.text) if facet is not None else None

    def _headed(self, line: Line) -> Facet | None:
        if line.kind != "heading" or self._loaded is None:
            return None
        look = self._loaded.look
        titles = {self._title(look, facet): facet for facet in self._facets}
        return titles.get(line.text)

    # --- reading ---

    def _count(self, only: tuple[Facet, ...] = ()) -> None:
        loaded, source = self._loaded, self._view.source
        if loaded is None or source is None or source.database is None:
            return
        if self._read.suggestions is None:
            self._read.suggest(source.database, loaded)
            if not self._facets:
                self._show()
                return
        self._show()
        self._read.count(source.database, loaded, self._facets, only)

    @Slot(object)
    def _suggested(self, found: Suggestions) -> None:
        nobody_chose = memory.chosen_facets(self._view.context.settings, self._table) is None
        if nobody_chose and not self._facets:
            self._facets = found.facets[:_AT_FIRST]
        if self.is_open():
            self._count()

    @Slot()
    def _totalled(self) -> None:
        if self._loaded is not None:
            self.tell(self._loaded)

    # --- showing ---

    @Slot()
    def _show(self) -> None:
        loaded, source = self._loaded, self._view.source
        if loaded is None or source is None or not self.is_open():
            return
        look, groups = loaded.look, []
        for facet in self._facets:
            index = look.index(facet.column)
            if index is None:
                continue
            pick = self._pick(facet) or FacetPick(facet.picked)
            column, fault = look.columns[index], self._read.faults.get(facet, "")
            counts = self._read.counts.get(facet)
            groups.append(facet_group((facet, counts), column, look.table.name, source.redactor, pick, fault))
        titles = {column.name.lower(): column.title for column in look.columns}
        found = self._read.suggestions
        if found is not None:
            groups.append(suggestion_group(found.facets, self._facets, titles, _covers(found, len(look.columns))))
        self.panel.list.show_groups([group for group in groups if group.title])
        if self._added is not None and (self._added in self._read.counts or self._added in self._read.faults):
            self.panel.list.show_heading(self._title(look, self._added))
            self._added = None
        nothing = "" if groups and any(g.title for g in groups) else "No column has few values here. Add one by hand."
        self.panel.say(nothing if found is not None else "")

    def _title(self, look: TableLook, facet: Facet) -> str:
        index = look.index(facet.column)
        title = look.columns[index].title if index is not None else facet.column
        return facet_title(title, facet, self._read.counts.get(facet))

    def _pick(self, facet: Facet) -> FacetPick | None:
        picks = self._view.place.chosen() if self._loaded is not None else ()
        return next((pick for pick in picks if pick.facet.same_as(facet)), None)

    def _take_in_choices(self, loaded: Loaded) -> None:
        """What a link chooses among is shown, whether it was before or not."""
        for pick in loaded.wanted.place.chosen():
            if not any(facet.same_as(pick.facet) for facet in self._facets):
                self._facets = (*self._facets, pick.facet)

    def _keep(self, facets: tuple[Facet, ...]) -> None:
        self._facets = facets
        memory.keep_facets(self._view.context.settings, self._table, facets)

    def _suggestions(self) -> tuple[Facet, ...]:
        found = self._read.suggestions
        return found.facets if found is not None else ()

    def _known(self) -> bool:
        return self._loaded is not None

    def _wire(self) -> None:
        self._read.grew.connect(self._show)
        self._read.suggested.connect(self._suggested)
        self._read.totalled.connect(self._totalled)
        self.bar.facetsToggled.connect(self.toggle)
        self.bar.takenOff.connect(self._take_off)
        self.bar.cleared.connect(self._view.clear_filters)
        self.bar.sqlRequested.connect(self.show_sql)
        self.panel.addRequested.connect(self.add)
        self.panel.closeRequested.connect(self.close)
        self.panel.list.groupChosen.connect(self.choose)
        self.panel.list.offerChosen.connect(self._offered)
        self.panel.list.menuRequested.connect(self._show_menu)
        self.splitter.splitterMoved.connect(self._keep_width)

    @Slot(int, int)
    def _keep_width(self, position: int, index: int) -> None:
        memory.keep_width(self._view.context.settings, self.panel.width())


def _covers(found: Suggestions, columns: int) -> str:
    rows = "all" if found.all_rows else "a sample of"
    some = f", the first {found.columns:,} of {columns:,} columns" if found.columns < columns else ""
    return f"from {rows} {found.rows:,} rows{some}"
