"""The menu of a column: sort, hide, pin, move, width, form, statistics; each of them is a command for the keyboard."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget

from inspector.db.browse.question import Sort
from inspector.ui.deed import Deed
from inspector.ui.table.cell_forms import FORMS
from inspector.ui.table.column_control import ColumnControl

More = Callable[[QMenu, int], None]
"""Adds what others offer for a column (facets, statistics) to its menu."""


class ColumnMenu:
    """Makes the menus of the columns of one grid."""

    def __init__(
        self,
        control: ColumnControl,
        sort: Callable[[Sort | None], object],
        choose: Callable[[], object],
        parent: QWidget,
    ) -> None:
        """``sort`` sorts the rows; ``choose`` opens the list of all columns."""
        self._control = control
        self._sort = sort
        self._choose = choose
        self._parent = parent
        self.offers: list[More] = []
        """Who adds entries, in order."""

    def menu(self, section: int) -> QMenu:
        """The menu of a column; it goes when it is closed."""
        control = self._control
        menu = QMenu(self._parent)
        menu.aboutToHide.connect(menu.deleteLater)
        column = control.looks[section]
        _add(menu, "Sort, least first", partial(self._sort, Sort(column.name)))
        _add(menu, "Sort, greatest first", partial(self._sort, Sort(column.name, True)))
        _add(menu, "Rows as they were found", partial(self._sort, None))
        menu.addSeparator()
        for offer in self.offers:
            offer(menu, section)
        self._add_forms(menu, section)
        menu.addSeparator()
        if control.is_pinned(section):
            _add(menu, "Let it scroll again", partial(control.unpin, section))
        else:
            _add(menu, "Pin to the left", partial(control.pin, section))
        _add(menu, "Move left", partial(control.move, section, -1))
        _add(menu, "Move right", partial(control.move, section, 1))
        _add(menu, "Fit to the rows in sight", partial(control.fit, section))
        menu.addSeparator()
        _add(menu, "Hide", partial(control.hide, (section,)))
        count = len(control.hidden())
        _add(menu, f"Choose columns… ({count:,} hidden)" if count else "Choose columns…", self._choose)
        if count:
            _add(menu, "Show all columns", partial(control.show_only, ()))
        if not control.state.plain:
            _add(menu, "Reset columns", control.reset)
        menu.addSeparator()
        _add(menu, "Copy column name", partial(_copy, column.column.name))
        return menu

    def _add_forms(self, menu: QMenu, section: int) -> None:
        inner = menu.addMenu("Show as")
        now = self._control.form(section)
        secret = self._control.looks[section].secret
        for form, words in FORMS:
            action = _add(inner, words, partial(self._control.show_as, section, form))
            action.setCheckable(True)
            action.setChecked(form == now)
            action.setEnabled(not secret)


def _add(menu: QMenu, words: str, run: Callable[[], object]) -> QAction:
    action = QAction(words.replace("&", "&&"), menu)
    Deed(action, run)
    menu.addAction(action)
    return action


def _copy(text: str) -> None:
    QGuiApplication.clipboard().setText(text)
