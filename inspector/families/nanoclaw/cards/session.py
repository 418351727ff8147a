"""Everything about a session: what it runs with and where from, what it does now, its messages in and out."""

from __future__ import annotations

from collections.abc import Iterable

from inspector.db.needs import needs
from inspector.db.values import Value
from inspector.families.card import Card, CardLine, CardReader, CardSection, Tone, counted, listed, shown_text
from inspector.families.nanoclaw.cards import names
from inspector.families.nanoclaw.cards.effective import SETTINGS, container_settings, effective, settings_lines
from inspector.families.nanoclaw.cards.routing import waiting
from inspector.families.nanoclaw.contents import message_line
from inspector.families.nanoclaw.rules.incoming import EFFECTIVE

_RECENT = 20


def _state(card: CardReader) -> Iterable[CardLine]:
    sql = (
        f"SELECT {names.agent('g', ':agent_group_id')} AS agent, g.rowid AS agent_key, g.agent_provider AS provider, "
        f"{names.chat('c', ':messaging_group_id')} AS chat, c.rowid AS chat_key FROM (SELECT 1) "
        "LEFT JOIN agent_groups g ON g.id = :agent_group_id LEFT JOIN messaging_groups c ON c.id = :messaging_group_id"
    )
    found = card.first(sql) or {}
    yield _linked("agent", "agent_groups", found.get("agent"), found.get("agent_key"))
    if card.held("messaging_group_id") is None:
        task = card.text("thread_id").startswith(names.TASKS)
        yield CardLine("chat", "none", "a session of tasks" if task else "a session between agents", tone="muted")
    else:
        yield _linked("chat", "messaging_groups", found.get("chat"), found.get("chat_key"))
    thread = card.text("thread_id")
    yield CardLine("thread", thread or "the chat as a whole", tone="" if thread else "muted")
    yield CardLine("status", card.text("status") or "active")
    running = card.text("container_status")
    yield CardLine("container", running or "stopped", "as the host last wrote it; a crash leaves “running” behind")
    yield CardLine("last active", "", "", card.held("last_active"))
    settings = container_settings(card, ":agent_group_id") or {}
    steps = (
        ("session", card.text("agent_provider")),
        (SETTINGS, settings.get("provider", "")),
        ("agent group", shown_text(found.get("provider"))),
    )
    yield effective("provider", steps, "the system's default")


def _linked(name: str, table: str, text: object, key: object) -> CardLine:
    if not isinstance(key, int):
        return CardLine(name, str(text or ""), "is not there", tone="negative")
    return CardLine(name, str(text), table=table, key=(key,))


def _settings(card: CardReader) -> Iterable[CardLine]:
    yield from settings_lines(card, container_settings(card, ":agent_group_id"))


def _routing(card: CardReader) -> Iterable[CardLine]:
    for row in card.ask("SELECT channel_type, platform_id, thread_id FROM session_routing", 1):
        parts = [shown_text(row[name]) for name in ("channel_type", "platform_id", "thread_id")]
        told = " · ".join(part for part in parts if part) or "nowhere"
        yield CardLine("answers go to", told, "where a message names no place itself")


def _now(card: CardReader) -> Iterable[CardLine]:
    for row in card.ask("SELECT * FROM container_state", 1):
        tool = shown_text(row.get("current_tool"))
        yield CardLine("tool", tool or "none", "runs since" if tool else "", row.get("tool_started_at"))
        yield CardLine("written", "", "", row.get("updated_at"))
    sql = (
        "SELECT p.message_id AS name, m.kind AS kind, m.content AS text, p.status_changed AS at, m.rowid AS key "
        "FROM processing_ack p LEFT JOIN messages_in m ON m.id = p.message_id WHERE p.status = 'processing' "
        "ORDER BY p.status_changed"
    )
    if card.has("processing_ack.status", "messages_in.content"):
        for row in card.ask(sql):
            if row["key"] is None:
                name, gone = shown_text(row["name"]), "claimed, and this message is not there"
                yield CardLine("works on", name, gone, row["at"], "negative")
                continue
            said = message_line(shown_text(row["text"]))
            yield CardLine("works on", said, "claimed", row["at"], "", "messages_in", (row["key"],))


def _absent(card: CardReader) -> Iterable[CardLine]:
    """Which half is not here, or that neither is."""
    halves = ("messages_in", "messages_out")
    missing = [half for half in halves if not card.has(half)]
    if len(missing) == 2:
        yield CardLine("messages", "not known", "the files of this session are not read here", tone="muted")
    elif missing:
        yield CardLine(missing[0], "not known", "this half of the pair is not read here", tone="warning")


def _counts(card: CardReader) -> Iterable[CardLine]:
    yield from _absent(card)
    if card.has("messages_in.status", "processing_ack.status"):
        sql = (
            f"SELECT {EFFECTIVE} AS status, count(*) AS n, max(m.timestamp) AS at FROM messages_in m "
            "LEFT JOIN processing_ack a ON a.message_id = m.id GROUP BY 1 ORDER BY n DESC"
        )
        for row in card.ask(sql):
            status = shown_text(row["status"])
            tone: Tone = "negative" if status == "failed" else ""
            yield CardLine(f"in, {status}", counted(row["n"]), "newest", row["at"], tone)
    if card.has("messages_out.deliver_after", "delivered.status"):
        sql = (
            "SELECT CASE WHEN d.status IS NOT NULL THEN d.status WHEN julianday(o.deliver_after) > julianday(:now) "
            "THEN 'held until its time' ELSE 'not delivered' END AS status, count(*) AS n, max(o.timestamp) AS at "
            "FROM messages_out o LEFT JOIN delivered d ON d.message_out_id = o.id GROUP BY 1 ORDER BY n DESC"
        )
        for row in card.ask(sql):
            bad = row["status"] in ("failed", "not delivered", "refused")
            yield CardLine(
                f"out, {shown_text(row['status'])}", counted(row["n"]), "newest", row["at"], "warning" if bad else ""
            )


