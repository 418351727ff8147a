"""The bracket that belongs to the one at the caret; brackets in strings and comments belong to none."""

from __future__ import annotations

from inspector.queries.scan import tokens

_LOOKED_AT = 20_000
"""Characters before and after the caret that are looked at."""


def matching_brackets(text: str, at: int) -> tuple[int, ...]:
    """Indices of the bracket beside ``at`` and of its partner; of it alone where it has none; empty without one."""
    first = max(0, at - _LOOKED_AT)
    part = text[first : at + _LOOKED_AT]
    places = [(piece.start, piece.text) for piece in tokens(part) if piece.text in ("(", ")")]
    wanted = next((place for place, _ in places if place + first in (at, at - 1)), None)
    if wanted is None:
        return ()
    pairs: dict[int, int] = {}
    open_: list[int] = []
    for place, bracket in places:
        if bracket == "(":
            open_.append(place)
        elif open_:
            opened = open_.pop()
            pairs[opened], pairs[place] = place, opened
    partner = pairs.get(wanted)
    return (wanted + first,) if partner is None else (wanted + first, partner + first)
