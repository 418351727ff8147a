"""Health as a tab: all findings at the left, the chosen one with its rule and evidence at the right."""

from __future__ import annotations

import time

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Slot
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QPushButton, QSplitter, QVBoxLayout, QWidget

from inspector.errors import FileBusy
from inspector.ui.changes.line import ChangedLine
from inspector.ui.changes.words import kept_words
from inspector.ui.health import words
from inspector.ui.health.detail import FindingDetail
from inspector.ui.health.reports import HealthReports, ReportState
from inspector.ui.labels import PlainLabel
from inspector.ui.lines.line import Line, LineGroup
from inspector.ui.lines.list import LineList
from inspector.ui.lines.sizes import counted
from inspector.ui.states import PartialStrip, StateOverlay
from inspector.ui.view import View, ViewContext
from inspector.workspace.condition.health_report import FindingGroup, HealthReport
from inspector.workspace.location import Location
from inspector.workspace.source import Source

_FILTER_MS = 120
_NARROW = 720
_BY_RULE, _BY_SOURCE = "By rule", "By source"


class HealthView(View):
    """Shows the findings of its source and of all below it. Params: ``finding``, ``source``, ``by``, ``filter``."""

    def __init__(
        self, context: ViewContext, source: Source | None, location: Location, parent: QWidget | None = None
    ) -> None:
        super().__init__(context, source, location, parent)
        self._reports = HealthReports.of(context)
        self._build()
        self._wire()
        self._take_params(location)
        self._ask(again=False)

    # --- composition -----------------------------------------------------------------------------------------------

    def _build(self) -> None:
        self._build_bar()
        self.partial = PartialStrip(self)
        content = QWidget(self)
        self.findings = LineList(self.context.theme, "Findings", content, fitted=False)
        self.detail = FindingDetail(self.context.theme, content)
        self._split = QSplitter(Qt.Orientation.Horizontal, content)
        self._split.setChildrenCollapsible(False)
        self._split.addWidget(self.findings)
        self._split.addWidget(self.detail)
        self._split.setSizes([420, 480])
        inside = QVBoxLayout(content)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.addWidget(self._split)
        self.states = StateOverlay(content)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._bar)
        column.addWidget(self.partial)
        column.addWidget(content, 1)
        self.changed = ChangedLine(self.context, self.refresh, self)
        column.addWidget(self.changed)
        self.setFocusProxy(self.findings)
        # the reader arrives at the findings, not at the filter above them
        self.findings.setFocus()

    def _build_bar(self) -> None:
        self._summary = PlainLabel("", self)
        self._filter = QLineEdit(self)
        self._filter.setPlaceholderText("Filter findings")
        self._filter.setClearButtonEnabled(True)
        self._filter.setMaximumWidth(260)
        self._by = QComboBox(self)
        self._by.setAccessibleName("Order of the findings")
        self._by.addItems([_BY_RULE, _BY_SOURCE])
        self._by.setVisible(self.source is not None and bool(self.source.children))
        self._cancel_button = QPushButton("Cancel", self)
        self._cancel_button.hide()
        self._delay = QTimer(self, singleShot=True, interval=_FILTER_MS)
        self._bar = QHBoxLayout()
        self._bar.setContentsMargins(8, 8, 8, 8)
        self._bar.setSpacing(8)
        self._bar.addWidget(self._filter)
        self._bar.addWidget(self._by)
        self._bar.addWidget(self._summary, 1)
        self._bar.addWidget(self._cancel_button)

    def _wire(self) -> None:
        self._reports.changed.connect(self._changed)
        self._filter.textChanged.connect(self._delay.start)
        self._delay.timeout.connect(self._filter_changed)
        self._by.currentTextChanged.connect(self._by_changed)
        self._cancel_button.clicked.connect(self._cancel)
        self.findings.lineSelected.connect(self._chosen)
        self.detail.openRequested.connect(self.openRequested)
        self.detail.lineSelected.connect(self._evidence_chosen)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = event.size().width() < _NARROW
        self._split.setOrientation(Qt.Orientation.Vertical if narrow else Qt.Orientation.Horizontal)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        # what was chosen while nobody listened: a report that was there already is shown before the tab is
        self._evidence_chosen(self.detail.evidence.line())

    # --- reading ---------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        self._ask(again=True)

    def find(self) -> None:  # type: ignore[override]  # as in View
        self._filter.setFocus()
        self._filter.selectAll()

    def show_location(self, location: Location) -> None:
        super().show_location(location)
        self._take_params(location)
        self._show()

    def summary(self) -> str:
        """What is said over the findings."""
        return self._summary.text()

    def _take_params(self, location: Location) -> None:
        with QSignalBlocker(self._filter), QSignalBlocker(self._by):
            self._filter.setText(location.get("filter"))
            by_source = location.get("by") == "source" or bool(location.get("source"))
            self._by.setCurrentText(_BY_SOURCE if by_source else _BY_RULE)

    def _ask(self, *, again: bool) -> None:
        source = self.source
        if source is None or not any(one.database is not None or one.problems for one in source.walk()):
            self.states.show_empty("There is no database here that could be checked.", "Open a database or a folder.")
            return
        self._reports.ask(source, again=again)

    @Slot()
    def _cancel(self) -> None:
        if self.source is not None:
            self._reports.cancel(self.source)

    # --- showing ---------------------------------------------------------------------------------------------------

    @Slot(str)
    def _changed(self, path: str) -> None:
        if self.source is not None and path == self.source.path:
            self._show()

    def _show(self) -> None:
        source = self.source
        if source is None:
            return
        state = self._reports.state(source)
        report = state.report
        self._cancel_button.setVisible(state.running)
        if state.seen is not None:
            self.changed.hold("checks", state.seen)
        if state.error is not None and report is None:
            self.states.show_error(state.error, self.refresh)
            return
        if report is None or (state.running and not report.parts):
            if state.cancelled:
                self.states.show_empty("The checks were cancelled.", action="Check again", run=self.refresh)
            else:
                self.states.show_loading(f"Checking {source.title}…", self._cancel)
            return
        self._say_what_is_missing(report, state)
        self._show_report(report, source, running=state.running)

    def _show_report(self, report: HealthReport, source: Source, *, running: bool) -> None:
        summary = words.summary(report) or "Nothing was found"
        checked = f"{len(report.parts):,} of {counted(report.total, 'source')} checked; " if running else ""
        self._summary.setText(f"{summary}. {checked}{report.words()}.")
        groups = self._groups(report, source)
        if not groups and not running:
            self.states.show_empty(
                "No finding holds these words." if self._filter.text().strip() else f"{report.words()}.",
                "Clear the filter to see all." if self._filter.text().strip() else "Every rule that applies is kept.",
                action="Clear the filter" if self._filter.text().strip() else "",
                run=self._filter.clear if self._filter.text().strip() else None,
            )
        else:
            self.states.show_content()
        with QSignalBlocker(self.findings):
            self.findings.show_groups(groups)
        self._restore(report)
        if not running:
            self.badgeChanged.emit(words.badge(report))
            self.set_note(f"{counted(len(report.parts), 'source')} checked; {report.words()}")

    def _groups(self, report: HealthReport, source: Source) -> list[LineGroup]:
        by_source = self._by.currentText() == _BY_SOURCE
        found = words.by_source(report, source) if by_source else words.by_level(report, source)
        groups = [*found, *words.not_made(report)]
        wanted = self._filter.text()
        # rules that do not apply are no finding: alone they make no list
        more = words.unmet(report) if any(group.lines for group in groups) else []
        return words.matching([*groups, *more], wanted)

    def _say_what_is_missing(self, report: HealthReport, state: ReportState) -> None:
        if isinstance(state.error, FileBusy) and state.seen is not None:
            kept = kept_words(state.error, state.seen.at, time.time())
            self.partial.show_partial(kept, self.refresh, action="Check again")
        elif state.cancelled or state.error is not None:
            said = "The checks were cancelled" if state.cancelled else "The checks could not be ended"
            rest = f"{said}: {len(report.parts):,} of {counted(report.total, 'source')} were checked."
            self.partial.show_partial(rest, self.refresh, action="Check again")
        else:
            self.partial.show_whole()

    # --- choosing --------------------------------------------------------------------------------------------------

    def _restore(self, report: HealthReport) -> None:
        """Select what the Location names, else the first finding."""
        place = self.location()
        wanted = [f"{place.get('finding')} {place.get('source')}".strip(), place.get("finding")]
        chosen = any(identity and self.findings.choose(identity) for identity in wanted)
        if not chosen and self.findings.line() is None:
            first = next((line for line in self.findings.lines() if line.kind == "line"), None)
            if first is not None:
                self.findings.choose(first.identity)
        self._show_line(self.findings.line(), report)

    @Slot(object)
    def _chosen(self, line: Line | None) -> None:
        report = self._reports.state(self.source).report if self.source is not None else None
        if report is None or line is None:
            return
        if line.goal is not None:
            place = line.goal
            self.move_to(self.location().with_params(finding=place.get("finding"), source=place.get("source")))
        self._show_line(line, report)

    def _show_line(self, line: Line | None, report: HealthReport) -> None:
        self.rowSelected.emit(None)
        if line is None:
            self.detail.show_nothing("Choose a finding to see its rule and the rows that show it.")
            return
        group = self._group(line, report)
        if group is not None and line.goal is not None:
            self.detail.show_group(group, report, self.context.clock.now(), line.goal.get("source"))
            return
        for source, finding in report.failed:
            if line.identity == f"{words.FAILED} {finding.check} {source.path}":
                self.detail.show_failed(source, finding)
                return
        self.detail.show_nothing(line.words())

    def _group(self, line: Line, report: HealthReport) -> FindingGroup | None:
        wanted = line.goal.get("finding") if line.goal is not None else ""
        return next((group for group in report.groups() if group.check == wanted), None)

    @Slot(object)
    def _evidence_chosen(self, line: Line | None) -> None:
        self.rowSelected.emit(line.selects if line is not None else None)

    @Slot()
    def _filter_changed(self) -> None:
        self.move_to(self.location().with_params(filter=self._filter.text()))
        self._show()

    @Slot(str)
    def _by_changed(self, text: str) -> None:
        self.move_to(self.location().with_params(by="source" if text == _BY_SOURCE else "", source=""))
        self._show()
