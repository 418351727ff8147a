"""How what is left out of a graph is written into an address and read back, as far as it is short."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import inf, isnan

from inspector.graph.filters import FieldChoice, GraphFilter

LONGEST = 600
"""Characters of ids that an address names at most; more are left out of it."""
_FIELD = "field."
_SETS = {"hide.type": "types", "hide.status": "statuses", "hide.edge": "edge_types", "hide.node": "hidden"}
_OTHER = ("only", "near", "steps", "words")
_RANGE = ".."
_UNSET = "?"


def is_filter_param(name: str) -> bool:
    """Whether a parameter of an address says what is left out."""
    return name in _SETS or name in _OTHER or name.startswith(_FIELD)


def to_params(wanted: GraphFilter) -> dict[str, str]:
    """Parameters that say what is left out; ids of nodes only while they are few."""
    found = {name: _listed(getattr(wanted, key)) for name, key in _SETS.items() if getattr(wanted, key)}
    if wanted.only is not None:
        found["only"] = _listed(wanted.only)
    for name in ("hide.node", "only"):
        if len(found.get(name, "")) > LONGEST:
            del found[name]
    if wanted.around:
        found |= {"near": wanted.around, "steps": str(wanted.hops)}
    if wanted.text:
        found["words"] = wanted.text
    return found | {f"{_FIELD}{id}": _choice(one) for id, one in wanted.fields.items() if not one.empty}


def from_params(params: Mapping[str, str]) -> GraphFilter:
    """The filter that parameters tell; what cannot be read leaves nothing out."""
    sets = {key: _names(params[name]) for name, key in _SETS.items() if name in params}
    steps = params.get("steps", "1")
    return GraphFilter(
        **sets,
        fields={
            name.removeprefix(_FIELD): choice
            for name, value in params.items()
            if name.startswith(_FIELD) and not (choice := _choice_of(value)).empty
        },
        text=params.get("words", ""),
        only=_names(params["only"]) if "only" in params else None,
        around=params.get("near", ""),
        hops=int(steps) if steps.isdecimal() and len(steps) < 4 and int(steps) else 1,
    )


def _listed(names: Iterable[str]) -> str:
    return ",".join(name.replace("%", "%25").replace(",", "%2C") or "%" for name in sorted(names))


def _names(text: str) -> frozenset[str]:
    parts = text.split(",") if text else []
    return frozenset("" if part == "%" else part.replace("%2C", ",").replace("%25", "%") for part in parts)


def _choice(one: FieldChoice) -> str:
    if one.names:
        return "=" + _listed(one.names)
    ends = ("" if abs(end) == inf else repr(end) for end in (one.low, one.high))
    return _RANGE.join(ends) + (_UNSET if one.unset else "")


def _choice_of(text: str) -> FieldChoice:
    if text.startswith("="):
        return FieldChoice(_names(text[1:]))
    low, mark, high = text.removesuffix(_UNSET).partition(_RANGE)
    return (
        FieldChoice(low=_end(low, -inf), high=_end(high, inf), unset=text.endswith(_UNSET)) if mark else FieldChoice()
    )


def _end(text: str, otherwise: float) -> float:
    try:
        found = float(text) if text else otherwise
    except ValueError:
        return otherwise
    return otherwise if isnan(found) else found
