"""What a query asks for before it runs: names, types, defaults, pickers; and values with their real types."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Literal

from inspector.clock import Clock, parse_as_of
from inspector.db.values import Bindable
from inspector.errors import InvalidInput

ParameterType = Literal["text", "integer", "real", "time", "boolean", "blob", "any", "table", "column"]

CLOCK_NAMES = ("now", "now_ms", "now_s")
"""Parameters that the clock fills in: nobody is asked for them."""
IDENTIFIERS = ("table", "column")
"""Types of parameters that are no values: a name of the catalog is written in their place."""
NULL = "NULL"
"""What is written for NULL where a default would come else."""

_WHOLE = re.compile(r"[+-]?[0-9]+")
_PLAIN_WHOLE = re.compile(r"-?(?:0|[1-9][0-9]*)")
_REAL = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_BLOB = re.compile(r"[xX]'((?:[0-9a-fA-F]{2})*)'")
_TEXT = re.compile(r"'((?:[^']|'')*)'", re.DOTALL)
_BOOLEANS = {"1": 1, "true": 1, "yes": 1, "on": 1, "0": 0, "false": 0, "no": 0, "off": 0}


@dataclass(frozen=True)
class Parameter:
    """One parameter of a query."""

    name: str
    """Its name without the sign before it."""
    type: ParameterType = "any"
    """What it is bound as; ``any``: a number if it reads like one, else as SQL would read it (``NULL``, ``x'0f'``,
    ``'007'``), else text."""
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
    """The value that a text means for this parameter; ``NULL`` is NULL, ``''`` an empty text. Raises InvalidInput."""
    given = parameter.default if text is None or text == "" else text
    if given in ("", NULL):
        if parameter.required:
            raise InvalidInput(f"“{parameter.title}” is needed.", advice="Choose or type a value.")
        return None
    match parameter.type:
        case "text":
            return {"''": "", f"'{NULL}'": NULL}.get(given, given)
        case "time":
            parse_as_of(given)
            return given.strip()
        case "integer" | "real":
            return _number(parameter, given.strip())
        case "boolean":
            return _truth(parameter, given)
        case "blob":
            return _bytes(parameter, given.strip())
        case "table" | "column":
            return given
    return _literal(given)


def clock_values(clock: Clock) -> dict[str, Bindable]:
    """Values of the parameters that the clock fills in."""
    return {"now": clock.now_iso(), "now_ms": clock.now_ms(), "now_s": clock.now_ms() // 1000}


def _number(parameter: Parameter, text: str) -> int | float:
    if parameter.type == "integer":
        if not _WHOLE.fullmatch(text) or len(text) > 40 or not -(2**63) <= int(text) < 2**63:
            raise _wrong(parameter, text, "a whole number")
        return int(text)
    number = float(text) if _REAL.fullmatch(text) else math.inf
    if not math.isfinite(number):
        raise _wrong(parameter, text, "a number")
    return number


def _truth(parameter: Parameter, text: str) -> int:
    found = _BOOLEANS.get(text.strip().lower())
    if found is None:
        raise _wrong(parameter, text, "yes or no")
    return found


def _bytes(parameter: Parameter, text: str) -> bytes:
    match = _BLOB.fullmatch(text)
    digits = match.group(1) if match else text
    try:
        return bytes.fromhex(digits)
    except ValueError as error:
        raise _wrong(parameter, text, "hexadecimal digits like x'0f1e'") from error


def _wrong(parameter: Parameter, text: str, kind: str) -> InvalidInput:
    shown = text if len(text) <= 60 else f"{text[:60]}…"
    return InvalidInput(f"“{shown}” is not {kind}.", advice=f"“{parameter.title}” wants {kind}.")


def _literal(text: str) -> Bindable:
    """A text as SQL reads it: a number that is written as numbers are, a BLOB, a text in quotes; all else is text.

    ``007`` and ``1e5x`` stay text, and so does an id of digits too long for 64 bits.
    """
    if _PLAIN_WHOLE.fullmatch(text):
        whole = int(text) if len(text) <= 20 else 2**63
        return whole if -(2**63) <= whole < 2**63 and str(whole) == text else text
    if _REAL.fullmatch(text) and not _WHOLE.fullmatch(text):
        number = float(text)
        return number if math.isfinite(number) else text
    if match := _BLOB.fullmatch(text):
        return bytes.fromhex(match.group(1))
    if match := _TEXT.fullmatch(text):
        return match.group(1).replace("''", "'")
    return text
