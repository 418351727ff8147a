"""Facets beside a grid, the bar above it, and the SQL behind it, driven as a person would."""

from __future__ import annotations

import html
import time
from datetime import UTC, datetime

import apsw
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent

from inspector import resources
from inspector.cancel import CancelToken
from inspector.db.browse.facets import Facet, FacetKey
from inspector.db.browse.filters import FORMS
from inspector.db.browse.spans import SPAN_FORMS
from inspector.db.open_views import OpenViews
from inspector.redaction import MASK
from inspector.ui.facets import counting, memory
from inspector.ui.facets.bar import ConditionChip
from inspector.ui.facets.shown import CountAll, Group, Offered
from inspector.ui.lines.model import LINE_ROLE
from inspector.ui.picker import Picker
from inspector.ui.queries.asking import Asked, limits_of
from inspector.ui.states import ViewState
from inspector.ui.table.place import TablePlace, place_in
from inspector.workspace.location import parse_location

ROWS = [
    (1, "open", '["a","b"]', "2026-05-18T10:00:00Z"),
    (2, "open", '["a"]', "2026-05-19T10:00:00Z"),
    (3, "done", '["b"]', "2026-05-19T11:00:00Z"),
    (4, "done", "[]", "2026-05-20T09:00:00Z"),
    (5, None, None, None),
    (6, "", '["a"]', "2026-05-10T00:00:00Z"),
]


@pytest.fixture
def tasks(build):
    return build(
        "CREATE TABLE tasks(id INTEGER PRIMARY KEY, status TEXT, tags TEXT, created_at TEXT)",
        ("INSERT INTO tasks VALUES (?, ?, ?, ?)", ROWS),
    )


class Facets:
    """The facets of a table view, and words for what a person does with them."""

    def __init__(self, shown, open_now: bool = True) -> None:
        self.shown, self.view, self.facets = shown, shown.view, shown.view.facets
        if open_now and not self.facets.is_open():
            shown.qtbot.mouseClick(self.facets.bar.facets, Qt.MouseButton.LeftButton)
            shown.settle()

    @property
    def list(self):
        return self.facets.panel.list

    def lines(self) -> list[str]:
        return [f"{line.text} {line.trailing}".strip() for line in self.list.lines()]

    def group(self, column: str, text: str):
        return next(
            line
            for line in self.list.lines()
            if isinstance(line.selects, Group) and line.selects.facet.column == column and line.text == text
        )

    def counts(self, column: str) -> dict[str, str]:
        found = [line for line in self.list.lines() if isinstance(line.selects, Group)]
        return {line.text: line.trailing for line in found if line.selects.facet.column == column}

    def index(self, line):
        model = self.list.model()
        return next(
            model.index(row, 0) for row in range(model.rowCount()) if model.index(row, 0).data(LINE_ROLE) == line
        )

    def click(self, column: str, text: str, modifier=Qt.KeyboardModifier.NoModifier) -> None:
        index = self.index(self.group(column, text))
        self.list.scrollTo(index)
        at = self.list.visualRect(index).center()
        self.shown.qtbot.mouseClick(self.list.viewport(), Qt.MouseButton.LeftButton, modifier, at)
        self.shown.settle()

    def ids(self) -> list[int]:
        return self.shown.column("id")

    def chips(self) -> list[ConditionChip]:
        return [part for part in self.facets.bar.chips.parts() if isinstance(part, ConditionChip)]


@pytest.fixture
def facets_of(show):
    def make(path, **params):
        return Facets(show(path, **params))

    return make


def test_columns_of_few_values_are_counted_at_once_and_others_suggested(facets_of, tasks):
    facets = facets_of(tasks, table="tasks")
    assert facets.counts("status") == {"done": "2", "open": "2", "NULL": "1", "empty text": "1"}
    assert facets.counts("tags") == {"a": "3", "b": "2", "no elements": "1", "NULL": "1"}
    assert list(facets.counts("created_at"))[:2] == ["2026-05-20", "2026-05-19"]
    assert "from all 6 rows" not in facets.lines() or any("Suggested" in line for line in facets.lines())


