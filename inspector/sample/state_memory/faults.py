"""What is wrong in the sample projects on purpose, and how each of it is repaired."""

from __future__ import annotations

from inspector.sample.planted import Fault

BOOKS = "paper-trail"
"""Place of the faults of the first project."""
LAB = "attic-lab"
"""Place of the faults of the second project."""

_DECIDED = (
    "UPDATE nodes SET status = 'superseded' WHERE status = 'accepted' AND id IN (SELECT e.target_id FROM edges e "
    "JOIN nodes s ON s.id = e.source_id WHERE e.type = 'contradicts' AND s.status = 'accepted')"
)
_COUNTED = (
    "UPDATE snapshots SET node_count = json_array_length(snapshot, '$.nodes'), "
    "edge_count = json_array_length(snapshot, '$.edges')"
)
_WORKED_ON = "UPDATE nodes SET updated_at = :yesterday WHERE status = 'in_progress'"
_INDEXED = "INSERT INTO nodes_fts(nodes_fts) VALUES('rebuild')"

FAULTS = (
    Fault(
        "state_memory.contradicting_decisions",
        BOOKS,
        "Amounts are integers of cents, and decimal text: both decisions are accepted.",
        _DECIDED,
    ),
    Fault(
        "state_memory.done_before_dependency",
        BOOKS,
        "A task is done, and one that it depends on is not.",
        "DELETE FROM edges WHERE type = 'depends_on' AND source_id IN "
        "(SELECT id FROM nodes WHERE type = 'task' AND status = 'done') AND target_id IN "
        "(SELECT id FROM nodes WHERE type = 'task' AND status NOT IN ('done', 'cancelled'))",
    ),
    Fault(
        "state_memory.done_but_blocked",
        BOOKS,
        "A task is done, and an active blocker still blocks it.",
        "UPDATE nodes SET status = 'resolved' WHERE type = 'blocker' AND status = 'active' "
        "AND EXISTS (SELECT 1 FROM edges e "
        "JOIN nodes t ON t.id IN (e.source_id, e.target_id) WHERE nodes.id IN (e.source_id, e.target_id) "
        "AND e.type IN ('blocks', 'depends_on') AND t.type = 'task' AND t.status = 'done')",
    ),
    Fault(
        "state_memory.self_edges", BOOKS, "A guide refers to itself.", "DELETE FROM edges WHERE source_id = target_id"
    ),
    Fault(
        "state_memory.cycles",
        BOOKS,
        "Three tasks wait for each other in a circle.",
        "DELETE FROM edges WHERE type = 'depends_on' AND source_id = "
        "(SELECT id FROM nodes WHERE title = 'Show who unlocked what and why')",
    ),
    Fault(
        "state_memory.overdue",
        BOOKS,
        "A milestone was due three days ago.",
        "UPDATE nodes SET metadata = json_set(metadata, '$.due', date(:now, '+20 days')) WHERE type = 'milestone' "
        "AND date(json_extract(metadata, '$.due')) < date(:now)",
    ),
    Fault("state_memory.stale", BOOKS, "Three pieces of work in progress stand still.", _WORKED_ON, 3),
    Fault("state_memory.snapshot_counts", BOOKS, "A snapshot holds one edge less than it says.", _COUNTED),
    Fault(
        "generic.index_drift",
        BOOKS,
        "The search index misses three nodes, has an old title and two nodes that are gone.",
        _INDEXED,
        6,
        ("real",),
    ),
    Fault(
        "state_memory.audit_chain",
        LAB,
        "An event was changed by hand after it was hashed: the audit chain breaks.",
        """UPDATE events SET after_state = replace(after_state, '"edited_by":"hand",', '')""",
        1,
        ("real",),
    ),
    Fault(
        "state_memory.contradicting_decisions",
        LAB,
        "The printer is reachable from everywhere, and at home only: both decisions are accepted.",
        _DECIDED,
    ),
    Fault("state_memory.stale", LAB, "A milestone and a task in progress stand still.", _WORKED_ON, 2),
    Fault("state_memory.snapshot_counts", LAB, "A snapshot holds one edge less than it says.", _COUNTED),
    Fault(
        "generic.index_drift",
        LAB,
        "The search index misses three nodes, has an old title and two nodes that are gone.",
        _INDEXED,
        6,
        ("real",),
    ),
)
"""All of them, in the order in which they are repaired."""
