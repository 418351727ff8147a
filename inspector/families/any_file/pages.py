"""Are the pages of a file whole and well used, and is its log small?"""

from __future__ import annotations

import os
from collections.abc import Iterator

from inspector.db.catalog import SchemaFacts
from inspector.db.quoting import name
from inspector.errors import FileBusy, KnownError, UnsupportedSchema
from inspector.families.any_file.tables import own_tables
from inspector.health.check import CheckContext, HealthCheck
from inspector.health.finding import Evidence, Level

CHECK_LIMIT_BYTES = 256 * 1024 * 1024
"""Files up to this size are checked page by page without being asked."""
STAT_LIMIT_BYTES = 256 * 1024 * 1024
"""Files up to this size are asked how full their pages are."""
FREE_SHARE = 0.25
"""Share of free pages from which on it is told."""
FREE_BYTES = 1024 * 1024
"""Bytes below which free room is not worth a word."""
LOG_BYTES = 64 * 1024 * 1024
"""A log is told of when it is larger."""


def damaged_pages(context: CheckContext) -> Iterator[Evidence]:
    """What SQLite's quick check says of each table. Raises UnsupportedSchema where a file is too large for it."""
    _refuse_larger(context, CHECK_LIMIT_BYTES)
    for table in own_tables(context):
        if context.out_of_time:
            context.leave_out(f"{table.name} and what follows it were not looked at within the time limit.")
            return
        try:
            found = context.reader.rows(f"PRAGMA {name(table.schema)}.quick_check({name(table.name)})")
        except FileBusy:
            raise
        except KnownError as error:
            yield Evidence(f"{table.name}: {error.details or error.what}")
            continue
        for (text,) in found:
            if text != "ok":
                yield Evidence(f"{table.name}: {text!s}")


def free_pages(context: CheckContext) -> Iterator[Evidence]:
    """Files a good part of which is free."""
    for facts in _files(context):
        free = context.reader.value(f"PRAGMA {name(facts.schema)}.freelist_count")
        if not isinstance(free, int) or not facts.pages or free * facts.page_size < FREE_BYTES:
            continue
        share = free / facts.pages
        if share > FREE_SHARE:
            yield Evidence(f"{_called(facts)}: {_size(free * facts.page_size)} of it are free ({share:.0%})")


def loose_pages(context: CheckContext) -> Iterator[Evidence]:
    """Tables and indexes whose pages are mostly empty."""
    _refuse_larger(context, STAT_LIMIT_BYTES)
    for facts in _files(context):
        for label, size, unused in _use(context, facts):
            if size > FREE_BYTES and unused * 2 > size:
                yield Evidence(f"{label}: {_size(unused)} of {_size(size)} are empty")


def page_use(context: CheckContext) -> Iterator[Evidence]:
    """What takes the room, the largest first."""
    for facts in _files(context):
        whole = facts.pages * facts.page_size or 1
        for label, size, unused in _use(context, facts):
            yield Evidence(f"{label}: {_size(size)}, {size / whole:.1%} of the file, {1 - unused / size:.0%} filled")


def large_logs(context: CheckContext) -> Iterator[Evidence]:
    """Write-ahead logs that were not worked off for long."""
    for schema, path in context.files.items():
        if schema in context.read_along:
            continue
        try:
            size = os.stat(path + "-wal").st_size
        except OSError:
            continue
        if size > LOG_BYTES:
            yield Evidence(f"{os.path.basename(path)}-wal has {_size(size)}", path=path)


def several_names(context: CheckContext) -> Iterator[Evidence]:
    """Files that other names lead to as well."""
    for schema, path in context.files.items():
        if schema in context.read_along:
            continue
        try:
            names = os.stat(path).st_nlink
        except OSError:
            continue
        if names > 1:
            yield Evidence(f"{os.path.basename(path)} has {names} names (hard links)", path=path)


def _files(context: CheckContext) -> Iterator[SchemaFacts]:
    return (facts for facts in context.catalog.facts if facts.schema not in context.read_along)


def _refuse_larger(context: CheckContext, limit: int) -> None:
    if not context.thorough and any(facts.pages * facts.page_size > limit for facts in _files(context)):
        raise UnsupportedSchema(
            f"It was not looked for: the file is larger than {limit >> 20} MB, and that takes long. A thorough look "
            "does it."
        )


def _use(context: CheckContext, facts: SchemaFacts) -> Iterator[tuple[str, int, int]]:
    sql = "SELECT name, pgsize, unused FROM dbstat WHERE schema = ? AND aggregate = 1 ORDER BY pgsize DESC, name"
    for label, size, unused in context.reader.rows(sql, (facts.schema,)):
        if isinstance(size, int) and isinstance(unused, int) and size:
            yield str(label), size, unused


def _called(facts: SchemaFacts) -> str:
    return "The file" if facts.schema == "main" else f"The {facts.schema} file"


def _size(count: int) -> str:
    return f"{count / 1024 / 1024:,.1f} MB" if count >= 1024 * 1024 else f"{count / 1024:,.0f} KB"


PAGES = (
    HealthCheck(
        "generic.damage",
        "Damaged tables",
        Level.BROKEN,
        f"SQLite's quick check finds no fault in any table (files up to {CHECK_LIMIT_BYTES >> 20} MB, larger ones in a "
        "thorough look).",
        run=damaged_pages,
        advice="Copy the file, and have the copy repaired by sqlite3's .recover; look for a full or failing disk.",
        method="PRAGMA quick_check of each table.",
    ),
    HealthCheck(
        "generic.large_log",
        "Log that is not worked off",
        Level.SUSPICIOUS,
        f"The write-ahead log beside a file stays below {LOG_BYTES >> 20} MB: it begins anew once no reader needs it.",
        run=large_logs,
        advice="Look for a program that keeps a read open for long; when it ends, the next checkpoint empties the log.",
        method="The size of the -wal beside the file.",
    ),
    HealthCheck(
        "generic.several_names",
        "File with several names",
        Level.SUSPICIOUS,
        "A database has one name: a log lies beside the name that its writer used, and is not seen beside another.",
        run=several_names,
        advice="Open it by the name that its program uses, and take the others away or make them symbolic links.",
        method="The number of hard links of the file.",
    ),
    HealthCheck(
        "generic.free_pages",
        "Room that is free",
        Level.INFORMATION,
        f"Less than {FREE_SHARE:.0%} of a file, or less than {FREE_BYTES >> 20} MB, is free.",
        run=free_pages,
        advice="It is used by what is written next; VACUUM by the program that owns the file would give it back.",
        method="PRAGMA freelist_count against the number of pages.",
    ),
    HealthCheck(
        "generic.loose_pages",
        "Tables whose pages are half empty",
        Level.INFORMATION,
        f"The pages of a table or index of more than {FREE_BYTES >> 20} MB are at least half full (files up to "
        f"{STAT_LIMIT_BYTES >> 20} MB, larger ones in a thorough look).",
        run=loose_pages,
        advice="Nothing, as long as it is fast enough; VACUUM by the program that owns the file packs them.",
        method="dbstat: bytes unused in the pages of each table and index.",
    ),
    HealthCheck(
        "generic.page_use",
        "What takes the room",
        Level.INFORMATION,
        "The pages of each table and index, the largest first; told in a thorough look.",
        run=page_use,
        advice="Nothing: it tells where to begin when the file is too large.",
        method="dbstat: bytes of the pages of each table and index.",
        thorough=True,
    ),
)
"""Checks of pages and logs."""
