"""How wide the panes within views are: remembered for each kind of view as they were dragged, and set back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QSplitter, QWidget
from shiboken6 import isValid

from inspector.settings import Settings

PANES = "state.panes"
"""Key of the settings file: ``{"queries.0": [230, 700]}``."""
_GREATEST = 100_000
_NAME, _DRAWN = "pane_sizes_name", "pane_sizes_drawn"


class PaneSizes(QObject):
    """Follows the splitters of one window's views."""

    def __init__(self, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self._followed: list[QSplitter] = []

    def follow(self, view: QWidget, kind: str) -> None:
        """Give the splitters of a view the sizes that those of its kind were dragged to; a view is followed once."""
        self._followed = [one for one in self._followed if isValid(one)]
        for number, splitter in enumerate(view.findChildren(QSplitter)):
            if splitter in self._followed:
                continue
            name = f"{kind}.{number}"
            splitter.setProperty(_NAME, name)
            splitter.setProperty(_DRAWN, splitter.sizes())
            self._followed.append(splitter)
            kept = _sizes(self._kept().get(name), splitter.count())
            if kept:
                splitter.setSizes(kept)
                # a view that sets sizes by itself hears that the reader did
                splitter.splitterMoved.emit(kept[0], 1)
            splitter.splitterMoved.connect(self._moved)

    def reset(self) -> None:
        """Forget what was dragged, and arrange the views that are there as they were drawn."""
        self._settings.reset(PANES)
        for splitter in filter(isValid, self._followed):
            splitter.setSizes(splitter.property(_DRAWN))

    @Slot()
    def _moved(self) -> None:
        splitter = self.sender()
        if isinstance(splitter, QSplitter):
            self._settings.set(PANES, {**self._kept(), splitter.property(_NAME): splitter.sizes()})

    def _kept(self) -> Mapping[str, Any]:
        kept = self._settings.get(PANES)
        return kept if isinstance(kept, dict) else {}


def _sizes(kept: Any, count: int) -> list[int]:
    """What was kept, if it can be the sizes of so many panes; else nothing."""
    fits = isinstance(kept, list) and len(kept) == count and all(type(one) is int and one >= 0 for one in kept)
    return kept if fits and 0 < sum(kept) < _GREATEST else []
