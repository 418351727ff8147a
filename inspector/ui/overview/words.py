"""An overview as lines: what each list says, how it is grouped, where each line leads (no Qt)."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime

from inspector.clock import real_now
from inspector.db.display import display
from inspector.families.characteristics import CharacteristicFound
from inspector.families.schema_differences import Difference, MigrationState
from inspector.timeline.instants import age_words, local_text, utc_text
from inspector.ui.health.words import file_name, finding_line
from inspector.ui.lines.line import Line, LineGroup, Mark
from inspector.ui.lines.sizes import counted, size_words
from inspector.workspace.answers.coverage import coverage
from inspector.workspace.condition.health_report import HealthReport
from inspector.workspace.condition.members import Member
from inspector.workspace.condition.overview import Activity, ActivityLine, FigureValue, FileFacts, Overview, SchemaState
from inspector.workspace.condition.table_sizes import TableSize
from inspector.workspace.location import location
from inspector.workspace.rows.row_location import row_location, table_location
from inspector.workspace.source import FileProblem, Source

SHOWN = 6
"""Lines of one group that are shown before the rest is asked for."""
_TABLES_SHOWN = 12
_PLURAL = re.compile(r"(ies|s)\b")
_FINDINGS_SHOWN = 10
_KINDS = {"pair": "session pair", "install": "install", "folder": "folder"}
_JOURNALS = {"wal": "WAL", "rollback": "rollback journal"}


def subtitle(source: Source, overview: Overview) -> str:
    """What a source is, in one line: family, kind, version."""
    if source.kind == "folder" and source.database is None:
        return f"Folder of {counted(len(source.children), 'source')}"
    part = source.family.part(source.part) if source.part and source.kind == "file" else None
    kind = part.title if part else _KINDS.get(source.kind, source.kind)
    words = [source.family.title, kind, overview.version]
    return " · ".join(dict.fromkeys(word for word in words if word))


def facts_line(overview: Overview, as_of: datetime | None) -> str:
    """Size, journal, access, age and time of an overview in one line."""
    own = [file for file in overview.files if not file.read_along]
    if not own:
        return f"shown as of {_as_of(as_of)}"
    size = sum(file.size or 0 for file in own) + sum(file.log_size for file in own)
    journals = dict.fromkeys(_JOURNALS.get(f.header.journal, f.header.journal) for f in own if f.header)
    access = dict.fromkeys(file.access for file in own)
    changed = max((file.changed for file in own if file.changed), default=None)
    words = [size_words(size), ", ".join(journals), ", ".join(access)]
    words += [f"changed {age_words(changed, real_now())}"] if changed else []
    return " · ".join(word for word in (*words, f"shown as of {_as_of(as_of)}") if word)


def problem_lines(source: Source, names: Mapping[str, str]) -> list[Line]:
    """Files of a source and of all below it that cannot be used, with what to do; then its notes.

    ``names`` are names for people of sources below it, by path.
    """
    lines = [
        _problem(problem, names.get(one.path, "") or (one.title if one is not source else ""))
        for one in source.walk()
        for problem in one.problems
    ]
    return lines + [Line(note, mark="info", key=f"note {number}") for number, note in enumerate(source.notes)]


def _problem(problem: FileProblem, of: str) -> Line:
    tips = (problem.path, problem.what, problem.advice, problem.details)
    return Line(
        " · ".join(text for text in (of, f"{file_name(problem.path)}: {problem.what}") if text),
        detail=problem.advice or os.path.dirname(problem.path),
        tip="\n".join(tip for tip in tips if tip),
        mark="absent" if problem.missing else "error",
        key=problem.path,
        path=not problem.advice,
    )


def files_note(source: Source) -> str:
    """How many files the overview covers: "read 20 of 23 files"."""
    covered = coverage(source)
    total = len(covered.read) + len(covered.skipped)
    return f"read {counted(total, 'file')}" if covered.whole else f"read {len(covered.read):,} of {total:,} files"


def activity_groups(
    activities: Iterable[Activity], source: Source, now: datetime, shown: int = SHOWN
) -> list[LineGroup]:
    """What waits for a person, or happened: a group for each list."""
    groups = []
    for one in activities:
        lines = tuple(_activity_line(line, source, now) for line in one.lines)
        if one.problem:
            lines = (Line("This list could not be read.", detail=one.problem, mark="absent"),)
        count = f"first {len(lines):,}" if one.more else f"{len(lines):,}" if lines and not one.problem else ""
        groups.append(LineGroup(one.title, lines, count, shown))
    return groups


def _activity_line(line: ActivityLine, source: Source, now: datetime) -> Line:
    source = line.of or source
    when = age_words(line.moment, now) if line.moment else line.stored
    return Line(
        line.text,
        detail=line.name,
        trailing=when,
        tip="\n".join(text for text in (line.text, line.name, line.stored) if text),
        moment=line.moment,
        goal=row_location(source.path, line.ref) if line.ref else None,
        selects=(source, line.ref) if line.ref else None,
        key=f"{source.path} {line.ref} {line.text if line.ref is None else ''}",
    )


def finding_lines(report: HealthReport, source: Source) -> list[LineGroup]:
    """What is broken, the worst first."""
    lines = tuple(finding_line(group, report, source) for group in report.groups())
    return [LineGroup("", lines, shown=_FINDINGS_SHOWN)]


def member_lines(members: Iterable[Member], report: HealthReport | None, now: datetime) -> list[LineGroup]:
    """The sources below an install or folder: name, what and how each is, its last activity, what is wrong."""
    found = {part.source.path: len(part.findings) for part in report.parts} if report else {}
    return [LineGroup("", tuple(_member(one, found.get(one.source.path, 0), now) for one in members), shown=8)]


def counted_figure(figure: FigureValue) -> str:
    """A figure in the middle of a line: "14 messages out", "1 message in"."""
    title = figure.title.lower()
    if figure.value == 1:
        title = _PLURAL.sub(lambda found: "y" if found[1] == "ies" else "", title, count=1)
    return f"{display(figure.value).text} {title}"


def _member(one: Member, findings: int, now: datetime) -> Line:
    numbers = ", ".join(counted_figure(f) for f in one.figures if f.value is not None)
    broken = counted(findings, "finding") if findings else ""
    detail = " · ".join(text for text in (one.about, one.state, *one.problems, numbers, broken) if text)
    exact = local_text(one.moment) if one.moment else ""
    by = f"last active {exact}" if one.told else f"files changed {exact}"
    mark: Mark = "error" if one.problems else "warning" if findings or one.stray else "good"
    return Line(
        one.title,
        detail=detail,
        trailing=age_words(one.moment, now if one.told else real_now()) if one.moment else "",
        tip="\n".join(text for text in (one.title, detail, by if exact else "", one.source.path) if text),
        mark=mark,
        goal=location(one.source.path),
        key=one.source.path,
    )


def file_groups(files: Iterable[FileFacts], as_of: datetime | None) -> list[LineGroup]:
    """The files of a source, and what each is."""
    return [LineGroup(_file_title(file), tuple(_file_lines(file, as_of))) for file in files]


def _file_title(file: FileFacts) -> str:
    return file.title + (" (read along)" if file.read_along else "")


def _file_lines(file: FileFacts, as_of: datetime | None) -> Iterator[Line]:
    yield Line(file_name(file.path), detail=file.path, tip=file.path, path=True, key="path")
    header = file.header
    log = f" and {size_words(file.log_size)} of log" if file.log_size else ""
    exact = f"{file.size:,} bytes" if file.size is not None else "The file cannot be looked at."
    pages = f"\n{header.pages:,} pages of {header.page_size:,} bytes" if header else ""
    yield Line("Size", trailing=size_words(file.size) + log, tip=exact + pages)
    if header and header.journal:
        yield Line("Journal", trailing=_JOURNALS.get(header.journal, header.journal), tip="As the file's header says.")
    yield Line("Access", trailing=file.access, tip="\n".join(file.access_more))
    if header and header.encoding != "UTF-8":
        yield Line("Encoding", trailing=header.encoding)
    if file.changed:
        yield Line("Last change", trailing=age_words(file.changed, real_now()), tip=local_text(file.changed))
    if not file.read_along:
        yield Line("Shown as of", trailing=_as_of(as_of), tip="The time that every rule about age compares with.")


def _as_of(as_of: datetime | None) -> str:
    return utc_text(as_of) if as_of else "now"


def schema_groups(schemas: Iterable[SchemaState], source: Source) -> list[LineGroup]:
    """Differences that were not expected, then known ones, then migrations, for each file."""
    states = tuple(schemas)
    groups = []
    for state in states:
        prefix = f"{state.title}: " if len(states) > 1 else ""
        strange = tuple(_difference(one, state, source) for one in state.differences if not one.expected)
        known = tuple(_difference(one, state, source) for one in state.differences if one.expected)
        steps = tuple(_migration(one) for one in sorted(state.migrations, key=lambda one: one.applied and one.known))
        applied = sum(1 for one in state.migrations if one.applied)
        if strange:
            groups.append(LineGroup(f"{prefix}Not expected", strange, str(len(strange)), SHOWN))
        if known:
            groups.append(LineGroup(f"{prefix}Known differences of versions", known, str(len(known)), 3))
        if steps:
            missing = sum(1 for one in state.migrations if not one.applied or not one.known)
            title = f"{prefix}Migrations"
            groups.append(LineGroup(title, steps, f"{applied:,} of {len(steps):,} applied", min(SHOWN, missing)))
    return groups


def _difference(one: Difference, state: SchemaState, source: Source) -> Line:
    there = one.kind != "missing table"
    marks: dict[str, Mark] = {"missing": "absent", "extra": "info", "renamed": "info"}
    name = f"{one.table}.{one.column}" if one.column else one.table
    return Line(
        one.words or name,
        trailing=one.kind.split()[0],
        mark=marks[one.kind.split()[0]] if one.expected else "warning",
        goal=table_location(source.path, one.table, state.schema) if there else None,
        key=f"{state.schema} {one.kind} {name}",
    )


def _migration(one: MigrationState) -> Line:
    trailing = "applied" if one.applied and one.known else "unknown" if one.applied else "not applied"
    mark: Mark = "good" if one.applied and one.known else "info" if one.applied else "absent"
    return Line(one.name, trailing=trailing, tip="\n".join(t for t in (one.name, one.about) if t), mark=mark)


def characteristic_groups(schemas: Iterable[SchemaState]) -> list[LineGroup]:
    """Documented characteristics against those found, for each file."""
    states = tuple(schemas)
    return [
        LineGroup(state.title if len(states) > 1 else "", tuple(map(_characteristic, state.characteristics)))
        for state in states
        if state.characteristics
    ]


def _characteristic(one: CharacteristicFound) -> Line:
    marks: dict[str, Mark] = {"as documented": "good", "differs": "warning" if one.warning else "info"}
    tips = (one.what, f"Documented: {one.documented}", f"Found: {one.found}", one.words)
    return Line(
        one.what[:1].upper() + one.what[1:],
        detail=f"documented: {one.documented}" if one.verdict == "differs" else "",
        trailing=one.found,
        tip="\n".join(tip for tip in tips if tip),
        mark=marks.get(one.verdict, "absent"),
        tone="warning" if one.warning else "",
    )


def table_groups(sizes: Iterable[TableSize], source: Source) -> list[LineGroup]:
    """The tables of each file, the largest first, with rows and bytes."""
    by_schema: dict[str, list[TableSize]] = {}
    for one in sizes:
        by_schema.setdefault(one.schema, []).append(one)
    groups = []
    for schema, tables in by_schema.items():
        tables.sort(key=lambda one: (-(one.size or -1), one.name.casefold()))
        title = ""
        if len(by_schema) > 1 and source.database is not None:
            title = file_name(source.database.files[schema].path)
        lines = tuple(_table(one, source) for one in tables)
        groups.append(LineGroup(title, lines, str(len(lines)), _TABLES_SHOWN))
    return groups


def _table(one: TableSize, source: Source) -> Line:
    rows = "1 row" if one.rows == 1 and one.exact else f"{one.rows_words} rows" if one.rows is not None else ""
    words = (rows or ("view" if one.kind == "view" else one.rows_words), size_words(one.size) if one.size else "")
    exact = f"{one.size:,} bytes with indexes" if one.size else ""
    return Line(
        one.name,
        trailing=" · ".join(word for word in words if word),
        tip="\n".join(text for text in (one.name, one.kind, rows, exact, one.problem) if text),
        mark="warning" if one.problem else "",
        goal=table_location(source.path, one.name, one.schema),
        key=f"{one.schema}.{one.name}",
    )


def figure_words(figure: FigureValue, *, done: bool) -> str:
    """The number as read; what is not counted yet is no 0."""
    if isinstance(figure.value, int):
        return f"{figure.value:,}"
    if figure.value is not None:
        return display(figure.value).text
    return "unknown" if figure.problem or done else "…"


def figure_tip(figure: FigureValue) -> str:
    """What a tile says in full."""
    opens = f"Opens the table {figure.table}." if figure.table else ""
    return "\n".join(text for text in (figure.title, figure.problem, opens) if text)
