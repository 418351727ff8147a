"""What happened in the first sample project besides its nodes: sessions, messages, and what went off the record."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

from inspector.sample.moments import iso, sql
from inspector.sample.state_memory.ledger import Ledger
from inspector.sample.state_memory.story import Talk, Twist, Visit

VISITS = (
    Visit(62, 3, "claude-code", {"goal": "Lay out the plan", "agent_role": "planner"}),
    Visit(57.2, 4, "cursor", {"goal": "First importer", "agent_role": "coder"}),
    Visit(45.1, 6, "claude-code", {"goal": "Receipts", "agent_role": "coder", "cwd": "/home/ines/paper-trail"}),
    Visit(
        34.1, 5, "claude-code", {"goal": "Plan the VAT return", "agent_role": "planner", "branch": "feature/vat-return"}
    ),
    Visit(21.2, None, "windsurf", {"agent_role": "coder", "goal": "PDF export"}),
    Visit(16.1, 2, "user", {"note": "decided by hand"}),
    Visit(9.2, 8, "antigravity", {"agent_role": "reviewer", "auto_closed": 1}),
    Visit(0.12, None, "claude-code", {"goal": "Review screen", "agent_role": "coder", "pid": 20417}),
)

TALKS = (
    Talk(
        61.9, "claude-code", "planner", "handoff", "The plan is in the graph. Start with CAMT, leave the forms alone."
    ),
    Talk(57, "cursor", "coder", "locks", "lock: src/import/** until noon", 3),
    Talk(
        44,
        "cursor",
        "coder",
        "handoff",
        "CSV works for three banks; the fourth sends semicolons in names. 次はレシート。",
    ),
    Talk(9, "antigravity", "reviewer", "vat", "Do not map codes before the office has published the list.", 24 * 30),
    Talk(2, "claude-code", None, "build", "tests: 412 passed, 3 skipped", 0.5),
    Talk(0.1, "claude-code", "coder", "locks", "lock: src/review/** while the screen is rebuilt", 6),
    Talk(0.05, "user", None, "vat", "Ines calls the office at four.", 0.5),
)


def twists(twist: Twist) -> None:
    ideas: list[str] = []

    def idea(ledger: Ledger, at: datetime, id: Callable[[str], str]) -> None:
        ideas.append(ledger.create_node(at, "task", "Train a model on our own receipts", "pending").id)

    def hang_idea(ledger: Ledger, at: datetime, id: Callable[[str], str]) -> None:
        ledger.create_edge(at, ideas[0], "depends_on", id("t-ocr"))

    def drop_idea(ledger: Ledger, at: datetime, id: Callable[[str], str]) -> None:
        ledger.delete_node(at, ideas[0])

    def too_early(ledger: Ledger, at: datetime, id: Callable[[str], str]) -> None:
        ledger.undone_update(at, at + timedelta(minutes=9), id("t-split"), status="done")

    def too_wide(ledger: Ledger, at: datetime, id: Callable[[str], str]) -> None:
        ledger.undone_update(at, at + timedelta(minutes=6), id("t-fx"), title="Book invoices in every currency")

    def wrong_row(ledger: Ledger, at: datetime, id: Callable[[str], str]) -> None:
        ledger.undone_update(at, at + timedelta(minutes=4), id("m-year"), status="reached")

    def silent(ledger: Ledger, at: datetime, id: Callable[[str], str]) -> None:
        ledger.update_node(at, id("t-restore"), status="done", logged=False)
        ledger.nodes[id("o-tips")] = replace(ledger.nodes[id("o-tips")], updated_at=sql(at))
        ledger.nodes[id("t-invite")] = replace(
            ledger.nodes[id("t-invite")], title="Invitation links that expire in a day"
        )
        brought = ledger.create_node(
            at, "task", "Imported from the old board: tidy account names", "pending", tags=("import",), logged=False
        )
        ledger.create_edge(at, brought.id, "part_of", id("p-main"), properties={"from": "board"}, logged=False)

    def pruned(ledger: Ledger, at: datetime, id: Callable[[str], str]) -> None:
        gone = ledger.create_node(at, "observation", "Ledger holds 12 accounts nobody uses", "active")
        ledger.delete_node(at + timedelta(hours=1), gone.id, logged=False)

    def notes(ledger: Ledger, at: datetime, id: Callable[[str], str]) -> None:
        text = "\n".join(
            f"{iso(at - timedelta(hours=step))} step {step}: compared {step * 37} payments, {step % 4} left over"
            for step in range(120)
        )
        ledger.update_node(at, id("t-review"), metadata={"estimate": 8, "assignee": "agent:coder", "log": text})

    def promise(ledger: Ledger, at: datetime, id: Callable[[str], str]) -> None:
        due = f"{at + timedelta(days=27):%Y-%m-%d}"
        ledger.update_node(at, id("m-match"), metadata={"owner": "ines", "due": due})

    twist.at(30.5, promise)
    twist.at(41, idea)
    twist.at(40.9, hang_idea)
    twist.at(40.2, drop_idea)
    twist.at(11, too_early)
    twist.at(10.9, too_wide)
    twist.at(10.8, wrong_row)
    twist.at(6.5, silent)
    twist.at(18.5, pruned)
    twist.at(2.2, notes)
