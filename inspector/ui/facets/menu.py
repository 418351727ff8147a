"""The menu of a group and of its facet: choose, exclude, copy, group otherwise, show the SQL, remove."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QMenu

from inspector.db.browse.facets import Facet, FacetKind, Step
from inspector.ui.deed import Deed
from inspector.ui.facets.shown import Group

if TYPE_CHECKING:
    from inspector.ui.facets.table_facets import TableFacets

_KINDS: tuple[tuple[FacetKind, str], ...] = (
    ("value", "Group by values"),
    ("element", "Group by elements of lists"),
    ("time", "Group by times"),
    ("filled", "Group by filled or empty"),
)
_STEPS: tuple[tuple[Step, str], ...] = (
    ("", "By what suits the range"),
    ("hour", "By hours"),
    ("day", "By days"),
    ("month", "By months"),
    ("year", "By years"),
)


def facet_menu(facets: TableFacets, facet: Facet, group: Group | None, text: str) -> QMenu:
    """The menu of a facet, and of one of its groups; it goes when it is closed."""
    menu = QMenu(facets.panel)
    menu.aboutToHide.connect(menu.deleteLater)
    if group is not None and group.key is not None:
        chosen, excluded = group.state == "among", group.state == "without"
        _add(menu, "Do not choose these rows" if chosen else "Choose these rows", partial(facets.choose, group))
        words = "Do not exclude these rows" if excluded else "Exclude these rows"
        _add(menu, words, partial(facets.choose, group, True))
        _add(menu, "Copy", partial(QGuiApplication.clipboard().setText, text))
        menu.addSeparator()
    if facet.kind == "time":
        for step, words in _STEPS:
            action = _add(menu, words, partial(facets.show_facet, Facet(facet.column, "time", step)))
            action.setCheckable(True)
            action.setChecked(step == facet.step)
        menu.addSeparator()
    others = [(Facet(facet.column, kind), words) for kind, words in _KINDS if kind != facet.kind]
    others = [(one, words) for one, words in others if not facets.shows(one)]
    for one, words in others:
        _add(menu, words, partial(facets.show_facet, one, facet))
    if others:
        also = menu.addMenu("Group also")
        for one, words in others:
            _add(also, words.removeprefix("Group "), partial(facets.show_facet, one))
        menu.addSeparator()
    _add(menu, "Show the SQL of this facet", partial(facets.show_facet_sql, facet))
    _add(menu, "Remove this facet", partial(facets.remove_facet, facet))
    return menu


def _add(menu: QMenu, words: str, run: Callable[[], object]) -> QAction:
    action = QAction(words, menu)
    Deed(action, run)
    menu.addAction(action)
    return action
