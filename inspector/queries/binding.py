"""Which values does a statement ask for, and in which form does SQLite take them?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from inspector.db.values import Bindable
from inspector.queries.scan import tokens

_HIGHEST = 32_766
"""The highest number of a parameter; SQLite refuses a statement with a higher one."""


@dataclass(frozen=True)
class Asked:
    """One parameter of a statement."""

    number: int
    """Its number, as SQLite counts: ``?`` and a name that comes first are one more than the highest so far."""
    name: str
    """What it is given by: its name without the sign before it; of ``?`` and ``?3`` the number."""
    text: str
    """As it is written where it comes first."""


def asked(sql: str) -> tuple[Asked, ...]:
    """The parameters of a statement, each once, in the order in which they come."""
    found: dict[int, Asked] = {}
    named: dict[str, int] = {}
    highest = 0
    for token in tokens(sql):
        if token.kind != "parameter":
            continue
        text = token.text
        if text == "?":
            number = highest + 1
        elif text.startswith("?"):
            number = int(text[1:])
        else:
            number = named.setdefault(text, highest + 1)
        highest = max(highest, number)
        name = str(number) if text.startswith("?") else text[1:]
        found.setdefault(number, Asked(number, name, text))
    return tuple(found.values())


def bindings(sql: str, values: Mapping[str, Bindable]) -> dict[str, Bindable] | tuple[Bindable, ...]:
    """The values of a statement by name; by number where one of its parameters has no name."""
    wanted = asked(sql)
    if not any(one.text.startswith("?") for one in wanted):
        return {one.name: values[one.name] for one in wanted if one.name in values}
    names = {one.number: one.name for one in wanted if one.number <= _HIGHEST}
    return tuple(values.get(names.get(number, "")) for number in range(1, max(names, default=0) + 1))
