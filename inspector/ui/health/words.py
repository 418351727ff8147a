"""Findings as lines: what a list of them says, what the evidence of one says, where each leads (no Qt)."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from inspector.health.finding import Evidence, Finding, Level
from inspector.timeline.instants import age_words, read_instant
from inspector.ui.lines.line import Line, LineGroup, Mark
from inspector.ui.lines.sizes import counted
from inspector.workspace.condition.health_report import FindingGroup, HealthReport, SourceHealth
from inspector.workspace.condition.looks import Trend
from inspector.workspace.location import Location, location
from inspector.workspace.rows.row_location import row_location
from inspector.workspace.source import Source

LEVEL_WORDS = {
    Level.BROKEN: "Broken: something does not work",
    Level.SUSPICIOUS: "Suspicious: may be wrong, or will be",
    Level.INFORMATION: "Information: nothing is wrong",
}
_LEVEL_MARKS: dict[Level, Mark] = {Level.BROKEN: "error", Level.SUSPICIOUS: "warning", Level.INFORMATION: "info"}
_LEVEL_TITLES = {Level.BROKEN: "Broken", Level.SUSPICIOUS: "Suspicious", Level.INFORMATION: "Information"}
FAILED = "failed"
"""Identity of the line of checks that could not be made begins so."""
IGNORED = "ignored"
"""Identity of the line of what is ignored begins so."""


ANY_FILE, FILES = "generic", "files"
"""What checks of any file, and of the files of a set, are about."""


@dataclass(frozen=True)
class Choice:
    """Which findings are shown."""

    level: str = ""
    """``bad`` (broken and suspicious) or the word of a level; empty for all."""
    about: str = ""
    """What their checks are about: the id of a family, ``generic``, ``files``; empty for all."""

    def admits(self, check: str, level: Level) -> bool:
        """Whether a finding of this check and level is shown."""
        if self.about and check.partition(".")[0] != self.about:
            return False
        if self.level == "bad":
            return level is not Level.INFORMATION
        return not self.level or level.word == self.level


ALL = Choice()
"""Everything is shown."""


def systems(report: HealthReport) -> list[tuple[str, str]]:
    """(id, title) of what the findings are about, families first."""
    titles = {part.source.family.id: part.source.family.title for part in report.parts}
    titles |= {ANY_FILE: "Any file", FILES: "Files"}
    there = {group.about for group in (*report.groups(), *report.ignored_groups())}
    order = sorted(there, key=lambda id: (id in (ANY_FILE, FILES), titles.get(id, id)))
    return [(id, titles.get(id, id)) for id in order]


def change_words(group: FindingGroup, trend: Trend | None) -> str:
    """What changed of a finding since an earlier look: "new", "2 more than before"; empty where nothing did."""
    if trend is None:
        return ""
    was = sum(trend.before.get(key, 0) for key in group.keys)
    if was == group.count or not any(key in trend.changes for key in group.keys):
        return ""
    if not was:
        return "new"
    return f"{group.count - was:,} more" if group.count > was else f"{was - group.count:,} fewer"


def trend_words(trend: Trend | None, now: datetime) -> str:
    """What changed since an earlier look, in one line; empty without one."""
    if trend is None:
        return ""
    instant = read_instant(trend.since)
    since = age_words(instant.moment, now) if instant else trend.since
    return f"Since the look {since}: {trend.words() or 'nothing changed'}"


def ignored_words(group: FindingGroup, report: HealthReport) -> str:
    """That a finding is ignored, with the note and what it was then; empty if it is not."""
    kept = [report.ignored[key] for key in group.keys if key in report.ignored]
    if not kept:
        return ""
    notes = "; ".join(dict.fromkeys(one.note for one in kept if one.note))
    was = sum(one.count for one in kept)
    grown = f" (it had {was:,} then)" if was and was != group.count else ""
    return f"Ignored{f': {notes}' if notes else ''}{grown}"


def level_mark(level: Level) -> Mark:
    """The sign of a level."""
    return _LEVEL_MARKS[level]


def summary(report: HealthReport) -> str:
    """How bad it is: "2 broken, 5 suspicious, 1 for information"."""
    numbers = [
        (f"{report.count(level):,} {words}", report.count(level))
        for level, words in (
            (Level.BROKEN, "broken"),
            (Level.SUSPICIOUS, "suspicious"),
            (Level.INFORMATION, "for information"),
        )
    ]
    return ", ".join(words for words, count in numbers if count)


def badge(report: HealthReport) -> str:
    """What the tree says behind "Health": how many kinds of broken and suspicious things there are."""
    count = report.count(Level.BROKEN, Level.SUSPICIOUS)
    return str(count) if count else ""


def finding_line(group: FindingGroup, report: HealthReport, top: Source, trend: Trend | None = None) -> Line:
    """A finding over all its sources; it leads to the health view of ``top`` at this finding."""
    first_source, first = group.found[0]
    evidence = shown_text(first.evidence[0], first_source) if first.evidence else ""
    if len(group.found) > 1:
        named = ", ".join(report.name(source) for source, _ in group.found)
        detail = f"in {counted(len(group.found), 'source')}: {named}"
    else:
        where = f"{report.name(first_source)}: " if first_source.path != top.path else ""
        detail = where + evidence
    return Line(
        group.title,
        detail=detail,
        trailing=", ".join(text for text in (change_words(group, trend), f"{group.count:,}") if text),
        tip="\n".join((group.title, LEVEL_WORDS[group.level], first.rule, detail)),
        mark=level_mark(group.level),
        goal=location(top.path, "health", finding=group.check),
        key=group.check,
    )


def by_level(report: HealthReport, top: Source, choice: Choice = ALL, trend: Trend | None = None) -> list[LineGroup]:
    """The chosen findings, the worst first, under the name of their level."""
    chosen = [group for group in report.groups() if choice.admits(group.check, group.level)]
    groups = []
    for level in sorted(Level, reverse=True):
        lines = tuple(finding_line(group, report, top, trend) for group in chosen if group.level is level)
        if lines:
            groups.append(LineGroup(_LEVEL_TITLES[level], lines, count=str(len(lines))))
    return groups


def by_source(report: HealthReport, top: Source, choice: Choice = ALL) -> list[LineGroup]:
    """The chosen findings under the name of their source; a source without any says so."""
    groups = []
    for part in report.parts:
        counted_ones = [f for f in part.findings if (f.check, part.source.path) not in report.ignored]
        lines = tuple(_own_line(f, part, top) for f in counted_ones if choice.admits(f.check, f.level))
        count = f"{part.passed:,} of {counted(part.made, 'check')} found nothing"
        groups.append(LineGroup(report.name(part.source), lines, count=count))
    return groups


def set_aside(report: HealthReport, top: Source, choice: Choice = ALL) -> list[LineGroup]:
    """The findings that are ignored, folded away, each with the note."""
    chosen = [group for group in report.ignored_groups() if choice.admits(group.check, group.level)]
    lines = tuple(
        Line(
            group.title,
            detail=ignored_words(group, report),
            trailing=f"{group.count:,}",
            mark="absent",
            goal=location(top.path, "health", finding=group.check),
            key=f"{IGNORED} {group.check}",
        )
        for group in chosen
    )
    return [LineGroup("Ignored", lines, count=str(len(lines)), shown=0)] if lines else []


def gone(report: HealthReport, trend: Trend | None, choice: Choice = ALL) -> list[LineGroup]:
    """What an earlier look found and this one does not, folded away."""
    if trend is None:
        return []
    titles = {check.id: check.title for part in report.parts for check in part.source.family.checks}
    there = {key for group in (*report.groups(), *report.ignored_groups()) for key in group.keys}
    names = {part.source.path: report.name(part.source) for part in report.parts}
    lines = tuple(
        Line(
            titles.get(check, check),
            detail=names.get(path, path) if len(report.parts) > 1 else "",
            trailing=f"had {trend.before.get((check, path), 0):,}",
            mark="good",
            key=f"gone {check} {path}",
        )
        for (check, path), change in sorted(trend.changes.items())
        if change == "gone" and (check, path) not in there and choice.about in ("", check.partition(".")[0])
    )
    return [LineGroup("Gone since the look before", lines, count=str(len(lines)), shown=0)] if lines else []


def not_made(report: HealthReport) -> list[LineGroup]:
    """The checks that could not be made, each with the reason."""
    lines = tuple(
        Line(
            finding.title,
            detail=finding.problem,
            tip="\n".join((finding.title, finding.rule, finding.problem, source.path)),
            mark="absent",
            key=f"{FAILED} {finding.check} {source.path}",
        )
        for source, finding in report.failed
    )
    return [LineGroup("Could not be checked", lines, count=str(len(lines)))] if lines else []


def unmet(report: HealthReport) -> list[LineGroup]:
    """The checks that do not apply, folded away: each once, with what it needs."""
    needed: dict[str, set[str]] = {}
    for part in report.parts:
        for one in part.not_applicable:
            needed.setdefault(one.title, set()).update(one.missing)
    lines = tuple(
        Line(title, detail="needs " + ", ".join(sorted(names)), mark="absent", key=f"unmet {title}")
        for title, names in sorted(needed.items())
    )
    return (
        [LineGroup("Do not apply: what they need is not there", lines, count=str(len(lines)), shown=0)] if lines else []
    )


def matching(groups: list[LineGroup], words: str) -> list[LineGroup]:
    """The groups with only the lines that hold all of these words; empty groups are left out."""
    wanted = words.casefold().split()
    if not wanted:
        return groups
    kept = []
    for group in groups:
        lines = tuple(line for line in group.lines if all(word in line.words().casefold() for word in wanted))
        if lines:
            kept.append(LineGroup(group.title, lines, count=str(len(lines))))
    return kept


def evidence_groups(group: FindingGroup, report: HealthReport, now: datetime, only: str = "") -> list[LineGroup]:
    """The rows that show a finding, under the name of their source where there are several sources.

    ``only`` is the path of the one source to show.
    """
    found = [(source, finding) for source, finding in group.found if only in ("", source.path)]
    several = len(report.parts) > 1
    return [
        LineGroup(
            report.name(source) if several else "",
            tuple(_evidence_lines(source, finding, now)),
            count=f"{finding.count:,}",
            more=_more(finding),
        )
        for source, finding in found
    ]


def shown_text(evidence: Evidence, source: Source) -> str:
    """The text of a piece of evidence, secrets masked."""
    return source.redactor.text(evidence.text)


def _more(finding: Finding) -> str:
    kept = len(finding.evidence)
    return f"The first {kept:,} of {finding.count:,} are shown." if kept < finding.count else ""


def _own_line(finding: Finding, part: SourceHealth, top: Source) -> Line:
    detail = shown_text(finding.evidence[0], part.source) if finding.evidence else ""
    return Line(
        finding.title,
        detail=detail,
        trailing=f"{finding.count:,}",
        tip="\n".join((finding.title, LEVEL_WORDS[finding.level], finding.rule, detail)),
        mark=level_mark(finding.level),
        goal=location(top.path, "health", finding=finding.check, source=part.source.path),
        key=f"{finding.check} {part.source.path}",
    )


def _evidence_lines(source: Source, finding: Finding, now: datetime) -> Iterator[Line]:
    known = {one.path for one in source.walk()}
    for number, evidence in enumerate(finding.evidence):
        text = shown_text(evidence, source)
        instant = read_instant(evidence.when) if evidence.when else None
        tips = (text, evidence.when, _place_words(evidence))
        yield Line(
            text,
            trailing=age_words(instant.moment, now) if instant else evidence.when,
            tip="\n".join(tip for tip in tips if tip),
            moment=instant.moment if instant else None,
            goal=_goal(evidence, source, known),
            selects=(source, evidence.ref) if evidence.ref is not None and not evidence.path else None,
            key=f"{source.path} {number} {evidence.ref or evidence.path}",
        )


def _goal(evidence: Evidence, source: Source, known: set[str]) -> Location | None:
    if evidence.ref is not None:
        return row_location(evidence.path or source.path, evidence.ref)
    # a file that is missing, or no database, opens nothing
    return location(evidence.path) if evidence.path in known else None


def _place_words(evidence: Evidence) -> str:
    if evidence.path:
        return evidence.path
    if evidence.ref is None:
        return ""
    schema = "" if evidence.ref.schema == "main" else f"{evidence.ref.schema}."
    return f"{schema}{evidence.ref.table}, row {', '.join(str(part) for part in evidence.ref.key)}"


def file_name(path: str) -> str:
    """The last name of a path."""
    return os.path.basename(path.rstrip(os.sep)) or path
