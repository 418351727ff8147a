"""How is a chat called in SQL where it has no name? By its channel and its id there, the channel once."""

from __future__ import annotations


def address(alias: str) -> str:
    """SQL of a chat's address in words: ``telegram:530118`` as it is, ``phone +351900`` with its channel in front.

    NULL where the row has no channel or no id.
    """
    channel, id = f"{alias}.channel_type", f"{alias}.platform_id"
    return f"CASE WHEN instr({id}, {channel} || ':') = 1 THEN {id} ELSE {channel} || ' ' || {id} END"
