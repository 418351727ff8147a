"""Files are asked for in one place, without halting: a name is typed, its ending says the form, and nothing waits."""

from pathlib import Path

import pytest
from PySide6.QtCore import QDir, Qt
from PySide6.QtWidgets import QFileDialog, QLineEdit, QWidget

from inspector.ui.file_dialogs import FileKind, ask_files, ask_folder, ask_target

KINDS = (FileKind("CSV", "csv", 1), FileKind("Words", "md", 2))
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def window(qtbot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    made.show()
    return made


def choose(qtbot, dialog: QFileDialog, text: str) -> None:
    """Write a name and press Enter."""
    field = dialog.findChild(QLineEdit)
    field.setText(text)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not dialog.isVisible())


@pytest.mark.parametrize(
    ("typed", "kind", "written", "form"),
    [
        ("a.csv", 0, "a.csv", 1),
        ("a.MD", 0, "a.MD", 2),
        ("a", 0, "a.csv", 1),
        ("a", 1, "a.md", 2),
        ("a.txt", 1, "a.txt", 2),
    ],
)
def test_a_target_has_the_form_of_its_ending_else_of_the_kind_chosen(
    qtbot, window, tmp_path, typed, kind, written, form
):
    told = []
    dialog = ask_target(window, "Save", "rows.csv", KINDS, lambda *chosen: told.append(chosen))
    assert told == [], "asking does not wait"
    assert dialog.windowModality() is Qt.WindowModality.WindowModal
    assert dialog.findChild(QLineEdit).text() == "rows.csv"
    dialog.selectNameFilter(KINDS[kind].filter)
    dialog.filterSelected.emit(KINDS[kind].filter)
    choose(qtbot, dialog, str(tmp_path / typed))
    assert [(QDir.fromNativeSeparators(file), of) for file, of in told] == [((tmp_path / written).as_posix(), form)]


def test_nothing_follows_from_a_dialog_that_is_closed(qtbot, window):
    told = []
    dialog = ask_target(window, "Save", "rows.csv", KINDS, lambda *chosen: told.append(chosen))
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not window.findChildren(QFileDialog))
    assert told == []


def test_files_and_folders_that_there_are_are_asked_for(qtbot, window, tmp_path):
    told = []
    file = tmp_path / "x.db"
    file.touch()
    choose(qtbot, ask_files(window, "Open", told.extend), str(file))
    choose(qtbot, ask_folder(window, "Open", told.append, str(tmp_path.parent)), str(tmp_path))
    assert [Path(one) for one in told] == [file, tmp_path]


def test_no_other_file_of_the_program_asks_by_itself():
    asking = [path for path in (ROOT / "inspector").rglob("*.py") if "QFileDialog(" in path.read_text("utf-8")]
    halting = [path for path in (ROOT / "inspector").rglob("*.py") if "QFileDialog.get" in path.read_text("utf-8")]
    assert [path.name for path in asking] == ["file_dialogs.py"]
    assert halting == []
