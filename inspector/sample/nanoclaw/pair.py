"""What one session's two files hold: messages in and out with their numbers, claims, verdicts, state, attachments."""

from __future__ import annotations

import os
from collections.abc import Iterable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from inspector.sample.chance import Chance
from inspector.sample.making import Making, Shape, database, schema
from inspector.sample.moments import iso, sql, unix
from inspector.sample.nanoclaw import content
from inspector.sample.nanoclaw.cast import Cast, Session

Record = dict[str, Any]


class Pair:
    """One session while it is told; :meth:`write` makes its folder."""

    def __init__(self, cast: Cast, key: str, chance: Chance) -> None:
        self.cast = cast
        self.session: Session = cast.sessions[key]
        self.chance = chance
        self.agent = cast.agents[self.session.agent]
        self.chat = cast.chats[self.session.chat] if self.session.chat else None
        self.inbound: list[Record] = []
        self.outbound: list[Record] = []
        self.delivered: list[Record] = []
        self.acks: list[Record] = []
        self.state: list[Record] = []
        self.usage: list[Record] = []
        self.destinations: list[Record] = []
        self.container: Record = {"id": 1, "current_tool": None, "updated_at": iso(self.session.created)}
        self.heartbeat: datetime | None = None
        """mtime of the heartbeat file; None when the session has none."""
        self.files: dict[str, bytes] = {}
        """Attachments by path inside the session's folder."""
        self._told: list[tuple[datetime, Record, int]] = []

    def hear(self, at: datetime, text: str, user: str, name: str, **columns: Any) -> str:
        """A message from the chat; answers its id. Columns given here win over the usual ones."""
        assert self.chat is not None
        number = columns.pop("number", None) or f"{4000 + len(self.inbound)}"
        more = columns.pop("more", {})
        body = content.said(number, self.session.thread, text, user, name, iso(at), **more)
        record = {
            "kind": "chat-sdk",
            "platform_id": self.chat.platform,
            "channel_type": self.chat.channel,
            "thread_id": self.session.thread,
            "content": body,
            "status": "completed",
        }
        return self.put_in(f"{number}:{self.agent.id}", at, {**record, **columns})

    def task(self, at: datetime, prompt: str, recurrence: str | None, **columns: Any) -> str:
        """A scheduled task; ``series`` names the row whose series it continues."""
        id = self.chance.stamped("task", at)
        series = columns.pop("series", id)
        record = {"kind": "task", "content": content.task(prompt), "recurrence": recurrence, "series_id": series}
        return self.put_in(id, at, {"status": "pending", **record, **columns})

    def put_in(self, id: str, at: datetime, columns: Record) -> str:
        """Append a row to messages_in; it gets its even number when the pair is written."""
        record = {"id": id, "timestamp": iso(at), "series_id": id, "tries": 0, "trigger": 1}
        self.inbound.append({**record, **columns})
        self._told.append((at, self.inbound[-1], 0))
        return id

    def say(
        self, at: datetime, text: str, reply: str | None = None, verdict: str | None = "delivered", **columns: Any
    ) -> str:
        """The agent's answer; ``verdict`` is its delivery status, None when the host has not come to it."""
        return self.put_out(at, "chat", content.plain(text), reply, verdict, **columns)

    def put_out(
        self, at: datetime, kind: str, body: str, reply: str | None, verdict: str | None, **columns: Any
    ) -> str:
        """Append a row to messages_out and its verdict to delivered; it gets its odd number (a denial an even one)."""
        id = columns.pop("id", None) or self.chance.stamped("msg", at)
        platform_message = columns.pop("platform_message_id", str(unix(at)))
        reason = columns.pop("reason_code", None)
        where: Record = {}
        if self.chat is not None:
            where = {
                "platform_id": self.chat.platform,
                "channel_type": self.chat.channel,
                "thread_id": self.session.thread,
            }
        record = {"id": id, "in_reply_to": reply, "timestamp": sql(at), "kind": kind, "content": body}
        self.outbound.append({**record, **where, **columns})
        self._told.append((at, self.outbound[-1], 0 if id.startswith("deny-") else 1))
        if verdict is not None:
            sent = platform_message if verdict == "delivered" else None
            self.delivered.append(
                {
                    "message_out_id": id,
                    "platform_message_id": sent,
                    "status": verdict,
                    "delivered_at": sql(at + timedelta(seconds=2)),
                    "reason_code": reason,
                }
            )
        return id

    def ack(self, id: str, at: datetime, status: str = "completed") -> None:
        """The container claims a message or is done with it."""
        self.acks.append({"message_id": id, "status": status, "status_changed": sql(at)})

    def undelivered(self) -> list[Record]:
        """Messages of the agent that the host has given no verdict on, in the order they were written."""
        known = {verdict["message_out_id"] for verdict in self.delivered}
        return [record for record in self.outbound if record["id"] not in known]

    def exchange(
        self, at: datetime, user: str, name: str, ask: str, answer: str, seconds: float = 9
    ) -> tuple[str, str]:
        """One question and, up to 25 minutes after ``at``, its answer; answers both ids."""
        at = self.chance.late(at, 25)
        heard = self.hear(at, ask, user, name)
        done = self.chance.late(at + timedelta(seconds=seconds), 0.2)
        self.ack(heard, done)
        answered = self.say(done, answer, heard)
        self.spend(at, ask)
        return heard, answered

    def spend(self, at: datetime, prompt: str, series: str | None = None) -> None:
        """The container notes what a prompt cost."""
        tokens = 900 + len(prompt) * 7
        cached = self.chance.randrange(5_000, 40_000)
        self.usage.append(
            {
                "timestamp": iso(at),
                "task_series_id": series,
                "prompt_preview": prompt[:60],
                "prompt_chars": 700 + len(prompt),
                "input_tokens": tokens if self.chance.random() < 0.9 else None,
                "output_tokens": self.chance.randrange(60, 900),
                "cache_read_tokens": cached,
                "cache_creation_tokens": 0,
                "cost_usd": round(tokens * 3e-6 + cached * 3e-7, 6),
            }
        )

    def attach(self, path: str, data: bytes) -> None:
        """A file in the session's inbox or outbox."""
        self.files[path] = data

    def write(self, folder: Path, shape: Shape, making: Making, more: Filling | None = None) -> Path:
        """Make the session's folder below ``folder`` (data/v2-sessions); answers it."""
        self.number()
        place = folder / self.agent.id / self.session.id
        with database(place / "inbound.db", schema("nanoclaw-inbound", shape), making) as writer:
            writer.records("messages_in", self.inbound)
            if more is not None:
                writer.rows("messages_in", more.in_columns, more.in_rows)
            writer.records("delivered", _known(self.delivered, "reason_code", shape))
            if more is not None:
                writer.rows("delivered", more.delivered_columns, more.delivered_rows)
            writer.records("destinations", self.destinations)
            writer.records("session_routing", [self._routing()])
        with database(place / "outbound.db", schema("nanoclaw-outbound", shape), making) as writer:
            writer.records("messages_out", self.outbound)
            if more is not None:
                writer.rows("messages_out", more.out_columns, more.out_rows)
            writer.records("processing_ack", self.acks)
            writer.records("session_state", self.state)
            writer.records("container_state", [self.container])
            if shape == "real":
                writer.records("token_usage_log", self.usage)
        self._write_files(place)
        return place

    def number(self) -> int:
        """Number all messages in the order of time, even ones in and odd ones out; answers the highest number."""
        seq = 0
        for _, record, parity in sorted(self._told, key=lambda told: told[0]):
            seq += 1 if (seq + 1) % 2 == parity else 2
            record["seq"] = seq
        return seq

    def _routing(self) -> Record:
        if self.chat is None:
            return {"id": 1, "channel_type": None, "platform_id": None, "thread_id": None}
        return {
            "id": 1,
            "channel_type": self.chat.channel,
            "platform_id": self.chat.platform,
            "thread_id": self.session.thread,
        }

    def _write_files(self, place: Path) -> None:
        (place / "outbox").mkdir(exist_ok=True)
        for name, data in self.files.items():
            target = place / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
        if self.heartbeat is not None:
            beat = place / ".heartbeat"
            beat.touch()
            moment = self.heartbeat.timestamp()
            os.utime(beat, (moment, moment))


class Filling:
    """Rows of many messages that are added to a told session."""

    in_columns = "id,seq,kind,timestamp,status,series_id,platform_id,channel_type,content"
    out_columns = "id,seq,in_reply_to,timestamp,kind,platform_id,channel_type,content"
    delivered_columns = "message_out_id,platform_message_id,status,delivered_at"

    def __init__(self, incoming: Iterable[Any], delivered: Iterable[Any], outgoing: Iterable[Any]) -> None:
        self.in_rows = incoming
        self.delivered_rows = delivered
        self.out_rows = outgoing


def _known(records: list[Record], column: str, shape: Shape) -> list[Record]:
    """Without a column that only the real shape has; its values then read as the document knows them."""
    if shape == "real":
        return records
    kept = [{name: value for name, value in record.items() if name != column} for record in records]
    return [{**record, "status": "failed" if record["status"] == "refused" else record["status"]} for record in kept]
