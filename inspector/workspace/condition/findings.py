"""What is wrong with a source and everything below it: the checks of its family, and its files that cannot be used."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from inspector.cancel import CancelToken
from inspector.clock import Clock
from inspector.db.catalog import Catalog
from inspector.errors import FileBusy, KnownError
from inspector.families.docs import load_docs
from inspector.health.check import HealthCheck
from inspector.health.finding import Evidence, Finding, Level
from inspector.health.run import Circumstances, make_checks
from inspector.redaction import Redactor
from inspector.workspace.source import FileProblem, Source

MISSING = "files.missing"
UNUSABLE = "files.unusable"
UNREAD = "files.unread"
_NAMES = "The names of the files that belong together, in their folder."
_FIRST_BYTES = "The first bytes of the file and its tables."

SourceFinding = tuple[Source, Finding]
"""A finding and the source it is of."""


def _silent(words: str) -> None:
    return


def _unheard(made: int, found: Sequence[Finding]) -> None:
    return


@dataclass(frozen=True)
class Look:
    """How a source is looked at."""

    thorough: bool = False
    """Whether checks may take as long as they need, and those are made that are left out else."""
    tell: Callable[[str], None] = _silent
    """Hears which check is being made."""
    hear: Callable[[int, Sequence[Finding]], None] = _unheard
    """Hears, while more checks are made, how many were and what they found, secrets masked."""


def source_findings(
    source: Source, clock: Clock, cancel: CancelToken | None = None, look: Look | None = None
) -> tuple[SourceFinding, ...]:
    """The findings of ``source`` and of all below it, the worst first; one that cannot be checked does not stop others.

    Secrets in their words are masked. Each database is read on its own, on the calling thread; nothing is kept, so
    several calls may run at once.
    Raises Cancelled.
    """
    found = [(part, finding) for part in source.walk() for finding in _of_one(part, clock, cancel, look or Look())]
    return tuple(sorted(found, key=lambda item: (-item[1].level, bool(item[1].problem), item[1].title, item[0].path)))


def _of_one(source: Source, clock: Clock, cancel: CancelToken | None, look: Look) -> Iterator[Finding]:
    yield from _file_findings(source.problems)
    if source.database is None:
        return
    folder = source.path if os.path.isdir(source.path) else os.path.dirname(source.path)
    try:
        catalog = source.database.catalog(cancel)
        checks = [check for check in source.family.checks if applies(check, source, catalog)]
        documented = load_docs(source.family.id, source.family.docs_root).kind

        def hear(made: int, found: Sequence[Finding]) -> None:
            look.hear(made, [_masked(finding, source.redactor) for finding in found])

        around = Circumstances(clock, folder, source.context, documented, look.thorough, look.tell, hear)
        for finding in make_checks(source.database, checks, around, cancel):
            yield _masked(finding, source.redactor)
    except KnownError as error:
        rule = "Every database can be read to be checked."
        busy = isinstance(error, FileBusy)
        yield Finding(UNREAD, "Not checked", Level.SUSPICIOUS, 0, rule, problem=str(error), busy=busy)


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
        advice = "Restore the file, or have its program make it anew: what it held cannot be told from the others."
        yield Finding(
            MISSING, "Missing files", Level.BROKEN, len(missing), rule, _evidence(missing), advice=advice, method=_NAMES
        )
    if unusable:
        rule = "Every file of a set is a database that can be read, with the tables its place promises."
        advice = "See what wrote it; restore it from a copy if it should be a database."
        yield Finding(
            UNUSABLE,
            "Files that cannot be used",
            Level.BROKEN,
            len(unusable),
            rule,
            _evidence(unusable),
            advice=advice,
            method=_FIRST_BYTES,
        )


def _evidence(problems: list[FileProblem]) -> tuple[Evidence, ...]:
    return tuple(Evidence(" ".join(t for t in (p.what, p.advice) if t), path=p.path) for p in problems)
