"""One finding in full: its rule in words, how bad it is, what to do, how it was looked for, the rows that show it."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from inspector.health.finding import Finding
from inspector.ui.health import words
from inspector.ui.labels import enlarge, tip, tone
from inspector.ui.lines.card import GAP
from inspector.ui.lines.line import Line, LineGroup
from inspector.ui.lines.list import LineList
from inspector.ui.lines.prose import Prose
from inspector.ui.queries.place import sql_location
from inspector.ui.theme.theme import Theme
from inspector.workspace.condition.health_report import FindingGroup, HealthReport
from inspector.workspace.condition.looks import Trend
from inspector.workspace.source import Source

_METHOD = 240
"""Characters of a way or a statement that are shown; the whole is in the tip, and opens in the editor."""
_TEXTS = 7
"""Title, severity, rule, advice, way, reports, count."""


class FindingDetail(QWidget):
    """Shows a finding, a check that could not be made, or what to do to see one."""

    openRequested = Signal(object)
    """Location of the evidence that was clicked, or of the statement."""
    lineSelected = Signal(object)
    """The evidence :class:`Line` that is selected, or None."""
    ignoreRequested = Signal(object, str)
    """(the :class:`FindingGroup`, why) that is to be set aside."""
    takeBackRequested = Signal(object)
    """The :class:`FindingGroup` that is to count again."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._group: FindingGroup | None = None
        self.prose = Prose(_TEXTS, self)
        title, self._level, _, _, self._how, known, count = self.prose.words
        enlarge(title)
        for label in (self._how, known, count):
            tone(label, "muted")
        self.evidence = LineList(theme, "Evidence", self, fitted=False)
        column = QVBoxLayout(self)
        column.setContentsMargins(GAP, 12, GAP, 8)
        column.setSpacing(6)
        column.addWidget(self.prose)
        column.addLayout(self._build_actions())
        column.addWidget(self.evidence, 1)
        self.evidence.openRequested.connect(self.openRequested)
        self.evidence.lineSelected.connect(self.lineSelected)

    def _build_actions(self) -> QHBoxLayout:
        self.note = QLineEdit(self)
        self.note.setPlaceholderText("Why it can be ignored")
        self.note.setAccessibleName("Why it can be ignored")
        self.ignore = QPushButton("Ignore", self)
        self.take_back = QPushButton("Count it again", self)
        self.sql = QPushButton("Open the SQL", self)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.note, 1)
        for button in (self.ignore, self.take_back, self.sql):
            row.addWidget(button)
        row.addStretch(0)
        self.ignore.clicked.connect(self._ignore)
        self.note.returnPressed.connect(self._ignore)
        self.take_back.clicked.connect(self._take_back)
        self.sql.clicked.connect(self._open_sql)
        self._offer(None, is_ignored=False)
        return row

    def show_group(
        self,
        group: FindingGroup,
        report: HealthReport,
        now: datetime,
        only: str = "",
        *,
        trend: Trend | None = None,
    ) -> None:
        """Show a finding; ``only`` is the path of the one source to show."""
        found = [(source, finding) for source, finding in group.found if only in ("", source.path)]
        if not found:
            self.show_nothing("It is not found any more.")
            return
        kept = sum(len(finding.evidence) for _, finding in found)
        count = sum(finding.count for _, finding in found)
        amount = f"{count:,} found" if kept >= count else f"{count:,} found, the first {kept:,} are shown"
        where = f" in {len(found):,} sources" if len(found) > 1 else ""
        tones = {3: "negative", 2: "warning", 1: "info"}
        tone(self._level, tones[int(group.level)])  # type: ignore[arg-type]
        first, partial = found[0][1], " ".join(f.partial for _, f in found if f.partial)
        changed = words.change_words(group, trend)
        set_aside = words.ignored_words(group, report)
        told = ". ".join(text for text in (amount + where, changed, set_aside) if text)
        self._say(
            group.title,
            words.LEVEL_WORDS[group.level],
            f"Rule: {first.rule}",
            f"What to do: {first.advice}" if first.advice else "",
            first.method,
            f"Known from: {', '.join(first.known)}" if first.known else "",
            f"{told}. Partial: {partial}" if partial else told,
        )
        shown = FindingGroup(group.check, group.title, group.level, count, tuple(found))
        self._offer(shown, is_ignored=bool(set_aside))
        self.evidence.show_groups(words.evidence_groups(group, report, now, only))
        self._choose_first()

    def show_failed(self, source: Source, finding: Finding) -> None:
        """Show why a check could not be made."""
        tone(self._level, "muted")
        self._say(
            finding.title,
            "This check could not be made.",
            f"Rule: {finding.rule}",
            "",
            finding.method,
            "",
            finding.problem,
        )
        self._offer(None, is_ignored=False)
        line = Line(source.path, tip=source.path, path=True)
        self.evidence.show_groups((LineGroup("Of this source", (line,)),))

    def show_nothing(self, words: str) -> None:
        """Say that no finding is chosen."""
        self._say("", "", "", "", "", "", words)
        self._offer(None, is_ignored=False)
        self.evidence.show_groups(())

    def group(self) -> FindingGroup | None:
        """The finding that is shown; None where none is."""
        return self._group

    def text(self) -> str:
        """What is written above the evidence."""
        return self.prose.text()

    def _choose_first(self) -> None:
        """The first row that shows the finding is seen at once beside it."""
        if self.evidence.line() is None:
            first = next((line for line in self.evidence.lines() if line.selects is not None), None)
            if first is not None:
                self.evidence.choose(first.identity)

    def _offer(self, group: FindingGroup | None, *, is_ignored: bool) -> None:
        """Show the actions that a finding has."""
        if self._group is None or group is None or group.check != self._group.check:
            self.note.clear()
        self._group = group
        for widget in (self.note, self.ignore):
            widget.setVisible(group is not None and not is_ignored)
        self.take_back.setVisible(is_ignored)
        self.sql.setVisible(group is not None and group.found[0][1].is_sql)

    def _say(self, title: str, level: str, rule: str, advice: str, how: str, known: str, count: str) -> None:
        self.prose.say(title, level, rule, advice, _how(how), known, count)
        self._how.setToolTip(tip(how))

    @Slot()
    def _ignore(self) -> None:
        if self._group is not None:
            self.ignoreRequested.emit(self._group, self.note.text().strip())

    @Slot()
    def _take_back(self) -> None:
        if self._group is not None:
            self.takeBackRequested.emit(self._group)

    @Slot()
    def _open_sql(self) -> None:
        if self._group is not None:
            source, finding = self._group.found[0]
            self.openRequested.emit(sql_location(source.path, finding.method))


def _how(method: str) -> str:
    if not method:
        return ""
    return f"Looked for by: {method}" if len(method) <= _METHOD else f"Looked for by: {method[:_METHOD].rstrip()}…"
