"""What was chosen of a facet as text for a link, and back, exact: ``{"is":["open",null],"not":["done"]}``."""

from __future__ import annotations

import json
from typing import get_args

from inspector.db.browse.facets import Facet, FacetKey, FacetKind, FacetPick, Group
from inspector.db.browse.key_text import read_value, written_value
from inspector.errors import InvalidInput


def pick_text(pick: FacetPick) -> str:
    """The choice as text; the column is not in it."""
    found: dict[str, object] = {} if pick.facet.kind == "value" else {"by": pick.facet.kind}
    for name, keys in (("is", pick.among), ("not", pick.without)):
        if keys:
            found[name] = [_written(key) for key in keys]
    return json.dumps(found, ensure_ascii=False, separators=(",", ":"))


def parse_pick(column: str, text: str) -> FacetPick:
    """The choice that a text means. Raises InvalidInput."""
    try:
        found = json.loads(text)
        kind = found.get("by", "value")
        if kind not in get_args(FacetKind):
            raise ValueError(kind)
        among, without = (tuple(_read(part) for part in found.get(name, [])) for name in ("is", "not"))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise InvalidInput(
            f"The link chooses values of “{column}” in a way that cannot be read.",
            advice="Copy the link again.",
            details=str(error),
        ) from error
    return FacetPick(Facet(column, kind), among, without)


def _written(key: FacetKey) -> object:
    if key.group == "null":
        return None
    if key.group != "value" or key.value is None:
        return {"group": key.group}
    return written_value(key.value)


def _read(part: object) -> FacetKey:
    if part is None:
        return FacetKey("null")
    if isinstance(part, dict) and "group" in part:
        if part["group"] not in get_args(Group):
            raise ValueError(part["group"])
        return FacetKey(part["group"])
    return FacetKey("value", read_value(part))
