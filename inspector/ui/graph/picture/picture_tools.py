"""The buttons that stand beside a picture, where they cover nothing of it: zoom, fit, draw boxes, show the map."""

from __future__ import annotations

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QToolButton, QVBoxLayout, QWidget

from inspector.settings import Settings
from inspector.ui.graph.picture.canvas import GraphCanvas
from inspector.ui.graph.picture.keys import ZOOM_STEP
from inspector.ui.icons import LARGE, Icons

MAP = "graph.map"
"""State key in the settings file: whether the map is shown where it is of use; unset is yes."""


class CanvasTools(QWidget):
    """A column of buttons for one canvas, for those who have no wheel at hand. The keys do the same."""

    def __init__(self, canvas: GraphCanvas, icons: Icons, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._canvas, self._icons, self._settings = canvas, icons, settings
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(4)
        self.boxing = self._button("ph.selection", "Draw boxes", "Select with a box: drag from the ground (B)")
        self.mapped = self._button("ph.map-trifold", "Map", "Show the map while not everything is in view (M)")
        self.larger = self._button("ph.magnifying-glass-plus", "Zoom in", "Zoom in (+)")
        self.smaller = self._button("ph.magnifying-glass-minus", "Zoom out", "Zoom out (-)")
        self.fit = self._button("ph.frame-corners", "Fit", "Show the whole graph (F or Ctrl+0)")
        for switch in (self.boxing, self.mapped):
            switch.setCheckable(True)
        canvas.overlays.set_mapped(settings.get(MAP) is not False)
        self.mapped.setChecked(canvas.overlays.mapped)
        self.boxing.clicked.connect(canvas.set_boxing)
        self.mapped.clicked.connect(canvas.overlays.set_mapped)
        self.larger.clicked.connect(self._zoom_in)
        self.smaller.clicked.connect(self._zoom_out)
        self.fit.clicked.connect(canvas.fit)
        canvas.boxingChanged.connect(self.boxing.setChecked)
        canvas.overlays.mappedChanged.connect(self._map_switched)

    def _button(self, icon: str, name: str, words: str) -> QToolButton:
        button = QToolButton(self)
        button.setToolTip(words)
        button.setAccessibleName(name)
        button.setIconSize(LARGE)
        button.setStyleSheet("padding: 5px;")
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._icons.dress(button, icon)
        self._column.addWidget(button)
        return button

    @Slot(bool)
    def _map_switched(self, on: bool) -> None:
        self.mapped.setChecked(on)
        self._settings.set(MAP, on)

    @Slot()
    def _zoom_in(self) -> None:
        self._canvas.zoom(ZOOM_STEP)

    @Slot()
    def _zoom_out(self) -> None:
        self._canvas.zoom(1 / ZOOM_STEP)
