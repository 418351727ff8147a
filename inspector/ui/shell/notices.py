"""What could not be done, said above the views until it is dismissed: plain words, the file, what to do."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget
from shiboken6 import isValid

from inspector.errors import KnownError
from inspector.ui.labels import plain, tone
from inspector.ui.states import error_report

LIMIT = 4
"""How many notices stand above one another; older ones go."""


class Notice(QFrame):
    """One thing that could not be done."""

    def __init__(self, error: KnownError, dismissed: Callable[[], object] | None, parent: QWidget) -> None:
        super().__init__(parent)
        self.report = error_report(error)
        """What "Copy details" copies."""
        self._dismissed = dismissed
        words = plain(" ".join(part for part in (error.what, error.advice) if part), self, wrap=True)
        tone(words, "warning")
        where = plain(error.path or "", self, wrap=True)
        tone(where, "muted")
        where.setVisible(bool(error.path))
        for label in (words, where):
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        copy = QPushButton("Copy details", self)
        dismiss = QPushButton("Dismiss" if dismissed is None else "Stop waiting", self)
        text = QVBoxLayout()
        text.setSpacing(2)
        text.addWidget(words)
        text.addWidget(where)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 8, 8, 8)
        row.addLayout(text, 1)
        row.addWidget(copy, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(dismiss, 0, Qt.AlignmentFlag.AlignTop)
        copy.clicked.connect(self._copy)
        dismiss.clicked.connect(self.dismiss)

    @Slot()
    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.report)

    @Slot()
    def dismiss(self) -> None:
        """Take it away; what is waited for is given up."""
        if self._dismissed:
            self._dismissed()
        self.deleteLater()
        self.hide()


class NoticeStack(QWidget):
    """The notices above the views; takes no room while there is none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(1)
        self._by_key: dict[str, Notice] = {}

    def say(self, error: KnownError, key: str = "", *, waiting: Callable[[], object] | None = None) -> None:
        """Show what could not be done, in place of an older notice of the same ``key``.

        ``waiting``: it is tried again by itself; called when the reader wants to stop that.
        """
        known = self._by_key.get(key)
        if known is not None and known.report == error_report(error):
            return
        self.clear(key)
        notice = Notice(error, waiting, self)
        self._column.addWidget(notice)
        notice.show()
        if key:
            self._by_key[key] = notice
        notice.destroyed.connect(self._sweep)
        for old in self.notices()[:-LIMIT]:
            old.hide()
            old.deleteLater()

    def clear(self, key: str) -> None:
        """Take the notice of ``key`` away: what it said is no longer so."""
        notice = self._by_key.pop(key, None)
        if notice is not None:
            notice.hide()
            notice.deleteLater()

    def notices(self) -> tuple[Notice, ...]:
        """The notices that are shown, oldest first."""
        items = (self._column.itemAt(at) for at in range(self._column.count()))
        widgets = (item.widget() for item in items if item is not None)
        return tuple(one for one in widgets if isinstance(one, Notice) and not one.isHidden())

    @Slot()
    def _sweep(self) -> None:
        self._by_key = {key: notice for key, notice in self._by_key.items() if isValid(notice)}
