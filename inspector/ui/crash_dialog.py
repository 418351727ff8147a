"""What a fault of ours shows: a report that can be copied and holds none of the user's data."""

from __future__ import annotations

import platform
import traceback
from importlib import metadata
from pathlib import Path

from PySide6.QtCore import Qt, Slot, qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from inspector import __version__
from inspector.ui.labels import enlarge, plain

_PACKAGE = Path(__file__).resolve().parents[2]
_DISTRIBUTIONS = ("PySide6-Essentials", "apsw", "numpy", "scipy", "pygments", "qtawesome")


def crash_report(error: BaseException) -> str:
    """Versions, and where in the program it happened: no message, no value, no path of the user's.

    Messages of exceptions are left out because they quote what was being worked on (a key, a cell, a file name).
    """
    return "\n".join([*_versions(), "", *_chain(error)])


class CrashDialog(QDialog):
    """Says that the fault is ours, and offers the report."""

    def __init__(self, report: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("A fault of this program")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(640, 420)
        self._more = 0
        self._what = plain("Something in this program went wrong.", self)
        enlarge(self._what)
        self._about = plain(
            "Your files were not touched. The window can be used on; what was being shown may be incomplete. The "
            "report below says where it happened. It holds none of your data.",
            self,
            wrap=True,
        )
        self._text = QPlainTextEdit(report, self, readOnly=True)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        copy = QPushButton("Copy report", self)
        copy.setAutoDefault(False)
        buttons.addButton(copy, QDialogButtonBox.ButtonRole.ActionRole)
        column = QVBoxLayout(self)
        column.setSpacing(8)
        for widget in (self._what, self._about, self._text, buttons):
            column.addWidget(widget)
        buttons.rejected.connect(self.close)
        copy.clicked.connect(self._copy)

    def add(self) -> None:
        """Another fault came while this one is shown: count it instead of stacking dialogs."""
        self._more += 1
        self._what.setText(f"Something in this program went wrong, and {self._more} more since.")

    def report(self) -> str:
        """The report as it is shown."""
        return self._text.toPlainText()

    @Slot()
    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._text.toPlainText())


def _versions() -> list[str]:
    found = [f"agentdb-inspector {__version__}", f"Python {platform.python_version()}", f"Qt {qVersion()}"]
    for name in _DISTRIBUTIONS:
        try:
            found.append(f"{name} {metadata.version(name)}")
        except metadata.PackageNotFoundError:
            found.append(f"{name} not installed")
    found.append(f"{platform.system()} {platform.release()} {platform.machine()}, {QGuiApplication.platformName()}")
    return found


def _chain(error: BaseException) -> list[str]:
    lines: list[str] = []
    step: BaseException | None = error
    seen: set[int] = set()
    while step is not None and id(step) not in seen:
        seen.add(id(step))
        lines.append(f"{type(step).__module__}.{type(step).__qualname__} (its message may quote data and is left out)")
        for frame in traceback.extract_tb(step.__traceback__):
            lines.append(f"  {_place(frame.filename)}:{frame.lineno} in {frame.name}: {frame.line or ''}")
        step = step.__cause__ or (None if step.__suppress_context__ else step.__context__)
        if step is not None:
            lines.append("because of")
    return lines


def _place(file: str) -> str:
    path = Path(file)
    if path.is_relative_to(_PACKAGE):
        return path.relative_to(_PACKAGE).as_posix()
    return f"…/{path.parent.name}/{path.name}"
