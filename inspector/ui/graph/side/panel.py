"""What stands at the right of the picture: a strip of buttons, and the page that the pressed one opens; below, tools.

A wide view opens with the filters. A narrow one keeps only the strip, so that the picture has its width; what is opened
or closed is remembered for wide and for narrow views.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QStackedWidget, QToolButton, QVBoxLayout, QWidget

from inspector.ui.graph.picture.picture_tools import CanvasTools
from inspector.ui.graph.side.analyses import AnalysesPanel
from inspector.ui.graph.side.chips import ChipsBox
from inspector.ui.graph.side.filters import FiltersPage
from inspector.ui.graph.side.node_list import NodeListPage
from inspector.ui.graph.side.said import hidden_words
from inspector.ui.icons import LARGE, SMALL
from inspector.ui.labels import plain, tip, tone

if TYPE_CHECKING:
    from inspector.ui.graph.view import GraphView

OPEN = "graph.side"
"""State key in the settings file: id of the page that is open in a wide view; empty for none."""
OPEN_NARROW = "graph.side.narrow"
"""The same of a narrow view."""
ROOMY = 820
"""Width of a view, in pixels beside letters of the usual size, from which on it is wide."""
FILTERS, LIST, ANALYSES = "filters", "list", "analyses"
_WIDTH, _LEAST, _MOST_SHARE = 264, 180, 0.38


@dataclass(frozen=True)
class SidePage:
    """One page, made when it is first opened."""

    id: str
    """Short id."""
    title: str
    """Stands over it."""
    icon: str
    """On its button."""
    keys: str
    """The shortcut that opens it, for the tip."""
    make: Callable[[GraphView, QWidget], QWidget]
    """Makes it."""


PAGES: tuple[SidePage, ...] = (
    SidePage(FILTERS, "Filters", "ph.funnel-simple", "Ctrl+Shift+E", FiltersPage),
    SidePage(LIST, "List", "ph.list-bullets", "Ctrl+Shift+N", NodeListPage),
    SidePage(ANALYSES, "Analyses", "ph.chat-circle-dots", "Ctrl+Shift+A", AnalysesPanel),
)
"""The pages in their order."""


class SidePages(QWidget):
    """The page that is open, under its title and the filters that are on."""

    closeRequested = Signal()

    def __init__(self, view: GraphView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view = view
        self._made: dict[str, QWidget] = {}
        self.setAutoFillBackground(True)
        self.setMinimumWidth(view.context.theme.scaled(_LEAST))
        self.title = plain("", self)
        tone(self.title, "muted")
        self.close_button = QToolButton(self)
        self.close_button.setToolTip("Close (Esc)")
        self.close_button.setAccessibleName("Close the panel")
        self.close_button.setIconSize(SMALL)
        view.context.icons.dress(self.close_button, "ph.x", "muted")
        self.chips = ChipsBox(view, self)
        self.pages = QStackedWidget(self)
        head = QHBoxLayout()
        head.setContentsMargins(8, 2, 4, 0)
        head.addWidget(self.title, 1)
        head.addWidget(self.close_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self.chips)
        column.addWidget(self.pages, 1)
        self.close_button.clicked.connect(self.closeRequested)

    def page(self, id: str) -> QWidget:
        """A page, made if it was not yet."""
        if id not in self._made:
            kind = next(one for one in PAGES if one.id == id)
            self._made[id] = kind.make(self._view, self)
            self.pages.addWidget(self._made[id])
        return self._made[id]

    def show_page(self, id: str) -> None:
        """Bring a page to the front."""
        self.title.setText(next(one.title for one in PAGES if one.id == id))
        self.pages.setCurrentWidget(self.page(id))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closeRequested.emit()
        else:
            super().keyPressEvent(event)


class SidePanel(QWidget):
    """The strip; ``pages`` stands in the splitter beside the picture."""

    def __init__(self, view: GraphView, split: QSplitter, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view, self._split = view, split
        self._open = ""
        self._roomy: bool | None = None
        self._sized = False
        self._buttons: dict[str, QToolButton] = {}
        self.pages = SidePages(view, split)
        split.addWidget(self.pages)
        split.setCollapsible(split.indexOf(self.pages), False)
        self.pages.hide()
        self.setAutoFillBackground(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(3, 4, 3, 4)
        column.setSpacing(4)
        for page in PAGES:
            column.addWidget(self._button(page))
        column.addStretch(1)
        self.tools = CanvasTools(view.canvas, view.context.icons, view.context.settings, self)
        column.addWidget(self.tools)
        self.pages.closeRequested.connect(self.close_page)
        split.splitterMoved.connect(self._dragged)
        view.exploring.changed.connect(self._follow)

    def _button(self, page: SidePage) -> QToolButton:
        button = QToolButton(self)
        button.setCheckable(True)
        button.setToolTip(tip(f"{page.title} ({page.keys})"))
        button.setAccessibleName(page.title)
        button.setIconSize(LARGE)
        button.setStyleSheet("padding: 5px;")
        self._view.context.icons.dress(button, page.icon)
        button.clicked.connect(partial(self.toggle, page.id))
        self._buttons[page.id] = button
        return button

    @property
    def open_page(self) -> str:
        """Id of the page that is open; empty for none."""
        return self._open

    def page(self, id: str) -> QWidget:
        """A page, made if it was not yet."""
        return self.pages.page(id)

    def hidden_words(self) -> str:
        """What hides how many nodes, in a line; empty where nothing does."""
        return hidden_words(self.pages.chips.chips())

    # --- opening ---------------------------------------------------------------------------------------------------

    def toggle(self, id: str) -> None:
        """Open a page, or close it where it is the one that is open."""
        self._keep("" if self._open == id else id)
        self._show("" if self._open == id else id)

    def show_page(self, id: str) -> None:
        """Open a page and put the keyboard into it."""
        self._keep(id)
        self._show(id)
        self.page(id).setFocus(Qt.FocusReason.ShortcutFocusReason)

    def turn_to(self, id: str) -> None:
        """Go to a page; from there back to the picture, and the page is closed."""
        focus: QWidget | None = self.window().focusWidget()
        if self._open == id and focus is not None and self.page(id).isAncestorOf(focus):
            self.close_page()
        else:
            self.show_page(id)

    @Slot()
    def close_page(self) -> None:
        """Leave only the strip."""
        self._keep("")
        self._show("")
        self._view.canvas.setFocus()

    def fit(self, width: int) -> None:
        """The view is so wide now."""
        roomy = self._is_roomy(width)
        if roomy != self._roomy:
            self._roomy = roomy
            # what is open stays where there is more room now
            self._show(self._open if roomy and self._open else self._remembered(roomy))

    def breadth(self, width: int) -> int:
        """How much of a view that is so wide the strip is going to take, with the page that opens beside it."""
        strip = self.sizeHint().width()
        return strip + (self._page_width(width - strip) if self._remembered(self._is_roomy(width)) else 0)

    def _is_roomy(self, width: int) -> bool:
        return width >= self._view.context.theme.scaled(ROOMY)

    def _remembered(self, roomy: bool) -> str:
        """Id of the page that views of this width open with."""
        kept = self._view.context.settings.get(OPEN if roomy else OPEN_NARROW)
        known = isinstance(kept, str) and kept in {"", *self._buttons}
        return kept if known else FILTERS if roomy else ""

    def _page_width(self, whole: int) -> int:
        return min(self._view.context.theme.scaled(_WIDTH), round(whole * _MOST_SHARE))

    def _keep(self, id: str) -> None:
        self._view.context.settings.set(OPEN if self._roomy else OPEN_NARROW, id)

    def _show(self, id: str) -> None:
        self._open = id
        for name, button in self._buttons.items():
            button.setChecked(name == id)
        if id:
            self.pages.show_page(id)
        self.pages.setVisible(bool(id))
        # the splitter itself may not know its width yet
        whole = self._view.width() - self.sizeHint().width()
        # what was dragged in a wide view would leave a narrow one without its picture
        crowding = not self._roomy and self._split.sizes()[-1] > whole / 2
        if id and (crowding or not self._sized):
            self._sized = True
            wanted = self._page_width(whole)
            self._split.setSizes([whole - wanted, wanted])

    @Slot()
    def _dragged(self) -> None:
        self._sized = True

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        painter.fillRect(0, 0, 1, self.height(), self._view.context.theme.colour("border"))
        painter.end()

    @Slot()
    def _follow(self) -> None:
        self.pages.chips.follow()
        chips = self.pages.chips.chips()
        told = "\n".join(chip.whole for chip in chips)
        self._buttons[FILTERS].setToolTip(tip(f"Filters (Ctrl+Shift+E)\n{told}".strip()))
        self._view.context.icons.dress(self._buttons[FILTERS], "ph.funnel-simple", "accent" if chips else "text")
