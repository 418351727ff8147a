"""What stands over the findings: which of them are shown, how bad it is, and what can be done with all of them."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, QTimer, Signal, Slot
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from inspector.ui.health.words import Choice
from inspector.ui.labels import PlainLabel, tone
from inspector.workspace.location import Location

FILTER_MS = 120
"""Milliseconds after the last key before the list follows."""
BY_RULE, BY_SOURCE = "By rule", "By source"
LEVELS = (
    ("", "All severities"),
    ("bad", "Broken and suspicious"),
    ("broken", "Broken"),
    ("suspicious", "Suspicious"),
    ("information", "Information"),
)
"""(value of the parameter ``level``, its words)."""


class HealthBar(QWidget):
    """Filters and actions; it knows nothing of findings."""

    filterChanged = Signal(str)
    """The words that lines must hold, after the reader stopped typing."""
    choiceChanged = Signal(object)
    """The :class:`Choice` of severity and system."""
    orderChanged = Signal(bool)
    """Whether findings stand by source."""
    cancelRequested = Signal()
    """End the checks."""
    thoroughRequested = Signal()
    """Look at everything."""
    copyRequested = Signal()
    """Copy the report as Markdown."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._build()
        self._wire()

    def _build(self) -> None:
        self.summary = PlainLabel("", self)
        self.trend = PlainLabel("", self)
        tone(self.trend, "muted")
        self.filter = QLineEdit(self)
        self.filter.setPlaceholderText("Filter findings")
        self.filter.setAccessibleName("Filter findings")
        self.filter.setClearButtonEnabled(True)
        self.filter.setMaximumWidth(260)
        self.level = self._combo("Severity of the findings")
        for value, text in LEVELS:
            self.level.addItem(text, value)
        self.about = self._combo("System that the checks are of")
        self.by = self._combo("Order of the findings")
        self.by.addItems([BY_RULE, BY_SOURCE])
        self.thorough = QPushButton("Look thoroughly", self)
        self.thorough.setToolTip("Look at everything, however long it takes: every page, every indexed word")
        self.copy = QPushButton("Copy as Markdown", self)
        self.cancel = QPushButton("Cancel", self)
        self.cancel.hide()
        self._delay = QTimer(self, singleShot=True, interval=FILTER_MS)
        choices, told = QHBoxLayout(), QHBoxLayout()
        for widget in (self.filter, self.level, self.about, self.by):
            choices.addWidget(widget)
        choices.addStretch(1)
        choices.addWidget(self.cancel)
        told.addWidget(self.summary, 1)
        told.addWidget(self.thorough)
        told.addWidget(self.copy)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 8, 8, 8)
        column.setSpacing(8)
        for row in (choices, told):
            row.setSpacing(8)
            column.addLayout(row)
        column.addWidget(self.trend)
        self.show_trend("")

    def _combo(self, name: str) -> QComboBox:
        combo = QComboBox(self)
        combo.setAccessibleName(name)
        combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        return combo

    def _wire(self) -> None:
        self.filter.textChanged.connect(self._delay.start)
        self._delay.timeout.connect(self._filtered)
        self.level.currentIndexChanged.connect(self._chosen)
        self.about.currentIndexChanged.connect(self._chosen)
        self.by.currentTextChanged.connect(self._ordered)
        self.cancel.clicked.connect(self.cancelRequested)
        self.thorough.clicked.connect(self.thoroughRequested)
        self.copy.clicked.connect(self.copyRequested)

    def take(self, location: Location) -> None:
        """Show what a Location chooses."""
        with QSignalBlocker(self.filter), QSignalBlocker(self.by), QSignalBlocker(self.level):
            self.filter.setText(location.get("filter"))
            by_source = location.get("by") == "source" or bool(location.get("source"))
            self.by.setCurrentText(BY_SOURCE if by_source else BY_RULE)
            self.level.setCurrentIndex(max(0, self.level.findData(location.get("level"))))
        self._about_wanted = location.get("about")
        self._choose_about()

    def show_systems(self, systems: list[tuple[str, str]]) -> None:
        """Offer the systems (id, title) that findings are of; with a single one there is nothing to choose."""
        offered = [("", "All systems"), *systems]
        known = [(self.about.itemData(i), self.about.itemText(i)) for i in range(self.about.count())]
        if known != offered:
            with QSignalBlocker(self.about):
                self.about.clear()
                for id, title in offered:
                    self.about.addItem(title, id)
        self.about.setVisible(len(systems) > 1)
        self._choose_about()

    def show_trend(self, words: str) -> None:
        """Say what changed since the look before; an empty text takes no room."""
        self.trend.setText(words)
        self.trend.setVisible(bool(words))

    def _choose_about(self) -> None:
        with QSignalBlocker(self.about):
            self.about.setCurrentIndex(max(0, self.about.findData(self._about_wanted)))

    def choice(self) -> Choice:
        """What is chosen of severity and system."""
        return Choice(str(self.level.currentData() or ""), str(self.about.currentData() or ""))

    def by_source(self) -> bool:
        """Whether findings stand by source."""
        return self.by.currentText() == BY_SOURCE

    @Slot()
    def _filtered(self) -> None:
        self.filterChanged.emit(self.filter.text())

    @Slot()
    def _chosen(self) -> None:
        self._about_wanted = str(self.about.currentData() or "")
        self.choiceChanged.emit(self.choice())

    @Slot(str)
    def _ordered(self, text: str) -> None:
        self.orderChanged.emit(text == BY_SOURCE)
