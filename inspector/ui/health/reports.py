"""The health reports of the open sources: made once for all views that show them, again when asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal, Slot
from shiboken6 import isValid

from inspector.cancel import CancelToken
from inspector.clock import real_now
from inspector.db.watch import Seen, paths_of, see
from inspector.errors import FileBusy, KnownError
from inspector.ui.changes.line import databases_of
from inspector.ui.view import ViewContext
from inspector.workspace.condition import ignored as set_aside
from inspector.workspace.condition.health_report import FindingGroup, HealthReport, health_report
from inspector.workspace.condition.ignored import FindingKey, Ignored
from inspector.workspace.condition.looks import Trend, look_of, remember
from inspector.workspace.source import Source


@dataclass(frozen=True)
class ReportState:
    """How far the checking of one source is."""

    report: HealthReport | None = None
    """What was found so far; None before the first source was checked."""
    seen: Seen | None = None
    """The files before the checks of ``report`` read them; None while these are not all made."""
    running: bool = False
    """Whether checks are being made."""
    cancelled: bool = False
    """Whether they were ended before all were made."""
    error: KnownError | None = None
    """Why they could not be made."""
    doing: str = ""
    """Which check is being made."""
    trend: Trend | None = None
    """What changed since an earlier look; None without one, or before all was looked at."""


TOLD_MS = 150
"""Milliseconds between two words about the check that is being made."""


@dataclass(frozen=True)
class _Asked:
    database: object
    as_of: datetime | None
    shape: tuple[str, ...]
    reveal: bool
    thorough: bool


class HealthReports(QObject):
    """Lives with the task runner of a window; views ask it and follow ``changed``."""

    changed = Signal(str)
    """Path of a source of which more, or something else, is known."""

    def __init__(self, context: ViewContext) -> None:
        super().__init__(context.runner)
        self._context = context
        self._states: dict[str, ReportState] = {}
        self._asked: dict[str, _Asked] = {}
        self._ignored: Mapping[FindingKey, Ignored] = set_aside.ignored(context.settings)
        context.settings.on_change(self._setting_changed)
        self._doing: dict[str, str] = {}
        self._look = QTimer(self, interval=TOLD_MS)
        self._look.timeout.connect(self._tell_doing)

    @staticmethod
    def of(context: ViewContext) -> HealthReports:
        """The one of this window."""
        found = context.runner.findChild(HealthReports)
        return found if isinstance(found, HealthReports) else HealthReports(context)

    def state(self, source: Source) -> ReportState:
        """What is known of a source now, without what the user set aside."""
        state = self._states.get(source.path, ReportState())
        if state.report is None:
            return state
        return replace(state, report=replace(state.report, ignored=self._ignored))

    def ignore(self, group: FindingGroup, note: str) -> None:
        """Set a finding aside in the sources that the group names."""
        since = real_now().isoformat(timespec="seconds")
        found = [Ignored(finding.check, source.path, note, finding.count, since) for source, finding in group.found]
        set_aside.ignore(self._context.settings, found)

    def take_back(self, group: FindingGroup) -> None:
        """Let a finding count again."""
        set_aside.take_back(self._context.settings, group.keys)

    def ask(self, source: Source, *, again: bool = False, thorough: bool = False) -> None:
        """Make the checks of a source if they were not made of it as it is; ``again``: in any case.

        Checks that run already for the same "as of" time are left to run, unless a thorough look is wanted instead.
        """
        state = self._states.get(source.path, ReportState())
        shape = tuple(one.path for one in source.walk())
        asked = _Asked(source.database, self._context.clock.as_of, shape, source.redactor.reveal, thorough)
        known = self._asked.get(source.path)
        same = known is not None and replace(known, thorough=thorough) == asked
        if known is not None and thorough and not known.thorough:
            again = True
            state = replace(state, running=False)
        if same and (state.running or (state.report is not None and state.report.complete and not again)):
            self.changed.emit(source.path)
            return
        self._asked[source.path] = asked
        kept = state if same else ReportState()
        self._set(source.path, ReportState(kept.report, kept.seen, running=True, trend=kept.trend))
        self._doing[source.path] = ""
        self._look.start()
        self._context.runner.run(
            partial(self._work, source, thorough),
            partial(self._done, source.path),
            partial(self._failed, source.path),
            owner=self,
            key=source.path,
            title=f"Checking {source.title}",
            cancelled=partial(self._cancelled, source.path),
        )

    def cancel(self, source: Source) -> None:
        """End the checks of a source."""
        if self.state(source).running:
            self._context.runner.cancel(self, source.path)
            self._cancelled(source.path)

    def _work(self, source: Source, thorough: bool, cancel: CancelToken) -> tuple[HealthReport, Seen]:
        """On the worker's thread."""

        def tell(report: HealthReport) -> None:
            self._doing[source.path] = report.doing
            if report.doing:
                # the names of checks follow one another too fast to be shown: the timer looks which one it is
                return
            self._context.runner.deliver(self, self._heard, (source.path, cancel, report))

        seen = see(paths_of(databases_of((source,))), cancel)
        return health_report(source, self._context.clock, cancel, tell, thorough=thorough), seen

    def _heard(self, parcel: tuple[str, CancelToken, HealthReport]) -> None:
        path, cancel, report = parcel
        state = self._states.get(path)
        known = state.report if state else None
        if state is None or not state.running or cancel.cancelled:
            return
        # a second look replaces the first one when it is whole: until then what is known stays
        if known is None or not known.complete:
            self._set(path, replace(state, report=report))

    def _done(self, path: str, answer: tuple[HealthReport, Seen]) -> None:
        report, before = answer[0], self._states[path]
        busy = next((finding.problem for _, finding in report.failed if finding.busy), "")
        if busy and not report.made and before.report is not None and before.report.made:
            # findings that are there are better than none
            self._set(path, replace(before, running=False, doing="", error=FileBusy(busy)))
            return
        trend = before.trend
        if not busy:
            trend = remember(self._context.settings, path, look_of(report, real_now().isoformat(timespec="seconds")))
        self._set(path, ReportState(*answer, trend=trend))

    def _failed(self, path: str, error: KnownError) -> None:
        self._set(path, replace(self._states[path], running=False, doing="", error=error))

    def _cancelled(self, path: str) -> None:
        self._set(path, replace(self._states[path], running=False, doing="", cancelled=True))

    @Slot()
    def _tell_doing(self) -> None:
        running = [(path, state) for path, state in self._states.items() if state.running]
        for path, state in running:
            doing = self._doing.get(path, "")
            if doing != state.doing:
                self._set(path, replace(state, doing=doing))
        if not running:
            self._look.stop()

    def _setting_changed(self, id: str) -> None:
        if id == set_aside.KEY and isValid(self):
            self._ignored = set_aside.ignored(self._context.settings)
            for path in list(self._states):
                self.changed.emit(path)

    def _set(self, path: str, state: ReportState) -> None:
        self._states[path] = state
        self.changed.emit(path)
