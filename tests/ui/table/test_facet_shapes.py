"""A column is grouped in several ways at once, and times by the stretch that the reader chooses."""

from __future__ import annotations

import pytest

from inspector.db.browse.facets import Facet
from inspector.ui.facets.shown import Group
from inspector.ui.table.place import TablePlace, place_in

ROWS = [
    (1, '["a","b"]', "2026-05-19T10:00:00Z"),
    (2, '["a"]', "2026-05-19T10:30:00Z"),
    (3, "[]", "2026-05-19T11:00:00Z"),
    (4, None, "2026-05-19T12:00:00Z"),
    (5, "", "2026-05-19T12:00:00Z"),
]


@pytest.fixture
def shown(show, build):
    path = build(
        "CREATE TABLE tasks(id INTEGER PRIMARY KEY, tags TEXT, created_at TEXT)",
        ("INSERT INTO tasks VALUES (?, ?, ?)", ROWS),
    )
    made = show(path, table="tasks")
    if not made.view.facets.is_open():
        made.view.facets.toggle()
    return made.settle()


def groups(shown, column: str, kind: str) -> dict[str, str]:
    lines = [line for line in shown.view.facets.panel.list.lines() if isinstance(line.selects, Group)]
    wanted = [line for line in lines if (line.selects.facet.column, line.selects.facet.kind) == (column, kind)]
    return {line.text: line.trailing for line in wanted}


def heading(shown, text: str):
    lines = shown.view.facets.panel.list.lines()
    return next(line for line in lines if line.kind == "heading" and line.text == text)


def do(shown, menu, words: str) -> None:
    actions = [*menu.actions(), *(one for part in menu.actions() if part.menu() for one in part.menu().actions())]
    next(action for action in actions if action.text() == words).trigger()
    shown.settle()


def choose(shown, column: str, kind: str, text: str, *, exclude: bool = False) -> None:
    lines = [line for line in shown.view.facets.panel.list.lines() if isinstance(line.selects, Group)]
    line = next(
        one for one in lines if (one.selects.facet.column, one.selects.facet.kind, one.text) == (column, kind, text)
    )
    shown.view.facets.choose(line.selects, exclude)
    shown.settle()


def test_elements_and_whether_there_are_any_stand_side_by_side_and_combine(shown):
    do(shown, shown.view.facets.menu(heading(shown, "tags · elements")), "by filled or empty")
    assert groups(shown, "tags", "element") == {"a": "2", "b": "1", "no elements": "1", "NULL": "1", "empty text": "1"}
    assert groups(shown, "tags", "filled") == {"filled": "2", "empty text": "1", "no elements": "1", "NULL": "1"}
    choose(shown, "tags", "element", "a")
    assert groups(shown, "tags", "filled") == {"filled": "2"}, "the choice of the other facet counts"
    assert set(groups(shown, "tags", "element")) > {"a", "b"}, "and its own does not"
    choose(shown, "tags", "filled", "filled", exclude=True)
    assert shown.view.rows.rowCount() == 0
    assert len(place_in(shown.view.location()).chosen()) == 2
    assert place_in(shown.view.location()) == TablePlace("tasks", picks=shown.view.place.picks)
    choose(shown, "tags", "element", "a")
    assert shown.column("id") == [3, 4, 5]
    menu = shown.view.facets.menu(heading(shown, "tags · filled or empty"))
    do(shown, menu, "Remove this facet")
    assert shown.column("id") == [1, 2, 3, 4, 5]
    assert groups(shown, "tags", "element")


def test_the_menu_does_not_offer_what_is_shown(shown):
    do(shown, shown.view.facets.menu(heading(shown, "tags · elements")), "by filled or empty")
    menu = shown.view.facets.menu(heading(shown, "tags · elements"))
    words = [action.text() for action in menu.actions()]
    assert "Group by filled or empty" not in words
    assert "Group by values" in words
    do(shown, menu, "Group by values")
    assert groups(shown, "tags", "value")
    assert not groups(shown, "tags", "element")


def test_the_times_of_a_day_are_grouped_by_hours_and_by_what_is_chosen(shown, context):
    assert groups(shown, "created_at", "time") == {
        "2026-05-19 12:00": "2",
        "2026-05-19 11:00": "1",
        "2026-05-19 10:00": "2",
    }
    choose(shown, "created_at", "time", "2026-05-19 10:00")
    assert shown.column("id") == [1, 2]
    assert [chip.words for chip in shown.view.facets.bar.chips.parts() if hasattr(chip, "words")] in (
        [],
        ["created_at is 2026-05-19 10:00"],
    )
    do(shown, shown.view.facets.menu(heading(shown, "created_at · hours")), "By months")
    assert groups(shown, "created_at", "time") == {"2026-05": "5"}
    assert shown.column("id") == [1, 2, 3, 4, 5], "a chosen hour means nothing among months"
    opened = shown.opened
    shown.view.facets.show_facet_sql(Facet("created_at", "time", "month"))
    assert "'%Y-%m'" in opened[-1].get("sql")


def test_the_step_is_remembered(shown, show):
    do(shown, shown.view.facets.menu(heading(shown, "created_at · hours")), "By days")
    again = show(shown.view.location().path, table="tasks").settle()
    assert groups(again, "created_at", "time") == {"2026-05-19": "5"}
    menu = again.view.facets.menu(heading(again, "created_at · days"))
    assert [action.text() for action in menu.actions() if action.isChecked()] == ["By days"]


def test_a_facet_that_is_added_is_brought_on_screen(show, build):
    columns = ", ".join(f"c{at} TEXT" for at in range(12))
    rows = [[f"value {at % 6} of {column}" for column in range(12)] for at in range(60)]
    path = build(f"CREATE TABLE t({columns})", (f"INSERT INTO t VALUES ({', '.join('?' * 12)})", rows))
    made = show(path, table="t")
    if not made.view.facets.is_open():
        made.view.facets.toggle()
    made.settle()
    for column in range(12):
        made.view.facets.show_facet(Facet(f"c{column}"))
    made.settle()
    shown_list = made.view.facets.panel.list
    added = heading(made, "c11")
    row = list(shown_list.lines()).index(added)
    made.wait(lambda: shown_list.viewport().rect().intersects(shown_list.visualRect(shown_list.model().index(row, 0))))
