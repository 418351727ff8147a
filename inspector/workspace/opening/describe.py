"""What a source is, as text and as JSON: family, kind, files, tables, what is missing."""

from __future__ import annotations

from typing import Any

from inspector.db.display import visible
from inspector.errors import KnownError
from inspector.workspace.answers.coverage import coverage
from inspector.workspace.source import Source


def describe_source(source: Source, indent: str = "") -> str:
    """Lines for a person: one for each source, its files below it, then what could not be read."""
    lines = [f"{indent}{visible(source.title)}: {source.family.title}, {_kind(source)}{_tables(source)}"]
    if source.database:
        for schema, file in source.database.files.items():
            report = file.log.report()
            how = f" ({report.mode.value}: {report.why})" if report.mode else ""
            part = source.family.part(source.parts.get(schema, ""))
            lines.append(f"{indent}  {part.title if part else schema}: {visible(file.path)}{how}")
    lines += [f"{indent}  note: {note}" for note in source.notes]
    lines += [f"{indent}  not usable: {visible(p.path)}: {p.what} {p.advice}".rstrip() for p in source.problems]
    lines += [describe_source(child, indent + "  ") for child in source.children]
    if not indent:
        lines.append(coverage(source).words())
    return "\n".join(lines)


def source_json(source: Source) -> dict[str, Any]:
    """The same for programs. Paths that are not UTF-8 hold surrogates, which JSON escapes."""
    covered = coverage(source)
    return {
        **_one_json(source),
        "read": list(covered.read),
        "skipped": [
            {"path": p.path, "what": p.what, "advice": p.advice, "missing": p.missing} for p in covered.skipped
        ],
    }


def _one_json(source: Source) -> dict[str, Any]:
    files = source.database.files if source.database else {}
    return {
        "path": source.path,
        "title": source.title,
        "kind": source.kind,
        "family": source.family.id,
        "files": [
            {
                "schema": schema,
                "part": source.parts.get(schema, ""),
                "path": file.path,
                "access": file.log.report().mode.value if file.log.report().mode else None,  # type: ignore[union-attr]
            }
            for schema, file in files.items()
        ],
        "notes": list(source.notes),
        "children": [_one_json(child) for child in source.children],
    }


def _kind(source: Source) -> str:
    part = source.family.part(source.part) if source.part else None
    return part.title if part and source.kind == "file" else source.kind


def _tables(source: Source) -> str:
    if source.database is None:
        return ""
    try:
        catalog = source.database.catalog()
    except KnownError as error:
        return f"; {error.what}"
    own = [table for table in catalog if table.schema not in source.context]
    count = sum(1 for table in own if table.kind in ("table", "virtual", "view"))
    return f", {count} {'table' if count == 1 else 'tables'}"
