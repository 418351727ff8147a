"""How columns are remembered, shown in other forms and summed up: what needs no window."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime

import pytest

from inspector.db.browse.statistics import ColumnTally
from inspector.db.catalog import Column
from inspector.db.values import BadText, Large
from inspector.redaction import Redactor
from inspector.settings import Settings
from inspector.ui.table import column_state
from inspector.ui.table.cell_forms import FORMS, formed
from inspector.ui.table.cells import make_cell
from inspector.ui.table.column_state import SETTING, ColumnState, arranged, remember, remembered
from inspector.ui.table.column_summary import summarise
from inspector.ui.table.columns import ColumnLook

NOW = datetime(2026, 5, 20, 12, tzinfo=UTC)
PLAIN = ColumnLook("c", "c", "", Column("c"))
SHOWN = Redactor(reveal=True)


# --- remembered ---


def test_columns_come_back_as_they_were_left(settings: Settings) -> None:
    state = ColumnState(("b", "a"), frozenset({"x"}), ("b",), {"a": 77}, {"a": "hex"})
    remember(settings, "/one.db", "main", "t", state)
    remember(settings, "/two.db", "main", "t", ColumnState(hidden=frozenset({"y"})))
    again = Settings(settings._file)
    assert remembered(again, "/one.db", "main", "t") == state
    assert remembered(again, "/two.db", "main", "t").hidden == {"y"}
    assert remembered(again, "/one.db", "main", "other").plain


def test_the_tables_changed_longest_ago_are_forgotten(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(column_state, "MOST_TABLES", 3)
    for number in range(5):
        remember(settings, "/a.db", "main", f"t{number}", ColumnState(pinned=("a",)))
    remember(settings, "/a.db", "main", "t2", ColumnState(pinned=("b",)))
    remember(settings, "/a.db", "main", "t9", ColumnState(pinned=("a",)))
    kept = [entry["table"][2] for entry in settings.get(SETTING)]
    assert kept == ["t4", "t2", "t9"]


def test_all_names_together_are_bounded(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(column_state, "MOST_NAMES", 10)
    for number in range(4):
        remember(settings, "/a.db", "main", f"t{number}", ColumnState(order=tuple("abcd")))
    assert [entry["table"][2] for entry in settings.get(SETTING)] == ["t2", "t3"]


def test_a_table_that_was_reset_is_forgotten(settings: Settings) -> None:
    remember(settings, "/a.db", "main", "t", ColumnState(pinned=("a",)))
    remember(settings, "/a.db", "main", "t", ColumnState())
    assert settings.get(SETTING) == []


@pytest.mark.parametrize(
    "spoiled", [7, "x", [7], [{"table": 3}], [{"table": ["/a.db", "main", "t"], "order": 5, "widths": [1], "forms": 1}]]
)
def test_what_cannot_be_read_is_as_if_never_touched(settings: Settings, spoiled: object) -> None:
    settings.set(SETTING, spoiled)
    assert remembered(settings, "/a.db", "main", "t").plain
    remember(settings, "/a.db", "main", "t", ColumnState(pinned=("a",)))
    assert remembered(settings, "/a.db", "main", "t").pinned == ("a",)


@pytest.mark.parametrize(
    ("state", "names", "order"),
    [
        (ColumnState(), "abc", [0, 1, 2]),
        (ColumnState(order=("c", "a", "b")), "abc", [2, 0, 1]),
        (ColumnState(order=("C", "gone", "A", "B")), "abc", [2, 0, 1]),
        (ColumnState(order=("c", "a")), "abc", [2, 0, 1]),
        (ColumnState(order=("b",)), "abc", [0, 1, 2]),
        (ColumnState(pinned=("c", "gone")), "abc", [2, 0, 1]),
        (ColumnState(order=("c", "b", "a"), pinned=("b",)), "abc", [1, 2, 0]),
    ],
)
def test_columns_that_are_gone_are_ignored_and_new_ones_stand_where_the_table_has_them(state, names, order) -> None:
    assert arranged(state, list(names)) == order


# --- forms ---


@pytest.mark.parametrize(
    ("value", "form", "text"),
    [
        (1_779_000_000_000, "utc", "2026-05-17 06:40:00 UTC"),
        ("2026-05-20T11:48:00Z", "age", "12 min ago"),
        (1_536_000, "bytes", "1.5 MB"),
        ("text", "bytes", "4 B"),
        (b"\x00\xff", "bytes", "2 B"),
        (255, "hex", "0xff"),
        (-255, "hex", "-0xff"),
        ("az", "hex", "61 7a"),
        (b"\x00\xff", "hex", "00 ff"),
        (b"plain", "text", "plain"),
        ('{ "a": [1, 2.50] ,"b c": "x  y" }', "json", '{"a":[1,2.50],"b c":"x  y"}'),
        (2**53 + 1, "raw", "9007199254740993"),
        (BadText(b"\xff"), "hex", "ff"),
    ],
)
def test_a_value_is_shown_in_the_form_that_was_chosen(value, form, text) -> None:
    cell = formed(make_cell(value, PLAIN, "t", SHOWN), form, NOW)
    assert cell.text == text
    assert cell.value == value, "what is copied stays what is stored"


@pytest.mark.parametrize("form", [form for form, _ in FORMS])
@pytest.mark.parametrize("value", [None, 5, -1.5, "", "a", b"", b"\xff" * 500, Large("text", "x" * 99, 5_000_000), "{"])
def test_every_form_shows_every_value_somehow(form, value) -> None:
    cell = formed(make_cell(value, PLAIN, "t", SHOWN), form, NOW)
    assert len(cell.text) < 1_000
    if value is None:
        assert cell.text == "NULL"


def test_a_masked_value_stays_masked_in_every_form() -> None:
    column = ColumnLook("token", "token", "", Column("token"), secret=True)
    cell = make_cell("sk-ant-" + "a1B2" * 12, column, "t", Redactor())
    assert {formed(cell, form, NOW).text for form, _ in FORMS} == {cell.text}
    assert "a1B2" not in cell.text


# --- statistics in words ---


def tally(*values, **more) -> ColumnTally:
    kinds: dict[str, Counter] = {}
    nulls = 0
    for value in values:
        name = {int: "integer", float: "real", str: "text", bytes: "blob"}.get(type(value))
        if name is None:
            nulls += 1
        else:
            kinds.setdefault(name, Counter())[value] += 1
    return ColumnTally("c", kinds, nulls, looked_at=len(values), whole=True, **more)


def said(summary) -> dict[str, str]:
    return dict(summary.lines)


def test_numbers_have_a_mean_and_a_histogram_that_counts_every_row() -> None:
    summary = summarise(tally(*range(1, 101), None), PLAIN, "t", SHOWN, filtered=False)
    assert said(summary)["Mean"] == "50.5"
    assert said(summary)["NULL"] == "1 (1.0%)"
    assert said(summary)["Distinct"] == "100 (each once)"
    assert summary.ordered
    assert sum(bar.rows for bar in summary.bars) == 100
    assert (summary.bars[0].label, summary.bars[-1].label[-3:]) == ("1 to 5", "100")


@pytest.mark.parametrize(
    "values", [[2**63 - 1 - i for i in range(40)], [-1e308 * (i % 2 or -1) + i for i in range(40)]]
)
def test_the_ends_of_the_range_of_numbers_spoil_no_histogram(values) -> None:
    summary = summarise(tally(*values), PLAIN, "t", SHOWN, filtered=False)
    assert sum(bar.rows for bar in summary.bars) in (0, 40)
    assert f"{min(values):,}" in said(summary)["Least"] or "e+" in said(summary)["Least"]


def test_few_values_are_listed_with_how_often_they_come() -> None:
    summary = summarise(tally("a", "b", "a", "a", ""), PLAIN, "t", SHOWN, filtered=False)
    assert [(bar.label, bar.rows) for bar in summary.bars] == [("a", 3), ("empty text", 1), ("b", 1)]
    assert said(summary)["Empty text"] == "1 (20.0%)"


def test_times_are_drawn_over_time() -> None:
    column = ColumnLook("at", "at", "", Column("at"), times=True)
    summary = summarise(
        tally(*(1_770_000_000_000 + i * 3_600_000 for i in range(100))), column, "t", SHOWN, filtered=False
    )
    assert summary.chart.startswith("Over time")
    assert sum(bar.rows for bar in summary.bars) == 100
    assert said(summary)["Least"] == "2026-02-02 02:40:00 UTC"
    assert "Mean" not in said(summary)


def test_what_is_covered_is_said() -> None:
    part = ColumnTally("c", {"integer": Counter({1: 9})}, looked_at=500_000, seconds=1.84, why="500,000 rows")
    assert summarise(part, PLAIN, "t", SHOWN, filtered=True).covers == (
        "of the first 500,000 rows, 9 of them match, in 1.8 s (500,000 rows)"
    )


def test_values_lose_what_is_secret_and_a_secret_column_says_none() -> None:
    key = "sk-ant-" + "a1B2" * 12
    masked = summarise(tally(f"key {key}", "other"), PLAIN, "t", Redactor(), filtered=False)
    assert "a1B2" not in masked.text()
    assert "key" in masked.text()
    column = ColumnLook("token", "token", "", Column("token"), secret=True)
    hidden = summarise(tally("one", "two", None), column, "t", Redactor(), filtered=False)
    assert (set(said(hidden)), hidden.bars) == ({"Rows", "NULL", "Types"}, ())
    assert "one" not in hidden.text()
