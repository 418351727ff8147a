"""Whether cells hold what their documented meaning says: known values, times, JSON."""

from __future__ import annotations

from inspector.families.documented_cells import broken_json, unknown_values, unreadable_times
from inspector.health.check import HealthCheck
from inspector.health.finding import Level

CELLS = (
    HealthCheck(
        "nanoclaw.unknown_value",
        "Values the system does not know",
        Level.SUSPICIOUS,
        "A column with a fixed set of values holds another one. The database takes any text; the program may treat it "
        "as its default or ignore the row.",
        run=unknown_values("nanoclaw"),
        advice="Look whether it is a mistake or a newer version's word; as a mistake, write one of the known values.",
        method="The distinct values of each documented column with a fixed set, against that set.",
    ),
    HealthCheck(
        "nanoclaw.unreadable_time",
        "Times that cannot be read",
        Level.SUSPICIOUS,
        "A time is text like 2026-05-19T21:30:00.000Z or 2026-05-19 21:30:00; what is due or late cannot be told of "
        "anything else.",
        run=unreadable_times("nanoclaw"),
        advice="Find what wrote it; rules about due and late leave such a row out.",
        method="julianday of each documented time.",
    ),
    HealthCheck(
        "nanoclaw.broken_json",
        "JSON that does not parse",
        Level.BROKEN,
        "A column that holds JSON holds something else: the program cannot read the row.",
        run=broken_json("nanoclaw"),
        advice="Find what wrote it; the program fails on the row or ignores it.",
        method="json_valid of each documented JSON column.",
    ),
)
