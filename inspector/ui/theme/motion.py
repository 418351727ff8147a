"""Whether anything moves by itself: Qt's effects, left as the system has them or all switched off."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

_EFFECTS = (
    Qt.UIEffect.UI_AnimateMenu,
    Qt.UIEffect.UI_FadeMenu,
    Qt.UIEffect.UI_AnimateCombo,
    Qt.UIEffect.UI_AnimateTooltip,
    Qt.UIEffect.UI_FadeTooltip,
    Qt.UIEffect.UI_AnimateToolBox,
)


class Motion:
    """Knows which effects the system wants, and switches them."""

    def __init__(self) -> None:
        self._wanted = tuple(effect for effect in _EFFECTS if QApplication.isEffectEnabled(effect))

    def reduce(self, reduced: bool) -> None:
        """Leave out every effect, or have those of the system again."""
        for effect in self._wanted:
            QApplication.setEffectEnabled(effect, not reduced)
