"""The conversation of a session as a tab: its bubbles, keys and links, its states, and that nothing jumps."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import apsw
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QGuiApplication, QHelpEvent
from PySide6.QtWidgets import QApplication, QMenu
from PySide6.QtWidgets import QToolTip as tips
from pytestqt.qtbot import QtBot

from inspector import resources
from inspector.db.rows import RowRef
from inspector.errors import FileBusy
from inspector.timeline.arranging import ENTRY
from inspector.ui.chat import view as module
from inspector.ui.chat.deeds import fill_menu
from inspector.ui.chat.place import message_location, place_in
from inspector.ui.chat.rows import FOLD
from inspector.ui.chat.view import ChatView
from inspector.ui.states import ViewState
from inspector.ui.view import ViewContext, discover
from inspector.workspace.location import Location, location, parse_location
from inspector.workspace.opening.open_source import open_source
from inspector.workspace.source import Source
from tests.ui.heartbeat import Heartbeat

COUNT = 400
Show = Callable[..., ChatView]


def make_pair(folder: Path, count: int) -> Path:
    """A session: each message is answered; before the last ones there are three system messages."""
    folder.mkdir(parents=True)
    inbound, outbound = apsw.Connection(str(folder / "inbound.db")), apsw.Connection(str(folder / "outbound.db"))
    for connection, schema in ((inbound, "inbound"), (outbound, "outbound")):
        connection.execute("PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF").fetchall()
        connection.execute(resources.text("schemas", f"nanoclaw-{schema}.real.sql")).fetchall()
    with inbound, outbound:
        for n in range(count):
            at = f"2026-05-{10 + n // 50:02d}T10:{n % 50:02d}:00.000Z"
            said = "long " * (400 if n == 7 else 60) if n in (7, 9) else f"<b>question</b> {n}\nsecond line"
            inbound.execute(
                "INSERT INTO messages_in (id, seq, kind, timestamp, status, content) VALUES (?, ?, ?, ?, ?, ?)",
                (f"m{n}", 4 * n + 2, "chat", at, "failed" if n == 5 else "completed", json.dumps({"text": said})),
            )
            kind, content = "chat", {"text": f"answer {n}"}
            if n in (390, 391, 392):
                kind, content = "system", {"action": "cancel_task", "taskId": f"t{n}"}
            if n == count - 2:
                content = {"operation": "edit", "messageId": f"o{n - 1}", "text": "corrected"}
            outbound.execute(
                "INSERT INTO messages_out (id, seq, kind, timestamp, content) VALUES (?, ?, ?, ?, ?)",
                (f"o{n}", 4 * n + 3, kind, at.replace("00.000Z", "30.000Z"), json.dumps(content)),
            )
        # what came in and out between 391 and 392 would divide the system messages
        inbound.execute("DELETE FROM messages_in WHERE id IN ('m391', 'm392')")
    inbound.close()
    outbound.close()
    return folder


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_pair(tmp_path_factory.mktemp("talk") / "v2-sessions" / "ag-1" / "sess-1", COUNT)


@pytest.fixture(scope="module")
def source(folder: Path) -> Iterator[Source]:
    made = open_source(str(folder))
    yield made
    made.close()


@pytest.fixture
def show(qtbot: QtBot, context: ViewContext, source: Source) -> Show:
    workspace = SimpleNamespace(sources=(source,), find=lambda path: source if path == source.path else None)

    def make(place: Location | None = None, of: Source = source) -> ChatView:
        kind = discover().get("chat")
        assert kind is not None
        assert kind.applies(of)
        view = kind.create(replace(context, workspace=workspace), of, place or location(of.path, "chat"))
        assert isinstance(view, ChatView)
        qtbot.addWidget(view)
        view.resize(760, 560)
        view.show()
        settle(qtbot, view)
        return view

    return make


def settle(qtbot: QtBot, view: ChatView) -> None:
    """All is read, and what is in sight is known."""
    qtbot.waitUntil(lambda: not view.context.runner.running() and not view.list._rest.isActive(), timeout=10_000)


def shown(view: ChatView) -> list[str]:
    """The texts of the bubbles in sight."""
    rows = view.list.rows
    places = [int(rows.places[row]) for row in view.list._seen() if rows.kinds[row] == ENTRY]
    return [message.text for place in places if (message := view.list.message(place)) is not None]


def top_of(view: ChatView, place: int) -> int:
    rows = view.list.rows
    return int(rows.tops[rows.row_of_place[place]]) - view.list.verticalScrollBar().value()


def press(qtbot: QtBot, view: ChatView, key: Qt.Key, how: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    qtbot.keyClick(view.list, key, how)


def place_of(view: ChatView, table: str, key: int) -> int:
    found = view._place_of(RowRef("main", table, (key,)))
    assert found is not None
    return found


def test_it_opens_at_the_newest_message_and_all_are_there(show: Show) -> None:
    view = show()
    assert len(view.list.timeline) == 2 * COUNT - 3
    assert view.list.at_end()
    assert "answer 399" in shown(view)
    assert view.note() == "398 messages in, 399 out, 1 edits and reactions on others"
    assert view.partial.isHidden()
    assert not view.grab().isNull()


def test_an_edit_stands_on_its_message_and_what_stood_there_can_be_seen(show: Show, qtbot: QtBot) -> None:
    view = show()
    place = place_of(view, "messages_out", COUNT - 2)
    message = view.list.message(place)
    assert message is not None
    assert message.text == "corrected"
    part, area = next((part, area) for part, area in view.list.parts_of(place) if part.act)
    assert "edited" in part.words
    qtbot.mouseClick(view.list.viewport(), Qt.MouseButton.LeftButton, pos=area.center())
    assert any(part.words == f"answer {COUNT - 3}" for part, _ in view.list.parts_of(place))
    menu = QMenu(view)
    fill_menu(menu, view, place)
    next(action for action in menu.actions() if action.text() == "Show or hide what stood there").trigger()
    assert not any(part.words == f"answer {COUNT - 3}" for part, _ in view.list.parts_of(place))


def test_arrows_go_from_message_to_message_and_the_details_follow(show: Show, qtbot: QtBot) -> None:
    view = show()
    rows: list[object] = []
    view.rowSelected.connect(rows.append)
    press(qtbot, view, Qt.Key.Key_Up)
    press(qtbot, view, Qt.Key.Key_Up)
    last = len(view.list.timeline) - 1
    assert view.list.current() == last - 1
    source, ref = rows[-1]  # type: ignore[misc]
    assert (source.path, ref.table) == (view.location().path, "messages_in")
    press(qtbot, view, Qt.Key.Key_Home)
    settle(qtbot, view)
    assert view.list.current() == 0
    assert "<b>question</b> 0\nsecond line" in shown(view), "words are never formatting"
    press(qtbot, view, Qt.Key.Key_End)
    settle(qtbot, view)
    assert view.list.at_end()


def test_keys_open_the_row_the_trace_and_copy(show: Show, qtbot: QtBot) -> None:
    view = show()
    opened: list[Location] = []
    view.openRequested.connect(opened.append)
    press(qtbot, view, Qt.Key.Key_End)
    press(qtbot, view, Qt.Key.Key_Return)
    press(qtbot, view, Qt.Key.Key_T)
    assert [(one.view, one.get("table")) for one in opened] == [("table", "messages_out"), ("trace", "messages_out")]
    press(qtbot, view, Qt.Key.Key_Up, how=Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClick(view.list, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    copied = QGuiApplication.clipboard().text()
    assert "answer 399" in copied
    assert "<b>question</b> 399\nsecond line" in copied
    assert "2026-05-17 10:49:00 UTC" in copied
    assert view.note() == "Copied 2 messages"


def test_what_was_never_on_screen_is_copied_too(show: Show, qtbot: QtBot) -> None:
    view = show()
    qtbot.keyClick(view.list, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(view.list, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    settle(qtbot, view)
    copied = QGuiApplication.clipboard().text()
    assert "answer 1\n" in copied
    assert "answer 399" in copied


def test_the_menu_leads_to_row_trace_and_timeline(show: Show) -> None:
    view = show()
    opened: list[Location] = []
    view.openRequested.connect(opened.append)
    view.list.choose(3)
    menu = QMenu(view)
    fill_menu(menu, view, 3)
    actions = {action.text(): action for action in menu.actions() if action.text()}
    for words in ("Open its row", "Trace this message", "Show in the timeline"):
        actions[words].trigger()
    assert [one.view for one in opened] == ["table", "trace", "timeline"]
    assert opened[-1].get("name") == "conversation"
    actions["Copy link of the message"].trigger()
    link = parse_location(QGuiApplication.clipboard().text())
    assert (link.view, link.get("table")) == ("chat", "messages_out")


def test_a_link_leads_back_to_its_message_by_id(show: Show, qtbot: QtBot) -> None:
    view = show()
    place = place_of(view, "messages_in", 21)
    view.list.choose(place)
    settle(qtbot, view)
    kept = view.address()
    assert kept.get("key") == '["m20"]'
    other = show(parse_location(kept.link()))
    assert other.list.current() == place
    other.show_location(message_location(kept.path, RowRef("main", "messages_out", (COUNT - 1,))))
    settle(qtbot, other)
    assert other.list.current() == place_of(view, "messages_out", COUNT - 2), "an edit stands on its message"
    gone = show(message_location(kept.path, RowRef("main", "messages_out", ("never",))))
    assert gone.partial.text() == "The message of this address is not there."


def test_words_are_found_one_after_the_other(show: Show, qtbot: QtBot) -> None:
    view = show()
    view.find()
    qtbot.keyClicks(view.bar.text, "ANSWER 39")
    qtbot.waitUntil(lambda: view.finding.places is not None)
    settle(qtbot, view)
    # 39, 393 to 399; 390 to 392 are system messages, 398 is an edit of 397
    assert view.bar.found.text() == "7 of 7"
    qtbot.keyClick(view.bar.text, Qt.Key.Key_Return)
    settle(qtbot, view)
    assert view.bar.found.text() == "1 of 7"
    assert "answer 39" in shown(view)
    qtbot.keyClick(view.bar.text, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert view.bar.found.text() == "7 of 7"
    assert place_in(view.location()).words == "ANSWER 39"
    view.bar.text.setText("nobody says this")
    qtbot.waitUntil(lambda: view.bar.found.text() == "not found")
    assert not view.bar.next.isEnabled()


def test_system_messages_are_one_line_until_it_is_unfolded(show: Show, qtbot: QtBot) -> None:
    view = show()
    rows = view.list.rows
    (fold,) = [row for row in range(len(rows)) if rows.kinds[row] == FOLD]
    assert rows.counts[fold] == 3
    place = int(rows.places[fold])
    view.list.put_at(place, 200)
    settle(qtbot, view)
    qtbot.mouseClick(view.list.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(300, top_of(view, place) + 8))
    assert len(view.list.rows) == len(rows) + 3
    settle(qtbot, view)
    assert "Cancels task t391" in shown(view)
    qtbot.mouseClick(view.list.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(300, top_of(view, place) - 10))
    assert len(view.list.rows) == len(rows)
    view.list.choose(place + 1)
    assert view.list.is_unfolded(place), "a link to one of them unfolds the line"


def test_what_is_in_sight_stays_while_what_is_above_becomes_known(show: Show, qtbot: QtBot) -> None:
    view = show()
    bar = view.list.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    settle(qtbot, view)
    first = view.list.first_on_screen()
    assert first is not None
    place, height = first
    for _ in range(30):
        bar.setValue(bar.value() - 90)
        settle(qtbot, view)
    for _ in range(2):
        before = top_of(view, place)
        bar.setValue(bar.value() + 90)
        assert top_of(view, place) == before - 90, "nothing jumps on the way back"
    assert view.list.rows.heights.sum() == view.list.rows.tops[-1]
    assert height is not None


def test_a_long_text_is_folded_and_shown_whole(show: Show, qtbot: QtBot) -> None:
    view = show()
    place = place_of(view, "messages_in", 8)
    other = place_of(view, "messages_in", 10)
    view.list.choose(other)
    settle(qtbot, view)
    row, below = (int(view.list.rows.row_of_place[one]) for one in (place, other))
    before = int(view.list.rows.heights[below])
    view.resize(420, 560)
    settle(qtbot, view)
    assert int(view.list.rows.heights[below]) > before, "it is wrapped to the width"
    view.list.choose(place)
    settle(qtbot, view)
    narrow = int(view.list.rows.heights[row])
    press(qtbot, view, Qt.Key.Key_Space)
    assert int(view.list.rows.heights[row]) > narrow
    press(qtbot, view, Qt.Key.Key_Space)
    assert int(view.list.rows.heights[row]) == narrow


def test_errors_and_what_waits_are_gone_to(show: Show, qtbot: QtBot) -> None:
    view = show()
    qtbot.mouseClick(view.bar.fault, Qt.MouseButton.LeftButton)
    assert view.list.current() == place_of(view, "messages_in", 6)
    waits = view.bar.waiting.text()
    assert waits == "Next unanswered (1)", "the failed one"
    qtbot.mouseClick(view.bar.end, Qt.MouseButton.LeftButton)
    settle(qtbot, view)
    assert view.list.at_end()
    view.going.next_unanswered()
    assert view.list.current() == place_of(view, "messages_in", 6)


def test_a_time_is_gone_to(show: Show, qtbot: QtBot) -> None:
    view = show()
    view.bar.form.setCurrentIndex(1)
    view.bar.formChanged.emit("utc")
    view.going.to_jump()
    qtbot.keyClicks(view.bar.jump, "2026-05-12 10:20:10")
    qtbot.keyClick(view.bar.jump, Qt.Key.Key_Return)
    settle(qtbot, view)
    assert view.list.current() == place_of(view, "messages_in", 121)
    view.bar.jump.setText("yesterday or so")
    qtbot.keyClick(view.bar.jump, Qt.Key.Key_Return)
    assert "This is no time." in view.bar.jump.toolTip()


def test_by_number_and_times_are_part_of_the_address(show: Show, qtbot: QtBot) -> None:
    view = show()
    view.list.choose(100)
    ref = view.leaving.ref(100)
    view.bar.order.setFocus()
    qtbot.keyClick(view.bar.order, Qt.Key.Key_Down)
    settle(qtbot, view)
    qtbot.keyClick(view.bar.form, Qt.Key.Key_Down)
    settle(qtbot, view)
    assert view.leaving.ref(view.list.current()) == ref, "the same message is the current one"
    place = place_in(view.location())
    assert (place.order, place.form) == ("sequence", "utc")
    again = show(view.location())
    assert again.list.times.form == "utc"
    assert place_in(again.location()) == place


def test_a_refresh_keeps_place_and_words(show: Show, qtbot: QtBot) -> None:
    view = show()
    view.list.choose(200)
    settle(qtbot, view)
    at = top_of(view, 200)
    view.refresh()
    settle(qtbot, view)
    assert view.list.current() == 200
    assert top_of(view, 200) == at
    assert view.list.message(200) is not None


def test_a_file_that_cannot_be_read_is_told_in_place_of_messages(
    show: Show, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(*args: object, **kwargs: object) -> None:
        raise FileBusy("Another program holds it.", path="/x", advice="Wait.")

    monkeypatch.setattr(module, "read_conversation", busy)
    view = show()
    assert view.states.state() is ViewState.ERROR
    assert "Another program holds it." in view.states.text()
    monkeypatch.undo()
    view.refresh()
    settle(qtbot, view)
    assert view.states.state() is ViewState.CONTENT


def test_words_that_cannot_be_read_are_said_below(show: Show, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    def busy(*args: object, **kwargs: object) -> None:
        raise FileBusy("Another program holds it.", path="/x", advice="Wait.")

    monkeypatch.setattr(module, "read_messages", busy)
    view = show()
    qtbot.waitUntil(lambda: "Another program holds it." in view.partial.text())
    assert not view.grab().isNull(), "the frames of the messages are drawn"


def test_an_empty_session_says_what_would_be_here(show: Show, tmp_path: Path) -> None:
    empty = open_source(str(make_pair(tmp_path / "sess-empty", 0)))
    view = show(of=empty)
    assert view.states.state() is ViewState.EMPTY
    assert "Nothing was said here yet." in view.states.text()
    assert not any(command.when() for command in view.commands())


def test_a_half_alone_says_what_is_missing(show: Show, tmp_path: Path, folder: Path) -> None:
    (tmp_path / "sess-half").mkdir()
    (tmp_path / "sess-half" / "outbound.db").write_bytes((folder / "outbound.db").read_bytes())
    view = show(of=open_source(str(tmp_path / "sess-half")))
    assert "inbound half of this session is missing" in view.partial.text()
    assert "answer 399" in shown(view)


def test_agents_lead_to_one_another(qtbot: QtBot, context: ViewContext, real_database: Callable[[str], Path]) -> None:
    install = open_source(str(real_database("nanoclaw/install")))
    workspace = SimpleNamespace(
        sources=(install,), find=lambda path: next((one for one in install.walk() if one.path == path), None)
    )
    andy = next(one for one in install.walk() if one.path.endswith("sess-1777366931390-wxfjfx"))
    view = ChatView(replace(context, workspace=workspace), andy, location(andy.path, "chat"))
    qtbot.addWidget(view)
    view.resize(800, 600)
    view.show()
    settle(qtbot, view)
    opened: list[Location] = []
    view.openRequested.connect(opened.append)
    place = next(p for p in range(len(view.list.timeline)) if (m := view.list.message(p)) is not None and m.other)
    view.list.choose(place)
    settle(qtbot, view)
    _, area = next((part, area) for part, area in view.list.parts_of(place) if part.act == "other")
    qtbot.mouseClick(view.list.viewport(), Qt.MouseButton.LeftButton, pos=area.center())
    qtbot.waitUntil(lambda: bool(opened))
    assert opened[0].view == "chat"
    assert opened[0].path.endswith("sess-1778159128674-y0th3n")
    assert opened[0].get("table") in ("messages_in", "messages_out")


def test_c104_payloads_of_megabytes_do_not_freeze_a_long_conversation(show: Show, qtbot: QtBot, tmp_path: Path) -> None:
    folder = make_pair(tmp_path / "sess-large", 50)
    connection = apsw.Connection(str(folder / "inbound.db"))
    connection.execute("PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF").fetchall()
    connection.execute(
        "UPDATE messages_in SET content = json_object('text', 'look', 'attachments', json_array(json_object("
        "'type', 'image', 'data', replace(hex(zeroblob(2500000)), '0', 'A')))) WHERE rowid IN (1, 48, 50)"
    )
    connection.execute(
        "WITH n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 30000) INSERT INTO messages_in "
        "(id, seq, kind, timestamp, status, content) SELECT 'x' || i, 4 * i + 1000, 'chat', "
        "strftime('%Y-%m-%dT%H:%M:%fZ', 1770000000 + i * 60, 'unixepoch'), 'completed', json_object('text', 'x' || i) "
        "FROM n"
    )
    connection.close()
    with Heartbeat() as beat:
        view = show(of=open_source(str(folder)))
        qtbot.waitUntil(lambda: len(view.list.timeline) > 30_000)
        settle(qtbot, view)
        view.list.choose(place_of(view, "messages_in", 50))
        settle(qtbot, view)
    message = view.list.message(place_of(view, "messages_in", 50))
    assert message is not None
    (part,) = [part for part, _ in view.list.parts_of(place_of(view, "messages_in", 50)) if part.look == "chip"]
    assert part.words == "image, 3.8 MB"
    assert beat.longest_ms < 1_000, "what takes long is not done here"


def test_text_from_right_to_left_stays_in_its_bubble(show: Show, qtbot: QtBot, tmp_path: Path) -> None:
    folder = make_pair(tmp_path / "sess-right", 3)
    connection = apsw.Connection(str(folder / "inbound.db"))
    connection.execute("UPDATE messages_in SET content = ? WHERE rowid = 2", (json.dumps({"text": "שלום עולם"}),))
    connection.close()
    view = show(of=open_source(str(folder)))
    place = place_of(view, "messages_in", 2)
    (part,) = [part for part, _ in view.list.parts_of(place) if part.look == "text"]
    assert part.layout is not None
    line = part.layout.lineAt(0)
    assert line.naturalTextRect().right() <= part.area.width() + 2
    assert not view.grab().isNull()


def test_the_tip_has_the_exact_time_and_what_is_known_besides(
    show: Show, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr(tips, "showText", lambda at, words, widget: told.append(words))
    view = show()
    place = place_of(view, "messages_out", 400)
    area = next(area for part, area in view.list.parts_of(place) if part.look == "text")
    at = area.center()
    event = QHelpEvent(QHelpEvent.Type.ToolTip, at, view.list.viewport().mapToGlobal(at))
    QApplication.sendEvent(view.list.viewport(), event)
    assert "2026-05-17 10:49:30" in told[0]
    assert "Id: o399" in told[0]


def test_new_messages_come_with_a_refresh_and_those_that_went_are_said_to_be_gone(
    show: Show, qtbot: QtBot, tmp_path: Path
) -> None:
    folder = make_pair(tmp_path / "sess-live", 20)
    view = show(of=open_source(str(folder)))
    assert view.list.at_end()
    connection = apsw.Connection(str(folder / "inbound.db"))
    connection.execute(
        "INSERT INTO messages_in (id, seq, kind, timestamp, status, content) VALUES "
        "('new', 1000, 'chat', '2026-06-01T10:00:00Z', 'completed', '{\"text\":\"brand new\"}')"
    )
    connection.execute("DELETE FROM messages_in WHERE id = 'm19'")
    connection.close()
    gone = place_of(view, "messages_in", 20)
    view.list.forget_messages()
    settle(qtbot, view)
    qtbot.waitUntil(lambda: view.list._is_known(gone))
    assert view.list.message(gone) is None
    assert not view.grab().isNull(), "that it is gone is drawn in its place"
    view.refresh()
    settle(qtbot, view)
    assert view.list.at_end(), "who was at the end stays there"
    assert shown(view)[-1] == "brand new"
    assert view._place_of(RowRef("main", "messages_in", (20,))) is None


def test_drawing_leaves_the_colours_of_the_theme_as_they_are(show: Show, context: ViewContext) -> None:
    before = {role: context.theme.colour(role).name(QColor.NameFormat.HexArgb) for role in context.theme.tokens.roles}
    view = show()
    view.list.choose(len(view.list.timeline) - 3)
    view.grab()
    after = {role: context.theme.colour(role).name(QColor.NameFormat.HexArgb) for role in before}
    assert after == before
