"""Where does the program ask for files and folders? Here, one way: the dialog lies over its window, nothing halts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from PySide6.QtWidgets import QFileDialog

T = TypeVar("T")


@dataclass(frozen=True)
class FileKind(Generic[T]):
    """A kind of file that something can be saved as."""

    words: str
    """What the dialog calls it, e.g. "CSV"."""
    end: str
    """What the names of its files end with, without the dot."""
    form: T
    """What whoever saves it calls it."""

    @property
    def filter(self) -> str:
        """The kind as a line of the dialog."""
        return f"{self.words} (*.{self.end})"


def ask_files(parent: QWidget, title: str, then: Callable[[list[str]], object]) -> QFileDialog:
    """Ask for files that there are."""
    dialog = _dialog(parent, title)
    dialog.setFileMode(dialog.FileMode.ExistingFiles)
    dialog.filesSelected.connect(then)
    dialog.open()
    return dialog


def ask_folder(parent: QWidget, title: str, then: Callable[[str], object], start: str = "") -> QFileDialog:
    """Ask for a folder that there is, first for one in ``start``."""
    dialog = _dialog(parent, title, start)
    dialog.setFileMode(dialog.FileMode.Directory)
    dialog.fileSelected.connect(then)
    dialog.open()
    return dialog


def ask_target(
    parent: QWidget, title: str, name: str, kinds: Sequence[FileKind[T]], then: Callable[[str, T], object]
) -> QFileDialog:
    """Ask for a file to write; ``then`` gets its path and the form that its ending says, else the kind chosen.

    A name without an ending gets that of the kind.
    """
    dialog = _dialog(parent, title)
    dialog.setAcceptMode(dialog.AcceptMode.AcceptSave)
    dialog.setFileMode(dialog.FileMode.AnyFile)
    dialog.setNameFilters([kind.filter for kind in kinds])
    dialog.selectFile(name)
    _Target(dialog, kinds, then)
    dialog.open()
    return dialog


def _dialog(parent: QWidget, title: str, start: str = "") -> QFileDialog:
    from PySide6.QtWidgets import QFileDialog  # late: the start does not need it

    dialog = QFileDialog(parent, title, start)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    return dialog


class _Target(QObject):
    """What follows from the file that is chosen; it lives as long as its dialog."""

    def __init__(self, dialog: QFileDialog, kinds: Sequence[FileKind[Any]], then: Callable[[str, Any], object]) -> None:
        super().__init__(dialog)
        self._dialog, self._kinds, self._then = dialog, kinds, then
        dialog.filterSelected.connect(self._follow)
        dialog.fileSelected.connect(self._chosen)
        self._follow()

    def _kind(self) -> FileKind[Any]:
        shown = self._dialog.selectedNameFilter()
        return next((kind for kind in self._kinds if kind.filter == shown), self._kinds[0])

    @Slot()
    def _follow(self) -> None:
        self._dialog.setDefaultSuffix(self._kind().end)

    @Slot(str)
    def _chosen(self, file: str) -> None:
        said = next((kind for kind in self._kinds if file.lower().endswith(f".{kind.end}")), self._kind())
        self._then(file, said.form)
