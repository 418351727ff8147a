"""The words of a facet as a menu that stays open while several are ticked, and those ticked as chips."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from inspector.timeline.filtering import FLAG, KIND, LANE, STATUS
from inspector.ui.deed import Deed
from inspector.ui.icons import SMALL
from inspector.ui.labels import one_line, tip
from inspector.ui.view import ViewContext

TITLES = {KIND: "Kind", LANE: "Lane", STATUS: "Status", FLAG: "Marks"}
"""Facet -> what people call it."""
NONE = "(none)"
_LONGEST, _MOST = 60, 300
_ABOUT = {
    KIND: "Show entries of some kinds alone",
    LANE: "Show what some did alone, or what happened at some places",
    STATUS: "Show entries of some statuses alone",
    FLAG: "Show entries alone that deserve a look",
}


class ChoiceMenu(QMenu):
    """A menu whose entries are ticked one after the other; Escape or a click beside it closes it."""

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        action = self.actionAt(event.position().toPoint())
        if action is not None and action.isCheckable() and action.isEnabled():
            action.trigger()
        else:
            super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        action = self.activeAction()
        if event.key() == Qt.Key.Key_Space and action is not None and action.isCheckable():
            action.trigger()
        else:
            super().keyPressEvent(event)


class ChoiceButton(QToolButton):
    """Opens the words of one facet with how many entries each would leave."""

    toggled_word = Signal(str, str)
    """``(facet, word)``: it was ticked, or no more."""
    cleared = Signal(str)
    """No word of the facet is to be chosen."""

    def __init__(self, context: ViewContext, facet: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.facet = facet
        self._counts: Mapping[str, int] = {}
        self._chosen: frozenset[str] = frozenset()
        self._menu = ChoiceMenu(self)
        self._menu.aboutToShow.connect(self._fill)
        self.setText(TITLES[facet])
        self.setToolTip(tip(_ABOUT[facet]))
        self.setMenu(self._menu)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setIconSize(SMALL)

    def show_counts(self, counts: Mapping[str, int], chosen: frozenset[str]) -> None:
        """Offer these words; with one word alone there is nothing to choose."""
        self._counts, self._chosen = counts, chosen
        number = f" ({len(chosen)})" if chosen else ""
        self.setText(f"{TITLES[self.facet]}{number}")
        self.setAccessibleName(f"{TITLES[self.facet]}: {len(chosen) or 'all'} chosen")
        self.setEnabled(len(counts) > (0 if self.facet == FLAG else 1) or bool(chosen))
        if self._menu.isVisible():
            self._recount()

    def words(self) -> list[str]:
        """The words that are offered, those with most entries first."""
        offered = {**dict.fromkeys(self._chosen, 0), **self._counts}
        return sorted(offered, key=lambda word: (-offered[word], word))

    def _fill(self) -> None:
        self._menu.clear()
        words = self.words()
        for word in words[:_MOST]:
            action = QAction(self._menu)
            action.setCheckable(True)
            action.setData(word)
            Deed(action, partial(self.toggled_word.emit, self.facet, word))
            self._menu.addAction(action)
        if len(words) > _MOST:
            rest = self._menu.addAction(f"{len(words) - _MOST:,} rarer ones: write them in the filter")
            rest.setEnabled(False)
        self._menu.addSeparator()
        clear = self._menu.addAction("Show all")
        Deed(clear, partial(self.cleared.emit, self.facet))
        self._recount()

    def _recount(self) -> None:
        for action in self._menu.actions():
            word = action.data()
            if action.isCheckable() and isinstance(word, str):
                action.setText(f"{shown_word(word)}\t{self._counts.get(word, 0):,}".replace("&", "&&"))
                action.setChecked(word in self._chosen)


class TakenChip(QToolButton):
    """One part of the filter; a click takes it back."""

    takenBack = Signal(object)
    """``(facet, word)``; the facet is ``text`` or ``range`` for these."""

    def __init__(self, context: ViewContext, part: tuple[str, str], words: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._part = part
        self.setText(words.replace("&", "&&"))
        self.setToolTip(tip(f"{words}\nA click takes it back."))
        self.setAccessibleName(f"Take back: {words}")
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setIconSize(SMALL)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        context.icons.dress(self, "ph.x", "muted")
        self.clicked.connect(self._take_back)

    def _take_back(self) -> None:
        self.takenBack.emit(self._part)


def shown_word(word: str) -> str:
    """A word as it is shown; untrusted, so without tabs and not endless."""
    said = one_line(word).replace("\t", " ")
    return NONE if not word else said if len(said) <= _LONGEST else said[: _LONGEST - 1] + "…"