def test_a_click_chooses_and_choices_of_columns_combine(facets_of, tasks):
    facets = facets_of(tasks, table="tasks")
    facets.click("status", "open")
    assert facets.ids() == [1, 2]
    facets.click("status", "NULL")
    assert facets.ids() == [1, 2, 5]
    facets.click("tags", "b")
    assert facets.ids() == [1]
    assert facets.counts("status") == {"done": "1", "open": "1", "NULL": "0"}, "counts respect the other choices"
    assert facets.counts("tags")["a"] == "2", "and not that of their own column"
    facets.click("status", "NULL")
    facets.click("status", "open")
    assert facets.ids() == [1, 3]


@pytest.mark.parametrize("modifier", [Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier])
def test_with_ctrl_or_alt_it_is_excluded(facets_of, tasks, modifier):
    facets = facets_of(tasks, table="tasks")
    facets.click("tags", "a", modifier)
    assert facets.ids() == [3, 4, 5]
    assert facets.group("tags", "a").selects.state == "without"
    facets.click("tags", "a")
    assert facets.ids() == [1, 2, 6]


def test_days_are_chosen_as_times(facets_of, tasks):
    facets = facets_of(tasks, table="tasks")
    facets.click("created_at", "2026-05-19")
    assert facets.ids() == [2, 3]


def test_everything_is_done_with_the_keyboard(facets_of, tasks):
    facets = facets_of(tasks, table="tasks")
    qtbot = facets.shown.qtbot
    facets.list.setCurrentIndex(facets.index(facets.group("status", "done")))
    qtbot.keyClick(facets.list, Qt.Key.Key_Return)
    facets.shown.settle()
    assert facets.ids() == [3, 4]
    qtbot.keyClick(facets.list, Qt.Key.Key_Return, Qt.KeyboardModifier.AltModifier)
    facets.shown.settle()
    assert facets.ids() == [1, 2, 5, 6]
    qtbot.keyClick(facets.list, Qt.Key.Key_Escape)
    assert not facets.facets.is_open()


def test_the_menu_of_a_group_and_of_a_heading_offers_the_rest(facets_of, tasks):
    facets = facets_of(tasks, table="tasks")
    menu = facets.facets.menu(facets.group("status", "done"))
    words = [action.text() for action in menu.actions() if action.text()]
    assert words[:3] == ["Choose these rows", "Exclude these rows", "Copy"]
    assert "Remove this facet" in words
    next(action for action in menu.actions() if action.text() == "Exclude these rows").trigger()
    facets.shown.settle()
    assert facets.ids() == [1, 2, 5, 6]
    heading = next(line for line in facets.list.lines() if line.kind == "heading" and line.text == "status")
    told = []
    facets.list.menuRequested.connect(lambda line, at: told.append(line))
    at = facets.list.visualRect(facets.index(heading)).center()
    facets.list.contextMenuEvent(QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, QPoint(0, 0)))
    assert told == [heading]
    menu = facets.facets.menu(heading)
    next(action for action in menu.actions() if action.text() == "Remove this facet").trigger()
    facets.shown.settle()
    assert facets.counts("status") == {}
    assert facets.ids() == [1, 2, 3, 4, 5, 6], "what was chosen of it goes with it"


def test_a_facet_is_added_from_all_columns_and_remembered(facets_of, show, tasks, context):
    facets = facets_of(tasks, table="tasks")
    facets.facets.add()
    picker = facets.view.window().findChild(Picker)
    assert picker is not None
    assert picker.texts() == ["id", "status", "tags", "created_at"]
    facets.shown.qtbot.keyClicks(picker._field, "id")
    facets.shown.qtbot.keyClick(picker._field, Qt.Key.Key_Return)
    facets.shown.settle()
    assert facets.counts("id")["1"] == "1"
    again = Facets(show(tasks, table="tasks"), open_now=False)
    assert again.facets.is_open(), "that the panel is open is remembered"
    assert again.counts("id")["6"] == "1"
    assert memory.is_open(context.settings)


def test_choices_are_part_of_the_address_and_of_back_and_forward(facets_of, show, tasks):
    facets = facets_of(tasks, table="tasks")
    facets.click("status", "NULL")
    facets.click("status", "open")
    facets.click("tags", "b", Qt.KeyboardModifier.AltModifier)
    place = facets.view.location()
    assert parse_location(place.link()) == place
    again = show(parse_location(place.link()).path and tasks, **dict(place.params))
    assert again.column("id") == facets.ids() == [2, 5]
    before = facets.shown.moved[-2]
    facets.view.show_location(before)
    facets.shown.settle()
    assert facets.ids() == [1, 2, 5]


