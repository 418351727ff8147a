"""With less motion no menu, list or tip is animated; without it all is as the system has it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from inspector.settings import Settings
from inspector.ui.theme.theme import Theme

ALL, MENU, COMBO = Qt.UIEffect.UI_General, Qt.UIEffect.UI_AnimateMenu, Qt.UIEffect.UI_AnimateCombo


@pytest.fixture
def animated(qapp: QApplication):
    before = {effect: QApplication.isEffectEnabled(effect) for effect in (ALL, MENU, COMBO)}
    QApplication.setEffectEnabled(ALL, True)
    QApplication.setEffectEnabled(MENU, True)
    QApplication.setEffectEnabled(COMBO, False)
    yield
    for effect, on in before.items():
        QApplication.setEffectEnabled(effect, on)


def test_the_setting_counts_at_once_and_when_the_program_starts(animated: None, settings: Settings) -> None:
    theme = Theme(settings)
    theme.start()
    assert QApplication.isEffectEnabled(MENU)
    settings.set("look.reduce_motion", True)
    assert not QApplication.isEffectEnabled(MENU)
    settings.set("look.reduce_motion", False)
    assert QApplication.isEffectEnabled(MENU)
    assert not QApplication.isEffectEnabled(COMBO), "what the system does not animate is not animated"
    settings.set("look.reduce_motion", True)
    theme.stop()
    QApplication.setEffectEnabled(ALL, True)
    again = Theme(settings)
    again.start()
    assert not QApplication.isEffectEnabled(MENU)
    again.stop()
