"""What an address of a conversation says: which message, in which order, in which form times are told.

Params: ``table``, ``key`` (and ``schema``), the row of the message; ``order`` = ``seq``; ``times``; ``text``, words to
find.
"""

from __future__ import annotations

from dataclasses import dataclass

from inspector.db.browse.key_text import key_text
from inspector.db.rows import RowRef
from inspector.errors import InvalidInput
from inspector.timeline.merging import Order
from inspector.workspace.location import Location
from inspector.workspace.rows.row_location import ref_in

VIEW = "chat"


@dataclass(frozen=True)
class ChatPlace:
    """An address, read."""

    ref: RowRef | None = None
    """The row of the message to go to."""
    order: Order = "time"
    """By instant or by number."""
    form: str = ""
    """The form of times; empty: as it is."""
    words: str = ""
    """What is to be found."""


def place_in(location: Location) -> ChatPlace:
    """What an address says; what cannot be read of it is left out."""
    try:
        ref = ref_in(location)
    except InvalidInput:
        ref = None
    order: Order = "sequence" if location.get("order") == "seq" else "time"
    return ChatPlace(ref, order, location.get("times"), " ".join(location.get("text").split()))


def with_place(location: Location, place: ChatPlace) -> Location:
    """The address of a place."""
    ref = place.ref
    told = {
        "schema": ref.schema if ref is not None and ref.schema != "main" else "",
        "table": ref.table if ref is not None else "",
        "key": key_text(ref.key) if ref is not None else "",
        "order": "seq" if place.order == "sequence" else "",
        "times": place.form if place.form != "local" else "",
        "text": place.words,
    }
    return Location(location.path, VIEW, tuple((name, value) for name, value in told.items() if value))


def message_location(path: str, ref: RowRef | None) -> Location:
    """The conversation of the source at ``path``, at a message."""
    return with_place(Location(path, VIEW), ChatPlace(ref))