def _recent(card: CardReader) -> Iterable[CardLine]:
    yield from _absent(card)
    halves = [
        f"SELECT '{word}' AS way, kind, content AS text, timestamp AS at, julianday(timestamp) AS day, "
        f"seq, '{table}' AS tbl, rowid AS key FROM {table} ORDER BY seq DESC"
        for word, table in (("in", "messages_in"), ("out", "messages_out"))
        if card.has(f"{table}.content", f"{table}.seq")
    ]
    lines = [row for half in halves for row in card.ask(half, _RECENT)]
    lines.sort(key=_moment, reverse=True)
    for row in lines[:_RECENT]:
        yield CardLine(
            f"{shown_text(row['way'])} · {shown_text(row['kind'])}",
            message_line(shown_text(row["text"])),
            "",
            row["at"],
            "",
            shown_text(row["tbl"]),
            (row["key"],),
        )


def _moment(row: dict[str, Value]) -> tuple[float, int]:
    """Both halves write times in forms of their own: they are compared as moments, equal ones by their number."""
    day, seq = row["day"], row["seq"]
    return (day if isinstance(day, float) else 0.0, seq if isinstance(seq, int) else 0)


SESSION = Card(
    "sessions",
    "Session",
    (
        CardSection(
            "state", "What it is", _state, needs("agent_groups.agent_provider", "messaging_groups.channel_type")
        ),
        CardSection("now", "What it does now", _now, needs("container_state.updated_at"), "Nothing was ever written."),
        CardSection("counts", "Messages", _counts, empty="No message."),
        CardSection("recent", "Newest messages", _recent, empty="No message."),
        waiting("p.session_id = :id", "p.session_id = :id", "", ""),
        CardSection(
            "undelivered",
            "Messages that did not arrive",
            listed(
                "SELECT COALESCE(d.status, 'not delivered') AS name, o.content AS text, o.kind AS note, "
                "o.timestamp AS at, 'negative' AS tone, 'messages_out' AS tbl, o.rowid AS key FROM messages_out o "
                "LEFT JOIN delivered d ON d.message_out_id = o.id WHERE (d.message_out_id IS NULL AND "
                "(o.deliver_after IS NULL OR julianday(o.deliver_after) <= julianday(:now))) "
                "OR d.status IN ('failed', 'refused') ORDER BY o.seq DESC",
                message_line,
            ),
            needs("messages_out.deliver_after", "delivered.status"),
        ),
        CardSection(
            "tasks",
            "Live tasks",
            listed(
                f"SELECT {EFFECTIVE} || COALESCE(', ' || m.recurrence, '') AS name, m.content AS text, "
                "'next' AS note, m.process_after AS at, 'messages_in' AS tbl, m.rowid AS key FROM messages_in m "
                f"LEFT JOIN processing_ack a ON a.message_id = m.id WHERE m.kind = 'task' AND {EFFECTIVE} IN "
                "('pending', 'paused', 'processing') ORDER BY julianday(m.process_after)",
                message_line,
            ),
            needs("messages_in.recurrence", "messages_in.process_after", "processing_ack.status"),
        ),
        CardSection("settings", "What its container runs with", _settings),
        CardSection("routing", "Where answers go", _routing, needs("session_routing.platform_id"), "Not set."),
        CardSection(
            "destinations",
            "Where it may send, as of its last start",
            listed(
                "SELECT d.name AS name, COALESCE(d.display_name, d.platform_id, d.agent_group_id) AS text, "
                "d.type AS note, 'destinations' AS tbl, d.rowid AS key FROM destinations d ORDER BY d.name"
            ),
            needs("destinations.display_name"),
            "Nowhere.",
        ),
        CardSection(
            "senders",
            "Sessions that wrote to it",
            listed(
                "SELECT m.source_session_id AS name, count(*) || CASE count(*) WHEN 1 THEN ' message' ELSE "
                "' messages' END AS text, max(m.timestamp) AS at, CASE WHEN s.id IS NOT NULL THEN 'sessions' END "
                "AS tbl, s.rowid AS key FROM messages_in m LEFT JOIN sessions s ON s.id = m.source_session_id "
                "WHERE m.source_session_id IS NOT NULL GROUP BY m.source_session_id ORDER BY count(*) DESC"
            ),
            needs("messages_in.source_session_id", "sessions.id"),
        ),
        CardSection(
            "memory",
            "What its container keeps",
            listed(
                "SELECT s.key AS name, s.value AS text, s.updated_at AS at, 'session_state' AS tbl, s.rowid AS key "
                "FROM session_state s ORDER BY s.key"
            ),
            needs("session_state.value"),
        ),
    ),
)
