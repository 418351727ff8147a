"""Which checks were made of a source and all below it, what they found, which were not made and why?"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from inspector.cancel import CancelToken
from inspector.clock import Clock
from inspector.db.catalog import Catalog
from inspector.errors import KnownError
from inspector.health.check import HealthCheck
from inspector.health.finding import Finding, Level
from inspector.workspace.condition.findings import UNREAD, Look, applies, source_findings
from inspector.workspace.condition.ignored import FindingKey, Ignored
from inspector.workspace.opening.names import member_names
from inspector.workspace.source import Source

AGAIN_S = 0.3
"""Seconds until the first word about the findings of a source whose checks go on; then twice as many each time."""


@dataclass(frozen=True)
class NotApplicable:
    """A check that says nothing of a source, since what it needs is not there."""

    title: str
    """What it looks for."""
    missing: tuple[str, ...]
    """Tables and columns that it needs."""


@dataclass(frozen=True)
class SourceHealth:
    """What was checked of one source, without what stands below it."""

    source: Source
    """The source."""
    findings: tuple[Finding, ...] = ()
    """What was found, the worst first."""
    failed: tuple[Finding, ...] = ()
    """Checks that could not be made; their ``problem`` says why."""
    made: int = 0
    """How many checks of rules were made."""
    passed: int = 0
    """How many of them found nothing."""
    not_applicable: tuple[NotApplicable, ...] = ()
    """Checks that need what is not there."""
    only_thorough: frozenset[str] = frozenset()
    """Ids of the checks that only a thorough look makes."""
    whole: bool = True
    """Whether all its checks were made."""


@dataclass(frozen=True)
class FindingGroup:
    """The findings of one check over several sources."""

    check: str
    """Id of the check."""
    title: str
    """What was found."""
    level: Level
    """How bad it is at worst."""
    count: int
    """How many rows or files in all sources."""
    found: tuple[tuple[Source, Finding], ...]
    """The finding in each source."""

    @property
    def about(self) -> str:
        """What the check is of: the id of a family, ``generic`` for any file, ``files``."""
        return self.check.partition(".")[0]

    @property
    def keys(self) -> tuple[FindingKey, ...]:
        """By which its findings are known again."""
        return tuple((finding.check, source.path) for source, finding in self.found)


@dataclass(frozen=True)
class HealthReport:
    """What was checked so far."""

    parts: tuple[SourceHealth, ...] = ()
    """One for each source that has files, in the order of the workspace tree; the last one may not be whole yet."""
    total: int = 0
    """How many sources there are to check."""
    names: Mapping[str, str] = field(default_factory=dict)
    """Names for people of sources below an install, by path."""
    thorough: bool = False
    """Whether all was looked at, however long it took."""
    doing: str = ""
    """Which check is being made now; empty when none is."""
    ignored: Mapping[FindingKey, Ignored] = field(default_factory=dict)
    """Findings that the user set aside: they are told apart and not counted."""

    def name(self, source: Source) -> str:
        """What a source is called: its name in the install, else its title."""
        return self.names.get(source.path, source.title)

    @property
    def complete(self) -> bool:
        """Whether every source was checked."""
        return self.checked == self.total

    @property
    def checked(self) -> int:
        """How many sources were checked to the end."""
        return sum(part.whole for part in self.parts)

    @property
    def made(self) -> int:
        """How many checks were made."""
        return sum(part.made for part in self.parts)

    @property
    def passed(self) -> int:
        """How many of them found nothing."""
        return sum(part.passed for part in self.parts)

    @property
    def failed(self) -> tuple[tuple[Source, Finding], ...]:
        """Checks that could not be made."""
        return tuple((part.source, finding) for part in self.parts for finding in part.failed)

    @property
    def partial(self) -> tuple[tuple[Source, Finding], ...]:
        """Findings of checks that did not look at everything."""
        return tuple((part.source, f) for part in self.parts for f in part.findings if f.partial)

    def groups(self) -> tuple[FindingGroup, ...]:
        """All findings that count, those of one check together, the worst first."""
        return self._grouped(ignored=False)

    def ignored_groups(self) -> tuple[FindingGroup, ...]:
        """The findings that were set aside and are still there."""
        return self._grouped(ignored=True)

    def _grouped(self, *, ignored: bool) -> tuple[FindingGroup, ...]:
        by_check: dict[str, list[tuple[Source, Finding]]] = {}
        for part in self.parts:
            for finding in part.findings:
                if ((finding.check, part.source.path) in self.ignored) is ignored:
                    by_check.setdefault(finding.check, []).append((part.source, finding))
        return tuple(sorted((_group(found) for found in by_check.values()), key=lambda g: (-g.level, g.title)))

    def count(self, *levels: Level) -> int:
        """How many kinds of findings there are of these levels (of all, without any)."""
        return sum(1 for group in self.groups() if not levels or group.level in levels)

    def words(self) -> str:
        """How much was checked: "31 of 43 checks found nothing; 2 could not be made"."""
        failed, partial, ignored = len(self.failed), len(self.partial), len(self.ignored_groups())
        checks = f"{self.made:,} {'check' if self.made == 1 else 'checks'}"
        passed = f"all {checks}" if self.made == self.passed else f"{self.passed:,} of {checks}"
        words = f"{passed} found nothing" if self.made > 1 or not self.passed else "the one check found nothing"
        words = words if self.made else "no check was made"
        words += f"; {failed:,} could not be made" if failed else ""
        words += f"; {partial:,} looked at a part only" if partial else ""
        return words + (f"; {ignored:,} ignored" if ignored else "")


def health_report(
    source: Source,
    clock: Clock,
    cancel: CancelToken | None = None,
    tell: Callable[[HealthReport], None] = lambda report: None,
    *,
    thorough: bool = False,
) -> HealthReport:
    """Check ``source`` and all below it, one after another; ``tell`` hears of each check. Raises Cancelled.

    While the checks of a source go on it hears, after ``AGAIN_S`` and ever more rarely, of what was found until then.
    """
    wanted = [one for one in source.walk() if one.database is not None or one.problems]
    report = HealthReport(total=len(wanted), names=member_names(source, cancel), thorough=thorough)
    tell(report)
    for one in wanted:
        so_far = _SoFar(report, one, tell)
        look = Look(thorough, so_far.doing, so_far.hear)
        report = replace(report, parts=(*report.parts, _check(one, clock, cancel, look)))
        tell(report)
    return report


class _SoFar:
    """What is known of a source while its checks are made; told no more often than somebody can look at it."""

    def __init__(self, before: HealthReport, source: Source, tell: Callable[[HealthReport], None]) -> None:
        self._before = self._told = before
        self._part = SourceHealth(source, whole=False)
        self._tell = tell
        self._told_at, self._wait = time.monotonic(), AGAIN_S

    def doing(self, words: str) -> None:
        """A check begins."""
        self._tell(replace(self._told, doing=words))

    def hear(self, made: int, found: Sequence[Finding]) -> None:
        """Some checks were made, and others will be."""
        part = self._part
        failed = tuple(finding for finding in found if finding.problem)
        findings = (*part.findings, *(finding for finding in found if not finding.problem))
        self._part = replace(
            part,
            findings=tuple(sorted(findings, key=lambda finding: (-finding.level, finding.title))),
            failed=(*part.failed, *failed),
            made=part.made + made - len(failed),
            passed=part.passed + made - len(found),
        )
        now = time.monotonic()
        if now - self._told_at >= self._wait:
            self._told_at, self._wait = now, 2 * self._wait
            self._told = replace(self._before, parts=(*self._before.parts, self._part))
            self._tell(self._told)


def _check(source: Source, clock: Clock, cancel: CancelToken | None, look: Look) -> SourceHealth:
    found = [finding for _, finding in source_findings(replace(source, children=()), clock, cancel, look)]
    failed = tuple(finding for finding in found if finding.problem)
    findings = tuple(finding for finding in found if not finding.problem)
    made, not_applicable = _asked(source, cancel, look) if source.database is not None else ((), ())
    unread = any(finding.check == UNREAD for finding in failed)
    count = 0 if unread else len(made) - len({finding.check for finding in failed}.intersection(made))
    broken = len({finding.check for finding in findings}.intersection(made))
    only = frozenset(check.id for check in source.family.checks if check.thorough)
    return SourceHealth(source, findings, failed, count, max(0, count - broken), not_applicable, only)


def _asked(source: Source, cancel: CancelToken | None, look: Look) -> tuple[tuple[str, ...], tuple[NotApplicable, ...]]:
    """Ids of the checks that are made of a source, and those that need what is not there."""
    assert source.database is not None
    try:
        catalog = source.database.catalog(cancel)
    except KnownError:
        return (), ()
    asked = [check for check in source.family.checks if applies(check, source, catalog)]
    made = tuple(c.id for c in asked if c.needs.met_by(catalog) and (look.thorough or not c.thorough))
    absent = [check for check in source.family.checks if check not in asked and _lacks_tables(check, source, catalog)]
    missing = ((check.title, check.needs.missing(catalog)) for check in (*asked, *absent))
    return made, tuple(NotApplicable(title, names) for title, names in missing if names)


def _lacks_tables(check: HealthCheck, source: Source, catalog: Catalog) -> bool:
    """Whether a check is meant for a file like this one, and none of its tables is anywhere."""
    meant = source.own_parts.intersection(check.parts) if check.parts else len(source.family.parts) == 1
    names = {name.partition(".")[0] for name in check.needs.names}
    return bool(meant) and bool(names) and all(catalog.table(name) is None for name in names)


def _group(found: Iterable[tuple[Source, Finding]]) -> FindingGroup:
    pairs = tuple(found)
    first = pairs[0][1]
    level = max(finding.level for _, finding in pairs)
    return FindingGroup(first.check, first.title, level, sum(finding.count for _, finding in pairs), pairs)
