"""What is wrong with a source and everything below it: the checks of its family, and its files that cannot be used."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace

from inspector.cancel import CancelToken
from inspector.clock import Clock
from inspector.db.catalog import Catalog
from inspector.errors import FileBusy, KnownError
from inspector.health.check import HealthCheck
from inspector.health.finding import Evidence, Finding, Level
from inspector.health.run import run_checks
from inspector.redaction import Redactor
from inspector.workspace.source import FileProblem, Source

MISSING = "files.missing"
UNUSABLE = "files.unusable"
UNREAD = "files.unread"

SourceFinding = tuple[Source, Finding]
"""A finding and the source it is of."""


def source_findings(source: Source, clock: Clock, cancel: CancelToken | None = None) -> tuple[SourceFinding, ...]:
    """The findings of ``source`` and of all below it, the worst first; one that cannot be checked does not stop others.

    Secrets in their words are masked. Each database is read on its own, on the calling thread; nothing is kept, so
    several calls may run at once.
    Raises Cancelled.
    """
    found = [(part, finding) for part in source.walk() for finding in _of_one(part, clock, cancel)]
    return tuple(sorted(found, key=lambda item: (-item[1].level, bool(item[1].problem), item[1].title, item[0].path)))


def _of_one(source: Source, clock: Clock, cancel: CancelToken | None) -> Iterator[Finding]:
    yield from _file_findings(source.problems)
    if source.database is None:
        return
    folder = source.path if os.path.isdir(source.path) else os.path.dirname(source.path)
    try:
        catalog = source.database.catalog(cancel)
        checks = [check for check in source.family.checks if applies(check, source, catalog)]
        for finding in run_checks(source.database, checks, clock, folder, cancel, read_along=source.context):
            yield _masked(finding, source.redactor)
    except KnownError as error:
        rule = "Every database can be read to be checked."
        busy = isinstance(error, FileBusy)
        yield Finding(UNREAD, "Not checked", Level.WARNING, 0, rule, problem=str(error), busy=busy)


def applies(check: HealthCheck, source: Source, catalog: Catalog) -> bool:
    """Whether a check is about a file of this source and not about one that is only read along."""
    if check.parts and not source.own_parts.intersection(check.parts):
        return False
    return source.concerns(check.needs, catalog)


def _masked(finding: Finding, redactor: Redactor) -> Finding:
    """The finding with secrets masked: what is wrong with a row is told with words from it."""
    return replace(finding, evidence=tuple(replace(e, text=redactor.text(e.text)) for e in finding.evidence))


def _file_findings(problems: tuple[FileProblem, ...]) -> Iterator[Finding]:
    missing = [problem for problem in problems if problem.missing]
    unusable = [problem for problem in problems if not problem.missing]
    if missing:
        rule = "Files that belong together are all there."
        yield Finding(MISSING, "Missing files", Level.ERROR, len(missing), rule, _evidence(missing))
    if unusable:
        rule = "Every file of a set is a database that can be read, with the tables its place promises."
        yield Finding(UNUSABLE, "Files that cannot be used", Level.ERROR, len(unusable), rule, _evidence(unusable))


def _evidence(problems: list[FileProblem]) -> tuple[Evidence, ...]:
    return tuple(Evidence(" ".join(t for t in (p.what, p.advice) if t), path=p.path) for p in problems)
