"""Icons by name, loaded after the first paint and tinted by role; until then, and without the set, there is none.

Only the one font that is used (Phosphor) is loaded, not the dozen that its package carries.
"""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING, Any, Protocol

from PySide6.QtCore import QObject, QRect, QSize, Signal, Slot
from shiboken6 import isValid

from inspector.cancel import CancelToken
from inspector.errors import BugError
from inspector.ui.tasks import TaskRunner
from inspector.ui.theme.theme import Theme

if TYPE_CHECKING:  # QIcon brings an enumeration of 150 names, and no icon is shown before the first paint
    from PySide6.QtGui import QIcon

SMALL, LARGE = QSize(16, 16), QSize(20, 20)
"""The two sizes of icons, in pixels."""

_PREFIX = "ph"


class TakesIcon(Protocol):
    """A button, action or other thing with an icon."""

    def setIcon(self, icon: QIcon, /) -> None:
        """Show the icon."""


class Icons(QObject):
    """The icon set; ``changed`` is sent when it was loaded and when the theme gave it other colours."""

    changed = Signal()

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._font: Any = None
        self._cache: dict[tuple[str, str], QIcon] = {}
        self._dressed: list[tuple[weakref.ref[TakesIcon], str, str]] = []
        self.problem = ""
        """Why the set could not be loaded; empty when it could or was not asked to."""
        theme.changed.connect(self._retint)

    @property
    def loaded(self) -> bool:
        """Whether icons can be had."""
        return self._font is not None

    def load(self, runner: TaskRunner) -> None:
        """Load the set; its import runs in a thread, the font is made on the UI thread."""
        if self._font is None:
            runner.run(_import, self._make_font, owner=self, key="icons")

    def icon(self, name: str, role: str = "text") -> QIcon:
        """The icon ``ph.NAME`` in the colour of ``role``; an empty icon while the set is not loaded or has no such."""
        from PySide6.QtGui import QIcon

        if self._font is None or not name:
            return QIcon()
        key = (name, role)
        if key not in self._cache:
            self._cache[key] = self._made(name, role)
        return self._cache[key]

    def dress(self, target: TakesIcon, name: str, role: str = "text") -> None:
        """Give ``target`` an icon now, or once the set is loaded, and again whenever the theme changes."""
        if name:
            self._dressed = [entry for entry in self._dressed if entry[0]() not in (None, target)]
            self._dressed.append((weakref.ref(target), name, role))
            if self._font is not None:
                target.setIcon(self.icon(name, role))

    def _made(self, name: str, role: str) -> QIcon:
        from PySide6.QtGui import QIcon

        colours = self._theme.colour(role), self._theme.colour("disabled")
        try:
            icon = self._font.icon(name, color=colours[0], color_disabled=colours[1])
        except Exception:  # noqa: BLE001  the icon package raises plain Exception for a name it lacks
            return QIcon()
        assert isinstance(icon, QIcon)
        return icon

    def _make_font(self, package: Any) -> None:
        if package is None:
            self.problem = "The icon set is not installed."
            return
        directory = str(package.__path__[0]) + "/fonts"
        ttf, charmap = _font_files(package)
        self._font = package.IconicFont((_PREFIX, ttf, charmap, directory))
        self._font.painter = _RoomyPainter(self._font.painter)
        self._show_everywhere()

    @Slot()
    def _retint(self) -> None:
        self._cache.clear()
        if self._font is not None:
            self._show_everywhere()

    def _show_everywhere(self) -> None:
        alive = []
        for entry in self._dressed:
            target = entry[0]()
            if target is not None and isValid(target):
                target.setIcon(self.icon(entry[1], entry[2]))
                alive.append(entry)
        self._dressed = alive
        self.changed.emit()


class _RoomyPainter:
    """Draws icons as the set does, where there is room: it would ask Qt for a font of size 0, and Qt would warn.

    A view that is not laid out yet draws its icons without any width.
    """

    def __init__(self, painter: Any) -> None:
        self._painter = painter

    def paint(self, font: object, painter: object, rect: QRect, *how: object) -> None:
        """Draw one icon into ``rect``."""
        if not rect.isEmpty():
            self._painter.paint(font, painter, rect, *how)


def _import(cancel: CancelToken) -> Any:
    try:
        import qtawesome.iconic_font  # late: costs more than the rest of the start
    except ImportError:
        return None
    return qtawesome


def _font_files(package: Any) -> tuple[str, str]:
    for prefix, ttf, charmap in package._BUNDLED_FONTS:
        if prefix == _PREFIX:
            return str(ttf), str(charmap)
    raise BugError(f"the icon package has no set called {_PREFIX}")
