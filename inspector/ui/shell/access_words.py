"""What reading files has cost, in words: figures with what deserves a look marked, a line, a text (no Qt)."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from inspector.ui.labels import one_line
from inspector.ui.lines.sizes import counted

if TYPE_CHECKING:  # the status bar is there before anything that reads databases is loaded
    from inspector.db.access import AccessReport
    from inspector.ui.lines.line import Mark

LOCK_MS = 200
"""Ms for which a lock or read mark is held at most; a longer one deserves a look."""
_FALLBACK_MARK_MS = 1000
"""The same for the read marks of SQLite's own ways."""
_MANY, _SHARE = 10, 0.2
"""Answers thrown away deserve a look from this number on, if they are this part of all."""
_NO_PROMISE = {
    "AT_REST": "a change that leaves the size and the times of the file as they were is not noticed, and its time of "
    "last access may move",
    "LIVE_WAL": "its log cannot begin anew while it is read, for up to a second, and a writer that closes just then "
    "leaves its -wal and -shm behind",
    "LIVE_ROLLBACK": "one long step inside a statement can hold the lock for more than 200 ms",
    "PRIVATE_COPY": "what is shown is as old as the copy, which is made again when the file has changed",
}
"""What SQLite's own ways of opening cannot promise, by the name of the access mode."""


@dataclass(frozen=True)
class Figure:
    """One thing that was measured."""

    label: str
    """What was measured."""
    value: str
    """How much, in words."""
    about: str
    """What it means, in a sentence or two."""
    mark: Mark = ""
    """A sign where a person should look; empty for a calm figure."""
    nothing: bool = False
    """Whether there was none of it."""


def needs_a_look(report: AccessReport) -> bool:
    """Whether anything in the report is marked."""
    return bool(report.warnings) or any(figure.mark for figure in figures(report, 0.0))


def headline(report: AccessReport) -> str:
    """The access mode, e.g. "Live, WAL"; whether it was read at all."""
    if report.mode is None:
        return "Not read yet"
    return report.mode.value[:1].upper() + report.mode.value[1:]


def explained(report: AccessReport) -> tuple[str, ...]:
    """What the mode means, why it was chosen, and what the fallback cannot promise: a sentence each."""
    found = []
    if report.mode is not None:
        found.append(report.mode.words)
    if report.why:
        found.append(f"Why: {report.why}.")
    if report.fallback:
        lacking = _NO_PROMISE.get(report.mode.name, "") if report.mode is not None else ""
        found.append(
            f"Read through SQLite's own ways of opening: {report.fallback}."
            + (f" Not promised: {lacking}." if lacking else "")
        )
    return tuple(found)


def figures(report: AccessReport, now: float) -> tuple[Figure, ...]:
    """Everything that was measured for one file; ``now`` in Unix s."""
    return (
        Figure(
            "Bytes written",
            f"{report.bytes_written:,}",
            "To your file and what stands beside it, as counted where SQLite writes pages. It must be 0.",
            "error" if report.bytes_written else "",
            not report.bytes_written,
        ),
        Figure(
            "Files left behind",
            ", ".join(map(one_line, report.files_left)) or "none",
            "Files that appeared beside the database while it was read, and stayed, with no other program at work.",
            "warning" if report.files_left else "",
            not report.files_left,
        ),
        _held("Locks", report.locks, report.longest_lock_ms, LOCK_MS, "A program that writes waits for such a lock."),
        _held(
            "Read marks",
            report.marks,
            report.longest_mark_ms,
            _FALLBACK_MARK_MS if report.fallback else LOCK_MS,
            "A -wal cannot begin anew under a read mark; commits do not wait for it.",
        ),
        _answers(report),
        Figure(
            "Private copies",
            _copies(report) if report.copies else "none",
            "Where a read takes longer than a lock may be held, or a file cannot be read in place, a copy is read.",
            nothing=not report.copies,
        ),
        Figure(
            "Last read",
            _last(report, now),
            "The moment of which what was read last is. A file that did not change since is not read again.",
            nothing=report.as_of is None,
        ),
    )


