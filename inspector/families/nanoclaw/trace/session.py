"""Whose message is it: the session with its agent, chats, wirings and container, as far as the files tell."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property

from inspector.families.nanoclaw.cards.names import TASKS
from inspector.families.nanoclaw.checks.evidence import span
from inspector.families.nanoclaw.rules.hosts import HOST_GONE
from inspector.families.nanoclaw.rules.liveness import HEARTBEAT, Container, container_of
from inspector.families.nanoclaw.rules.reach import Reach, reach_of
from inspector.families.trace import Fact, Proof
from inspector.families.trace_reader import TracedRow, TraceReader, bindable
from inspector.timeline.instants import Instant, utc_text


@dataclass(frozen=True)
class Session:
    """The session whose files are read; what is asked of it is read once."""

    asked: TraceReader
    """The read."""

    @cached_property
    def id(self) -> str:
        """Its id: the name of its folder."""
        return os.path.basename(self.asked.folder)

    @cached_property
    def row(self) -> TracedRow | None:
        """Its row in the central file."""
        return self.asked.by("sessions", "id", self.id)

    @cached_property
    def agent_id(self) -> str:
        """Id of its agent: by its row, else by the folder it lies in."""
        if self.row is not None:
            return self.row.raw("agent_group_id")
        return os.path.basename(os.path.dirname(self.asked.folder))

    @cached_property
    def container(self) -> Container:
        """Its container."""
        return container_of(self.asked.reader, self.asked.catalog, self.asked.folder)

    @cached_property
    def reach(self) -> Reach | None:
        """Where its agent may send; None where that cannot be told."""
        return reach_of(self.asked.reader, self.asked.catalog, self.id)

    @cached_property
    def tool(self) -> TracedRow | None:
        """Which tool runs."""
        return self.asked.row("container_state", "1")

    @property
    def heartbeat_proof(self) -> Proof:
        """The time of the heartbeat."""
        path = os.path.join(self.asked.folder, HEARTBEAT)
        beat = self.container.heartbeat_s
        if beat is None:
            return Proof(path, note="there is no such file")
        return Proof(path, cells=(("modified", utc_text(moment(beat))),), note=f"{self.age(beat)} old")

    def age(self, since_s: float) -> str:
        """How long ago that was."""
        return span(self.asked.now_s - since_s)

    def proofs(self) -> tuple[Proof, ...]:
        """What tells whether the container is alive."""
        row = self.row
        found = [self.asked.proof(row, "id", "status", "container_status")] if row is not None else []
        found.append(self.heartbeat_proof)
        if self.tool is not None:
            columns = ("current_tool", "tool_declared_timeout_ms", "tool_started_at", "updated_at")
            found.append(self.asked.proof(self.tool, *columns))
        return tuple(found)

    def gaps(self) -> tuple[str, ...]:
        """What cannot be asked, since a file or a table is missing."""
        has = self.asked.has
        told = []
        if not has("messages_in"):
            told.append("The inbound half is not read here: messages in, deliveries and routing are not known.")
        if not has("messages_out"):
            told.append("The outbound half is not read here: claims, replies and the tool that runs are not known.")
        elif not has("processing_ack"):
            told.append("This version has no processing_ack: claims are not known.")
        if not has("sessions"):
            told.append("No central file is read: names, wirings, destinations and the container are not known.")
        elif self.row is None:
            told.append("The central file has no row for this session: its agent and container are not known.")
        return tuple(told)

    # --- what is joined in ---

    def facts(self) -> Iterator[Fact]:
        """The session, its agent, its container, its tool."""
        asked, row = self.asked, self.row
        if row is not None:
            closed = row.raw("status") == "closed"
            yield Fact(
                "session",
                f"{self.id} · {self.about()}",
                f"{row.raw('status') or 'active'}, container {row.raw('container_status') or 'stopped'}",
                "suspicious" if closed else "fine",
                asked.proof(row, "id", "agent_group_id", "messaging_group_id", "thread_id", "status", "last_active"),
            )
        else:
            yield Fact("session", self.id, "by the name of its folder")
        agent = asked.by("agent_groups", "id", self.agent_id)
        if agent is not None:
            yield Fact("agent", asked.shown(agent.raw("name")), "", "fine", asked.proof(agent, "id", "name", "folder"))
        yield from self._container_facts()
        yield from self._host_facts()
        yield from self._journal_facts()

    def _journal_facts(self) -> Iterator[Fact]:
        """Halves that keep a log: the container does not see what is written there."""
        for schema, path in self.asked.files.items():
            if schema in ("inbound", "outbound") and self.asked.reader.journal_of(schema) == "wal":
                note = "its shared memory does not cross the mount to the container: messages are silently missed"
                yield Fact("journal", f"the {schema} half is in WAL mode", note, "broken", Proof(path))

    def _host_facts(self) -> Iterator[Fact]:
        """Which host holds the session, and whether one was called to wake it."""
        asked = self.asked
        claim = asked.by("session_claims", "session_id", self.id)
        if claim is not None:
            holder = claim.raw("claimed_by") or "no host"
            gone = claim.get("claimed_by") is not None and self._host_is_gone()
            note = "; ".join(part for part in (claim.raw("stop_intent"), "that host is gone" if gone else "") if part)
            proof = asked.proof(claim, "session_id", "claimed_by", "claimed_at", "container_ref", "stop_intent")
            yield Fact(
                "host", asked.shown(f"held by {holder}"), asked.shown(note), "suspicious" if gone else "fine", proof
            )
        if asked.has("wake_signals.session_id", "wake_signals.consumed_at", "wake_signals.created_at"):
            waiting = "t.session_id = ? AND t.consumed_at IS NULL ORDER BY t.created_at"
            for signal in asked.rows("wake_signals", waiting, (self.id,), limit=1):
                since = at_words(signal.instant("created_at"), signal.raw("created_at"))
                proof = asked.proof(signal, "session_id", "reason", "created_at", "consumed_at")
                yield Fact("host", f"called to wake the session since {since}", "no host has", "waiting", proof)

    def _host_is_gone(self) -> bool:
        if not self.asked.has("host_instances.lease_expires_at", "host_instances.stopped_at"):
            return False
        sql = (
            f"SELECT {HOST_GONE} FROM session_claims c LEFT JOIN host_instances h ON h.instance_id = c.claimed_by "
            "WHERE c.session_id = :id"
        )
        return bool(self.asked.reader.value(sql, {"id": self.id, "now": self.asked.clock.now_iso()}))

    def _container_facts(self) -> Iterator[Fact]:
        container, now = self.container, self.asked.now_s
        word = {True: "running", False: "stopped", None: "not known"}[container.running]
        proof = self.asked.proof(self.row, "container_status", "last_active") if self.row is not None else None
        note = "no central file says" if container.running is None else "as the host last wrote it"
        yield Fact("container", word, note, "fine", proof)
        if container.heartbeat_s is not None:
            dead = container.is_dead(now) and container.running is True
            told = f"{self.age(container.heartbeat_s)} old"
            yield Fact("heartbeat", told, "", "broken" if dead else "fine", self.heartbeat_proof)
        elif container.running is True:
            yield Fact("heartbeat", "none", "the container never gave a sign", "suspicious", self.heartbeat_proof)
        tool = self.tool
        if tool is not None and tool.raw("current_tool"):
            allowed = f"may take {span(container.allowance_s)}" if container.allowance_s else "no allowance of its own"
            columns = ("current_tool", "tool_declared_timeout_ms", "tool_started_at")
            yield Fact(
                "tool", self.asked.shown(tool.raw("current_tool")), allowed, "fine", self.asked.proof(tool, *columns)
            )

    def about(self) -> str:
        """What it is about: its chat, its task, other agents."""
        if self.row is None:
            return "not known"
        thread = self.row.raw("thread_id")
        if thread.startswith(TASKS):
            return self.asked.shown("task " + thread.removeprefix(TASKS))
        chat = self.asked.by("messaging_groups", "id", self.row.get("messaging_group_id"))
        if chat is None:
            own = self.row.raw("messaging_group_id")
            return f"the chat {own}, which is not there" if own else "between agents"
        return chat_name(self.asked, chat)


def chat_name(asked: TraceReader, chat: TracedRow) -> str:
    """A chat by name, else by address."""
    return asked.shown(chat.raw("name") or address_words(chat.raw("channel_type"), chat.raw("platform_id")))


def address_words(channel: str, place: str) -> str:
    """An address in words, the channel once."""
    return place if place.startswith(f"{channel}:") else f"{channel} {place}".strip()


def chats_at(asked: TraceReader, channel: object, place: object) -> list[TracedRow]:
    """Every row of a chat: one for each adapter that serves it."""
    if not isinstance(channel, str) or not isinstance(place, str):
        return []
    if not asked.has("messaging_groups.channel_type", "messaging_groups.platform_id"):
        return []
    return asked.rows("messaging_groups", "t.channel_type = ? AND t.platform_id = ? ORDER BY t.id", (channel, place))


def chat_facts(asked: TraceReader, channel: object, place: object, own: object = None) -> Iterator[Fact]:
    """The chats of an address, all of them; ``own``: id of the session's chat."""
    found = chats_at(asked, channel, place)
    for chat in found:
        off = "denied" if chat.get("denied_at") is not None else "detached" if chat.get("detached_at") else ""
        several = f"one of {len(found)} with this address, by adapter instance" if len(found) > 1 else ""
        mine = "the session's own chat" if len(found) > 1 and own is not None and chat.get("id") == own else ""
        policy = f"unknown senders: {chat.raw('unknown_sender_policy')}" if chat.raw("unknown_sender_policy") else ""
        notes = "; ".join(part for part in (off, several, mine, policy) if part)
        instance = f" by {chat.raw('instance')}" if len(found) > 1 else ""
        columns = ("id", "channel_type", "platform_id", "instance", "name", "unknown_sender_policy", "denied_at")
        yield Fact(
            "chat",
            f"{chat_name(asked, chat)}{asked.shown(instance)}",
            asked.shown(notes),
            "suspicious" if off else "fine",
            asked.proof(chat, *columns, "detached_at"),
        )