def test_a_link_that_cannot_be_read_is_told(show, tasks):
    shown = show(tasks, table="tasks", **{"facet.status": "{oops"})
    assert shown.view.overlay.state() is ViewState.ERROR
    assert "cannot be read" in shown.view.overlay.text()


def test_C59_with_no_row_left_the_bar_and_the_filters_stay_and_say_how_many_are_hidden(facets_of, tasks):
    facets = facets_of(tasks, table="tasks")
    facets.shown.filter("status", "nothing")
    assert facets.view.overlay.state() is ViewState.EMPTY
    assert facets.facets.bar.words() == "All 6 rows are hidden"
    field = facets.view.grid.header.filters.field(1)
    assert field is not None
    assert field.isVisible()
    assert facets.facets.bar.isVisible()
    (chip,) = facets.chips()
    assert chip.chip.words == "status contains 'nothing'"
    facets.shown.qtbot.mouseClick(chip, Qt.MouseButton.LeftButton)
    facets.shown.settle()
    assert len(facets.ids()) == 6
    assert field.text() == ""


def test_C59_null_not_null_empty_and_not_empty_are_four_filters(facets_of, tasks):
    facets = facets_of(tasks, table="tasks")
    found = {}
    for text in ("null", "!null", "empty", "!empty"):
        facets.shown.filter("status", text)
        found[text] = (facets.ids(), facets.facets.bar.words())
    assert found == {
        "null": ([5], "1 of 6 rows · 5 hidden"),
        "!null": ([1, 2, 3, 4, 6], "5 of 6 rows · 1 hidden"),
        "empty": ([6], "1 of 6 rows · 5 hidden"),
        "!empty": ([1, 2, 3, 4], "4 of 6 rows · 2 hidden"),
    }


def test_clearing_takes_filters_and_choices_off(facets_of, tasks):
    facets = facets_of(tasks, table="tasks")
    facets.click("status", "open")
    facets.shown.filter("id", ">1")
    assert facets.ids() == [2]
    assert len(facets.chips()) == 2
    facets.shown.qtbot.mouseClick(facets.facets.bar.clear, Qt.MouseButton.LeftButton)
    facets.shown.settle()
    assert len(facets.ids()) == 6
    assert facets.chips() == []
    assert place_in(facets.view.location()) == TablePlace("tasks")


def test_the_last_days_end_with_the_clock(show, tasks, context):
    context.clock.set(datetime(2026, 5, 20, 9, 30, tzinfo=UTC))
    shown = show(tasks, table="tasks")
    assert shown.filter("created_at", "last 2 days").column("id") == [1, 2, 3, 4]
    assert shown.filter("created_at", "since yesterday").column("id") == [2, 3, 4]
    context.clock.set(datetime(2026, 5, 21, 10, 30, tzinfo=UTC))
    shown.view.refresh()
    assert shown.settle().column("id") == [4]


def test_a_pattern_with_a_fault_is_marked_and_told_and_the_rows_stay(show, tasks):
    shown = show(tasks, table="tasks")
    shown.filter("status", "~op(")
    assert len(shown.column("id")) == 6
    field = shown.view.grid.header.filters.field(1)
    assert field.property("tone") == "negative"
    assert "character 3" in field.toolTip()
    assert "character 3" in shown.view.remarks.message.text()
    assert shown.filter("status", "~^op").column("id") == [1, 2]


def test_secrets_are_neither_offered_nor_told_apart(facets_of, build):
    path = build(
        "CREATE TABLE t(id INTEGER PRIMARY KEY, api_key TEXT, note TEXT)",
        "INSERT INTO t(api_key, note) VALUES ('x', 'use sk-ant-abcdefghijklmnop'), ('x', 'use sk-ant-qrstuvwxyzabcd'),"
        "('y', 'plain'), ('y', 'plain')",
    )
    facets = facets_of(path, table="t")
    facets.facets.show_facet(Facet("note"))
    facets.shown.settle()
    assert facets.counts("note") == {"plain": "2", MASK: "2"}
    facets.click("note", MASK)
    assert len(facets.ids()) == 4, "what is hidden cannot be chosen"
    facets.facets.add()
    picker = facets.view.window().findChild(Picker)
    assert "api_key" not in picker.texts()
    picker.close()
    facets.facets.show_facet(Facet("api_key"))
    facets.shown.settle()
    assert "x" not in facets.counts("api_key")


