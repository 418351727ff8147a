"""How an answer is drawn as a chart: which kind, which columns; read from and written to a line of a header."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, get_args

from inspector.errors import InvalidInput
from inspector.queries.options import option_text, read_options

ChartKind = Literal["bar", "line", "scatter", "histogram"]

_FORM = "Write it like “bar x=day y=messages group=kind”; kinds are bar, line, scatter and histogram (which has no y)."


@dataclass(frozen=True)
class ChartSpec:
    """What is drawn."""

    kind: ChartKind
    """Bars, lines, points, or how often values fall into which range."""
    x: str
    """Column along the bottom; of a histogram the column whose values are counted."""
    y: tuple[str, ...] = ()
    """Columns that are drawn above it; none for a histogram."""
    group: str = ""
    """Column by whose values the rows are told apart; empty for none."""


def read_chart(text: str) -> ChartSpec:
    """The chart that a text like ``bar x=day y=messages group=kind`` means; several y are set off by commas, a name
    with a blank or comma stands in quotes. Raises InvalidInput that says what is wrong."""
    pieces = read_options(text)
    kind = pieces[0].value.lower() if pieces and not pieces[0].name else ""
    if kind not in get_args(ChartKind):
        raise InvalidInput(f"“{kind or text}” is no kind of chart.", advice=_FORM)
    spec = ChartSpec(kind, "")  # type: ignore[arg-type]
    for piece in pieces[1:]:
        if piece.name == "y":
            named = (piece.value,) if piece.quoted else tuple(part for part in piece.value.split(",") if part)
            spec = replace(spec, y=(*spec.y, *named))
        elif piece.name == "x" and not spec.x:
            spec = replace(spec, x=piece.value)
        elif piece.name == "group" and not spec.group:
            spec = replace(spec, group=piece.value)
        else:
            said = piece.name or piece.value
            raise InvalidInput(f"“{said}” is not understood here, or said twice.", advice=_FORM)
    if not spec.x:
        raise InvalidInput("The chart names no column for x.", advice=_FORM)
    if (spec.kind == "histogram") == bool(spec.y):
        needed = "has no y: it counts the values of x" if spec.y else "needs a column for y"
        raise InvalidInput(f"A chart of the kind {spec.kind} {needed}.", advice=_FORM)
    return spec


def chart_text(spec: ChartSpec) -> str:
    """The text that :func:`read_chart` reads."""
    parts = [spec.kind, option_text("x", spec.x), *(option_text("y", column) for column in spec.y)]
    return " ".join([*parts, *([option_text("group", spec.group)] if spec.group else [])])
