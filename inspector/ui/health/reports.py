"""The health reports of the open sources: made once for all views that show them, again when asked."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from PySide6.QtCore import QObject, Signal

from inspector.cancel import CancelToken
from inspector.db.watch import Seen, paths_of, see
from inspector.errors import FileBusy, KnownError
from inspector.ui.changes.line import databases_of
from inspector.ui.view import ViewContext
from inspector.workspace.condition.health_report import HealthReport, health_report
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


@dataclass(frozen=True)
class _Asked:
    database: object
    as_of: datetime | None
    shape: tuple[str, ...]
    reveal: bool


class HealthReports(QObject):
    """Lives with the task runner of a window; views ask it and follow ``changed``."""

    changed = Signal(str)
    """Path of a source of which more, or something else, is known."""

    def __init__(self, context: ViewContext) -> None:
        super().__init__(context.runner)
        self._context = context
        self._states: dict[str, ReportState] = {}
        self._asked: dict[str, _Asked] = {}

    @staticmethod
    def of(context: ViewContext) -> HealthReports:
        """The one of this window."""
        found = context.runner.findChild(HealthReports)
        return found if isinstance(found, HealthReports) else HealthReports(context)

    def state(self, source: Source) -> ReportState:
        """What is known of a source now."""
        return self._states.get(source.path, ReportState())

    def ask(self, source: Source, *, again: bool = False) -> None:
        """Make the checks of a source if they were not made of it as it is; ``again``: in any case.

        Checks that run already for the same "as of" time are left to run.
        """
        state = self.state(source)
        shape = tuple(one.path for one in source.walk())
        asked = _Asked(source.database, self._context.clock.as_of, shape, source.redactor.reveal)
        same = self._asked.get(source.path) == asked
        if same and (state.running or (state.report is not None and state.report.complete and not again)):
            self.changed.emit(source.path)
            return
        self._asked[source.path] = asked
        kept = state if same else ReportState()
        self._set(source.path, ReportState(kept.report, kept.seen, running=True))
        self._context.runner.run(
            partial(self._work, source),
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

    def _work(self, source: Source, cancel: CancelToken) -> tuple[HealthReport, Seen]:
        """On the worker's thread."""

        def tell(report: HealthReport) -> None:
            self._context.runner.deliver(self, self._heard, (source.path, cancel, report))

        seen = see(paths_of(databases_of((source,))), cancel)
        return health_report(source, self._context.clock, cancel, tell), seen

    def _heard(self, parcel: tuple[str, CancelToken, HealthReport]) -> None:
        path, cancel, report = parcel
        state = self._states.get(path)
        known = state.report if state else None
        # a second look replaces the first one when it is whole: until then what is known stays
        if state is not None and state.running and not cancel.cancelled and (known is None or not known.complete):
            self._set(path, replace(state, report=report))

    def _done(self, path: str, answer: tuple[HealthReport, Seen]) -> None:
        report, before = answer[0], self._states[path]
        busy = next((finding.problem for _, finding in report.failed if finding.busy), "")
        if busy and not report.made and before.report is not None and before.report.made:
            # findings that are there are better than none
            self._set(path, replace(before, running=False, error=FileBusy(busy)))
            return
        self._set(path, ReportState(*answer))

    def _failed(self, path: str, error: KnownError) -> None:
        self._set(path, replace(self._states[path], running=False, error=error))

    def _cancelled(self, path: str) -> None:
        self._set(path, replace(self._states[path], running=False, cancelled=True))

    def _set(self, path: str, state: ReportState) -> None:
        self._states[path] = state
        self.changed.emit(path)
