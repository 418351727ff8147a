"""Which way an answer is looked at: as a table, graph, timeline or chart; those that it cannot be say why."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QHBoxLayout, QToolButton, QWidget

from inspector.queries.library import Show
from inspector.ui.icons import Icons
from inspector.ui.labels import tip

_LOOKS: Mapping[Show, tuple[str, str]] = {
    "table": ("Table", "ph.table"),
    "graph": ("Graph", "ph.share-network"),
    "timeline": ("Timeline", "ph.clock-counter-clockwise"),
    "chart": ("Chart", "ph.chart-bar"),
}


class ShowSwitch(QWidget):
    """Buttons of which one is down."""

    chosen = Signal(str)
    """The reader wants to look at it this way."""

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._group = QButtonGroup(self)
        self._buttons: dict[str, QToolButton] = {}
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2)
        for show, (words, icon) in _LOOKS.items():
            button = QToolButton(self)
            button.setText(words)
            button.setCheckable(True)
            button.setToolTip(tip(f"As a {show}"))
            icons.dress(button, icon)
            self._group.addButton(button)
            self._buttons[show] = button
            row.addWidget(button)
        self._buttons["table"].setChecked(True)
        self._group.buttonClicked.connect(self._clicked)

    def offer(self, why_not: Mapping[Show, str]) -> None:
        """Offer all but those that are in ``why_not``, each with its reason."""
        for show, button in self._buttons.items():
            reason = why_not.get(show, "")  # type: ignore[call-overload]  # its keys are those of _LOOKS
            button.setEnabled(not reason)
            button.setToolTip(tip(reason or f"As a {show}"))

    def possible(self, show: Show) -> bool:
        """Whether it can be looked at this way."""
        return self._buttons[show].isEnabled()

    def current(self) -> Show:
        """The way that is down."""
        return next((show for show in _LOOKS if self._buttons[show].isChecked()), "table")

    def choose(self, show: Show) -> None:
        """Look at it this way."""
        self._buttons[show].setChecked(True)
        self.chosen.emit(show)

    def set_words(self, wide: bool) -> None:
        """Write beside the icons what they mean, where there is room."""
        style = Qt.ToolButtonStyle.ToolButtonTextBesideIcon if wide else Qt.ToolButtonStyle.ToolButtonIconOnly
        for button in self._buttons.values():
            # before icons are loaded a button has nothing but its words
            button.setToolButtonStyle(style if not button.icon().isNull() else Qt.ToolButtonStyle.ToolButtonTextOnly)

    def button(self, show: Show) -> QToolButton:
        """The button of a way."""
        return self._buttons[show]

    @Slot(QAbstractButton)
    def _clicked(self, button: QAbstractButton) -> None:
        self.chosen.emit(next(show for show, one in self._buttons.items() if one is button))
