"""The menu of a group and of its facet: choose, exclude, copy, group otherwise, show the SQL, remove."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QMenu

from inspector.db.browse.facets import Facet, FacetKind
from inspector.ui.deed import Deed
from inspector.ui.facets.shown import Group

if TYPE_CHECKING:
    from inspector.ui.facets.table_facets import TableFacets

_KINDS: tuple[tuple[FacetKind, str], ...] = (
    ("value", "Group by values"),
    ("element", "Group by elements of lists"),
    ("time", "Group by days"),
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
    for kind, words in _KINDS:
        if kind != facet.kind:
            _add(menu, words, partial(facets.show_facet, Facet(facet.column, kind)))
    _add(menu, "Show the SQL of this facet", partial(facets.show_facet_sql, facet))
    _add(menu, "Remove this facet", partial(facets.remove_facet, facet))
    return menu


def _add(menu: QMenu, words: str, run: Callable[[], object]) -> None:
    action = QAction(words, menu)
    Deed(action, run)
    menu.addAction(action)
