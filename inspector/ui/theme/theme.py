"""The look that is on now: which theme, following the system or the setting, and what each name looks like in it."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtGui import QColor, QFont, QGuiApplication
from PySide6.QtWidgets import QApplication

from inspector.settings import Settings
from inspector.ui.theme import fonts
from inspector.ui.theme.motion import Motion
from inspector.ui.theme.palette import palette
from inspector.ui.theme.stylesheet import stylesheet
from inspector.ui.theme.tokens import EdgeLook, NodeLook, StatusLook, Tokens, load

STYLE = "Fusion"
"""Qt's style that everything is drawn in."""

_ROW_HEIGHTS = {"dense": 26, "comfortable": 32}
_STYLED = "_theme_styled"


def make_application(program: str) -> QApplication:
    """The application of a window, in our style from the first: setting it later loads all that Qt knows of styles."""
    application = QApplication([program, "-style", STYLE.lower()])
    application.setProperty(_STYLED, True)
    return application


class Theme(QObject):
    """Asked by everything that paints; ``changed`` is sent after the palette and stylesheet were replaced."""

    changed = Signal()

    def __init__(self, settings: Settings, parent: QObject | None = None, *, name: str = "") -> None:
        """``name``: the theme to have whatever settings and system say."""
        super().__init__(parent)
        self._settings = settings
        self._system_font = QFont(QApplication.font())
        self._tokens = load(name or self._wanted(QGuiApplication.styleHints().colorScheme()))
        self._fonts: dict[str, QFont] = {}
        self._motion = Motion()
        self._followed = False

    @property
    def tokens(self) -> Tokens:
        """The theme that is on, as plain values."""
        return self._tokens

    @property
    def dark(self) -> bool:
        """Whether light text stands on dark ground."""
        return self._tokens.dark

    @property
    def row_height(self) -> int:
        """Height of a table or tree row in pixels (setting ``look.density``), more with a large system font."""
        return self.scaled(_ROW_HEIGHTS[self._settings.get("look.density")])

    def scaled(self, pixels: int) -> int:
        """So many pixels beside letters of the usual size; more beside the larger ones of a reader's system."""
        return round(pixels * self.font("body").pixelSize() / fonts.BODY)

    def colour(self, role: str) -> QColor:
        """The colour of a role (``text``, ``muted``, ``accent``, ``null``, ...). Raises KeyError."""
        return _colour(self._tokens.roles[role])

    def syntax(self, token: str) -> QColor:
        """The colour of a syntax token (``keyword``, ``string``, ``key``, ...). Raises KeyError."""
        return _colour(self._tokens.syntax[token])

    def node(self, type: str) -> NodeLook:
        """The look of a node type, known or not."""
        return self._tokens.node(type)

    def node_colour(self, type: str) -> QColor:
        """The colour of a node type, known or not."""
        return _colour(self._tokens.node(type).colour)

    def edge(self, type: str) -> EdgeLook:
        """The look of an edge type, known or not."""
        return self._tokens.edge(type)

    def edge_colour(self, type: str) -> QColor:
        """The colour of an edge type, known or not."""
        return _colour(self._tokens.edge(type).colour)

    def status(self, status: str) -> StatusLook:
        """The look of a status; one that is not known looks ``unknown``."""
        return self._tokens.state(status)

    def font(self, role: fonts.FontRole) -> QFont:
        """The font of a role: dense 12, body 13, section 15, page 20 pixels; mono for SQL, JSON and ids."""
        if role not in self._fonts:
            self._fonts[role] = fonts.font(role, self._system_font)
        return QFont(self._fonts[role])

    def start(self) -> None:
        """Dress the application and follow the system and the settings from now on."""
        self._tell_system()
        application = _application()
        if not application.property(_STYLED):
            application.setStyle(STYLE)
            application.setProperty(_STYLED, True)
        QApplication.setFont(self.font("body"))
        self._apply()
        self._motion.reduce(self._settings.get("look.reduce_motion"))
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._follow_system)
        if not self._followed:
            self._settings.on_change(self._follow_settings)
        self._followed = True

    def stop(self) -> None:
        """Follow nothing any more. The application keeps its look: a stylesheet that is taken off leaves marks on
        widgets, by which Qt forgets to forget them when they are destroyed under the next one."""
        QGuiApplication.styleHints().colorSchemeChanged.disconnect(self._follow_system)
        self._followed = False

    @Slot(Qt.ColorScheme)
    def _follow_system(self, scheme: Qt.ColorScheme) -> None:
        self._switch(self._wanted(scheme))

    def _follow_settings(self, id: str) -> None:
        if not self._followed:
            return
        if id == "look.theme":
            self._tell_system()
            self._switch(self._wanted(QGuiApplication.styleHints().colorScheme()))
        elif id == "look.density":
            self._apply()
            self.changed.emit()
        elif id == "look.reduce_motion":
            self._motion.reduce(self._settings.get(id))

    def _tell_system(self) -> None:
        """Window frames and dialogs of the system take the chosen colours too, where the system can do that."""
        chosen = str(self._settings.get("look.theme"))
        schemes = {"dark": Qt.ColorScheme.Dark, "light": Qt.ColorScheme.Light}
        if chosen in schemes:
            QGuiApplication.styleHints().setColorScheme(schemes[chosen])
        else:
            QGuiApplication.styleHints().unsetColorScheme()

    def _wanted(self, system: Qt.ColorScheme) -> str:
        chosen = str(self._settings.get("look.theme"))
        if chosen != "system":
            return chosen
        return "dark" if system == Qt.ColorScheme.Dark else "light"

    def _switch(self, name: str) -> None:
        if name == self._tokens.name:
            return
        self._tokens = load(name)
        self._apply()
        self.changed.emit()

    def _apply(self) -> None:
        application = _application()
        application.setPalette(palette(self._tokens))
        application.setStyleSheet(stylesheet(self._tokens, self.row_height, self.scaled(16)))


def _application() -> QApplication:
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    return application


@lru_cache(maxsize=1024)
def _colour(text: str) -> QColor:
    return QColor(text)
