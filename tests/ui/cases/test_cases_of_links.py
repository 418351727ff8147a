"""Links lead to the right row or say plainly why not, and every place has an address, as reported elsewhere."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from inspector.ui.details.items import Action
from inspector.ui.details.panel import LINKS
from inspector.workspace.location import location, parse_location

FAMILY_TREE = (
    "CREATE TABLE places (country TEXT, town TEXT, name TEXT, PRIMARY KEY (country, town))",
    "INSERT INTO places VALUES ('no', 'bergen', 'Bergen'), ('no', 'oslo', 'Oslo'), ('se', 'oslo', 'Another Oslo')",
    "CREATE TABLE people (id TEXT PRIMARY KEY, name TEXT)",
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400) "
    "INSERT INTO people SELECT 'p' || i, 'Person ' || i FROM n",
    "CREATE TABLE visits (id INTEGER PRIMARY KEY, who TEXT REFERENCES people, country TEXT, town TEXT, "
    "before INTEGER REFERENCES visits, ghost TEXT REFERENCES ghosts(id), "
    "FOREIGN KEY (country, town) REFERENCES places)",
    "INSERT INTO visits VALUES (1, 'p390', 'se', 'oslo', NULL, 'g1'), (2, 'p7', 'no', 'oslo', 1, NULL), "
    "(3, 'nobody', 'no', NULL, 2, NULL), (4, 'p7', 'xx', 'yy', 4, NULL)",
)


@pytest.fixture
def visits(build):
    return build("visits.db", *FAMILY_TREE)


def follow(program, row: int, column: str) -> None:
    """Ctrl+Return on a cell of the table in front."""
    view = program.view()
    at = view.rows.look.index(column)
    view.grid.setCurrentIndex(view.rows.index(row, at))
    view.grid.setFocus()
    program.qtbot.keyClick(view.grid, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    program.settle()


def current(program, *columns: str) -> list[str]:
    """What the current row of the table in front holds."""
    view = program.view()
    row = view.grid.currentIndex().row()
    return [view.rows.cell(row, view.rows.look.index(column)).text for column in columns]


def on_screen(program) -> bool:
    """Whether the current row can be seen."""
    view = program.view()
    first, last = view.grid.rows_on_screen()
    return first <= view.grid.currentIndex().row() <= last


def details(program):
    panel = program.window._panel
    program.settle()
    return panel


def links(program) -> dict[str, list[str]]:
    """Entries of the links page of the details: name -> lines."""
    panel = details(program)
    panel.tabs.setCurrentIndex(LINKS)
    return {item.name: [item.text, *(note.text for note in item.notes)] for item in panel.links.items()}


def test_c58_a_key_without_column_list_leads_to_its_row_also_where_the_tab_is_open(program, visits):
    program.table(visits, "people")
    view = program.view()
    view.grid.setCurrentIndex(view.rows.index(6, 0))
    program.table(visits, "visits")
    follow(program, 0, "who")
    assert program.view() is view, "the tab that was open"
    assert current(program, "id", "name") == ["p390", "Person 390"]
    assert on_screen(program)
    program.window.navigation.go_back()
    program.settle()
    follow(program, 1, "who")
    assert current(program, "name") == ["Person 7"]
    assert on_screen(program)


def test_c58_a_row_that_was_scrolled_away_is_brought_back_on_screen(program, visits):
    program.table(visits, "visits")
    follow(program, 1, "who")
    people = program.view()
    people.grid.put_at_top(300)
    program.settle()
    assert not on_screen(program)
    program.table(visits, "visits")
    follow(program, 1, "who")
    assert program.view() is people
    assert current(program, "name") == ["Person 7"]
    assert on_screen(program)


def test_c58_a_tab_that_is_filtered_shows_the_target_all_the_same(program, visits):
    program.table(visits, "people", **{"filter.name": "Person 1"})
    program.table(visits, "visits")
    follow(program, 0, "who")
    assert current(program, "id") == ["p390"]


def test_c58_a_composite_key_leads_by_all_its_columns(program, visits):
    program.table(visits, "visits")
    follow(program, 0, "town")
    assert program.view().location().get("table") == "places"
    assert current(program, "name") == ["Another Oslo"]


def test_c58_a_key_to_its_own_table_and_to_itself(program, visits):
    program.table(visits, "visits")
    follow(program, 1, "before")
    assert current(program, "id") == ["1"]
    follow(program, 3, "before")
    assert current(program, "id") == ["4"]


def test_c58_a_missing_row_and_a_missing_table_are_said(program, visits):
    program.table(visits, "visits")
    follow(program, 2, "who")
    view = program.view()
    assert view.location().get("table") == "visits"
    assert "no row in people with id = nobody" in view.remarks.message.text()
    follow(program, 3, "town")
    assert "no row in places with country = xx, town = yy" in view.remarks.message.text()
    view.grid.setCurrentIndex(view.rows.index(0, view.rows.look.index("ghost")))
    menu = view.actions_here.menu(0, view.rows.look.index("ghost"))
    next(action for action in menu.actions() if "ghosts" in action.text()).trigger()
    assert "table ghosts does not exist" in view.remarks.message.text()


def test_c58_the_details_list_every_key_and_what_it_leads_to(program, visits):
    program.table(visits, "visits", key="1")
    shown = links(program)
    assert shown["who"][0] == "Person 390 · p390"
    assert shown["country, town"][1] == "→ places · Another Oslo"
    assert "cannot be followed: table ghosts does not exist" in shown["ghost"][1]
    program.table(visits, "visits", key="3")
    shown = links(program)
    assert "no such row in people" in shown["who"][1]
    assert "country, town" not in shown, "a key with a NULL in it refers to nothing"


def test_what_points_here_is_counted_and_opens_as_a_filter(program, visits):
    program.table(visits, "people", key='["p7"]')
    shown = links(program)
    assert shown["visits"][0] == "2 rows"
    panel = details(program)
    entry = next(item for item in panel.links.items() if item.name == "visits")
    panel._act(next(action for action in entry.actions if isinstance(action, Action)))
    program.settle()
    assert program.cells("id") == ["2", "4"]


def test_going_back_keeps_the_row_and_where_it_stood(program, build):
    path = build(
        "chain.db",
        "CREATE TABLE steps (id INTEGER PRIMARY KEY, after INTEGER REFERENCES steps)",
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 900) "
        "INSERT INTO steps SELECT i, 901 - i FROM n",
    )
    view = program.table(path, "steps", key="500")
    view.grid.put_at_top(495)
    program.settle()
    follow(program, 499, "after")
    assert current(program, "id") == ["401"]
    program.window.navigation.go_back()
    program.settle()
    assert current(program, "id") == ["500"]
    assert view.grid.rows_on_screen()[0] == 495
    program.window.navigation.go_forward()
    program.settle()
    assert current(program, "id") == ["401"]


def test_a_copied_link_names_a_row_by_what_lasts(program, visits):
    program.table(visits, "people", key="7")
    program.window.navigation.copy_link()
    assert parse_location(QGuiApplication.clipboard().text()).get("key") == '["p7"]'
    details(program)._copy_link()
    assert parse_location(QGuiApplication.clipboard().text()).get("key") == '["p7"]'


NAMES = ("[foo]/bar", "it's", 'say "hi"', "123abc", "select", "$x", " ", "a.b", "100%", "\U0001f600", "x" * 1000)


@pytest.mark.parametrize("name", NAMES, ids=range(len(NAMES)))
def test_c54_a_link_to_a_table_and_column_of_an_odd_name_leads_back(program, build, name):
    quoted = '"' + name.replace('"', '""') + '"'
    path = build(
        "odd.db",
        f'CREATE TABLE {quoted} (id TEXT, {quoted} TEXT, "" TEXT, PRIMARY KEY (id, {quoted})) WITHOUT ROWID',
        f"INSERT INTO {quoted} VALUES ('1', 'a', 'e'), ('1', 'b', 'f'), ('2', 'a', 'e')",
    )
    filters = {f"filter.{name}": "=a", "filter.": "=e"}
    view = program.table(path, name, key='["2","a"]', sort=f"+{name}", **filters)
    assert current(program, "id") == ["2"]
    program.window.navigation.copy_link()
    link = QGuiApplication.clipboard().text()
    program.window.close_view()
    program.window.open_texts([link])
    program.wait(lambda: program.window.tabs.view() is not view and program.view().location().view == "table")
    program.settle()
    assert program.view().location() == location(
        str(path), "table", table=name, sort=f"+{name}", **filters, key='["2","a"]'
    )
    assert program.cells("id") == ["1", "2"]
    assert current(program, "id") == ["2"]


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("#nonsense", "no view called “nonsense”"),
        ("#graf?node=1", "no view called “graf”"),
        ("#table?table=nothing", "no table called “nothing”"),
        ("#table", "names no table"),
        ("#table?table=people&key=[1", "cannot be read"),
        ("#table?table=people&filter.nmae==x", "no column “nmae”"),
        ("#table?table=people&sort=-nmae", "nmae"),
        ("#table?table=people&key=p999", "not among these rows"),
    ],
)
def test_a_wrong_address_is_said_plainly(program, visits, address, words):
    program.window.open_texts([f"{visits}{address}"])
    program.wait(lambda: program.window.tabs.view() is not None and program.window.tabs.view().source is not None)
    program.settle()
    remarks = getattr(program.view(), "remarks", None)
    said = [*program.errors(), *program.refused(), remarks.message.text() if remarks is not None else ""]
    assert any(words in one for one in said), said
    assert program.window.tabs.count(), "the source that it names is open"
