"""Health as a tab: all findings at the left, the chosen one with its rule and evidence at the right."""

from __future__ import annotations

import time

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Slot
from PySide6.QtGui import QGuiApplication, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from inspector.clock import real_now
from inspector.errors import FileBusy
from inspector.ui.changes.line import ChangedLine
from inspector.ui.changes.words import kept_words
from inspector.ui.commands import Command
from inspector.ui.health import words
from inspector.ui.health.bar import HealthBar
from inspector.ui.health.detail import FindingDetail
from inspector.ui.health.reports import HealthReports, ReportState
from inspector.ui.lines.line import Line, LineGroup
from inspector.ui.lines.list import LineList
from inspector.ui.lines.sizes import counted
from inspector.ui.states import PartialStrip, StateOverlay
from inspector.ui.view import View, ViewContext
from inspector.workspace.condition.health_report import FindingGroup, HealthReport, SourceHealth
from inspector.workspace.condition.report_text import report_markdown
from inspector.workspace.location import Location
from inspector.workspace.source import Source

_NARROW = 720


class HealthView(View):
    """Shows the findings of its source and of all below it.

    Params: ``finding``, ``source``, ``by``, ``filter``, ``level``, ``about``.
    """

    def __init__(
        self, context: ViewContext, source: Source | None, location: Location, parent: QWidget | None = None
    ) -> None:
        super().__init__(context, source, location, parent)
        self._reports = HealthReports.of(context)
        self._shown: tuple[SourceHealth, ...] | None = None
        self._build()
        self._wire()
        self.bar.take(location)
        self._ask(again=False)

    # --- composition -----------------------------------------------------------------------------------------------

    def _build(self) -> None:
        self.bar = HealthBar(self)
        self.bar.by.setVisible(self.source is not None and bool(self.source.children))
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
        column.addWidget(self.bar)
        column.addWidget(self.partial)
        column.addWidget(content, 1)
        self.changed = ChangedLine(self.context, self.refresh, self)
        column.addWidget(self.changed)
        self.setFocusProxy(self.findings)
        # the reader arrives at the findings, not at the filter above them
        self.findings.setFocus()

    def _wire(self) -> None:
        self._reports.changed.connect(self._changed)
        self.bar.filterChanged.connect(self._filter_changed)
        self.bar.choiceChanged.connect(self._choice_changed)
        self.bar.orderChanged.connect(self._order_changed)
        self.bar.cancelRequested.connect(self._cancel)
        self.bar.thoroughRequested.connect(self.look_thoroughly)
        self.bar.copyRequested.connect(self.copy_markdown)
        self.findings.lineSelected.connect(self._chosen)
        self.detail.openRequested.connect(self.openRequested)
        self.detail.lineSelected.connect(self._evidence_chosen)
        self.detail.ignoreRequested.connect(self._reports.ignore)
        self.detail.takeBackRequested.connect(self._reports.take_back)

    def commands(self) -> tuple[Command, ...]:
        has = self._has_report
        return (
            Command(
                "health.thorough", "Look thoroughly for what is wrong", self.look_thoroughly, "", has, "ph.heartbeat"
            ),
            Command("health.copy", "Copy the findings as Markdown", self.copy_markdown, "", has, "ph.copy"),
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = event.size().width() < _NARROW
        wanted = Qt.Orientation.Vertical if narrow else Qt.Orientation.Horizontal
        if self._split.orientation() != wanted:
            self._split.setOrientation(wanted)
            # the splitter takes them once it lies the new way, which it does after this event
            QTimer.singleShot(0, self._share_room)

    @Slot()
    def _share_room(self) -> None:
        narrow = self._split.orientation() is Qt.Orientation.Vertical
        self._split.setSizes([350, 650] if narrow else [420, 480])

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        # what was chosen while nobody listened: a report that was there already is shown before the tab is
        self._evidence_chosen(self.detail.evidence.line())

    # --- reading ---------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        self._ask(again=True)

    def find(self) -> None:  # type: ignore[override]  # as in View
        self.bar.filter.setFocus()
        self.bar.filter.selectAll()

    def show_location(self, location: Location) -> None:
        super().show_location(location)
        self.bar.take(location)
        self._show()

    def summary(self) -> str:
        """What is said over the findings."""
        return self.bar.summary.text()

    @Slot()
    def look_thoroughly(self) -> None:
        """Make all checks without limits of time and size."""
        if self.source is not None:
            self._reports.ask(self.source, again=True, thorough=True)

    @Slot()
    def copy_markdown(self) -> None:
        """Put the whole report on the clipboard."""
        state = self._state()
        if self.source is not None and state.report is not None:
            text = report_markdown(state.report, self.source, self.context.clock, state.trend)
            QGuiApplication.clipboard().setText(text)
            self.set_note("The findings were copied as Markdown")

    def _state(self) -> ReportState:
        return self._reports.state(self.source) if self.source is not None else ReportState()

    def _has_report(self) -> bool:
        return self._state().report is not None

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
        if self.source is None or path != self.source.path:
            return
        state = self._state()
        if state.running and state.report is not None and state.report.parts and state.report.parts is self._shown:
            # only how far it is has changed: the list, what is chosen in it and its row stay as they are
            self._say_how_far(state, state.report)
            return
        self._show()

    def _show(self) -> None:
        source = self.source
        if source is None:
            return
        state = self._reports.state(source)
        report = state.report
        self._say_what_can_be_done(state)
        if state.seen is not None:
            self.changed.hold("checks", state.seen)
        if state.error is not None and report is None:
            self.states.show_error(state.error, self.refresh)
            return
        if report is None or (state.running and not report.parts):
            if state.cancelled:
                self.states.show_empty("The checks were cancelled.", action="Check again", run=self.refresh)
            else:
                doing = f": {state.doing}" if state.doing else "…"
                self.states.show_loading(f"Checking {source.title}{doing}", self._cancel)
            return
        self._say_what_is_missing(report, state)
        self._show_report(report, source, state)

    def _say_what_can_be_done(self, state: ReportState) -> None:
        self.bar.cancel.setVisible(state.running)
        self.bar.thorough.setEnabled(not state.running)
        self.bar.copy.setEnabled(state.report is not None)

    def _say_how_far(self, state: ReportState, report: HealthReport) -> None:
        self._say_what_can_be_done(state)
        summary = words.summary(report) or "Nothing was found"
        checked = f"{report.checked:,} of {counted(report.total, 'source')} checked; " if state.running else ""
        doing = f" Now: {state.doing}." if state.running and state.doing else ""
        self.bar.summary.setText(f"{summary}. {checked}{report.words()}.{doing}")

    def _show_report(self, report: HealthReport, source: Source, state: ReportState) -> None:
        running, self._shown = state.running, report.parts
        self._say_how_far(state, report)
        self.bar.show_trend("" if running else words.trend_words(state.trend, real_now()))
        self.bar.show_systems(words.systems(report))
        groups = self._groups(report, source)
        if not groups and not running:
            self._say_nothing(report)
        else:
            self.states.show_content()
        with QSignalBlocker(self.findings):
            self.findings.show_groups(groups)
        self._restore(report)
        if not running:
            self.badgeChanged.emit(words.badge(report))
            self.set_note(f"{counted(len(report.parts), 'source')} checked; {report.words()}")

    def _say_nothing(self, report: HealthReport) -> None:
        if not self.bar.filter.text().strip() and self.bar.choice() == words.ALL:
            self.states.show_empty(f"{report.words()}.", "Every rule that applies is kept.")
            return
        self.states.show_empty(
            "No finding holds these words, or is of this kind.",
            "Clear the filter to see all.",
            action="Clear the filter",
            run=self._clear_filters,
        )

    def _clear_filters(self) -> None:
        self.move_to(self.location().with_params(filter="", level="", about=""))
        self.bar.take(self.location())
        self._show()

    def _groups(self, report: HealthReport, source: Source) -> list[LineGroup]:
        choice, trend = self.bar.choice(), self._state().trend
        by_source = self.bar.by_source()
        found = words.by_source(report, source, choice) if by_source else words.by_level(report, source, choice, trend)
        chosen = choice == words.ALL
        more = [*words.set_aside(report, source, choice), *words.gone(report, trend, choice)]
        groups = [*found, *(words.not_made(report) if chosen else []), *more]
        # rules that do not apply are no finding: alone they make no list
        unmet = words.unmet(report) if chosen and any(group.lines for group in groups) else []
        return words.matching([*groups, *unmet], self.bar.filter.text())

    def _say_what_is_missing(self, report: HealthReport, state: ReportState) -> None:
        if isinstance(state.error, FileBusy) and state.seen is not None:
            kept = kept_words(state.error, state.seen.at, time.time())
            self.partial.show_partial(kept, self.refresh, action="Check again")
        elif state.cancelled or state.error is not None:
            said = "The checks were cancelled" if state.cancelled else "The checks could not be ended"
            rest = f"{said}: {report.checked:,} of {counted(report.total, 'source')} were checked."
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
        report = self._state().report
        if report is None or line is None:
            return
        if line.goal is not None:
            place = line.goal
            self.move_to(self.location().with_params(finding=place.get("finding"), source=place.get("source")))
        self._show_line(line, report)

    def _show_line(self, line: Line | None, report: HealthReport) -> None:
        self._show_detail(line, report)
        # said once, with what is chosen now: a finding that is shown again keeps its row in the details
        self._evidence_chosen(self.detail.evidence.line())

    def _show_detail(self, line: Line | None, report: HealthReport) -> None:
        if line is None:
            self.detail.show_nothing("Choose a finding to see its rule and the rows that show it.")
            return
        group = self._group(line, report)
        if group is not None and line.goal is not None:
            now, only = self.context.clock.now(), line.goal.get("source")
            self.detail.show_group(group, report, now, only, trend=self._state().trend)
            return
        for source, finding in report.failed:
            if line.identity == f"{words.FAILED} {finding.check} {source.path}":
                self.detail.show_failed(source, finding)
                return
        self.detail.show_nothing(line.words())

    def _group(self, line: Line, report: HealthReport) -> FindingGroup | None:
        wanted = line.goal.get("finding") if line.goal is not None else ""
        aside = line.identity.startswith(f"{words.IGNORED} ")
        groups = report.ignored_groups() if aside else report.groups()
        return next((group for group in groups if group.check == wanted), None)

    @Slot(object)
    def _evidence_chosen(self, line: Line | None) -> None:
        self.rowSelected.emit(line.selects if line is not None else None)

    @Slot(str)
    def _filter_changed(self, text: str) -> None:
        self.move_to(self.location().with_params(filter=text))
        self._show()

    @Slot(object)
    def _choice_changed(self, choice: words.Choice) -> None:
        self.move_to(self.location().with_params(level=choice.level, about=choice.about))
        self._show()

    @Slot(bool)
    def _order_changed(self, by_source: bool) -> None:
        self.move_to(self.location().with_params(by="source" if by_source else "", source=""))
        self._show()
