"""The head of an overview: name, what it is, where it is, how it is read, and the ways into it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QToolButton, QVBoxLayout, QWidget

from inspector.ui.icons import Icons
from inspector.ui.labels import PlainLabel, enlarge, one_line, tone
from inspector.ui.lines.flow import FlowBox
from inspector.ui.theme.theme import Theme
from inspector.ui.view import ViewKind

_PAGE_FONT = 20


class OverviewHeader(QWidget):
    """Says what a source is."""

    wayChosen = Signal(str)
    """Id of the view that was asked for."""

    def __init__(self, theme: Theme, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons = icons
        self._title = PlainLabel("", self)
        enlarge(self._title, _PAGE_FONT)
        self._what = PlainLabel("", self)
        self._path = PlainLabel("", self, elide=Qt.TextElideMode.ElideMiddle)
        self._path.setFont(theme.font("mono_dense"))
        self._facts = PlainLabel("", self)
        for label in (self._path, self._facts):
            tone(label, "muted")
        self._copy = QToolButton(self)
        self._copy.setText("Copy path")
        self._copy.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        icons.dress(self._copy, "ph.copy", "muted")
        self._copy.clicked.connect(self._copy_path)
        where = QHBoxLayout()
        where.setSpacing(8)
        where.addWidget(self._path)
        where.addWidget(self._copy)
        where.addStretch(1)
        self._ways = FlowBox(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self._title)
        column.addWidget(self._what)
        column.addLayout(where)
        column.addWidget(self._facts)
        column.addSpacing(8)
        column.addWidget(self._ways)

    def show_words(self, title: str, what: str, path: str, facts: str) -> None:
        """Say what the source is."""
        self._title.setText(one_line(title))
        self._what.setText(what)
        self._path.setText(path)
        self._facts.setText(facts)

    def show_ways(self, kinds: Sequence[ViewKind]) -> None:
        """Offer these views; buttons that stay keep the keyboard."""
        names = [f"way {kind.id}" for kind in kinds]
        if names == [part.objectName() for part in self._ways.parts()]:
            return
        for gone in self._ways.parts():
            self._ways.drop(gone)
        for kind in kinds:
            button = QPushButton(kind.title, self._ways)
            button.setObjectName(f"way {kind.id}")
            self._icons.dress(button, kind.icon)
            button.clicked.connect(partial(self.wayChosen.emit, kind.id))
            self._ways.add(button)
        self._ways.setVisible(bool(kinds))

    def text(self) -> str:
        """All that is said."""
        labels = (self._title, self._what, self._path, self._facts)
        return "\n".join(label.text() for label in labels if label.text())

    def _copy_path(self) -> None:
        QGuiApplication.clipboard().setText(self._path.text())
