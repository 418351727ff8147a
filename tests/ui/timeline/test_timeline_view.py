"""The timeline of a source as a tab: which one, at which entry, its first look, its states, its way back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import apsw
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from inspector.db.rows import RowRef
from inspector.sample.world import make_sample
from inspector.ui.states import ViewState
from inspector.ui.timeline import view as module
from inspector.ui.timeline.place import place_in, with_place
from inspector.ui.timeline.view import TimelineView
from inspector.ui.view import ViewContext, discover
from inspector.workspace.location import Location, location, parse_location
from inspector.workspace.opening.open_source import open_source
from inspector.workspace.rows.row_location import row_location

Show = Callable[..., TimelineView]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("timeline") / "log.db"
    connection = apsw.Connection(str(path))
    connection.execute(
        "PRAGMA synchronous = OFF; CREATE TABLE log (id INTEGER PRIMARY KEY, at, kind, status, body);"
        "WITH n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 900) INSERT INTO log SELECT i, "
        "1779100000 + 60 * i, CASE i % 3 WHEN 0 THEN 'call' ELSE 'note' END, 'ok', 'body ' || i FROM n;"
        "CREATE TABLE other (at); INSERT INTO other VALUES ('2026-05-19')"
    ).fetchall()
    connection.close()
    return path


@pytest.fixture
def show(qtbot: QtBot, context: ViewContext, file: Path) -> Iterator[Show]:
    source = open_source(str(file))
    workspace = SimpleNamespace(sources=(source,), find=lambda path: source if path == source.path else None)

    def make(place: Location | None = None, **params: str) -> TimelineView:
        kind = discover().get("timeline")
        assert kind is not None
        assert kind.applies(source)
        given = replace(context, workspace=workspace)
        view = kind.create(given, source, place or location(source.path, "timeline", **params))
        assert isinstance(view, TimelineView)
        qtbot.addWidget(view)
        view.resize(800, 600)
        view.show()
        settle(qtbot, view)
        return view

    yield make
    source.close()


def settle(qtbot: QtBot, view: TimelineView) -> None:
    qtbot.waitUntil(lambda: not view.context.runner.running())


def test_the_first_look_is_followed_by_all(show: Show) -> None:
    view = show()
    assert len(view.pane.timeline()) == 900
    assert view.pane.partial.isHidden()
    assert view.title() == "log: at"
    assert view.note() == "900 entries"
    assert view.pane.list.verticalScrollBar().value() == view.pane.list.verticalScrollBar().maximum()


def test_an_address_leads_to_an_entry_that_comes_with_the_rest(show: Show, file: Path) -> None:
    row = replace(row_location(str(file), RowRef("main", "log", (3,))), view="timeline")
    view = show(row)
    assert view.pane.list.current() == 2
    assert view.location().get("name") == "rows:log:at"
    assert view.location().get("key") == "3"
    view.show_location(replace(row_location(str(file), RowRef("main", "log", (600,))), view="timeline"))
    assert view.pane.list.current() == 599


def test_a_row_of_another_table_opens_its_timeline(show: Show, file: Path, qtbot: QtBot) -> None:
    view = show()
    view.show_location(replace(row_location(str(file), RowRef("main", "other", (1,))), view="timeline"))
    settle(qtbot, view)
    assert view.title() == "other: at"
    assert view.pane.list.current() == 0


def test_a_moment_and_a_filter_of_an_address(show: Show) -> None:
    view = show(**{"at": "2026-05-18T10:30:00Z", "in.kind": '["call"]', "times": "utc"})
    current = view.pane.list.current()
    assert current is not None
    entry = view.pane.timeline().entry(current)
    assert entry.kind == "call"
    assert view.pane.list.times.words(entry) == "10:29:40"
    again = place_in(parse_location(view.location().link()))
    assert again == place_in(view.location())
    assert again.filter == view.pane.filtered().filter


def test_what_the_reader_filters_is_a_place_to_come_back_to(show: Show) -> None:
    view = show()
    told: list[Location] = []
    view.locationChanged.connect(told.append)
    view.pane.bar.facets["kind"].toggled_word.emit("kind", "call")
    assert place_in(told[-1]).filter.words("kind") == {"call"}
    view.return_to(location(view.location().path, "timeline", name="rows:log:at"), 0)
    assert len(view.pane.list.shown) == 900
    assert view.pane.list.bearings() == 0


def test_another_timeline_is_chosen(show: Show, qtbot: QtBot) -> None:
    view = show()
    titles: list[str] = []
    view.titleChanged.connect(titles.append)
    view.choice.setFocus()
    qtbot.keyClick(view.choice, Qt.Key.Key_Down)
    settle(qtbot, view)
    assert view.title() == "other: at"
    assert titles == ["other: at"]
    assert len(view.pane.timeline()) == 1


def test_an_unfolded_entry_shows_its_whole_row(show: Show, qtbot: QtBot) -> None:
    view = show()
    view.pane.list.choose(10)
    qtbot.keyClick(view.pane.list, Qt.Key.Key_Space)
    settle(qtbot, view)
    assert "body: body 11" in view.pane.list.open_text(10)


def test_a_limit_is_told(show: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ENTRY_LIMIT", 500)
    view = show()
    assert view.pane.partial.text() == "The newest 500 of 900 entries; 400 older ones are left out."
    assert view.note() == "500 of 900 entries"


def test_an_unknown_timeline_is_an_error_in_words(show: Show) -> None:
    view = show(name="nope")
    assert view.pane.states.state() is ViewState.ERROR
    assert "no timeline “nope”" in view.pane.states.text()


def test_a_file_that_is_gone_keeps_what_is_shown_or_says_so(show: Show, qtbot: QtBot) -> None:
    view = show()
    view.refresh()
    settle(qtbot, view)
    assert len(view.pane.timeline()) == 900


def test_a_file_without_times_has_words_and_no_fault(qtbot: QtBot, context: ViewContext, tmp_path: Path) -> None:
    path = tmp_path / "plain.db"
    connection = apsw.Connection(str(path))
    connection.execute("CREATE TABLE plain (id, name)").fetchall()
    connection.close()
    source = open_source(str(path))
    view = TimelineView(context, source, location(source.path, "timeline"))
    qtbot.addWidget(view)
    settle(qtbot, view)
    assert view.pane.states.state() is ViewState.EMPTY
    assert "Nothing here has a time" in view.pane.states.text()
    source.close()


def test_a_folder_has_a_timeline_where_its_sources_have_one_in_common(tmp_path: Path) -> None:
    kind = discover().get("timeline")
    assert kind is not None
    made = make_sample(tmp_path / "sample")
    for path, has in ((made.nehanda.parent, False), (made.central.parent.parent, True)):
        source = open_source(str(path))
        assert kind.applies(source) == has, path
        source.close()


@pytest.mark.parametrize("text", ['["a", 5]', "[", "{}", "plain", ""])
def test_addresses_written_by_hand_never_fail(text: str) -> None:
    place = place_in(
        location("/x", "timeline", **{"in.kind": text, "since": text, "at": text, "key": text, "table": "t"})
    )
    assert place_in(with_place(location("/x", "timeline"), place)) == place
