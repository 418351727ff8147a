"""One finding in full: its rule in words, how bad it is, how many, and the rows that show it."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from inspector.health.finding import Finding
from inspector.ui.health import words
from inspector.ui.labels import enlarge, plain, tone
from inspector.ui.lines.card import GAP
from inspector.ui.lines.line import Line, LineGroup
from inspector.ui.lines.list import LineList
from inspector.ui.theme.theme import Theme
from inspector.workspace.condition.health_report import FindingGroup, HealthReport
from inspector.workspace.source import Source


class FindingDetail(QWidget):
    """Shows a finding, a check that could not be made, or what to do to see one."""

    openRequested = Signal(object)
    """Location of the evidence that was clicked."""
    lineSelected = Signal(object)
    """The evidence :class:`Line` that is selected, or None."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = plain("", self, wrap=True)
        enlarge(self._title)
        self._level = plain("", self, wrap=True)
        self._rule = plain("", self, wrap=True)
        self._count = plain("", self, wrap=True)
        tone(self._count, "muted")
        for label in (self._title, self._level, self._rule, self._count):
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        self.evidence = LineList(theme, "Evidence", self, fitted=False)
        column = QVBoxLayout(self)
        column.setContentsMargins(GAP, 12, GAP, 8)
        column.setSpacing(6)
        for part in (self._title, self._level, self._rule, self._count):
            column.addWidget(part)
        column.addWidget(self.evidence, 1)
        self.evidence.openRequested.connect(self.openRequested)
        self.evidence.lineSelected.connect(self.lineSelected)

    def show_group(self, group: FindingGroup, report: HealthReport, now: datetime, only: str = "") -> None:
        """Show a finding; ``only`` is the path of the one source to show."""
        found = [(source, finding) for source, finding in group.found if only in ("", source.path)]
        kept = sum(len(finding.evidence) for _, finding in found)
        count = sum(finding.count for _, finding in found)
        amount = f"{count:,} found" if kept >= count else f"{count:,} found, the first {kept:,} are shown"
        where = f" in {len(found):,} sources" if len(found) > 1 else ""
        tones = {3: "negative", 2: "warning", 1: "info"}
        tone(self._level, tones[int(group.level)])  # type: ignore[arg-type]
        self._say(
            group.title, words.LEVEL_WORDS[group.level], f"Rule: {found[0][1].rule}" if found else "", amount + where
        )
        self.evidence.show_groups(words.evidence_groups(group, report, now, only))
        self._choose_first()

    def show_failed(self, source: Source, finding: Finding) -> None:
        """Show why a check could not be made."""
        tone(self._level, "muted")
        self._say(finding.title, "This check could not be made.", f"Rule: {finding.rule}", finding.problem)
        line = Line(source.path, tip=source.path, path=True)
        self.evidence.show_groups((LineGroup("Of this source", (line,)),))

    def show_nothing(self, words: str) -> None:
        """Say that no finding is chosen."""
        self._say("", "", "", words)
        self.evidence.show_groups(())

    def _choose_first(self) -> None:
        """The first row that shows the finding is seen at once beside it."""
        if self.evidence.line() is None:
            first = next((line for line in self.evidence.lines() if line.selects is not None), None)
            if first is not None:
                self.evidence.choose(first.identity)

    def text(self) -> str:
        """What is written above the evidence."""
        labels = (self._title, self._level, self._rule, self._count)
        return "\n".join(label.text() for label in labels if label.text())

    def _say(self, title: str, level: str, rule: str, count: str) -> None:
        for label, text in ((self._title, title), (self._level, level), (self._rule, rule), (self._count, count)):
            label.setText(text)
            label.setVisible(bool(text))
