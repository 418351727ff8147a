"""What became of a message, in words with a tone, and where it goes: what stands below a bubble."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from inspector.db.values import BadText, Value
from inspector.families.chat import Along, ChatAsked, Tone, Word
from inspector.families.nanoclaw.chat.shapes import Said
from inspector.families.nanoclaw.rules.delivery import ATTEMPTS
from inspector.families.nanoclaw.rules.incoming import TRIES
from inspector.timeline.instants import read_instant, utc_text

Cells = Mapping[str, Value]


@dataclass(frozen=True)
class Fate:
    """What is told below a message."""

    marks: tuple[Word, ...]
    """What became of it."""
    told: tuple[tuple[str, str], ...]
    """When it repeats, of which series it is."""
    destination: str = ""
    """Where it goes."""
    hints: tuple[str, ...] = ()
    """What else is known of it."""


def fate_in(row: Cells, asked: ChatAsked, said: Said) -> Fate:
    """Of a message that came in."""
    status, tries = _text(row.get("status")), row.get("tries")
    tried = tries if isinstance(tries, int) else 0
    marks: list[Word] = []
    if row.get("trigger") == 0:
        marks.append(Word("context only", "quiet"))
    if said.edited:
        marks.append(Word("edited", "quiet"))
    if status.startswith("failed"):
        marks.append(Word(f"failed after {tried} tries" if tried > 1 else status, "error"))
    elif status == "pending" and "messages_out" not in {table.name for table in asked.catalog}:
        marks.append(Word("not known whether it was read: no outbound half", "quiet"))
    elif status == "pending":
        marks += _waiting(row, asked, tried) if row.get("trigger") != 0 else []
    elif status in _STATUSES:
        marks += [Word(*_STATUSES[status])] if _STATUSES[status][0] else []
    elif status:
        marks.append(Word(f"status: {status}", "warning"))
    if tried > TRIES:
        marks.append(Word(f"{tried} tries, more than {TRIES}", "warning"))
    return Fate(tuple(marks), tuple(_series(row)))


_STATUSES: Mapping[str, tuple[str, Tone]] = {
    "completed": ("", "quiet"),
    "processing": ("claimed by the container", "warning"),
    "paused": ("paused", "warning"),
    "cancelled": ("cancelled", "quiet"),
}


def _waiting(row: Cells, asked: ChatAsked, tried: int) -> list[Word]:
    after = row.get("process_after")
    later = _is_later(after, asked)
    if later:
        retry = f"retry {tried} of {TRIES}: " if tried else ""
        return [Word(f"{retry}waits until {_when(after)}", "quiet" if not tried else "warning")]
    if row.get("on_wake"):
        return [Word("waits for a fresh container", "warning")]
    return [Word(f"due, retry {tried} of {TRIES}" if tried else "due", "warning")]


def _series(row: Cells) -> list[tuple[str, str]]:
    told = []
    runs, run = row.get("runs"), _text(row.get("run"))
    if _text(row.get("recurrence")):
        told.append(("Repeats", _text(row.get("recurrence"))))
    if isinstance(runs, int) and runs > 1:
        told.append(("Run", f"{run} of {runs} of the series {_text(row.get('series_id'))}"))
    elif runs == 1 and _text(row.get("recurrence")):
        told.append(("Series", _text(row.get("series_id"))))
    return told


def fate_out(row: Cells, asked: ChatAsked, said: Said, along: Along) -> Fate:
    """Of a message that went out."""
    kind, status = _text(row.get("kind")), row.get("status")
    marks: list[Word] = []
    if _text(row.get("id")) in along.held:
        marks.append(Word("held for approval", "warning"))
    elif status is None:
        if "status" not in row:
            marks.append(Word("delivery not known: no inbound half", "quiet"))
        elif _is_later(row.get("deliver_after"), asked):
            marks.append(Word(f"held until {_when(row.get('deliver_after'))}", "warning"))
        else:
            marks.append(Word("not delivered", "warning"))
    else:
        marks.append(_delivery(row, _text(status), kind))
    return Fate(tuple(marks), tuple(_series(row)), _destination(row, along), tuple(_hints(row)))


def _hints(row: Cells) -> list[str]:
    told = []
    if _text(row.get("delivered_at")):
        told.append(f"Its delivery was told at {_when(row.get('delivered_at'))}")
    if _text(row.get("platform_message_id")):
        told.append(f"Called on its platform: {_text(row.get('platform_message_id'))}")
    if _text(row.get("in_reply_to")):
        told.append(f"Answers, as a hint: {_text(row.get('in_reply_to'))}")
    return told


def _delivery(row: Cells, status: str, kind: str) -> Word:
    if status == "failed":
        return Word(f"failed after {ATTEMPTS} attempts", "error")
    if status == "refused":
        reason = _text(row.get("reason_code"))
        return Word(f"refused: {reason}" if reason else "refused", "error")
    if status != "delivered":
        return Word(f"delivery: {status}", "warning")
    addressed = kind in ("chat", "chat-sdk") and _text(row.get("channel_type")) != "agent"
    if addressed and row.get("platform_message_id") is None:
        return Word("suspect: delivered without a platform id, no adapter took it", "warning")
    return Word("handed to the agent" if _text(row.get("channel_type")) == "agent" else "delivered", "fine")


def _destination(row: Cells, along: Along) -> str:
    channel, place = _text(row.get("channel_type")), _text(row.get("platform_id"))
    routed = ""
    if _text(row.get("kind")) == "system":
        return "the host"
    if not place:
        if along.routing is None:
            return ""
        channel, place = along.routing
        routed = " (from session_routing)"
    name = along.names.get((channel, place), "")
    if channel == "agent":
        return f"the agent {name or place}{routed}"
    return (f"{name} on {channel}" if name else place if place.startswith(channel) else f"{channel} {place}") + routed


def _is_later(value: Value, asked: ChatAsked) -> bool:
    found, now = read_instant(value), read_instant(asked.given.get("now"))
    return found is not None and now is not None and found.moment > now.moment


def _when(value: Value) -> str:
    found = read_instant(value)
    return utc_text(found.moment) if found is not None else _text(value)


def _text(value: Value) -> str:
    return "" if value is None else str(value) if isinstance(value, str | int | float | BadText) else ""
