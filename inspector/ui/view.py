"""What a view is, and which kinds of views there are: discovered in the folders of ui/, loaded when first opened."""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from inspector.errors import BugError

if TYPE_CHECKING:
    from inspector.clock import Clock
    from inspector.settings import Settings
    from inspector.ui.commands import Command, CommandRegistry
    from inspector.ui.icons import Icons
    from inspector.ui.lines.line import Line, LineGroup
    from inspector.ui.tasks import TaskRunner
    from inspector.ui.theme.theme import Theme
    from inspector.workspace.location import Location
    from inspector.workspace.source import Source


@dataclass(frozen=True)
class ViewContext:
    """What every view is given: the services of the window."""

    runner: TaskRunner
    """Runs work off the UI thread."""
    clock: Clock
    """The "as of" time; a view is refreshed when it is set."""
    settings: Settings
    """What the user chose, and remembered state."""
    theme: Theme
    """Colours and fonts; its signal ``changed`` asks for a repaint."""
    icons: Icons
    """Icons by name; dressed when they are loaded."""
    commands: CommandRegistry
    """All commands of the window."""
    workspace: Any
    """What is open (:class:`inspector.workspace`)."""


def every_source(source: Source) -> bool:
    """The ``applies`` of a kind that every source has."""
    return True


@dataclass(frozen=True)
class ViewKind:
    """One kind of view, declared in the ``VIEWS`` tuple of a folder of ui/."""

    id: str
    """The ``view`` of its Locations, e.g. ``graph``; unique."""
    title: str
    """Name in the tree and on the tab, e.g. ``Graph``."""
    icon: str
    """Name in the icon set, e.g. ``ph.table``."""
    factory: str
    """``module:Class`` of the View, imported when the first one is opened."""
    order: int = 100
    """Place among the entries of a source in the tree, smallest first."""
    in_tree: bool = True
    """Whether each source has an entry of it in the tree (a table view has none: its tables are the entries)."""
    needs_source: bool = True
    """Whether it shows one source; False: it may be opened with ``source=None`` (start page, search of everything)."""
    tab_params: tuple[str, ...] = ()
    """Params of a Location that make it a tab of its own, e.g. ``("table",)``; others move within the tab."""
    applies: Callable[[Source], bool] = every_source
    """Whether a source has it; called on the UI thread, so it only looks at what is already known."""
    settle: str = ""
    """``module:function`` that says which place an address means, ``(context, Location) -> Location``: of another kind,
    or of a document that is made for it; empty where each address is a place."""

    def create(
        self, context: ViewContext, source: Source | None, location: Location, parent: QWidget | None = None
    ) -> View:
        """Import the view's module and make one."""
        module, _, name = self.factory.partition(":")
        made = getattr(importlib.import_module(module), name)(context, source, location, parent)
        if not isinstance(made, View):
            raise BugError(f"{self.factory} is not a View")
        return made

    def settled(self, context: ViewContext, location: Location) -> Location:
        """The place that an address of this kind means."""
        if not self.settle:
            return location
        module, _, name = self.settle.partition(":")
        meant: Location = getattr(importlib.import_module(module), name)(context, location)
        return meant

    def tab_key(self, location: Location) -> tuple[object, ...]:
        """Locations with the same key share one tab."""
        params = dict(location.params)
        return (location.path, location.view, *(params.get(name) for name in self.tab_params))


