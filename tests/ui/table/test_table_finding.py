"""A text is found in the rows of a table: at hand at once, further on when asked; what was looked through is told."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor

from inspector.ui.table import finding
from inspector.ui.table.finding import Stretches

ROWS = 3_000


@pytest.fixture
def path(build):
    """A needle in rows 5, 1,000 and 2,500."""
    rows = [(i, f"row {i}", "Needle" if i in (5, 1_000, 2_500) else "hay") for i in range(ROWS)]
    return build("CREATE TABLE t(n, name, what)", ("INSERT INTO t VALUES (?, ?, ?)", rows))


def seek(shown, text: str) -> None:
    """Ctrl+F, then type."""
    shown.view.find()
    field = shown.view.tools.find_bar.field
    field.setText(text)
    # not typed: QTest knows no keys beyond ASCII
    field.textEdited.emit(text)
    finder = shown.view.tools.finder
    shown.wait(lambda: not finder._soon.isActive())
    shown.settle()


def step(shown, *, back: bool = False) -> int:
    """Enter; the row that is current then."""
    modifier = Qt.KeyboardModifier.ShiftModifier if back else Qt.KeyboardModifier.NoModifier
    shown.qtbot.keyClick(shown.view.tools.find_bar.field, Qt.Key.Key_Return, modifier)
    shown.settle()
    shown.wait(lambda: not shown.view.tools.finder.looking)
    shown.settle()
    return shown.view.grid.currentIndex().row()


def told(shown) -> str:
    return shown.view.tools.find_bar.told()


def test_what_is_at_hand_is_found_at_once_and_how_much_that_is_is_told(path, show):
    shown = show(path, table="t")
    seek(shown, "needle")
    assert shown.view.rows.found == {(5, 2)}
    assert told(shown) == "1 found so far: 64 of 3,000 rows looked through"


def test_enter_goes_on_through_the_table_and_round_to_the_top(path, show):
    shown = show(path, table="t")
    seek(shown, "needle")
    assert [step(shown) for _ in range(4)] == [5, 1_000, 2_500, 5]
    assert told(shown) == "1 of 3"
    assert step(shown, back=True) == 2_500


def test_no_match_at_hand_is_jumped_over_for_one_further_on(path, show):
    shown = show(path, table="t")
    shown.view.grid.put_at_top(2_480)
    shown.settle()
    shown.go(0)
    seek(shown, "needle")
    assert [step(shown), step(shown)] == [5, 1_000]


def test_each_request_looks_through_a_bounded_number_of_rows(path, show, monkeypatch):
    shown = show(path, table="t")
    monkeypatch.setattr(finding.look_on, "__kwdefaults__", {"most_rows": 500, "limit_s": 3.0})
    seek(shown, "no such thing")
    step(shown)
    assert told(shown) == "0 found so far: 564 of 3,000 rows looked through"
    for _ in range(5):
        step(shown)
    assert told(shown) == "not found"


def test_letters_of_any_case_hidden_columns_and_shown_times(build, show):
    path = build(
        "CREATE TABLE t(id INTEGER PRIMARY KEY, created_at INTEGER, a, b)",
        (
            "INSERT INTO t(created_at, a, b) VALUES (?, ?, ?)",
            [(1_770_000_000_000, "GRÖSSE", "same"), (None, "x", "SAME")],
        ),
    )
    shown = show(path, table="t")
    seek(shown, "größe")
    assert shown.view.rows.found == {(0, 2)}
    seek(shown, "same")
    assert shown.view.rows.found == {(0, 3), (1, 3)}
    shown.view.tools.columns.hide([3])
    shown.wait(lambda: told(shown) == "not found")
    seek(shown, "2026-02-02")
    assert shown.view.rows.found == {(0, 1)}


def test_what_is_secret_is_not_found(build, show):
    key = "sk-ant-api03-" + "a1B2c3" * 12
    rows = [(f"note {i}", f"key {key}" if i == 900 else "") for i in range(1_000)]
    shown = show(build("CREATE TABLE t(a, b)", ("INSERT INTO t VALUES (?, ?)", rows)), table="t")
    seek(shown, "a1b2c3a1b2")
    step(shown)
    assert told(shown) == "not found"


def test_matches_are_marked_and_the_marks_go_with_the_bar(path, show):
    shown = show(path, table="t")
    seek(shown, "needle")
    rect = shown.view.grid.visualRect(shown.view.rows.index(5, 2))
    colour = QColor(shown.view.context.theme.colour("match"))
    assert shown.view.grid.viewport().grab().toImage().pixelColor(rect.right() - 6, rect.top() + 4) == colour
    shown.qtbot.keyClick(shown.view.tools.find_bar.field, Qt.Key.Key_Escape)
    assert not shown.view.rows.found
    assert shown.view.tools.find_bar.isHidden()
    assert shown.view.grid.hasFocus()


def test_other_rows_are_searched_anew(path, show):
    shown = show(path, table="t")
    seek(shown, "needle")
    step(shown)
    shown.filter("n", ">2400")
    shown.wait(lambda: shown.view.rows.found == {(99, 2)} or step(shown) == 99)


def test_rows_of_a_view_are_searched(build, show):
    path = build(
        "CREATE TABLE t(a)",
        ("INSERT INTO t VALUES (?)", [(i,) for i in range(900)]),
        "CREATE VIEW v AS SELECT a, 'x' || a AS b FROM t",
    )
    shown = show(path, table="v")
    seek(shown, "x777")
    assert step(shown) == 777


def test_stretches_know_what_was_not_looked_through() -> None:
    seen = Stretches()
    seen.add([(10, 20), (0, 5)])
    assert [seen.next_gap(row) for row in (0, 4, 5, 10, 19, 25)] == [5, 5, 5, 20, 20, 25]
    seen.add([(5, 10)])
    assert (seen.next_gap(0), seen.count()) == (20, 20)
