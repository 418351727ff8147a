"""Any SQLite file: what needs no meaning. Copy this file to begin a family."""

from __future__ import annotations

from inspector.families.any_file import CHECKS
from inspector.families.family import Family, Figure, Fingerprint, Part

_SCHEMA = "FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"

FAMILY = Family(
    id="generic",
    title="SQLite database",
    about="A database of no known agent system: tables, keys, search and queries work all the same.",
    parts=(Part("main", "Database", Fingerprint(required=())),),
    checks=CHECKS,
    figures=(
        Figure("Tables", f"SELECT count(*) {_SCHEMA}"),
        Figure("Views", "SELECT count(*) FROM sqlite_schema WHERE type = 'view'"),
        Figure("Indexes", "SELECT count(*) FROM sqlite_schema WHERE type = 'index'"),
        Figure("Triggers", "SELECT count(*) FROM sqlite_schema WHERE type = 'trigger'"),
        Figure("Pages", "SELECT page_count FROM pragma_page_count"),
        Figure(
            "Bytes in use",
            "SELECT (p.page_count - f.freelist_count) * s.page_size FROM pragma_page_count p, "
            "pragma_freelist_count f, pragma_page_size s",
        ),
    ),
)
