"""Every kind of value is told apart in the grid, its tip, its filter and its copy, and none is taken for markup."""

from __future__ import annotations

import time
from datetime import UTC, datetime

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from inspector.db.literal import sql_literal
from inspector.ui.table.actions import filter_for
from inspector.ui.table.columns import filter_tip

HTML = '<img src=file:///etc/passwd><b>x</b><a href="x">y</a>'
ODD = [None, "", b"", "NULL", " ", b"\x00"]


def clipboard() -> str:
    return QGuiApplication.clipboard().text()


def odd(build, *values):
    return build("CREATE TABLE t(a)", ("INSERT INTO t VALUES (?)", [(value,) for value in values]))


def pixels(shown, row: int) -> bytes:
    """What is painted in a cell."""
    rect = shown.view.grid.visualRect(shown.view.rows.index(row, 0))
    image = shown.view.grid.viewport().grab(rect).toImage()
    return bytes(image.constBits())


def test_C43_null_empty_text_and_blobs_are_painted_apart(build, show):
    shown = show(odd(build, *ODD), table="t")
    assert len({pixels(shown, row) for row in range(len(ODD))}) == len(ODD)
    assert len(set(shown.texts("a"))) >= len(ODD) - 1
    looks = [(shown.cell(row).look, shown.cell(row).text) for row in range(len(ODD))]
    assert len(set(looks)) == len(ODD)


def test_C43_each_value_is_found_by_the_filter_made_of_its_cell(build, show):
    shown = show(odd(build, *ODD), table="t")
    for value, text in [(value, filter_for(shown.cell(row))) for row, value in enumerate(ODD)]:
        assert text is not None
        assert shown.filter("a", text).column("a") == [value]


def test_C43_each_value_is_copied_as_its_own_sql(build, show):
    shown = show(odd(build, *ODD), table="t")
    shown.view.grid.selectAll()
    shown.view.copying.copy("sql")
    shown.settle()
    assert clipboard().splitlines() == ["NULL", "''", "X''", "'NULL'", "' '", "X'00'"]


