"""Any SQLite file: what needs no meaning. Copy this file to begin a family."""

from __future__ import annotations

from inspector.families.family import Family, Fingerprint, Part

FAMILY = Family(
    id="generic",
    title="SQLite database",
    about="A database of no known agent system: tables, keys, search and queries work all the same.",
    parts=(Part("main", "Database", Fingerprint(required=())),),
)
