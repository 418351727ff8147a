"""What stands in the place of hits before anything is typed: earlier searches to take up or forget, and the forms."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QContextMenuEvent, QKeyEvent
from PySide6.QtWidgets import QMenu, QWidget

from inspector.settings import Settings
from inspector.ui.lines.line import Line, LineGroup
from inspector.ui.lines.list import LineList
from inspector.ui.search import history, words
from inspector.ui.theme.theme import Theme

_AGAIN = "again:"
_FORGET_ALL = "forget all"
_SHOWN = 8


class SearchStart(LineList):
    """Earlier searches, the newest first: Delete or the menu forgets one."""

    again = Signal(str)
    """A text that is to be searched again."""

    def __init__(self, theme: Theme, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(theme, "What can be searched", parent, fitted=False)
        self._settings = settings
        self._anything = False
        self._expert = False
        self.lineChosen.connect(self._take)

    def show_start(self, *, anything: bool, expert: bool) -> None:
        """Show what can be typed; ``anything``: whether there is anything to be searched."""
        self._anything, self._expert = anything, expert
        before = history.searched_before(self._settings) if anything else ()
        lines = [Line(text, key=_AGAIN + text, tip=f"{text}\nDelete forgets it.") for text in before]
        if lines:
            lines.append(Line("Forget all of them", key=_FORGET_ALL, tone="muted"))
        forms = words.EXPERT_FORMS if expert else words.UNDERSTOOD
        groups = (
            LineGroup("Searched before", tuple(lines), shown=_SHOWN),
            LineGroup("What is understood", tuple(Line(typed, meaning) for typed, meaning in forms)),
        )
        self.show_groups([group for group in groups if group.lines])

    def forget(self, line: Line) -> None:
        """Forget one earlier search, or all."""
        if line.key == _FORGET_ALL:
            history.forget(self._settings)
        elif line.key.startswith(_AGAIN):
            history.forget_one(self._settings, line.key.removeprefix(_AGAIN))
        self.show_start(anything=self._anything, expert=self._expert)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        line = self.line()
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and line is not None:
            self.forget(line)
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        line = self.line_at(event.pos()) if by_mouse else self.line()
        if line is not None and line.key.startswith(_AGAIN):
            menu = QMenu(self)
            menu.aboutToHide.connect(menu.deleteLater)
            menu.addAction("Search again", partial(self._take, line))
            menu.addAction("Forget this search", partial(self.forget, line))
            menu.popup(event.globalPos())

    @Slot(object)
    def _take(self, line: Line) -> None:
        if line.key == _FORGET_ALL:
            self.forget(line)
        elif line.key.startswith(_AGAIN):
            self.again.emit(line.key.removeprefix(_AGAIN))
