"""Is a message of a chat? By its address, or by that of its session where it names none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from inspector.db.values import Bindable, Value
from inspector.families.trace_reader import TraceReader, bindable

_HERE = "(m.channel_type IS :channel AND m.platform_id IS :place)"
_NOWHERE = "(m.channel_type IS NULL AND m.platform_id IS NULL)"
_ADDRESS = ("channel_type", "platform_id")


@dataclass(frozen=True)
class Share:
    """Which messages of one session are meant."""

    incoming: str = "1"
    """Condition of those in (m)."""
    outgoing: str = "1"
    """Condition of those out (m)."""
    bound: Mapping[str, Bindable] = field(default_factory=dict)
    """What the conditions are bound to."""


EVERYTHING = Share()
"""All messages of a session."""


def share_of_chat(asked: TraceReader, channel: Value, place: Value, *, own: bool) -> Share | None:
    """The messages of a session that are of a chat; None where the session cannot hold any.

    ``own``: whether the session is one of that chat. A message without an address is of the session's chat; one that
    goes out falls back to session_routing first.
    """
    addressed = [t for t in ("messages_in", "messages_out") if asked.has(*(f"{t}.{c}" for c in _ADDRESS))]
    if len(addressed) < sum(asked.has(table) for table in ("messages_in", "messages_out")):
        # a version without addresses: a session was of one chat
        return EVERYTHING if own else None
    falls = own
    if asked.has("session_routing.channel_type", "session_routing.platform_id"):
        row = asked.row("session_routing", "1")
        if row is not None and row.get("platform_id") is not None:
            falls = (row.get("channel_type"), row.get("platform_id")) == (channel, place)
    return Share(
        f"({_HERE} OR {_NOWHERE})" if own else _HERE,
        f"({_HERE} OR {_NOWHERE})" if falls else _HERE,
        {"channel": bindable(channel), "place": bindable(place)},
    )
