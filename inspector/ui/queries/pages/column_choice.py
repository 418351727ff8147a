"""Which columns of an answer are drawn: one or several, chosen from a menu."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from inspector.db.display import visible
from inspector.ui.labels import tip

_SHOWN = 24
"""Characters of names that the button shows."""


class ColumnChoice(QPushButton):
    """A button that names the columns that are chosen; one always is."""

    chosen = Signal()
    """The reader chose others."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._menu = QMenu(self)
        self.setMenu(self._menu)
        self._menu.triggered.connect(self._triggered)

    def fill(self, names: Sequence[str], current: Sequence[str]) -> None:
        """Offer these columns, of which ``current`` are chosen."""
        actions = self._menu.actions()
        if [action.data() for action in actions] == list(names):
            # the same menu: it may be the one that is just chosen from
            for action in actions:
                action.setChecked(action.data() in current)
            self._say()
            return
        self._menu.clear()
        for name in names:
            action = QAction(visible(name).replace("&", "&&"), self._menu)
            action.setData(name)
            action.setCheckable(True)
            action.setChecked(name in current)
            self._menu.addAction(action)
        self._say()

    def current(self) -> tuple[str, ...]:
        """The columns that are chosen, in the order of the answer."""
        return tuple(str(action.data()) for action in self._menu.actions() if action.isChecked())

    @Slot(QAction)
    def _triggered(self, action: QAction) -> None:
        if not self.current():
            # something must be drawn
            action.setChecked(True)
            return
        self._say()
        self.chosen.emit()

    def _say(self) -> None:
        words = ", ".join(map(visible, self.current())) or "(none)"
        self.setText((words if len(words) <= _SHOWN else f"{words[: _SHOWN - 1]}…").replace("&", "&&"))
        self.setToolTip(tip(f"Drawn: {words}"))
        self.setAccessibleDescription(words)