def wirings_of(asked: TraceReader, chat: TracedRow) -> list[TracedRow]:
    """The wirings of a chat."""
    if not asked.has("messaging_group_agents.messaging_group_id"):
        return []
    return asked.rows("messaging_group_agents", "t.messaging_group_id = ?", (bindable(chat.get("id")),))


def agent_name(asked: TraceReader, id: object) -> str:
    """An agent by name, else by id."""
    row = asked.by("agent_groups", "id", id if isinstance(id, str) else None)
    return asked.shown((row.raw("name") if row is not None else "") or str(id))


def person_name(asked: TraceReader, id: object) -> str:
    """A person by name, else by id."""
    row = asked.by("users", "id", id if isinstance(id, str) else None)
    return asked.shown((row.raw("display_name") if row is not None else "") or str(id or "any approver"))


def moment(since_s: float) -> datetime:
    """The moment of a time in seconds since 1970."""
    return datetime.fromtimestamp(since_s, UTC)


def at_words(instant: Instant | None, stored: str) -> str:
    """A time in words: in UTC, or as stored where it cannot be read."""
    return utc_text(instant.moment) if instant is not None else f"“{stored}”, which is no time"


def seconds(instant: Instant | None) -> float | None:
    """A time in seconds since 1970."""
    return instant.moment.timestamp() if instant is not None else None