class View(QWidget):
    """One place of the window: shows one Location of one source, and says what it covers."""

    openRequested = Signal(object)
    """A Location to open, in its own tab."""
    rowSelected = Signal(object)
    """``(source, RowRef)`` of what is selected, or None: what Details follows. A third item, a :class:`Told`, says more
    of it; the RowRef is None where there is no one row."""
    locationChanged = Signal(object)
    """The Location that is shown now, after the reader moved within the view."""
    titleChanged = Signal(str)
    """The tab's text."""
    noteChanged = Signal(str)
    """What the view covers, e.g. "300 of 5,012 rows"."""
    badgeChanged = Signal(str)
    """What its entry in the tree counts, e.g. "3" findings; empty for none."""
    otherBadgeChanged = Signal(str, str)
    """``(view id, text)``: what the entry of another view of its source counts (an overview counts findings)."""

    def __init__(
        self, context: ViewContext, source: Source | None, location: Location, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.context = context
        self.source = source
        self._location = location
        self._note = ""

    def location(self) -> Location:
        """Where the view is."""
        return self._location

    def address(self) -> Location:
        """Where the view is, as a link that is kept says it: by keys that last."""
        return self.location()

    def note(self) -> str:
        """What the view covers, as last told."""
        return self._note

    def title(self) -> str:
        """Text of the tab; empty: the kind's title."""
        return ""

    def show_location(self, location: Location) -> None:
        """Move to another Location of the same tab (back, forward, a link)."""
        self._location = location

    def reveal(self) -> None:
        """A link led to the place that is shown already: bring it on screen, if the reader scrolled away from it."""

    def bearings(self) -> object:
        """How the place stands on screen, to be given back when the reader comes back to it; None: it need not be."""
        return None

    def return_to(self, location: Location, bearings: object) -> None:
        """Move to a Location where the reader was before, as it stood on screen then."""
        self.show_location(location)

    def put_away(self, *, given_up: bool) -> None:
        """The view goes, with its source or the window, or as the reader closed its tab (``given_up``): keep what is to
        be kept."""

    def set_source(self, source: Source) -> None:
        """Show the same place of the source as it is now (secrets were revealed or hidden)."""
        self.source = source
        self.refresh()

    def refresh(self) -> None:
        """Read again what is shown (F5, a set clock); selection and place survive."""

    def find(self) -> None:  # type: ignore[override]  # hides QWidget.find(winId), which nobody needs here
        """Put the keyboard where this view filters or searches (Ctrl+F)."""

    def commands(self) -> tuple[Command, ...]:
        """Commands that exist while this view is in front."""
        return ()

    def move_to(self, location: Location) -> None:
        """For subclasses: the reader moved; tell the window, so that back and links know."""
        if location != self._location:
            self._location = location
            self.locationChanged.emit(location)

    def set_note(self, note: str) -> None:
        """For subclasses: say what the view covers."""
        if note != self._note:
            self._note = note
            self.noteChanged.emit(note)


@dataclass(frozen=True, eq=False)
class Told:
    """What a view says of its selection beyond the row: a page of Details."""

    title: str
    """What the page is called."""
    groups: tuple[LineGroup, ...]
    """What stands on it."""
    choose: Callable[[Line], None]
    """Goes where a line leads, in the view."""


class SelectionPanel(QWidget):
    """Stands beside the views and follows what is selected in the one in front.

    The folder ``ui/details`` declares it: ``PANEL = "module:Class"`` of a subclass, made as ``Class(context, parent)``.
    """

    openRequested = Signal(object)
    """A Location to open."""

    def __init__(self, context: ViewContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.context = context

    def find_inside(self) -> bool:
        """Find in what is shown (Ctrl+F while the panel has the keyboard); False: there is nothing to find in."""
        return False

    def show_selection(self, selected: object) -> None:
        """Show what ``View.rowSelected`` tells, or that nothing is selected (None)."""

    def commands(self) -> tuple[Command, ...]:
        """What can be done with the selection, whatever view it is in."""
        return ()


class ViewKinds:
    """All kinds of views by id."""

    def __init__(self, kinds: tuple[ViewKind, ...] | Callable[[], tuple[ViewKind, ...]]) -> None:
        """``kinds``: the kinds, or what finds them when they are first asked for."""
        self._find: Callable[[], tuple[ViewKind, ...]] = kinds if callable(kinds) else lambda: kinds
        if not callable(kinds):
            self._check(kinds)

    @cached_property
    def _kinds(self) -> dict[str, ViewKind]:
        found = self._find()
        self._check(found)
        return {kind.id: kind for kind in sorted(found, key=lambda kind: (kind.order, kind.id))}

    def _check(self, kinds: tuple[ViewKind, ...]) -> None:
        ids = [kind.id for kind in kinds]
        for id in ids:
            if ids.count(id) > 1:
                raise BugError(f"two kinds of view are called {id}")

    def get(self, id: str) -> ViewKind | None:
        """The kind of this id, if there is one."""
        return self._kinds.get(id)

    def all(self) -> tuple[ViewKind, ...]:
        """All kinds in their order."""
        return tuple(self._kinds.values())

    def of(self, source: Source) -> tuple[ViewKind, ...]:
        """The kinds that have an entry under this source in the tree, in their order."""
        return tuple(kind for kind in self._kinds.values() if kind.in_tree and kind.applies(source))


def selection_panel(package: str = "inspector.ui.details") -> Callable[[ViewContext, QWidget], SelectionPanel] | None:
    """What makes the details panel, its module imported when it is called; None where the folder declares none."""
    if importlib.util.find_spec(package) is None:
        return None
    declared = str(getattr(importlib.import_module(package), "PANEL", ""))
    if not declared:
        return None

    def make(context: ViewContext, parent: QWidget) -> SelectionPanel:
        module, _, name = declared.partition(":")
        made = getattr(importlib.import_module(module), name)(context, parent)
        if not isinstance(made, SelectionPanel):
            raise BugError(f"{declared} is not a SelectionPanel")
        return made

    return make


def discover(package: str = "inspector.ui") -> ViewKinds:
    """The kinds that the folders of ``package`` declare in ``VIEWS``; no module of a view is imported by this.

    They are looked for when they are first asked for: the first paint need not wait for it.
    """

    def find() -> tuple[ViewKind, ...]:
        folders = [one.name for one in pkgutil.iter_modules(importlib.import_module(package).__path__) if one.ispkg]
        modules = [importlib.import_module(f"{package}.{name}") for name in folders]
        return tuple(kind for module in modules for kind in getattr(module, "VIEWS", ()))

    return ViewKinds(find)
