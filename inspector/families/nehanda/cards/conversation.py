"""Everything about a conversation: its project and phase, sessions, newest turns, plans, todos, tests, memories."""

from __future__ import annotations

from collections.abc import Iterable

from inspector.db.needs import needs
from inspector.families.card import Card, CardLine, CardReader, CardSection, listed, shown_text
from inspector.families.json_prefix import read_json
from inspector.families.nehanda.summaries import SUMMARIES

_OURS = "(SELECT session_id FROM sessions WHERE conversation_id = :id)"


def _state(card: CardReader) -> Iterable[CardLine]:
    yield CardLine("project", card.text("project_dir"))
    yield CardLine("phase", card.text("phase"), "since", card.held("last_active"))
    yield CardLine("begun", "", "", card.held("created_at"))
    if card.has("transcript_entries.created_at", "sessions.conversation_id"):
        found = card.first(f"SELECT max(created_at) AS at FROM transcript_entries WHERE session_id IN {_OURS}")
        at = found["at"] if found else None
        note = "the newest entry; last_active moves only with the phase"
        yield CardLine("last activity", "" if at else "no entry", note, at)


def _turns(card: CardReader) -> Iterable[CardLine]:
    line = SUMMARIES.get(("transcript_entries", "payload_json"))
    rows = card.ask(
        "SELECT t.entry_type AS type, t.payload_json AS text, t.created_at AS at, t.id AS key "
        f"FROM transcript_entries t WHERE t.session_id IN {_OURS} ORDER BY t.id DESC",
        15,
    )
    for row in rows:
        text = shown_text(row["text"])
        said = line(text) if line is not None else text
        yield CardLine(shown_text(row["type"]), said, "", row["at"], "", "transcript_entries", (row["key"],))


def _todos(card: CardReader) -> Iterable[CardLine]:
    for row in card.ask("SELECT key AS name, value AS text, updated_at AS at FROM state WHERE conversation_id = :id"):
        name, found = shown_text(row["name"]), read_json(shown_text(row["text"]))
        if name.startswith("todo:") and isinstance(found, dict):
            said = str(found.get("content") or found.get("title") or "")
            yield CardLine(str(found.get("status") or "todo"), said, name, row["at"])
        else:
            yield CardLine(name, shown_text(row["text"]), "", row["at"])


CONVERSATION = Card(
    "conversations",
    "Conversation",
    (
        CardSection("state", "What it is", _state),
        CardSection(
            "turns",
            "Newest turns",
            _turns,
            needs("transcript_entries.payload_json", "sessions.conversation_id"),
            "No turn yet.",
        ),
        CardSection(
            "sessions",
            "Sessions",
            listed(
                "SELECT 'session' AS name, s.session_id AS text, (SELECT count(*) FROM transcript_entries t "
                "WHERE t.session_id = s.session_id) || ' entries' || COALESCE((SELECT ', a subagent: ' || "
                "max(e.detail) FROM events e WHERE e.session_id = s.session_id "
                "AND e.event_type = 'subagent_start'), '') AS note, s.started_at AS at, "
                "'sessions' AS tbl, s.rowid AS key FROM sessions s WHERE s.conversation_id = :id "
                "ORDER BY s.started_at DESC, s.rowid DESC"
            ),
            needs("sessions.conversation_id", "transcript_entries.session_id", "events.session_id", "events.detail"),
        ),
        CardSection(
            "plans",
            "Plans",
            listed(
                "SELECT p.status AS name, substr(p.content, 1, 200) AS text, p.file_path AS note, p.created_at AS at, "
                "'plans' AS tbl, p.id AS key FROM plans p WHERE p.conversation_id = :id ORDER BY p.id DESC"
            ),
            needs("plans.conversation_id", "plans.status"),
        ),
        CardSection("todos", "State and todos", _todos, needs("state.conversation_id", "state.value")),
        CardSection(
            "summary",
            "Summary",
            listed(
                "SELECT s.word_count || ' words' AS name, s.content AS text, s.created_at AS at, 'summaries' AS tbl, "
                "s.rowid AS key FROM summaries s WHERE s.conversation_id = :id"
            ),
            needs("summaries.word_count"),
            "None was written.",
        ),
        CardSection(
            "phases",
            "Phases, tests and tasks",
            listed(
                "SELECT e.event_type AS name, e.detail AS text, e.timestamp AS at, 'events' AS tbl, e.id AS key "
                "FROM events e WHERE e.conversation_id = :id ORDER BY e.id DESC",
                SUMMARIES.get(("events", "detail")),
            ),
            needs("events.conversation_id", "events.detail"),
        ),
        CardSection(
            "memories",
            "Memories of its project",
            listed(
                "SELECT m.type AS name, m.title AS text, m.updated_at AS at, 'memories' AS tbl, m.rowid AS key "
                "FROM memories m WHERE m.project_scope = :project_dir ORDER BY m.updated_at DESC"
            ),
            needs("memories.project_scope"),
        ),
        CardSection(
            "ratings",
            "Ratings",
            listed(
                "SELECT r.rating AS name, r.objective AS text, r.timestamp AS at, 'task_ratings' AS tbl, r.id AS key "
                "FROM task_ratings r WHERE r.conversation_id = :id ORDER BY r.id DESC"
            ),
            needs("task_ratings.conversation_id"),
        ),
    ),
)
