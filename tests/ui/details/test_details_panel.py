"""The panel follows the selection, says what it cannot show, leads on by click and key, and copies exactly."""

import json
import subprocess
import sys
import threading
import time

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel

from inspector.db.browse.key_text import parse_key
from inspector.errors import KnownError
from inspector.redaction import MASK
from inspector.ui.details.panel import FIELDS, LINKS, RAW, VALUE
from inspector.ui.states import ViewState
from inspector.ui.view import selection_panel
from inspector.workspace.location import parse_location

HTML = "<img src=x><b>bold</b>"
HUGE = 2_000_000


def clipboard():
    return QGuiApplication.clipboard().text()


def click(driven, entries, item_name):
    """Click the first line of an entry that does something."""
    index = driven.index(item_name, entries)
    entries.scrollTo(index)
    rect = entries.visualRect(index)
    point = next(p for p in (rect.topLeft() + d for d in _down(rect)) if entries.action_at(p))
    driven.qtbot.mouseClick(entries.viewport(), Qt.MouseButton.LeftButton, pos=point)


def _down(rect):
    from PySide6.QtCore import QPoint

    return (QPoint(rect.width() // 2, y) for y in range(rect.height()))


def test_the_window_finds_the_panel():
    assert selection_panel() is not None


def test_nothing_selected_is_said(driven):
    assert driven.panel.overlay.state() is ViewState.EMPTY
    assert "Select a row" in driven.panel.overlay.text()
    driven.select("notes", 1)
    assert driven.panel.overlay.state() is ViewState.CONTENT
    driven.panel.show_selection(None)
    assert driven.panel.overlay.state() is ViewState.EMPTY


def test_a_row_that_is_gone_and_a_row_of_a_view_are_said(driven):
    driven.select("notes", 99)
    assert "gone" in driven.error()
    driven.select("named")
    assert "no key" in driven.error()


def test_fields_have_values_ages_and_targets(driven):
    driven.select("notes", 1)
    created = driven.item("created_at")
    assert created.text == "1779278400"
    assert created.notes[0].text == "just now"
    assert any("UTC" in note.text for note in created.notes)
    assert any("Unix s" in note.text for note in created.notes)
    author = driven.item("author")
    assert author.text == f"{HTML} · u1"
    assert driven.item("size").tag == "generated"
    assert driven.item("raw").text == "x'000102'"


def test_null_empty_text_and_empty_bytes_differ(driven):
    driven.select("notes", 3)
    assert (driven.item("author").text, driven.item("author").italic) == ("NULL", True)
    assert (driven.item("password").text, driven.item("password").italic) == ("empty text", True)
    assert driven.item("raw").text == "x''"


def test_what_was_said_stands_first(driven):
    driven.select("notes", 1)
    first = driven.panel.fields.items()[0]
    assert (first.kind, first.text) == ("content", "Where is my order?")


def test_markup_in_names_is_text(driven):
    driven.select("users", "u1")
    panel = driven.panel
    assert panel.header.title.text().replace("\u200b", "") == HTML
    assert all(label.textFormat() == Qt.TextFormat.PlainText for label in panel.findChildren(QLabel))
    assert "&lt;img" in panel.header.title.toolTip()


def test_a_click_on_a_target_opens_it(driven):
    driven.select("notes", 1)
    click(driven, driven.panel.fields, "author")
    (place,) = driven.opened
    assert (place.view, place.get("table")) == ("table", "users")
    assert parse_key(place.get("key")) == (1,)


def test_enter_opens_a_target_and_a_missing_one_is_told(driven):
    driven.select("notes", 1)
    fields = driven.panel.fields
    fields.setFocus()
    fields.setCurrentIndex(driven.index("author"))
    driven.qtbot.keyClick(fields, Qt.Key.Key_Return)
    assert driven.opened[0].get("table") == "users"
    driven.select("notes", 2)
    assert any("no such row in users" in note.text for note in driven.item("author").notes)


def test_links_in_are_counted_and_open_the_table_filtered(driven):
    driven.select("users", "u1")
    panel = driven.panel
    assert panel.tabs.tabText(LINKS) == "Links 1"
    assert panel.header.points.text() == "Pointing here: 1 notes"
    panel.tabs.setCurrentIndex(LINKS)
    panel.links.setCurrentIndex(driven.index("notes", panel.links))
    driven.qtbot.keyClick(panel.links, Qt.Key.Key_Return)
    assert dict(driven.opened[0].params) == {"table": "notes", "filter.author": "=u1"}


def test_selecting_a_huge_cell_reads_its_beginning_only(driven):
    panel = driven.panel
    driven.select("notes", 1)
    started = time.perf_counter()
    panel.show_selection((driven.source, row_of(2)))
    taken = time.perf_counter() - started
    driven.settle()
    assert taken < 0.1, "the handler waits for the file"
    body = panel.details().field("body").value
    assert (body.length, len(body.prefix)) == (HUGE, 64 << 10)
    assert len(driven.item("body").text) < 3000


def row_of(*key):
    from inspector.db.rows import RowRef

    return RowRef("main", "notes", key)


def test_a_huge_text_is_shown_whole_on_demand(driven):
    driven.select("notes", 2)
    panel = driven.panel
    panel.show_value("body")
    driven.settle()
    page = panel.value
    assert "65.5 kB of 2.0 MB" in page.strip.text()
    assert len(page.text.toPlainText()) < 70_000
    page.read_on()
    driven.qtbot.waitUntil(lambda: page.strip.isHidden(), timeout=60_000)
    assert page.text.toPlainText().replace("\n", "") == "z" * HUGE


def test_reading_on_can_be_stopped_and_goes_on_where_it_was(driven):
    driven.select("notes", 2)
    driven.panel.show_value("body")
    driven.settle()
    page = driven.panel.value
    page.read_on()
    driven.qtbot.waitUntil(lambda: len(page.text.toPlainText()) > 150_000)
    press(driven, page.strip, "Stop")
    driven.qtbot.waitUntil(lambda: "are shown" in page.strip.text())
    assert len(page.text.toPlainText()) < HUGE
    page.read_on()
    driven.qtbot.waitUntil(lambda: page.strip.isHidden(), timeout=60_000)
    assert page.text.toPlainText().replace("\n", "") == "z" * HUGE


def press(driven, strip, words):
    """Press the button of a strip, which says this."""
    assert strip._button.text().startswith(words)
    driven.qtbot.mouseClick(strip._button, Qt.MouseButton.LeftButton)


class Gate:
    """Where what workers deliver waits, once it is closed, until the test lets it through."""

    def __init__(self, runner):
        self._deliver, self._held, self._through = runner.deliver, False, threading.Semaphore(0)

    def __call__(self, *parcel):
        """In a worker: deliver."""
        assert not self._held or self._through.acquire(timeout=20)
        self._deliver(*parcel)

    def close(self):
        """Let nothing through from now on."""
        self._held = True

    def let_one(self):
        """Let one parcel through."""
        self._through.release()

    def open(self):
        """Let everything through that waits or will come."""
        self._held = False
        self._through.release(100)


@pytest.fixture
def gate(driven, monkeypatch):
    """The gate of this panel."""
    made = Gate(driven.panel.context.runner)
    monkeypatch.setattr(driven.panel.context.runner, "deliver", made)
    yield made
    made.open()


@pytest.mark.parametrize("let", [0, 1, 2, 3])
@pytest.mark.parametrize("late", ["before reading on", "while reading on"])
def test_wherever_reading_on_is_stopped_nothing_is_shown_twice(driven, gate, let, late):
    """``let``: parcels that came before the stop; those that the ended reading still held come ``late``."""
    driven.select("notes", 3)
    driven.panel.show_value("content")
    driven.settle()
    page = driven.panel.value
    page.set_mode("stored")
    before = len(page.text.toPlainText())
    gate.close()
    page.read_on()
    for _ in range(let):
        now = len(page.text.toPlainText())
        gate.let_one()
        driven.qtbot.waitUntil(lambda now=now: len(page.text.toPlainText()) > now)
    press(driven, page.strip, "Stop")
    if late == "before reading on":
        gate.open()
    driven.qtbot.waitUntil(lambda: "are shown" in page.strip.text())
    assert (len(page.text.toPlainText()) > before) is (let > 0)
    press(driven, page.strip, "Show all")
    gate.open()
    driven.qtbot.waitUntil(page.strip.isHidden, timeout=60_000)
    assert page.text.toPlainText().replace("\n", "") == driven.stored("content", 3)


def test_what_was_read_before_a_fault_is_shown_and_the_fault_stays_to_be_read(driven, monkeypatch):
    driven.select("notes", 2)
    driven.panel.show_value("body")
    driven.settle()
    page, reads = driven.panel.value, iter(range(100))
    read = type(driven.source.database).read

    def torn(database, work, cancel=None):
        if next(reads) == 2:
            raise KnownError("The file is gone.")
        return read(database, work, cancel)

    monkeypatch.setattr(type(driven.source.database), "read", torn)
    page.read_on()
    driven.qtbot.waitUntil(lambda: "could not be read on: The file is gone." in page.strip.text())
    assert len(page.text.toPlainText().replace("\n", "")) == 3 * (64 << 10)
    press(driven, page.strip, "Try again")
    driven.qtbot.waitUntil(page.strip.isHidden, timeout=60_000)
    assert page.text.toPlainText().replace("\n", "") == "z" * HUGE


def test_reading_on_that_is_ended_for_a_tree_says_nothing_of_it(driven, gate):
    driven.select("notes", 3)
    driven.panel.show_value("content")
    driven.settle()
    page = driven.panel.value
    page.set_mode("stored")
    gate.close()
    page.read_on()
    page.set_mode("tree")
    gate.open()
    driven.settle()
    driven.qtbot.waitUntil(lambda: not page._rest.busy)
    assert page.strip.isHidden()


def test_a_huge_value_is_copied_whole(driven):
    driven.select("notes", 2)
    driven.panel.fields.setCurrentIndex(driven.index("body"))
    driven.qtbot.keyClick(driven.panel.fields, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    driven.qtbot.waitUntil(lambda: len(clipboard()) == HUGE, timeout=60_000)


def test_json_is_a_tree_that_hides_secrets(driven):
    driven.select("notes", 1)
    panel = driven.panel
    panel.show_value("content")
    driven.settle()
    model = panel.value.tree.model
    shown = {model.index(row, 0).data() for row in range(model.rowCount())}
    assert 'text: "Where is my order?"' in shown
    assert f"token: {MASK}" in shown
    panel.value.set_mode("formatted")
    assert '  "text": "Where is my order?",' in panel.value.text.toPlainText().split("\n")
    assert "hunter2" not in panel.value.text.toPlainText()


def test_json_that_is_cut_off_is_said_and_shown_as_text(driven):
    driven.select("notes", 2)
    panel = driven.panel
    panel.show_value("content")
    driven.settle()
    assert "not valid JSON" in panel.value.fault.text()
    assert panel.value.text.toPlainText() == '{"text": "cut'
    assert any("not valid JSON" in note.text for note in driven.item("content").notes)


def test_a_long_json_opens_level_by_level(driven):
    driven.select("notes", 3)
    panel = driven.panel
    panel.show_value("content")
    driven.settle()
    model = panel.value.tree.model
    driven.qtbot.waitUntil(lambda: model.rowCount() == 201)
    last = model.index(200, 0)
    assert last.data().startswith("Show 200 more")
    panel.value.tree.tree.setCurrentIndex(last)
    driven.qtbot.keyClick(panel.value.tree.tree, Qt.Key.Key_Return)
    driven.qtbot.waitUntil(lambda: model.rowCount() == 401)
    assert model.index(399, 0).data() == "399: { 2 }"


def test_the_raw_page_tells_a_row_as_json_and_as_sql(driven):
    driven.select("notes", 1)
    panel = driven.panel
    panel.tabs.setCurrentIndex(RAW)
    driven.settle()
    assert json.loads(panel.raw.text.toPlainText())["raw"] == {"blob": "000102"}
    driven.qtbot.mouseClick(panel.raw.sql, Qt.MouseButton.LeftButton)
    driven.settle()
    text = panel.raw.text.toPlainText()
    assert "X'000102'" in text
    assert '"size"' not in text, "a generated column cannot be inserted"


def test_row_link_and_value_are_copied(driven):
    driven.select("notes", 1)
    panel = driven.panel
    panel.header.linkRequested.emit()
    assert parse_key(parse_location(clipboard()).get("key")) == (1,)
    panel.header.copyRequested.emit()
    driven.settle()
    copied = json.loads(clipboard())
    assert (copied["id"], copied["created_at"]) == (1, 1_779_278_400)
    panel.fields.setCurrentIndex(driven.index("raw"))
    driven.qtbot.keyClick(panel.fields, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert clipboard() == "X'000102'"


def test_the_menu_of_a_field_offers_what_can_be_done(driven):
    driven.select("notes", 1)
    words = [action.text() for action in driven.panel.menu(driven.item("author")).actions() if action.text()]
    assert words[0] == f"Open users · {HTML}"
    notes = [note.text for note in driven.item("author").notes]
    assert "→ users" in notes, "the name stands in front of the id and is not said twice"
    assert "Copy value" in words
    assert "Copy row as JSON" in words


def test_the_rows_around_the_row_can_be_drawn(driven):
    driven.select("notes", 1)
    menu = driven.panel.menu(driven.item("author"))
    next(action for action in menu.actions() if action.text() == "Draw the rows around it").trigger()
    place = driven.opened[-1]
    assert (place.view, place.get("graph"), place.get("table"), place.get("key")) == ("graph", "around", "notes", "1")


def test_showing_secrets_reads_the_row_again(driven):
    driven.select("notes", 1)
    panel = driven.panel
    assert "hunter2" not in str(panel.details().field("content").value)
    panel.context.workspace.replace(driven.source.revealed(True))
    driven.settle()
    driven.qtbot.waitUntil(lambda: "hunter2" in str(panel.details().field("content").value))
    panel.context.workspace.replace(driven.source.revealed(False))
    driven.qtbot.waitUntil(lambda: MASK in str(panel.details().field("content").value))


def test_closing_the_source_clears_the_panel(driven):
    driven.select("notes", 1)
    driven.panel.context.workspace.close(driven.source.path)
    assert driven.panel.overlay.state() is ViewState.EMPTY


def test_a_write_to_the_row_is_followed(driven, notes):
    driven.select("notes", 1)
    code = "import apsw, sys; apsw.Connection(sys.argv[1]).execute(sys.argv[2])"
    change = "UPDATE notes SET status = 'done' WHERE id = 1"
    subprocess.run([sys.executable, "-c", code, str(notes), change], check=True)
    driven.qtbot.waitUntil(lambda: driven.item("status").text == "done", timeout=8000)
    assert driven.panel.header.status.text() == "done"


def test_the_newest_selection_wins(driven):
    for key in (1, 2, 3, 2, 3):
        driven.panel.show_selection((driven.source, row_of(key)))
    driven.settle()
    assert driven.panel.details().ref.key == (3,)
    assert driven.panel.header.place.text().endswith("· 3")


@pytest.mark.parametrize("width", [260, 340, 700])
@pytest.mark.parametrize("look", ["dark", "light"])
def test_nothing_is_wider_than_the_dock(driven, settings, width, look):
    settings.set("look.theme", look)
    panel = driven.panel
    panel.resize(width, 700)
    for page in (FIELDS, VALUE, LINKS, RAW):
        panel.tabs.setCurrentIndex(page)
        driven.select("notes", 1)
        driven.qtbot.waitUntil(lambda: panel.width() == width)
        for button in panel.header._tools:
            assert button.geometry().right() <= panel.width()
            assert button.width() >= button.fontMetrics().horizontalAdvance(button.text()) + 16
    delegate = panel.fields.itemDelegate()
    panel.tabs.setCurrentIndex(FIELDS)
    for row in range(panel.fields.model().rowCount()):
        for piece in delegate.laid(panel.fields.model().index(row, 0)).pieces:
            lines = [piece.layout.lineAt(number).naturalTextWidth() for number in range(piece.layout.lineCount())]
            assert piece.at.x() + max(lines, default=0) <= panel.fields.viewport().width()


def test_keyboard_enters_the_page_in_front(driven):
    driven.select("notes", 1)
    driven.panel.activateWindow()
    driven.panel.setFocus(Qt.FocusReason.ShortcutFocusReason)
    driven.qtbot.waitUntil(lambda: driven.panel.fields.hasFocus())
