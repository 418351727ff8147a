"""What stands over the hits: the box, the switch to expert queries and their fault, what was found, the filters."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QToolButton, QVBoxLayout, QWidget

from inspector.ui.labels import PlainLabel, tip, tone
from inspector.ui.search.box import SearchBox
from inspector.ui.search.chips import FilterChips
from inspector.ui.search.drifted import DriftBadge
from inspector.ui.search.expert import ExpertFault
from inspector.ui.tasks import SLOW_MS
from inspector.ui.view import ViewContext


class SearchBar(QWidget):
    """Composed here and driven by the view."""

    def __init__(self, context: ViewContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.box = SearchBox(self)
        self.switch = QToolButton(self)
        self.switch.setText("Expert")
        self.switch.setCheckable(True)
        self.switch.setToolTip(
            tip("The text is a query in the language of FTS5, put to the full-text indexes (Ctrl+Shift+X)")
        )
        self.switch.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.fault = ExpertFault(context.theme, self.box, self)
        self.summary = PlainLabel("", self)
        tone(self.summary, "muted")
        self.stop = QPushButton("Stop", self)
        self.stop.hide()
        self.drifted = DriftBadge(context, self)
        self.chips = FilterChips(context, self)
        self._running = False
        self._slow = QTimer(self, singleShot=True, interval=SLOW_MS)
        self._slow.timeout.connect(self._offer_stop)
        self._lay_out()

    def set_running(self, running: bool) -> None:
        """Whether something is searched: what takes long can be stopped."""
        self._running = running
        if running:
            self._slow.start()
        else:
            self._slow.stop()
            self.stop.hide()

    def _lay_out(self) -> None:
        first, below = QHBoxLayout(), QHBoxLayout()
        first.setSpacing(8)
        below.setSpacing(8)
        first.addWidget(self.box, 1)
        first.addWidget(self.switch)
        below.addWidget(self.summary, 1)
        below.addWidget(self.drifted)
        below.addWidget(self.stop)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 8, 8, 8)
        column.setSpacing(8)
        column.addLayout(first)
        column.addWidget(self.fault)
        column.addLayout(below)
        column.addWidget(self.chips)

    @Slot()
    def _offer_stop(self) -> None:
        self.stop.setVisible(self._running)