def test_what_time_left_out_is_told_and_can_be_counted(facets_of, build, monkeypatch):
    monkeypatch.setattr(counting, "LIMIT_S", 0.0)
    rows = [(i % 3,) for i in range(100_000)]
    path = build("CREATE TABLE t(a)", ("INSERT INTO t VALUES (?)", rows))
    facets = facets_of(path, table="t")
    note = next(line for line in facets.list.lines() if line.text.startswith("counted"))
    assert note.text == "counted 20,000 of 100,000"
    assert note.trailing.endswith(" s")
    wish = next(line for line in facets.list.lines() if isinstance(line.selects, CountAll))
    facets.list.open_line(wish)
    facets.shown.settle()
    assert facets.counts("a") == {"0": "33,334", "1": "33,333", "2": "33,333"}


def test_a_suggestion_is_one_click_away(facets_of, build):
    names = "abcde"
    path = build(
        f"CREATE TABLE t({', '.join(names)})",
        (f"INSERT INTO t VALUES ({', '.join('?' * 5)})", [[i % 3] * 5 for i in range(30)]),
    )
    facets = facets_of(path, table="t")
    assert facets.counts("e") == {}
    offer = next(line for line in facets.list.lines() if line.selects == Offered(Facet("e")))
    facets.list.open_line(offer)
    facets.shown.settle()
    assert facets.counts("e") == {"0": "10", "1": "10", "2": "10"}


def test_rows_written_meanwhile_are_counted_after_a_refresh(facets_of, tasks, write):
    facets = facets_of(tasks, table="tasks")
    write(tasks, "INSERT INTO tasks(status) VALUES ('new')")
    facets.view.refresh()
    facets.shown.settle()
    assert facets.counts("status")["new"] == "1"


@pytest.mark.parametrize(
    "name", ["[foo]/bar", "it's", 'say "hi"', "123abc", "select", "$x", " ", "a.b", "", "x" * 1000]
)
def test_C54_odd_names_are_counted_chosen_and_linked(facets_of, show, build, name):
    quoted = '"' + name.replace('"', '""') + '"'
    table = quoted if name else "nameless"
    path = build(f"CREATE TABLE {table}({quoted})", f"INSERT INTO {table} VALUES ('p'), ('p'), ('q'), ('q')")
    facets = facets_of(path, table=name or "nameless")
    facets.click(name, "p")
    assert facets.shown.column(name) == ["p", "p"]
    place = parse_location(facets.view.location().link())
    again = show(path, **dict(place.params))
    assert again.column(name) == ["p", "p"]


def test_C39_the_column_chooser_of_2000_columns_opens_and_finds_at_once(facets_of, build):
    columns = [f"column_{i}" for i in range(2_000)]
    path = build(
        f"CREATE TABLE wide({', '.join(columns)})",
        (f"INSERT INTO wide VALUES ({', '.join('?' * 2_000)})", [[i % 4] * 2_000 for i in range(1_000)]),
    )
    facets = facets_of(path, table="wide")
    started = time.perf_counter()
    facets.facets.add()
    picker = facets.view.window().findChild(Picker)
    opened = time.perf_counter()
    assert opened - started < 3, "it was made of every column"
    picker._field.setText("column_199")
    facets.shown.qtbot.keyClicks(picker._field, "9")
    assert time.perf_counter() - opened < 3
    assert picker.texts()[0] == "column_1999"
    facets.shown.qtbot.keyClick(picker._field, Qt.Key.Key_Return)
    facets.shown.settle()
    assert facets.counts("column_1999") == {"0": "250", "1": "250", "2": "250", "3": "250"}


# --- the SQL behind a view ---


def asked(facets, context) -> list[tuple]:
    """What the query editor answers to the statement that was opened last."""
    place = facets.shown.opened[-1]
    assert place.view == "sql"
    question = Asked(facets.view.source, None, place.get("sql"), {}, context.clock, limits_of(context.settings))
    (answer,) = question.ask(CancelToken()).answers
    return list(answer.rows)