def access_text(reports: tuple[AccessReport, ...], now: float) -> str:
    """The reports in words, a paragraph for each file; ``now`` in Unix s."""
    return "\n\n".join("\n".join(_lines(report, now)) for report in reports)


def access_line(reports: tuple[AccessReport, ...], now: float | None = None) -> str:
    """The reports of a source's files as one line: modes, bytes written, longest lock, age, what deserves a look."""
    read = [report for report in reports if report.mode is not None]
    if not read:
        return "not read yet" if reports else ""
    modes = ", ".join(dict.fromkeys(report.mode.value for report in read if report.mode))
    parts = [
        f"read-only: {modes}",
        f"{sum(report.bytes_written for report in read):,} bytes written",
        f"longest lock {max(report.longest_lock_ms for report in read):,.0f} ms",
    ]
    left = sum(len(report.files_left) for report in read)
    if left:
        parts.append(f"{counted(left, 'file')} left")
    ages = [age for report in read if (age := report.age_s(now)) is not None]
    if ages:
        parts.append(f"read {_ago(max(ages))}")
    if any(report.fallback for report in read):
        parts.append("by SQLite's own ways")
    warned = sum(needs_a_look(report) for report in read)
    if warned:
        parts.append("worth a look" if len(read) == 1 else f"worth a look: {warned:,} of {counted(len(read), 'file')}")
    return " | ".join(parts)


def access_tip(reports: tuple[AccessReport, ...]) -> str:
    """What a short look should tell of each file: why it is read as it is, and what deserves a look."""
    parts = []
    for report in reports:
        marked = [f"{figure.label}: {figure.value}" for figure in figures(report, time.time()) if figure.mark]
        told = [headline(report) + (f": {report.why}" if report.why else ""), *marked, *report.warnings]
        parts.append("\n".join([one_line(report.path), *told]))
    return "\n\n".join((*parts, "Click for the whole access report.")) if parts else ""


def _held(label: str, count: int, longest_ms: float, most_ms: float, about: str) -> Figure:
    value = f"{count:,}, the longest for {longest_ms:,.1f} ms" if count or longest_ms else "none"
    about += f" It is given back after {most_ms:,.0f} ms at the latest."
    return Figure(label, value, about, "warning" if longest_ms > most_ms else "", not (count or longest_ms))


def _answers(report: AccessReport) -> Figure:
    tried = report.reads + report.rejected
    many = report.rejected >= _MANY and report.rejected > _SHARE * tried
    thrown = f"{report.rejected:,} thrown away" + (f" of {tried:,}" if many else "")
    return Figure(
        "Reads",
        f"{report.reads:,}; {report.retries:,} made again; {thrown}",
        "What is read is checked before it is shown. What may mix two states is thrown away and read again: many of "
        "these only tell that a program writes often.",
        "warning" if many else "",
        not (report.reads or report.retries),
    )


def _copies(report: AccessReport) -> str:
    kept = report.copies - report.copies_on_disk
    where = "in memory" if not report.copies_on_disk else "in a folder of our own"
    if kept and report.copies_on_disk:
        where = f"{kept:,} in memory, {report.copies_on_disk:,} in a folder of our own"
    return f"{report.copies:,} ({report.copied_bytes:,} bytes), {where}"


def _last(report: AccessReport, now: float) -> str:
    age = report.age_s(now)
    if report.as_of is None or age is None:
        return "never"
    then, today = time.localtime(report.as_of), time.localtime(now)
    shown = time.strftime("%H:%M:%S" if then[:3] == today[:3] else "%Y-%m-%d %H:%M:%S", then)
    return f"{shown}, {_ago(age)}"


def _lines(report: AccessReport, now: float) -> Iterator[str]:
    yield one_line(report.path)
    yield f"Access mode: {headline(report)}"
    yield from explained(report)
    for figure in figures(report, now):
        yield f"{figure.label}: {figure.value}" + (" (!)" if figure.mark else "")
    for warning in report.warnings:
        yield f"Note: {warning}"


def _ago(seconds: float) -> str:
    if seconds < 1:
        return "now"
    if seconds < 90:
        return f"{seconds:.0f} s ago"
    return f"{seconds / 60:.0f} min ago" if seconds < 5400 else f"{seconds / 3600:.0f} h ago"
