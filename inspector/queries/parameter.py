"""What a query asks for before it runs: names, types, defaults, pickers; and values with their real types."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from inspector.clock import Clock, parse_as_of
from inspector.db.values import Bindable
from inspector.errors import InvalidInput

ParameterType = Literal["text", "integer", "real", "time", "any"]

CLOCK_NAMES = ("now", "now_ms", "now_s")
"""Parameters that the clock fills in: nobody is asked for them."""


@dataclass(frozen=True)
class Parameter:
    """One parameter of a query."""

    name: str
    """Its name without the sign before it."""
    type: ParameterType = "any"
    """What it is bound as; ``any``: a number if it reads like one."""
    required: bool = False
    """Whether an empty value is refused; else it is NULL."""
    default: str = ""
    """What it is when nobody says otherwise."""
    picker: str = ""
    """Kind of things to choose from: ``sessions``, ``nodes``, ...; empty for none."""
    label: str = ""
    """What the question is called; the name if empty."""

    @property
    def title(self) -> str:
        """What to show."""
        return self.label or self.name.replace("_", " ")


def bound(parameter: Parameter, text: str | None) -> Bindable:
    """The value that a text means for this parameter. Raises InvalidInput."""
    given = parameter.default if text is None or text == "" else text
    if given == "":
        if parameter.required:
            raise InvalidInput(f"“{parameter.title}” is needed.", advice="Choose or type a value.")
        return None
    match parameter.type:
        case "text":
            return given
        case "time":
            parse_as_of(given)
            return given
        case "integer" | "real":
            return _number(parameter, given)
    number = _as_number(given)
    return given if number is None else number


def clock_values(clock: Clock) -> dict[str, Bindable]:
    """Values of the parameters that the clock fills in."""
    return {"now": clock.now_iso(), "now_ms": clock.now_ms(), "now_s": clock.now_ms() // 1000}


def _number(parameter: Parameter, text: str) -> int | float:
    number = _as_number(text)
    if number is None or (parameter.type == "integer" and not isinstance(number, int)):
        kind = "a whole number" if parameter.type == "integer" else "a number"
        raise InvalidInput(f"“{text}” is not {kind}.", advice=f"“{parameter.title}” wants {kind}.")
    return number


def _as_number(text: str) -> int | float | None:
    """The number that reads exactly like this text; ``007`` and ``1e5x`` stay text, and so does an id of digits
    too long for 64 bits."""
    try:
        whole = int(text)
    except ValueError:
        pass
    else:
        return whole if str(whole) == text and -(2**63) <= whole < 2**63 else None
    try:
        real = float(text)
    except ValueError:
        return None
    return real if any(char.isdigit() for char in text) else None
