"""The filters of a graph with counts: words, switches, types, states, edges, and what else is known of its nodes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QTimer, Slot
from PySide6.QtGui import QPalette, QShowEvent
from PySide6.QtWidgets import QFrame, QLineEdit, QScrollArea, QVBoxLayout, QWidget

from inspector.graph.facets import Facets
from inspector.graph.fields import Field
from inspector.graph.filters import FieldChoice
from inspector.graph.model import Graph
from inspector.graph.projection import EdgeGroup
from inspector.graph.starting import LARGE
from inspector.ui.graph.side.entries import Entry, field_entries, group_entries, is_a_choice, listed_entries
from inspector.ui.graph.side.legend_signs import sign_of
from inspector.ui.graph.side.range_section import RangeSection
from inspector.ui.graph.side.section import ChoiceSection, Section
from inspector.ui.labels import one_line

if TYPE_CHECKING:
    from inspector.ui.graph.view import GraphView

OPEN = "graph.filters.open"
"""State key in the settings file: which filters are unfolded, and which are not: ``{"field.tags": true}``."""
GROUPS = "groups"
_LISTED = (("types", "Nodes", "nodes"), ("statuses", "Status", "nodes"), ("edge_types", "Edges", "edges"))
_TYPED_MS = 150
_KEPT = 100
"""Filters whose folding is remembered."""


class FiltersPage(QWidget):
    """What can be filtered by; every change goes through ``exploring`` and can be undone."""

    def __init__(self, view: GraphView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view = view
        self._graph: Graph | None = None
        self._groups: tuple[EdgeGroup, ...] = ()
        self._stale = True
        self._filled: Facets | None = None
        self._sections: dict[str, Section] = {}
        self._build()
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._show)
        self._typed = QTimer(self, singleShot=True, interval=_TYPED_MS)
        self._typed.timeout.connect(self._filter_by_text)
        self.words.textEdited.connect(self._typing)
        view.exploring.changed.connect(self.follow)
        view.reading.loadedChanged.connect(self.follow)

    def _build(self) -> None:
        self.words = QLineEdit(self)
        self.words.setPlaceholderText("Only what holds these words")
        self.words.setAccessibleName("Filter by words in label or id")
        self.words.setClearButtonEnabled(True)
        self._area = QScrollArea(self)
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._content = QWidget()
        self._content.setBackgroundRole(QPalette.ColorRole.Base)
        self._content.setAutoFillBackground(True)
        self._list = QVBoxLayout(self._content)
        self._list.setContentsMargins(0, 0, 0, 8)
        self._list.setSpacing(0)
        self._list.addStretch(1)
        self._area.setWidget(self._content)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        row = QVBoxLayout()
        row.setContentsMargins(8, 2, 8, 0)
        row.addWidget(self.words)
        column.addLayout(row)
        column.addWidget(self._area, 1)
        self.setFocusProxy(self.words)

    # --- following -------------------------------------------------------------------------------------------------

    @Slot()
    def follow(self) -> None:
        """What is shown changed: count again, once it is seen."""
        self._stale = True
        if not self.isVisible():
            return
        graph = self._view.exploring.graph
        if graph is not None and len(graph) > LARGE:
            # counting takes its time: the picture comes first
            self._soon.start()
        else:
            self._show()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self._show()

    def section(self, id: str) -> Section | None:
        """The filter of a facet: ``types``, ``field.tags``, ``groups``; None where the graph has none."""
        return self._sections.get(id)

    @Slot()
    def _show(self) -> None:
        exploring, loaded = self._view.exploring, self._view.reading.loaded
        facets = exploring.facets
        if facets is None or loaded is None or exploring.graph is None:
            return
        self._stale = False
        if facets is self._filled and loaded.projection.edge_groups == self._groups:
            # nodes moved, as a layout comes along: nothing is to be counted anew
            return
        self._filled = facets
        if exploring.graph is not self._graph or loaded.projection.edge_groups != self._groups:
            self._graph, self._groups = exploring.graph, loaded.projection.edge_groups
            self._make(facets)
        if not self._typed.isActive() and self.words.text().strip() != facets.filter.text.strip():
            self.words.setText(facets.filter.text)
        for section in self._sections.values():
            self._fill(section, facets)

    def _make(self, facets: Facets) -> None:
        """Sections for what this graph has."""
        for section in self._sections.values():
            self._list.removeWidget(section)
            section.hide()
            section.deleteLater()
        self._sections = {}
        graph, theme = facets.graph, self._view.context.theme
        if group_entries(graph, facets.filter, self._groups):
            self._add(ChoiceSection(theme, GROUPS, "Kinds of edges", "edges", open_now=self._is_open(GROUPS, True)))
        for key, title, noun in _LISTED:
            entries = listed_entries(facets, key, str)
            if entries and not (key == "statuses" and [one.name for one in entries] == ["none"]):
                sign = sign_of(theme, key)
                opened = self._is_open(key, True)
                self._add(ChoiceSection(theme, key, title, noun, sign, open_now=opened, first=12))
        for field in graph.fields:
            ranged = field.kind in ("time", "number")
            if ranged or field.id in facets.filter.fields or is_a_choice(graph, field):
                self._add(self._field_section(field, facets))

    def _field_section(self, field: Field, facets: Facets) -> Section:
        theme, id = self._view.context.theme, f"field.{field.id}"
        opened = self._is_open(id, field.id in facets.filter.fields)
        if field.kind in ("choice", "list"):
            return ChoiceSection(theme, id, field.title, "nodes", open_now=opened)
        made = RangeSection(theme, self._view.context.clock, field, open_now=opened)
        made.choiceChanged.connect(self._view.exploring.set_field)
        return made

    def _add(self, section: Section) -> None:
        self._sections[section.id] = section
        self._list.insertWidget(self._list.count() - 1, section)
        section.unfolded.connect(self._unfolded)
        if isinstance(section, ChoiceSection):
            section.toggled.connect(self._toggle)
            section.onlyWanted.connect(self._only)
            section.allWanted.connect(self._all)

    def _fill(self, section: Section, facets: Facets) -> None:
        kind, _, id = section.id.partition(".")
        if isinstance(section, RangeSection):
            section.show_facets(facets)
            section.head.say("filtered" if id in facets.filter.fields else "", strong=True)
        elif isinstance(section, ChoiceSection):
            field = facets.graph.field(id) if kind == "field" else None
            chosen = facets.filter.fields.get(id)
            self._say(section, field, chosen, facets)
            if section.is_open:
                section.show_entries(self._entries(section.id, field, facets))

    def _entries(self, key: str, field: Field | None, facets: Facets) -> tuple[Entry, ...]:
        if field is not None:
            return field_entries(facets, field)
        if key == GROUPS:
            return group_entries(facets.graph, facets.filter, self._groups)
        return listed_entries(facets, key, self._status_words if key == "statuses" else str)

    def _status_words(self, name: str) -> str:
        return self._view.context.theme.status(name).words

    def _say(self, section: ChoiceSection, field: Field | None, chosen: FieldChoice | None, facets: Facets) -> None:
        """What stands at the right of a heading."""
        if field is not None:
            count = len(field.names)
            words = f"{len(chosen.names):,} chosen" if chosen is not None else f"{count:,}"
            section.head.say(words, strong=chosen is not None)
            return
        if section.id == GROUPS:
            return
        hidden: frozenset[str] = getattr(facets.filter, section.id)
        counts = facets.edges if section.id == "edge_types" else facets.nodes
        section.head.say(f"{int(counts.sum()):,}", strong=bool(hidden))

    # --- changing --------------------------------------------------------------------------------------------------

    @Slot(str)
    def _typing(self, text: str) -> None:
        self._typed.start()

    @Slot()
    def _filter_by_text(self) -> None:
        self._view.exploring.set_text(self.words.text().strip())

    @Slot(object, str)
    def _toggle(self, section: ChoiceSection, name: str) -> None:
        exploring = self._view.exploring
        kind, _, id = section.id.partition(".")
        if kind == "field":
            chosen = exploring.filter.fields.get(id, FieldChoice()).names
            exploring.set_field(id, FieldChoice(chosen ^ {name}))
        elif kind == GROUPS:
            group = next(one for one in self._groups if one.id == name)
            exploring.switch(group, not exploring.is_on(group))
        else:
            hidden: frozenset[str] = getattr(exploring.filter, kind)
            said = f"{'show' if name in hidden else 'hide'} {self._called(section, name)}"
            self._hide(kind, hidden ^ {name}, said)

    @Slot(object, str)
    def _only(self, section: ChoiceSection, name: str) -> None:
        """Leave one alone; all of them where it is alone already."""
        names = {one.name for one in section.entries()}
        kind, _, id = section.id.partition(".")
        exploring = self._view.exploring
        if {one.name for one in section.entries() if one.on} == {name}:
            self._all(section)
        elif kind == "field":
            exploring.set_field(id, FieldChoice(frozenset({name})))
        elif kind == GROUPS:
            self._switch({name})
        else:
            self._hide(kind, frozenset(names - {name}), f"only {self._called(section, name)}")

    @Slot(object)
    def _all(self, section: ChoiceSection) -> None:
        kind, _, id = section.id.partition(".")
        if kind == "field":
            self._view.exploring.set_field(id, FieldChoice())
        elif kind == GROUPS:
            self._switch({group.id for group in self._groups})
        else:
            self._hide(kind, frozenset(), f"show all {section.head.text().lower()}")

    def _hide(self, key: str, names: frozenset[str], words: str) -> None:
        change: Any = {key: names}
        self._view.exploring.set_filter(replace(self._view.exploring.filter, **change), words)

    def _switch(self, on: set[str]) -> None:
        """Switch these groups on and all others off, in one step."""
        wanted = self._view.exploring.filter
        for group in sorted(self._groups, key=lambda one: one.id in on):
            edges, nodes = frozenset(group.edge_types), frozenset(group.node_types)
            if group.id in on:
                wanted = replace(wanted, edge_types=wanted.edge_types - edges, types=wanted.types - nodes)
            else:
                wanted = replace(wanted, edge_types=wanted.edge_types | edges, types=wanted.types | nodes)
        self._view.exploring.set_filter(wanted, "choose kinds of edges")

    def _called(self, section: ChoiceSection, name: str) -> str:
        return one_line(next((one.text for one in section.entries() if one.name == name), name))

    # --- folding ---------------------------------------------------------------------------------------------------

    def _is_open(self, id: str, otherwise: bool) -> bool:
        kept = self._view.context.settings.get(OPEN)
        found = kept.get(id) if isinstance(kept, dict) else None
        return found if isinstance(found, bool) else otherwise

    @Slot(object, bool)
    def _unfolded(self, section: Section, open_now: bool) -> None:
        settings, facets = self._view.context.settings, self._view.exploring.facets
        kept = settings.get(OPEN)
        others = {id: one for id, one in kept.items() if id != section.id} if isinstance(kept, dict) else {}
        settings.set(OPEN, dict(list({**others, section.id: open_now}.items())[-_KEPT:]))
        if open_now and facets is not None:
            self._fill(section, facets)
