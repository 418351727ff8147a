"""The settings dialog edits every setting by its type, at once, and says where a change counts only later."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QComboBox, QDialogButtonBox, QLineEdit, QPushButton, QSpinBox
from pytestqt.qtbot import QtBot

from inspector.settings import SETTINGS, Setting, Settings
from inspector.ui.session import Session
from inspector.ui.settings.dialog import SettingsDialog
from inspector.ui.settings.editors import Switch
from inspector.ui.settings.row import SettingRow
from inspector.ui.theme.theme import Theme


@pytest.fixture
def dialog(qtbot: QtBot, settings: Settings, theme: Theme) -> SettingsDialog:
    settings.reset("look.theme")
    made = SettingsDialog(settings, theme)
    qtbot.addWidget(made)
    made.show()
    return made


def row(dialog: SettingsDialog, id: str) -> SettingRow:
    return next(one for one in dialog.rows if one.setting.id == id)


def pick(qtbot: QtBot, box: QComboBox, words: str) -> None:
    """Choose by keyboard."""
    box.setFocus()
    while box.currentText() != words:
        before = box.currentIndex()
        qtbot.keyClick(box, Qt.Key.Key_Down)
        assert box.currentIndex() != before, words


def test_every_setting_has_a_row_with_its_meaning_and_can_be_changed(dialog: SettingsDialog) -> None:
    assert [one.setting for one in dialog.rows] == list(SETTINGS)
    for one in dialog.rows:
        assert one.fits(one.setting.doc.split()[0])
        assert one.editor.focusProxy() is not None, one.setting.id


def test_a_choice_counts_at_once(qtbot: QtBot, dialog: SettingsDialog, settings: Settings, theme: Theme) -> None:
    pick(qtbot, row(dialog, "look.theme").findChild(QComboBox), "Light")
    assert settings.get("look.theme") == "light"
    assert not theme.dark, "the window has its colours now"
    assert "at once" in dialog.said()


def test_what_counts_only_later_says_so_before_and_after(qtbot: QtBot, dialog: SettingsDialog) -> None:
    way = row(dialog, "open.way")
    assert "opened from now on" in way.setting.later
    pick(qtbot, way.findChild(QComboBox), "SQLite's own ways")
    assert "opened from now on" in dialog.said()


def test_switches_and_numbers_keep_their_range(qtbot: QtBot, dialog: SettingsDialog, settings: Settings) -> None:
    switch = row(dialog, "open.find_on_start").findChild(Switch)
    qtbot.keyClick(switch, Qt.Key.Key_Space)
    assert settings.get("open.find_on_start") is False
    box = row(dialog, "query.time_limit_s").findChild(QSpinBox)
    box.setFocus()
    box.selectAll()
    qtbot.keyClicks(box, "7")
    qtbot.keyClick(box, Qt.Key.Key_Return)
    assert settings.get("query.time_limit_s") == 7
    assert (box.minimum(), box.maximum()) == (1, 3600)


def test_what_the_wheel_passes_over_is_not_changed(dialog: SettingsDialog, settings: Settings) -> None:
    box = row(dialog, "query.row_limit").findChild(QSpinBox)
    at = QPointF(5, 5)
    turned = QWheelEvent(
        at,
        QPointF(box.mapToGlobal(QPoint(5, 5))),
        QPoint(),
        QPoint(0, 120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(box, turned)
    assert settings.get("query.row_limit") == 10_000


def test_typing_finds_settings_by_name_meaning_and_choice(qtbot: QtBot, dialog: SettingsDialog) -> None:
    def shown() -> list[str]:
        return [one.setting.id for one in dialog.rows if one.isVisibleTo(dialog)]

    qtbot.keyClicks(dialog.field, "query limit")
    assert shown() == ["query.time_limit_s", "query.row_limit"]
    dialog.field.setText("comfortable")
    assert shown() == ["look.density"]
    dialog.field.setText("no such setting")
    assert shown() == []
    dialog.field.clear()
    assert len(shown()) == len(SETTINGS)


def test_one_setting_is_set_back(qtbot: QtBot, dialog: SettingsDialog, settings: Settings) -> None:
    density = row(dialog, "look.density")
    assert not density.back.isEnabled()
    settings.set("look.density", "comfortable")
    assert density.findChild(QComboBox).currentText().startswith("Comfortable"), "a change from elsewhere is followed"
    qtbot.mouseClick(density.back, Qt.MouseButton.LeftButton)
    assert settings.get("look.density") == "dense"
    assert density.findChild(QComboBox).currentText().startswith("Dense")
    assert not density.back.isEnabled()


def test_all_are_set_back_but_what_is_remembered_and_that_can_be_undone(
    qtbot: QtBot, dialog: SettingsDialog, settings: Settings
) -> None:
    settings.set("look.theme", "light")
    settings.set("query.row_limit", 5)
    settings.set("open.recent", ["/a.db"])
    qtbot.mouseClick(dialog.reset_all, Qt.MouseButton.LeftButton)
    assert settings.get("look.theme") == "system"
    assert settings.get("query.row_limit") == 10_000
    assert settings.get("open.recent") == ["/a.db"]
    assert dialog.said().startswith("2 settings")
    qtbot.mouseClick(dialog.undo, Qt.MouseButton.LeftButton)
    assert settings.get("look.theme") == "light"
    assert settings.get("query.row_limit") == 5
    assert not dialog.undo.isVisible()


def test_remembered_paths_can_be_forgotten(qtbot: QtBot, dialog: SettingsDialog, settings: Settings) -> None:
    button = row(dialog, "open.recent").findChild(QPushButton)
    assert not button.isEnabled()
    settings.set("open.recent", ["/a.db", "/b.db"])
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert settings.get("open.recent") == []


def test_text_and_paths_have_fields(
    qtbot: QtBot, settings: Settings, theme: Theme, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = (
        Setting("test.name", "", "A name.", title="Name"),
        Setting("test.folder", "/tmp", "A folder.", title="Folder", is_path=True),
    )
    monkeypatch.setattr(settings, "_known", {one.id: one for one in shown})
    dialog = SettingsDialog(settings, theme, shown=shown)
    qtbot.addWidget(dialog)
    dialog.show()
    name = row(dialog, "test.name").findChild(QLineEdit)
    qtbot.keyClicks(name, "<b>x</b>")
    qtbot.keyClick(name, Qt.Key.Key_Return)
    assert settings.get("test.name") == "<b>x</b>"
    assert row(dialog, "test.folder").findChild(QLineEdit).text() == "/tmp"
    assert row(dialog, "test.folder").findChild(QPushButton).text() == "Choose…"


def test_a_file_that_cannot_be_written_is_said_instead(qtbot: QtBot, dialog: SettingsDialog, app_home) -> None:
    blocked = app_home / "blocked"
    blocked.write_text("a file where the folder should be")
    dialog._settings._file = blocked / "settings.json"
    pick(qtbot, row(dialog, "look.density").findChild(QComboBox), "Comfortable, 32 pixels")
    assert "could not be written" in dialog.said()


def test_a_closed_dialog_hears_of_nothing(qtbot: QtBot, settings: Settings, theme: Theme) -> None:
    dialog = SettingsDialog(settings, theme)
    dialog.show()
    with qtbot.waitSignal(dialog.destroyed):
        dialog.findChild(QDialogButtonBox).rejected.emit()
    settings.set("look.density", "comfortable")


def test_the_window_has_one_of_it_and_opens_its_help(qtbot: QtBot, make_session: Callable[[], Session]) -> None:
    session = make_session()
    session.start([])
    window = session.window
    qtbot.waitUntil(lambda: window.tabs.count() > 0, timeout=20_000)
    commands = session.context.commands
    assert commands.command("app.settings").menu == "File"
    assert commands.command("app.settings").shortcut == "Ctrl+,"
    commands.run("app.settings")
    dialog = window.findChild(SettingsDialog)
    commands.run("app.settings")
    assert window.findChildren(SettingsDialog) == [dialog]
    qtbot.waitUntil(dialog.isActiveWindow)
    qtbot.keyClick(dialog, Qt.Key.Key_F1)
    assert window.tabs.view().location().get("page") == "settings"