@pytest.mark.parametrize("sort", ["", "+status", "-created_at"])
def test_the_statement_of_a_table_gives_its_rows_in_their_order(facets_of, tasks, context, sort):
    facets = facets_of(tasks, table="tasks", sort=sort, **{"filter.created_at": "last 90 days"})
    context.clock.set(datetime(2026, 5, 20, 9, 30, tzinfo=UTC))
    facets.view.refresh()
    facets.shown.settle()
    facets.click("tags", "a")
    facets.shown.qtbot.mouseClick(facets.facets.bar.sql, Qt.MouseButton.LeftButton)
    assert [row[0] for row in asked(facets, context)] == facets.ids()
    assert len(facets.ids()) == 3


def test_the_statement_of_a_facet_gives_its_counts(facets_of, tasks, context):
    facets = facets_of(tasks, table="tasks")
    facets.click("status", "open")
    facets.facets.show_facet_sql(Facet("tags", "element"))
    counts = {(row[0], row[1]): row[2] for row in asked(facets, context)}
    assert counts == {("value", "a"): 2, ("value", "b"): 1}
    assert facets.counts("tags") == {"a": "2", "b": "1"}


def test_a_group_knows_what_it_stands_for(facets_of, tasks):
    facets = facets_of(tasks, table="tasks")
    assert facets.group("status", "NULL").selects.key == FacetKey("null")


def test_C34_all_matches_of_an_indexed_filter_are_paged_through_once_whatever_the_ties(show, build):
    path = build(
        "CREATE TABLE t(id INTEGER PRIMARY KEY, kind TEXT, tie INT)",
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200000) "
        "INSERT INTO t SELECT i, CASE WHEN i % 200 = 7 THEN 'rare' ELSE 'often' END, i % 3 FROM n",
        "CREATE INDEX by_kind ON t(kind)",
    )
    shown = show(path, table="t", sort="-tie", **{"filter.kind": "=rare"})
    rows = shown.view.rows.rowCount()
    assert rows == 1_000
    seen = []
    top = 0
    while top < rows:
        shown.view.grid.put_at_top(top)
        shown.settle()
        first, last = shown.view.grid.rows_on_screen()
        seen += [shown.cell(row, "id").value for row in range(max(first, len(seen)), last + 1)]
        top = last + 1
    assert len(seen) == len(set(seen)) == rows
    assert seen == sorted(seen, key=lambda i: (i % 3, i), reverse=True)


def test_C61_tables_are_browsed_where_double_quotes_are_names_alone(facets_of, tasks, monkeypatch, context):
    connect = OpenViews._connect

    def strict(self):
        connection = connect(self)
        connection.config(apsw.SQLITE_DBCONFIG_DQS_DML, 0)
        connection.config(apsw.SQLITE_DBCONFIG_DQS_DDL, 0)
        return connection

    monkeypatch.setattr(OpenViews, "_connect", strict)
    facets = facets_of(tasks, table="tasks")
    facets.click("tags", "a")
    facets.click("status", "empty text", Qt.KeyboardModifier.AltModifier)
    facets.shown.filter("created_at", "2026-05")
    facets.shown.filter("status", "~o")
    facets.shown.sort("status")
    assert facets.ids() == [1, 2]
    facets.facets.show_sql()
    assert [row[0] for row in asked(facets, context)] == [1, 2]
    for kind in ("value", "element", "time"):
        facets.facets.show_facet(Facet("tags", kind))
        facets.shown.settle()
        facets.facets.show_facet_sql(Facet("tags", kind))
        assert asked(facets, context)
    assert facets.view.overlay.state() is ViewState.CONTENT


def test_every_form_of_a_filter_is_in_the_help_and_in_the_tips(show, tasks):
    page = resources.text("help", "filters.md").replace("`", "")
    forms = [form for form, _ in (*FORMS, *SPAN_FORMS)]
    for form in forms:
        for part in form.split("  "):
            assert part in page, part
    shown = show(tasks, table="tasks")
    fields = shown.view.grid.header.filters
    tip = html.unescape(fields.field(3).toolTip())
    assert all(form in tip for form in forms)
    assert "last 2 days" not in html.unescape(fields.field(1).toolTip())
