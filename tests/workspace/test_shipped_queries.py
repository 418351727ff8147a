"""Every shipped question is asked of everything it can be asked of: samples of both shapes, and every real folder."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from inspector.clock import Clock, parse_as_of
from inspector.errors import SqlError
from inspector.families.registry import all_families
from inspector.queries.library import SavedQuery, load_library
from inspector.queries.pickers import Choice, load_choices
from inspector.sample.world import make_sample
from inspector.workspace.answers.ask_sources import ask_query, can_answer, offers
from inspector.workspace.opening.open_source import open_source
from inspector.workspace.source import Source

CLOCK = Clock(parse_as_of("2026-05-20T12:00:00Z"))
REAL = ("nanoclaw/install", "nanoclaw/install-newest", "nanoclaw/install-broken", "nanoclaw/legacy-pair", "nehanda")
ENDS_AT_BROKEN_JSON = {"recent-turns"}
"""Documented questions that one entry which is no JSON ends: a better one stands beside each."""


def answering(source: Source, query: SavedQuery) -> Iterator[Source]:
    """The sources that can be asked."""
    for part in source.walk():
        if part.database is not None and can_answer(source, part, query, part.database.catalog()):
            yield part


def choices_of(part: Source, query: SavedQuery, picker: str) -> tuple[Choice, ...]:
    assert part.database is not None
    return load_choices(part.database, query.family, picker, part.redactor, context=part.context)


def given(source: Source, query: SavedQuery, choice: int) -> dict[str, str]:
    """A value for what must be given: the first or the last that can be chosen."""
    values = {}
    for parameter in query.parameters:
        if parameter.picker:
            found = [
                one.value for part in answering(source, query) for one in choices_of(part, query, parameter.picker)
            ]
            values[parameter.name] = found[choice] if found else "x"
        elif parameter.required and not parameter.default:
            values[parameter.name] = "1"
    return values


def ask_all(source: Source) -> tuple[set[str], dict[str, str]]:
    """The questions that were asked, and those that ended in an error."""
    asked, failed = set(), {}
    for offer in offers(source):
        if offer.why_not:
            continue
        query = offer.query
        asked.add(f"{query.family}/{query.id}")
        for choice in (0, -1) if any(one.picker for one in query.parameters) else (0,):
            try:
                answer = ask_query(source, query, given(source, query, choice), CLOCK)
            except SqlError as error:
                failed[query.id] = f"{error.what} {error.details}"
                continue
            (names,) = {part.rows.names for part in answer.answers}
            assert drawn_columns(query) <= set(names), query.id
            times = [row[names.index(query.time)] for part in answer.answers for row in part.rows if query.time]
            # some rows hold a broken time on purpose
            assert 2 * sum(instant_of(time) is not None for time in times) >= len(times), query.id
    return asked, failed


def drawn_columns(query: SavedQuery) -> set[str]:
    """The columns that the header of a question names, or that its way of being shown asks for."""
    chart = query.chart
    charted = {chart.x, *chart.y, *([chart.group] if chart.group else [])} if chart is not None else set()
    assert query.show != "chart" or chart is not None, query.id
    assert query.show != "timeline" or query.time, query.id
    return (
        charted | ({query.time} if query.time else set()) | ({"source", "target"} if query.show == "graph" else set())
    )


def instant_of(value: object) -> datetime | None:
    """The time that a cell tells, read without the program's own rules."""
    if isinstance(value, int | float):
        return datetime.fromtimestamp(value / 1000 if value > 1e11 else value, UTC)
    try:
        return datetime.fromisoformat(str(value))
    except ValueError:
        return None


ALL = {
    f"{query.family}/{query.id}"
    for family in all_families()
    for query in load_library(family.id, own=Path("none")).queries
}
"""Every question that is shipped."""


def test_each_is_asked_of_some_sample(tmp_path: Path) -> None:
    asked = set()
    for shape in ("real", "documented"):
        world = make_sample(tmp_path / shape, shape=shape, as_of=CLOCK.as_of)
        for path in (world.nanoclaw, world.pairs[0], world.nehanda, *world.graphs, world.application):
            source = open_source(str(path))
            done, failed = ask_all(source)
            source.close()
            asked |= done
            assert set(failed) <= ENDS_AT_BROKEN_JSON, failed
    assert ALL - asked == set(), "no sample has what these need"


@pytest.mark.parametrize("folder", REAL)
def test_each_is_asked_of_real_data(real_data: Path, folder: str) -> None:
    source = open_source(str(real_data / folder))
    asked, failed = ask_all(source)
    source.close()
    assert len(asked) >= 10
    assert set(failed) <= ENDS_AT_BROKEN_JSON, failed
    assert all("malformed JSON" in words for words in failed.values())


def test_each_is_asked_of_every_real_project_graph(real_data: Path) -> None:
    for path in sorted((real_data / "state-memory").glob("*/graph.db")):
        source = open_source(str(path))
        asked, failed = ask_all(source)
        source.close()
        assert len(asked) > 10, path
        assert failed == {}, path
