"""What was chosen of a column as text for a link, and back, exact: ``{"is":["open",null],"not":["done"]}``.

Choices among several facets of one column are a list of such texts.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, get_args

from inspector.db.browse.facets import Facet, FacetKey, FacetKind, FacetPick, Group
from inspector.db.browse.key_text import read_value, written_value
from inspector.errors import InvalidInput


def picks_text(picks: Sequence[FacetPick]) -> str:
    """The choices of one column as text; the column is not in it."""
    told = [_told(pick) for pick in picks]
    return json.dumps(told[0] if len(told) == 1 else told, ensure_ascii=False, separators=(",", ":"))


def parse_picks(column: str, text: str) -> tuple[FacetPick, ...]:
    """The choices that a text means. Raises InvalidInput."""
    try:
        found = json.loads(text)
        return tuple(_pick(column, one) for one in (found if isinstance(found, list) else [found]))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise InvalidInput(
            f"The link chooses values of “{column}” in a way that cannot be read.",
            advice="Copy the link again.",
            details=str(error),
        ) from error


def _told(pick: FacetPick) -> dict[str, object]:
    found: dict[str, object] = {} if pick.facet.kind == "value" else {"by": pick.facet.kind}
    for name, keys in (("is", pick.among), ("not", pick.without)):
        if keys:
            found[name] = [_written(key) for key in keys]
    return found


def _pick(column: str, found: Mapping[str, Any]) -> FacetPick:
    kind = found.get("by", "value")
    if kind not in get_args(FacetKind):
        raise ValueError(kind)
    among, without = (tuple(_read(part) for part in found.get(name, [])) for name in ("is", "not"))
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
