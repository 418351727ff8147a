"""How long did messages take, of all sessions together: percentiles, of how many, and what is not known?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from inspector.db.rows import RowRef
from inspector.families.card import CardLine, Tone
from inspector.families.gathering import GatheredLine, Look, Told
from inspector.families.nanoclaw.cards.gathering.digest import SessionLook
from inspector.families.nanoclaw.rules.delays import ARRIVAL, HINT, MEASURES, WITHOUT, Delays, Measure, percentile

PERCENTILES = (("median", 0.5), ("p90", 0.9), ("p99", 0.99), ("max", 1.0))
"""What is told of a delay: a name and the share of messages that took no longer."""
_CLOCKS = "clocks that differ, or whole seconds beside milliseconds"
_NEAREST = "pN: the shortest delay that N of 100 messages did not exceed, one that occurred."


def delays_told(looks: Sequence[Look[SessionLook]], gaps: tuple[str, ...]) -> Told:
    """A line for each delay, then what each of them is."""
    lines = tuple(_line(measure, looks) for measure in MEASURES)
    words = [ARRIVAL, HINT, _NEAREST, *(f"{one.title}: {one.means}." for one in MEASURES), *gaps]
    return Told(lines, tuple(words))


def _line(measure: Measure, looks: Sequence[Look[SessionLook]]) -> GatheredLine:
    told = [(one, one.found.delays[measure.id]) for one in looks if one.found and measure.id in one.found.delays]
    silent = sum(one.found is not None and measure.id not in one.found.delays for one in looks)
    values = sorted(value for _, delays in told for value in delays.values)
    missing: Counter[str] = Counter()
    for _, delays in told:
        missing.update(delays.missing)
    notes = [*_notes(values, missing)]
    if silent:
        notes.append(f"not told by the files of {silent:,} session{'' if silent == 1 else 's'}")
    if not values:
        known = bool(told) and not any(why not in WITHOUT for why in missing) and not silent
        text = "no message to measure" if known else "not known"
        return GatheredLine(CardLine(measure.title, text, " · ".join(notes), tone="muted"))
    text = " · ".join(f"{name} {delay_words(percentile(values, share))}" for name, share in PERCENTILES)
    tone: Tone = "warning" if values[0] < 0 else ""
    path, ref = _slowest(measure, told)
    return GatheredLine(CardLine(measure.title, text, " · ".join(notes), tone=tone), path, ref, "trace")


def _notes(values: Sequence[int], missing: Counter[str]) -> Iterator[str]:
    if values:
        yield f"of {len(values):,} message{'' if len(values) == 1 else 's'}"
    negative = sum(value < 0 for value in values)
    if negative:
        yield f"{negative:,} negative, down to {delay_words(values[0])}: {_CLOCKS}"
    for why, number in sorted(missing.items(), key=lambda pair: (pair[0] not in WITHOUT, -pair[1], pair[0])):
        yield f"{number:,} {why}" if why in WITHOUT else f"{number:,} not known: {why}"


def _slowest(measure: Measure, told: list[tuple[Look[SessionLook], Delays]]) -> tuple[str, RowRef | None]:
    """The message that took longest: its source and row."""
    look, delays = max(((one, d) for one, d in told if d.values), key=lambda pair: max(pair[1].values))
    assert look.found is not None, "it told of a delay"
    table = "messages_out" if measure.id == "delivery" else "messages_in"
    return look.path, look.found.ref(table, delays.slowest)


def delay_words(micros: int) -> str:
    """A delay in words: ``388 ms``, ``9.0 s``, ``3 min 20 s``, ``2 h 5 min``, ``3 days 4 h``; with its sign."""
    sign, size = ("−" if micros < 0 else ""), abs(micros)
    if size < 1_000_000:
        return f"{sign}{size // 1000} ms"
    if size < 60_000_000:
        return f"{sign}{size // 100_000 / 10:.1f} s"
    seconds = size // 1_000_000
    for unit, name, small, less in ((86_400, "days", 3600, "h"), (3600, "h", 60, "min"), (60, "min", 1, "s")):
        if seconds >= unit * (2 if name == "days" else 1):
            rest = seconds % unit // small
            return f"{sign}{seconds // unit:,} {name}" + (f" {rest} {less}" if rest else "")
    return f"{sign}{seconds} s"
