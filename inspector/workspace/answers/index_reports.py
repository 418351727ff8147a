"""Index against table over everything that is open: what each full-text index and its table do not agree on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from inspector.cancel import CancelToken
from inspector.errors import KnownError
from inspector.search.drift import DriftReport
from inspector.search.drift_reports import drift_reports
from inspector.search.run import Drift
from inspector.workspace.answers.search_sources import databases_below
from inspector.workspace.source import Source


@dataclass(frozen=True)
class SourceReport:
    """A report and the source it is of."""

    source: Source
    """Where the index is."""
    report: DriftReport
    """What was compared, and found."""


def index_reports(
    sources: Sequence[Source],
    drift: Drift,
    *,
    cancel: CancelToken | None = None,
    thorough: bool = False,
    told: Callable[[SourceReport], None] = lambda _report: None,
) -> tuple[SourceReport, ...]:
    """A report of every full-text index in these sources and below them; searches with ``drift`` know of them.

    A file that cannot be read is left out: the search itself tells of it. Raises Cancelled.
    """
    found: list[SourceReport] = []

    for source in databases_below(sources):
        assert source.database is not None

        def hear(report: DriftReport, source: Source = source) -> None:
            found.append(SourceReport(source, report))
            told(found[-1])

        try:
            drift_reports(
                source.database,
                source.family.search,
                source.redactor,
                without=source.context,
                drift=drift,
                cancel=cancel,
                thorough=thorough,
                told=hear,
            )
        except KnownError:
            continue
    return tuple(found)
