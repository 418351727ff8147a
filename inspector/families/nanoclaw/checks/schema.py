"""Whether the files are built as the program that writes them expects: migrations, journal mode."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.db.needs import needs
from inspector.families.docs import load_docs
from inspector.families.nanoclaw.checks.evidence import CENTRAL, SESSION, own_tables, ref
from inspector.families.nanoclaw.version import applied_names, missing_names
from inspector.health.check import CheckContext, HealthCheck
from inspector.health.finding import Evidence, Level


def _missing(context: CheckContext) -> Iterator[Evidence]:
    about = {step.name: step.about for step in load_docs("nanoclaw").migrations}
    for name in missing_names(applied_names(context.reader)):
        yield Evidence(f"{name} was not applied: {about[name]}")


def _unknown(context: CheckContext) -> Iterator[Evidence]:
    known = {step.name for step in load_docs("nanoclaw").migrations}
    for key, name, at in context.reader.rows("SELECT rowid, name, applied FROM schema_version ORDER BY version"):
        if name not in known:
            yield Evidence(f"{name!s} is not a known migration", ref(context, "schema_version", key), when=str(at))


def _wal(context: CheckContext) -> Iterator[Evidence]:
    for schema in sorted({table.schema for table in own_tables(context)}):
        if context.reader.journal_of(schema) == "wal":
            name = "This file" if schema == "main" else f"The {schema} half"
            yield Evidence(f"{name} is in WAL mode")


SCHEMA = (
    HealthCheck(
        "nanoclaw.migration_missing",
        "Migrations that were left out",
        Level.SUSPICIOUS,
        "A known migration is not in schema_version though a later one is. Compared by name: the numbers there are the "
        "order in which this file applied them.",
        needs("schema_version.name"),
        run=_missing,
        parts=CENTRAL,
        advice="Have the program apply it: what it brings is missing although later steps rely on it.",
        method="Names in schema_version against the known ones.",
    ),
    HealthCheck(
        "nanoclaw.migration_unknown",
        "Migrations this program does not know",
        Level.INFORMATION,
        "A migration of a newer version, of a fork or of an added module: there may be tables and columns without a "
        "documented meaning.",
        needs("schema_version.name"),
        run=_unknown,
        parts=CENTRAL,
        advice="Nothing: the file is newer than, or another branch of, what is known here.",
        method="Names in schema_version against the known ones.",
    ),
    HealthCheck(
        "nanoclaw.session_in_wal",
        "Session file in WAL mode",
        Level.BROKEN,
        "Session files keep a rollback journal (journal_mode DELETE). The shared memory of WAL does not refresh across "
        "the mount between host and container: messages are silently missed.",
        run=_wal,
        parts=SESSION,
        advice="Stop the container and set journal_mode to DELETE with the program that owns the file.",
        method="Bytes 18 and 19 of the file's header.",
    ),
)
