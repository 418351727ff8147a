"""A health report in words: as Markdown to be pasted, as lines for a terminal, as JSON for programs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from inspector.clock import Clock
from inspector.db.display import visible
from inspector.db.rows import RowRef
from inspector.health.finding import Evidence, Finding, Level
from inspector.workspace.condition.health_report import FindingGroup, HealthReport
from inspector.workspace.condition.looks import Trend
from inspector.workspace.rows.row_location import row_location
from inspector.workspace.source import Source

SHOWN = 5
"""Rows of evidence of each finding that words tell; JSON has all that were kept."""

_TITLES = {Level.BROKEN: "Broken", Level.SUSPICIOUS: "Suspicious", Level.INFORMATION: "Information"}
_MARKDOWN = re.compile(r"([\\`*_\[\]<>#|~&])")


def summary(report: HealthReport) -> str:
    """How bad it is: ``2 broken, 5 suspicious, 1 for information``; ``Nothing was found`` where nothing was."""
    words = ((Level.BROKEN, "broken"), (Level.SUSPICIOUS, "suspicious"), (Level.INFORMATION, "for information"))
    found = [f"{report.count(level):,} {word}" for level, word in words if report.count(level)]
    return ", ".join(found) or "Nothing was found"


def report_markdown(report: HealthReport, source: Source, clock: Clock, trend: Trend | None = None) -> str:
    """The whole report as Markdown; what comes from the data is plain text in it, whatever it holds."""
    lines = [f"# Health of {_plain(source.title)}", "", f"`{visible(source.path)}`, as of {clock.now_iso()}", ""]
    lines += [f"{summary(report)}; {report.words()}.", *_trend_words(trend), ""]
    for level in sorted(Level, reverse=True):
        groups = [group for group in report.groups() if group.level is level]
        lines += [f"## {_TITLES[level]}", ""] if groups else []
        for group in groups:
            lines += _markdown_group(group, report)
    ignored = report.ignored_groups()
    lines += ["## Ignored", ""] if ignored else []
    lines += [f"- {_plain(one.title)}: {one.count:,}{_note(one, report, _plain)}" for one in ignored]
    lines += ["", "## Could not be checked", ""] if report.failed else []
    lines += [f"- {_plain(f.title)} ({_plain(report.name(s))}): {_plain(f.problem)}" for s, f in report.failed]
    return "\n".join(lines).rstrip() + "\n"


def report_lines(report: HealthReport, source: Source, clock: Clock) -> str:
    """The whole report for a terminal."""
    lines = [f"{visible(source.title)}: {summary(report)}; {report.words()}", f"as of {clock.now_iso()}"]
    for group in report.groups():
        lines += ["", f"{group.level.word.upper()} {group.title} ({group.count:,}) [{group.check}]"]
        first = group.found[0][1]
        lines += (
            [f"  rule: {first.rule}", f"  what to do: {first.advice}"] if first.advice else [f"  rule: {first.rule}"]
        )
        lines += [f"  known from: {', '.join(first.known)}"] if first.known else []
        lines += [f"  {line}" for line in _evidence_lines(group, report)]
    for group in report.ignored_groups():
        lines += ["", f"IGNORED {group.title} ({group.count:,}) [{group.check}]{_note(group, report, visible)}"]
    for one, finding in report.failed:
        lines += ["", f"NOT CHECKED {finding.title} [{finding.check}] {visible(report.name(one))}: {finding.problem}"]
    return "\n".join(lines)


def report_json(report: HealthReport, source: Source, clock: Clock) -> dict[str, Any]:
    """The whole report for programs. Paths that are not UTF-8 hold surrogates, which JSON escapes."""
    return {
        "path": source.path,
        "as_of": clock.now_iso(),
        "thorough": report.thorough,
        "broken": report.count(Level.BROKEN),
        "suspicious": report.count(Level.SUSPICIOUS),
        "information": report.count(Level.INFORMATION),
        "checks_made": report.made,
        "checks_passed": report.passed,
        "findings": [_finding_json(s, f, report) for group in report.groups() for s, f in group.found],
        "ignored": [_finding_json(s, f, report) for group in report.ignored_groups() for s, f in group.found],
        "not_checked": [
            {"check": f.check, "title": f.title, "source": s.path, "problem": f.problem} for s, f in report.failed
        ],
    }


def _finding_json(source: Source, finding: Finding, report: HealthReport) -> dict[str, Any]:
    kept = report.ignored.get((finding.check, source.path))
    return {
        "check": finding.check,
        "severity": finding.level.word,
        "title": finding.title,
        "source": source.path,
        "count": finding.count,
        "rule": finding.rule,
        "method": finding.method,
        "advice": finding.advice,
        "known_from": list(finding.known),
        "partial": finding.partial,
        "evidence": [_evidence_json(source, one) for one in finding.evidence],
        **({"note": kept.note} if kept is not None else {}),
    }


def _evidence_json(source: Source, evidence: Evidence) -> dict[str, Any]:
    path = evidence.path or source.path
    link = row_location(path, evidence.ref).link() if evidence.ref is not None else path
    return {"text": evidence.text, "at": evidence.when, "row": _row(evidence.ref), "link": link}


def _row(ref: RowRef | None) -> dict[str, Any] | None:
    if ref is None:
        return None
    key = [part if isinstance(part, int | float | str) or part is None else str(part) for part in ref.key]
    return {"schema": ref.schema, "table": ref.table, "key": key}


def _markdown_group(group: FindingGroup, report: HealthReport) -> Iterator[str]:
    first = group.found[0][1]
    yield f"### {_plain(group.title)} ({group.count:,})"
    yield ""
    yield f"- check: `{group.check}`"
    yield f"- rule: {_plain(first.rule)}"
    if first.advice:
        yield f"- what to do: {_plain(first.advice)}"
    if first.known:
        yield f"- known from: {', '.join(first.known)}"
    for _, finding in group.found:
        if finding.partial:
            yield f"- partial: {_plain(finding.partial)}"
    yield ""
    yield from (f"- {_plain(line)}" for line in _evidence_lines(group, report))
    yield ""


def _evidence_lines(group: FindingGroup, report: HealthReport) -> Iterator[str]:
    several = len(report.parts) > 1
    for source, finding in group.found:
        where = f"{visible(report.name(source))}: " if several else ""
        for one in finding.evidence[:SHOWN]:
            when = f" ({visible(one.when)})" if one.when else ""
            yield f"{where}{visible(one.text)}{when}"
        if finding.count > SHOWN:
            yield f"{where}and {finding.count - len(finding.evidence[:SHOWN]):,} more"


def _note(group: FindingGroup, report: HealthReport, said: Any) -> str:
    notes = {report.ignored[key].note for key in group.keys if report.ignored[key].note}
    return f" · {said('; '.join(sorted(notes)))}" if notes else ""


def _trend_words(trend: Trend | None) -> list[str]:
    return [f"Since {trend.since}: {trend.words()}."] if trend is not None and trend.words() else []


def _plain(text: str) -> str:
    """A text that Markdown shows as it is, on one line."""
    return _MARKDOWN.sub(r"\\\1", visible(" ".join(text.split())))
