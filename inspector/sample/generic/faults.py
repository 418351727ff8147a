"""What is wrong in the sample application's database on purpose, and how each of it is repaired."""

from __future__ import annotations

from inspector.sample.planted import Fault

APPLICATION = "wayfarer.db"
"""Place of the faults."""

FAULTS = (
    Fault(
        "generic.references",
        APPLICATION,
        "A place lies inside a place that is gone.",
        "UPDATE places SET inside = NULL WHERE inside NOT IN (SELECT id FROM places)",
    ),
    Fault(
        "generic.index_drift",
        APPLICATION,
        "The search index still has the old words of a place that was described anew.",
        "INSERT INTO places_fts(places_fts) VALUES('rebuild')",
    ),
)
"""All of them, in the order in which they are repaired."""