@pytest.mark.parametrize("value", [2**63 - 1, -(2**63), 9007199254740993, 2**40 + 5])
def test_C41_integers_are_exact_in_grid_copy_filter_and_tip(build, show, value):
    shown = show(odd(build, value, 1), table="t").go(0)
    assert shown.cell(0).text == str(value)
    shown.key(Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert clipboard() == str(value)
    assert str(value) in shown.view.rows.tip_of(0, 0)
    assert shown.filter("a", str(value)).column("a") == [value]


def test_C45_text_with_a_nul_is_marked_copied_whole_and_found_by_its_link(build, show, tmp_path):
    path = build(
        "CREATE TABLE t(k TEXT PRIMARY KEY, v) WITHOUT ROWID",
        ("INSERT INTO t VALUES (?, ?)", [("a", 1), ("a\0b", "x\0y"), ("a\0c", 3)]),
    )
    shown = show(path, table="t").go(1)
    assert "␀" in shown.cell(1, "v").text
    assert shown.ref is not None
    assert shown.ref.key == ("a\0b",)
    shown.go(1, 1).view.copying.copy()
    assert clipboard() == "x\0y"
    params = dict(shown.view.location().params)
    again = show(path, **params)
    assert again.view.grid.currentIndex().row() == 1
    assert again.ref == shown.ref


def test_C50_the_tip_of_a_time_has_local_time_utc_and_age_and_copy_the_raw_value(build, show, context):
    values = [
        1753700365,
        1753700365339,
        1753700365339000,
        2459067.57,
        "2026-07-28 15:59:34",
        "2026-07-28T15:59:25.339Z",
    ]
    path = build("CREATE TABLE t(happened_at)", ("INSERT INTO t VALUES (?)", [(value,) for value in values]))
    shown = show(path, table="t")
    for row, value in enumerate(values):
        words = shown.view.rows.tip_of(row, 0)
        assert "(local)" in words
        assert " UTC" in words
        assert "ago" in words or "in 2 months" in words
        shown.go(row).view.copying.copy()
        assert clipboard() == str(value)
    assert shown.cell(1).text == "2025-07-28 10:59:25.339 UTC"
    assert shown.cell(1).instant.moment == datetime(2025, 7, 28, 10, 59, 25, 339000, tzinfo=UTC)


def test_C50_numbers_in_other_columns_stay_numbers_and_their_tip_offers_the_time(build, show):
    shown = show(odd(build, 1753700365), table="t")
    assert shown.cell(0).text == "1753700365"
    assert "2025-07-28 10:59:25 UTC" in shown.view.rows.tip_of(0, 0)


def test_C82_markup_in_cells_names_and_tips_is_text(build, show):
    name = HTML.replace('"', '""')
    path = build(f'CREATE TABLE "{name}"("{name}" TEXT)', (f'INSERT INTO "{name}" VALUES (?)', [(HTML,)]))
    shown = show(path, table=HTML)
    rows = shown.view.rows
    assert rows.data(rows.index(0, 0)) == HTML
    tip = rows.data(rows.index(0, 0), Qt.ItemDataRole.ToolTipRole)
    assert "<img" not in tip
    assert "&lt;img" in tip
    head = rows.headerData(0, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole)
    assert "<img" not in head
    assert shown.view.title() == HTML
    shown.filter(HTML, "nothing")
    assert HTML in shown.view.overlay.text()


def test_C37_huge_cells_are_painted_as_their_beginning_with_their_length(build, show, tmp_path):
    size = 2_500_000
    path = build(
        "CREATE TABLE t(a, b, c)",
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12) "
        f"INSERT INTO t SELECT replace(hex(zeroblob({size // 2})), '0', 'ab'), zeroblob({size}), 'x' || i FROM n",
    )
    started = time.perf_counter()
    shown = show(path, table="t")
    shown.view.grid.grab()
    took = time.perf_counter() - started
    assert shown.cell(3, "a").tail == "5.0 MB"
    assert shown.cell(3, "b").tail == "2.5 MB"
    assert len(shown.cell(3, "a").text) < 1000
    assert took < 1.5
    shown.go(3).view.copying.copy()
    shown.settle()
    assert len(clipboard()) == size * 2


def test_a_block_is_copied_as_lines_with_tabs_and_quotes_where_they_separate(build, show):
    path = build("CREATE TABLE t(a, b)", ("INSERT INTO t VALUES (?, ?)", [("one\ttwo", 1), ('say "x"', None)]))
    shown = show(path, table="t")
    shown.view.grid.selectAll()
    shown.view.copying.copy("headed")
    shown.settle()
    assert clipboard() == 'a\tb\n"one\ttwo"\t1\n"say ""x"""\t'


def test_broken_text_is_shown_and_does_not_spoil_its_neighbours(build, show):
    path = build("CREATE TABLE t(a)", "INSERT INTO t VALUES ('fine'), (CAST(x'66ff66' AS TEXT)), ('also')")
    shown = show(path, table="t")
    assert shown.texts("a") == ["fine", "f⟨FF⟩f", "also"]


def test_jsonb_is_shown_as_json_and_said(build, show):
    shown = show(build("CREATE TABLE t(a)", """INSERT INTO t VALUES (jsonb('{"a":[1,2]}'))"""), table="t")
    assert shown.cell(0).text == '{"a":[1,2]}'
    assert shown.cell(0).tail == "JSONB"


def test_every_form_of_a_filter_is_in_the_tip_of_its_field(build, show):
    shown = show(odd(build, 1), table="t")
    field = shown.view.grid.header.filters.field(0)
    assert field is not None
    assert "a..b" in field.toolTip()
    assert "!null" in filter_tip()


@pytest.mark.parametrize(
    ("value", "literal"),
    [
        (float("inf"), "9e999"),
        (0.1, "0.1"),
        ("it's", "'it''s'"),
        ("a\0b", "('a' || (char(0) || 'b'))"),
        (2**62, str(2**62)),
    ],
)
def test_sql_literals(value, literal):
    assert sql_literal(value) == literal
