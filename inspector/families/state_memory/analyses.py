"""What can a state graph be asked: what blocks a node, what it holds up, what contradicts, stands still, can begin?"""

from __future__ import annotations

from inspector.families.state_memory.analyses_found import contradictions, cycles, orphans, stale
from inspector.families.state_memory.analyses_order import critical_path, decision_trail, work_queue
from inspector.families.state_memory.analyses_waiting import MORE_RELATIONS, PART_OF, impact, why_blocked
from inspector.families.state_memory.checks.work import STALE_DAYS
from inspector.graph.analysis import AnalysisOption, GraphAnalysis

_STATE = ("state", "snapshot:")
_WAITING = ("state", "waiting", "snapshot:")

ANALYSES = (
    GraphAnalysis(
        "why_blocked",
        "Why is it blocked",
        "All that is open and that a node waits for, directly or through others: what it depends on, what blocks it, "
        "its children.",
        why_blocked,
        _WAITING,
        needs_node=True,
        menu="Why is it blocked",
    ),
    GraphAnalysis(
        "impact",
        "What waits for it",
        "All that waits for a node, directly or through others: what depends on it, what it blocks, its parents.",
        impact,
        _WAITING,
        needs_node=True,
        options=tuple(AnalysisOption(name, f"Count {name}") for name in MORE_RELATIONS),
        menu="What waits for it",
    ),
    GraphAnalysis(
        "critical_path",
        "Critical path",
        "The heaviest way of open tasks and milestones that has to be gone before a node is done. A node weighs its "
        "estimate, or 1 without one.",
        critical_path,
        _WAITING,
        needs_node=True,
        options=(AnalysisOption(PART_OF, "Count part_of", on=True),),
        menu="Critical path to it",
    ),
    GraphAnalysis(
        "work_queue",
        "Work that can begin",
        "Tasks that are pending or in progress and wait for no task or blocker that is still open: first those that "
        "hold up most, then the oldest.",
        work_queue,
        _STATE,
    ),
    GraphAnalysis(
        "contradictions",
        "Contradictions",
        "Done tasks that an active blocker still blocks or that depend on open ones, and accepted decisions that "
        "contradict each other.",
        contradictions,
        _STATE,
    ),
    GraphAnalysis(
        "decision_trail",
        "Decision trail",
        "What a decision replaced or was replaced by, in any number of steps, oldest first, with what contradicts.",
        decision_trail,
        ("state", "decisions", "snapshot:"),
        needs_node=True,
        node_types=("decision",),
        menu="Its decision trail",
    ),
    GraphAnalysis("cycles", "Cycles", "What waits for itself over depends_on, blocks and child_of.", cycles, _WAITING),
    GraphAnalysis(
        "stale",
        "Work that stands still",
        f"What is in progress and was not changed for more than {STALE_DAYS} days, the longest first.",
        stale,
        ("state",),
    ),
    GraphAnalysis("orphans", "Orphans", "Nodes without an edge, observations left out.", orphans, _STATE),
)
