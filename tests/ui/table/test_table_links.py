"""Ids have the names of what they refer to in front and lead there and back; secrets are hidden until shown."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication

from inspector.families.family import LogicalKey
from inspector.redaction import MASK, Redactor, SecretRule
from inspector.workspace.opening.open_source import open_source

PEOPLE = [("ag-1777363202506-pb14az", "Andy"), ("ag-2", "Bea"), ("ag-3", None)]


@pytest.fixture
def team(build):
    return build(
        "CREATE TABLE people(id TEXT PRIMARY KEY, name TEXT)",
        ("INSERT INTO people VALUES (?, ?)", PEOPLE),
        "CREATE TABLE t(n INTEGER PRIMARY KEY, owner TEXT REFERENCES people(id), kind TEXT, target TEXT)",
        (
            "INSERT INTO t VALUES (?, ?, ?, ?)",
            [
                (1, PEOPLE[0][0], "person", "ag-2"),
                (2, "ag-3", "other", "ag-2"),
                (3, "ag-9", "person", None),
                (4, None, "", ""),
            ],
        ),
    )


def with_key(path):
    source = open_source(str(path))
    key = LogicalKey("t", ("target",), "people", ("id",), when="kind = 'person'", label="is about")
    return replace(source, family=replace(source.family, logical_keys=(key,)))


def test_a_linked_id_has_the_name_of_its_target_in_front(team, show):
    shown = show(team, table="t")
    assert [shown.view.rows.name(row, 1) for row in range(4)] == ["Andy", "", "", ""]
    assert "Andy" in shown.view.rows.tip_of(0, 1)
    assert shown.cell(0, "owner").value == PEOPLE[0][0]
    assert "→ people" in shown.view.rows.look.columns[1].below


def test_a_link_without_a_constraint_holds_only_where_its_condition_does(team, show):
    shown = show(with_key(team), table="t")
    assert [shown.view.rows.name(row, 3) for row in range(4)] == ["Bea", "", "", ""]
    assert shown.view.rows.link(1, 3) is None
    assert "stated by no constraint" in shown.view.rows.headerData(
        3, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole
    )


def test_ctrl_click_opens_the_target(team, show, qtbot):
    shown = show(team, table="t")
    grid = shown.view.grid
    at = grid.visualRect(shown.view.rows.index(0, 1)).center()
    qtbot.mouseClick(grid.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier, at)
    shown.wait(lambda: bool(shown.opened))
    target = show(team, **dict(shown.opened[0].params))
    assert shown.opened[0].get("table") == "people"
    assert target.ref is not None
    assert target.cell(target.view.grid.currentIndex().row(), "name").value == "Andy"


def test_a_link_to_nowhere_says_so(team, show):
    shown = show(team, table="t").go(2, 1)
    shown.view.actions_here.follow_current()
    shown.settle()
    assert "There is no row in people with id = ag-9" in shown.view.remarks.message.text()
    assert not shown.opened


def test_rows_that_refer_to_a_row_are_opened_as_a_filter(team, show):
    shown = show(team, table="people").go(0)
    link = shown.view.loaded.look.referrers[0]
    shown.view.actions_here.show_referrers(link, 0)
    shown.wait(lambda: bool(shown.opened))
    assert shown.opened[0].get("filter.owner") == f"={PEOPLE[0][0]}"
    assert show(team, **dict(shown.opened[0].params)).column("n") == [1]


def test_the_menu_offers_what_can_be_done(team, show):
    shown = show(with_key(team), table="t").go(0, 1)
    words = [action.text() for action in shown.view.actions_here.menu(0, 1).actions()]
    assert "Open people Andy" in words
    assert any(text.startswith("Only rows where owner is ag-") for text in words)
    people = show(with_key(team), table="people").go(0)
    menu = people.view.actions_here.menu(0, 0)
    inner = next(action.menu() for action in menu.actions() if action.text() == "Rows that refer to this one")
    assert [action.text() for action in inner.actions()] == ["t.owner", "t.target, is about"]


def test_filtering_by_a_value_from_the_menu(team, show):
    shown = show(team, table="t").go(0, 2)
    only = next(a for a in shown.view.actions_here.menu(0, 2).actions() if a.text() == "Only rows where kind is person")
    only.trigger()
    shown.settle()
    assert shown.column("n") == [1, 3]


def test_a_name_that_several_rows_share_an_id_for_is_not_shown(build, show):
    path = build(
        "CREATE TABLE people(id TEXT, name TEXT)",
        "INSERT INTO people VALUES ('a', 'One'), ('a', 'Two'), ('b', 'Three')",
        "CREATE TABLE t(n INTEGER PRIMARY KEY, target TEXT, kind TEXT)",
        "INSERT INTO t VALUES (1, 'a', 'person'), (2, 'b', 'person')",
    )
    shown = show(with_key(path), table="t")
    assert [shown.view.rows.name(row, 1) for row in range(2)] == ["", "Three"]
    shown.go(0, 1).view.actions_here.follow_current()
    shown.wait(lambda: bool(shown.opened))
    assert shown.opened[0].get("filter.id") == "=a"


# --- secrets ---

KEY = "sk-ant-abcdefghijklmnopqrstuvwxyz"


@pytest.fixture
def secrets(build):
    path = build(
        "CREATE TABLE t(n INTEGER PRIMARY KEY, token TEXT, env TEXT)",
        ("INSERT INTO t VALUES (1, ?, ?)", [("hush-hush-1", '{"api_key":"' + KEY + '","port":8080}')]),
    )
    return replace(open_source(str(path)), redactor=Redactor((SecretRule("t", "token"),)))


def test_secrets_are_hidden_in_cells_tips_copies_and_names(secrets, show):
    shown = show(secrets, table="t")
    assert shown.cell(0, "token").text == MASK
    assert shown.cell(0, "env").redacted
    assert "8080" in shown.cell(0, "env").text
    for column in (1, 2):
        words = shown.view.rows.tip_of(0, column)
        assert "hush" not in words
        assert KEY not in words
    shown.view.grid.selectAll()
    for form in ("text", "headed", "sql"):
        shown.view.copying.copy(form)
        shown.settle()
        copied = QGuiApplication.clipboard().text()
        assert MASK in copied
        assert "hush" not in copied
        assert KEY not in copied


def test_a_filter_on_a_hidden_column_is_refused_with_words(secrets, show):
    shown = show(secrets, table="t").filter("token", "hush")
    assert "secret and hidden" in shown.view.remarks.message.text()
    assert shown.view.rows.rowCount() == 1


def test_revealing_reads_again_and_keeps_the_place(secrets, show):
    shown = show(secrets, table="t").go(0, 1)
    shown.view.set_source(replace(secrets, redactor=secrets.redactor.revealing()))
    shown.settle()
    assert shown.cell(0, "token").text == "hush-hush-1"
    assert KEY in shown.cell(0, "env").text
    assert shown.view.grid.currentIndex().column() == 1
    assert shown.filter("token", "hush").view.rows.rowCount() == 1


# --- what families know ---


def test_one_line_of_json_stands_in_place_and_the_raw_text_is_copied(build, show):
    raw = '{"content":[{"type":"text","text":"Hello there"}]}'
    path = build("CREATE TABLE t(payload TEXT)", ("INSERT INTO t VALUES (?)", [(raw,), ("not json",)]))
    source = open_source(str(path))
    family = replace(
        source.family, summaries={("t", "payload"): lambda text: "Hello there" if text.startswith("{") else text}
    )
    shown = show(replace(source, family=family), table="t").go(0)
    assert shown.cell(0).text == "Hello there"
    assert shown.cell(0).summary
    assert not shown.cell(1).summary
    assert raw in shown.view.rows.tip_of(0, 0)
    shown.view.copying.copy()
    assert QGuiApplication.clipboard().text() == raw


def test_meanings_are_in_header_tips_and_unknown_values_are_marked(real_database, show):
    shown = show(real_database("nehanda/real") / "ona-session.db", table="transcript_entries")
    rows = shown.view.rows
    at = rows.look.index("entry_type")
    tip = rows.headerData(at, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole)
    assert "What the entry is" in tip
    assert not any(shown.cell(row, "entry_type").unknown for row in range(10))
    assert "What the user wrote" in rows.tip_of(0, at)
    assert shown.cell(0, "payload_json").summary


def test_names_of_real_agents_stand_in_front_of_their_ids(real_database, show):
    shown = show(real_database("nanoclaw/install-newest/data/v2.db"), table="sessions")
    rows = shown.view.rows
    assert "Andy" in [rows.name(row, rows.look.index("agent_group_id")) for row in range(rows.rowCount())]


def test_every_table_of_a_real_file_opens(real_database, show):
    for name in ("nanoclaw/install-newest/data/v2.db", "nehanda/fts-drift/ona-session.db"):
        source = open_source(str(real_database(name)))
        for table in source.database.catalog():
            shown = show(source, table=table.name)
            assert not shown.view.overlay.text().startswith("A fault"), table.name
            assert shown.view.loaded is not None, (table.name, shown.view.overlay.text())
            shown.view.grid.grab()


def test_the_pointer_shows_a_link_while_ctrl_is_held(team, show, qtbot):
    shown = show(team, table="t")
    grid = shown.view.grid
    at = grid.visualRect(shown.view.rows.index(0, 1)).center()
    from PySide6.QtCore import QEvent, QPointF
    from PySide6.QtGui import QMouseEvent

    event = QMouseEvent(
        QEvent.Type.MouseMove,
        QPointF(at),
        QPointF(grid.viewport().mapToGlobal(QPoint(at))),
        Qt.MouseButton.NoButton,
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.ControlModifier,
    )
    grid.mouseMoveEvent(event)
    assert grid.viewport().cursor().shape() == Qt.CursorShape.PointingHandCursor


def test_a_reference_that_only_groups_rows_gets_no_name(build, show):
    path = build(
        "CREATE TABLE people(row INTEGER PRIMARY KEY, id TEXT, name TEXT)",
        "INSERT INTO people VALUES (1, 'a', 'One')",
        "CREATE TABLE t(n INTEGER PRIMARY KEY, target TEXT, kind TEXT)",
        "INSERT INTO t VALUES (1, 'a', 'person')",
    )
    shown = show(with_key(path), table="t")
    assert shown.view.rows.name(0, 1) == ""
    shown.go(0, 1).view.actions_here.follow_current()
    shown.wait(lambda: bool(shown.opened))


def test_a_double_click_follows_a_link_and_elsewhere_asks_for_details(team, show, qtbot):
    shown = show(team, table="t")
    grid, entered = shown.view.grid, []
    grid.entered.connect(lambda: entered.append(grid.currentIndex().column()))
    for column in (1, 2):
        at = grid.visualRect(shown.view.rows.index(0, column)).center()
        qtbot.mouseClick(grid.viewport(), Qt.MouseButton.LeftButton, pos=at)
        qtbot.mouseDClick(grid.viewport(), Qt.MouseButton.LeftButton, pos=at)
    qtbot.waitUntil(lambda: len(shown.opened) == 1)
    assert shown.opened[0].get("table") == "people"
    assert entered == [2]
