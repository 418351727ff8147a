"""Times are grouped by a stretch that suits their range or that was chosen, in whatever form they are stored."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from inspector.cancel import CancelToken
from inspector.db.browse import facet_counts
from inspector.db.browse.browsing import orders
from inspector.db.browse.facet_counts import count_facet
from inspector.db.browse.facets import Facet, FacetKey, FacetPick, pick_conditions
from inspector.db.browse.pick_text import parse_picks, picks_text
from inspector.db.browse.question import RowQuestion
from inspector.db.browse.suggesting import suggest

START = datetime(2026, 5, 18, 22, 30, tzinfo=UTC)


def times(every: timedelta, count: int) -> list:
    """Times of all forms, one after the other, and what is none."""
    moments = [START + every * at for at in range(count)]
    forms = [
        lambda m: m.isoformat(),
        lambda m: int(m.timestamp() * 1000),
        lambda m: m.strftime("%Y-%m-%d %H:%M:%S"),
        lambda m: (m + timedelta(hours=2)).strftime("%Y-%m-%dT%H:%M:%S+02:00"),
    ]
    return [forms[at % 4](moment) for at, moment in enumerate(moments)] + [None, "", "soon"]


def counted(look, values, facet):
    looker = look("CREATE TABLE t(a)", ("INSERT INTO t VALUES (?)", [(value,) for value in values]))
    return looker, list(count_facet(looker.database, RowQuestion(looker.table), facet, CancelToken()))[-1]


def picked(looker, pick) -> int:
    question = RowQuestion(looker.table, pick_conditions(looker.table, pick))
    return list(orders(looker.database, question, CancelToken(), prefix=99))[-1].total


@pytest.mark.parametrize(
    ("every", "count", "step"),
    [
        (timedelta(minutes=20), 60, "hour"),
        (timedelta(hours=7), 60, "day"),
        (timedelta(days=2), 100, "month"),
        (timedelta(days=40), 100, "year"),
    ],
)
@pytest.mark.parametrize("ranges", [False, True])
def test_the_step_suits_the_range(look, monkeypatch, every, count, step, ranges):
    if ranges:
        monkeypatch.setattr(facet_counts, "_SMALL", -1)
        monkeypatch.setattr(facet_counts, "_FIRST_RANGE", 7)
        monkeypatch.setattr(facet_counts, "_MOST_RANGE", 7)
    looker, counts = counted(look, times(every, count), Facet("a", "time"))
    assert counts.step == step
    assert counts.facet == Facet("a", "time")
    assert counts.exact
    values = [entry.key.value for entry in counts.entries if entry.key.group == "value"]
    assert values == sorted(values, reverse=True)
    for entry in counts.entries:
        assert picked(looker, FacetPick(Facet("a", "time"), (entry.key,))) == entry.rows


@pytest.mark.parametrize("step", ["hour", "day", "month", "year"])
def test_a_chosen_step_is_kept(look, step):
    looker, counts = counted(look, times(timedelta(hours=7), 20), Facet("a", "time", step))
    assert counts.step == step
    lengths = {"hour": 13, "day": 10, "month": 7, "year": 4}
    dated = [entry for entry in counts.entries if entry.key.group == "value"]
    assert {len(str(entry.key.value)) for entry in dated} == {lengths[step]}
    assert sum(entry.rows for entry in dated) == 20
    assert all(picked(looker, FacetPick(Facet("a", "time"), (entry.key,))) == entry.rows for entry in dated)
    assert {entry.key.group for entry in counts.entries} == {"value", "null", "empty", "other"}


@pytest.mark.parametrize(("every", "kinds"), [(timedelta(minutes=50), ["time"]), (timedelta(seconds=20), [])])
def test_a_day_of_many_hours_is_worth_a_look_and_a_single_hour_is_not(look, every, kinds):
    looker, _ = counted(look, times(every, 20)[:20:4], Facet("a", "time"))
    found = looker.database.read(lambda reader: suggest(reader, looker.table, {"a"})).facets
    assert [facet.kind for facet in found] == kinds


def test_choices_among_several_facets_of_a_column_are_one_text():
    picks = (
        FacetPick(Facet("a"), (FacetKey("value", "x"),)),
        FacetPick(Facet("a", "filled"), without=(FacetKey("filled"),)),
        FacetPick(Facet("a", "time"), (FacetKey("value", "2026-05-19 14"),)),
    )
    assert parse_picks("a", picks_text(picks)) == picks
    assert parse_picks("a", picks_text(picks[:1])) == picks[:1]
    assert picks_text(picks[:1]) == '{"is":["x"]}', "links that were kept stay as they are"


def test_two_days_that_lie_far_apart_are_days(look):
    values = ["2026-05-13T17:00:00Z", "2026-05-13T18:00:00Z", "2026-05-19T21:00:00Z"]
    _, counts = counted(look, values, Facet("a", "time"))
    assert counts.step == "day"
    assert [entry.key.value for entry in counts.entries] == ["2026-05-19", "2026-05-13"]


def test_a_year_that_no_calendar_has_is_counted(look):
    _, counts = counted(look, ["0000-01-01 00:00:00", "0000-01-02 00:00:00"], Facet("a", "time"))
    assert sum(entry.rows for entry in counts.entries) == 2
