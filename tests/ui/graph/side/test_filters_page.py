"""Filters beside the picture: counts of what each would show, ticks, ranges, words; what hides how much, taken back."""

import pytest
from PySide6.QtCore import QPoint, Qt

from inspector.graph.filters import FieldChoice, GraphFilter
from inspector.ui.graph.side.histogram import Histogram
from inspector.ui.shell.panes import PaneSizes
from tests.ui.graph.side.project import EDGES, NODES, shown, write

LEFT, CONTROL = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier


def section(view, id):
    found = view.side.page("filters").section(id)
    found.unfold()
    return found


def counts(view, id):
    return {one.text: one.count for one in section(view, id).entries()}


def row_of(view, id, text):
    part = section(view, id).list
    row = [one.text for one in part.entries.entries()].index(text)
    return part, row


def click(qtbot, view, id, text, keys=Qt.KeyboardModifier.NoModifier):
    part, row = row_of(view, id, text)
    qtbot.mouseClick(part.viewport(), LEFT, keys, part.visualRect(part.entries.index(row)).center())


def chips(view):
    return [chip.whole for chip in view.side.pages.chips.chips()]


def test_a_tick_hides_and_the_counts_of_the_others_follow(view, qtbot):
    assert counts(view, "types") == {"task": 3, "milestone": 1, "decision": 1, "observation": 1}
    click(qtbot, view, "types", "task")
    assert shown(view) == {"hub", "d", "o"}
    assert counts(view, "types")["task"] == 3
    assert counts(view, "statuses") == {"open": 0, "active": 2, "done": 1, "blocked": 0}
    assert counts(view, "edge_types")["depends_on"] == 0
    view.exploring.undo()
    assert len(shown(view)) == 6
    assert counts(view, "statuses")["blocked"] == 1


def test_only_leaves_one_alone_and_again_shows_all(view, qtbot):
    part, row = row_of(view, "types", "task")
    only = part.only_at(row).center()
    qtbot.mouseMove(part.viewport(), only)
    qtbot.mouseClick(part.viewport(), LEFT, pos=only)
    assert shown(view) == {"a", "b", "c"}
    qtbot.mouseClick(part.viewport(), LEFT, pos=only)
    assert len(shown(view)) == 6


def test_entries_are_ticked_by_keyboard(view, qtbot):
    part, row = row_of(view, "statuses", "done")
    part.setCurrentIndex(part.entries.index(row))
    qtbot.keyClick(part, Qt.Key.Key_Space)
    assert "a" not in shown(view)
    qtbot.keyClick(part, Qt.Key.Key_Return, CONTROL)
    assert shown(view) == {"a", "d"}


def test_values_of_a_field_are_chosen_and_combine_with_the_rest(view, qtbot):
    assert counts(view, "field.branch") == {"main": 4, "next": 2}
    click(qtbot, view, "field.branch", "next")
    assert shown(view) == {"c", "d"}
    assert counts(view, "field.tags") == {"core": 1, "io": 0, "no value": 1}
    click(qtbot, view, "field.tags", "no value")
    assert shown(view) == {"c"}
    click(qtbot, view, "field.branch", "main")
    assert shown(view) == {"c", "o"}
    assert section(view, "field.branch").head.said() == "2 chosen"


def test_a_field_with_one_value_that_all_have_is_no_filter(view):
    assert view.side.page("filters").section("field.project") is None


def test_each_filter_says_what_it_hides_and_is_taken_back_by_a_click(view, qtbot):
    click(qtbot, view, "types", "task")
    view.exploring.set_field("branch", FieldChoice(frozenset({"main"})))
    click(qtbot, view, "edge_types", "blocks")
    box = view.side.pages.chips
    assert box.said.text() == "2 of 6 shown"
    assert chips(view) == [
        "type not task: hides 2 nodes",
        "edges not blocks: hides 0 edges",
        "branch main: hides 1 node",
    ]
    assert "hidden by type 2, by branch 1" in view.note()
    qtbot.mouseClick(box.buttons()[0], LEFT)
    assert shown(view) == {"hub", "a", "b", "o"}
    qtbot.mouseClick(box.clear, LEFT)
    assert view.exploring.filter == GraphFilter()
    assert chips(view) == []
    view.exploring.undo()
    assert len(chips(view)) == 2


def test_what_was_hidden_by_hand_or_by_distance_is_said_too(view):
    graph = view.exploring.graph
    view.steps.hide(view.exploring.home[:0].astype(int).ravel())
    view.exploring.set_filter(GraphFilter(hidden=frozenset({"o"}), around="a", hops=1, text="the"))
    words = chips(view)
    assert words[0].startswith("holds “the”: hides")
    assert any(one.startswith("1 step around 'Write the parser'") for one in words)
    assert any(one.startswith("1 node hidden by hand") for one in words)
    assert graph is view.exploring.graph


def test_words_are_typed_as_one_step(view, qtbot):
    words = view.side.page("filters").words
    qtbot.keyClicks(words, "file")
    qtbot.waitUntil(lambda: shown(view) == {"b", "c"})
    qtbot.keyClicks(words, " close")
    qtbot.waitUntil(lambda: shown(view) == {"c"})
    view.exploring.undo()
    assert len(shown(view)) == 6
    assert words.text() == ""


def test_the_last_days_count_from_the_clock(view):
    # the clock stands at 2026-05-20 12:00
    part = section(view, "field.updated")
    part.choose_last(2)
    assert shown(view) == {"d", "o"}
    assert part.low.text() == "2026-05-18 12:00"
    assert chips(view) == ["updated from 2026-05-18 12:00: hides 4 nodes"]


def test_a_range_is_written_and_what_cannot_be_read_is_said(view, qtbot):
    part = section(view, "field.updated")
    part.low.setFocus()
    qtbot.keyClicks(part.low, "2026-05-10")
    qtbot.keyClick(part.low, Qt.Key.Key_Return)
    assert shown(view) == {"a", "b", "c", "d", "o"}
    qtbot.keyClicks(part.high, "2026-05-18")
    qtbot.keyClick(part.high, Qt.Key.Key_Return)
    assert shown(view) == {"a", "b", "c"}, "the last day belongs to it"
    part.high.selectAll()
    qtbot.keyClicks(part.high, "soon")
    qtbot.keyClick(part.high, Qt.Key.Key_Return)
    assert shown(view) == {"a", "b", "c"}
    assert "cannot be read" in part.high.toolTip()


def test_a_range_is_drawn_over_the_bars_and_taken_away(view, qtbot):
    part = section(view, "field.updated")
    bars = part.bars
    qtbot.waitUntil(lambda: bars.width() > 50)
    middle = bars.height() // 2
    qtbot.mousePress(bars, LEFT, pos=QPoint(bars.width() // 2, middle))
    qtbot.mouseMove(bars, QPoint(bars.width() - 1, middle))
    qtbot.mouseRelease(bars, LEFT, pos=QPoint(bars.width() - 1, middle))
    qtbot.waitUntil(lambda: shown(view) <= {"b", "c", "d", "o"})
    assert "d" in shown(view)
    assert view.exploring.history.undoes == "filter by updated"
    qtbot.mouseClick(bars, LEFT, pos=QPoint(bars.width() - 30, middle))
    qtbot.waitUntil(lambda: len(shown(view)) == 6)


def test_a_range_is_moved_with_keys(qtbot, theme):
    bars = Histogram(theme)
    qtbot.addWidget(bars)
    bars.resize(200, 50)
    bars.show_counts([1, 2, 3, 4], 0.0, 4.0)
    told = []
    bars.rangeChanged.connect(lambda *ends: told.append(ends))
    qtbot.keyClick(bars, Qt.Key.Key_Right)
    qtbot.keyClick(bars, Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClick(bars, Qt.Key.Key_Escape)
    assert told == [(1.0, 4.0), (1.0, 3.0), (float("-inf"), float("inf"))]


def test_many_values_are_folded_searched_and_unfolded(opened, tmp_path, qtbot):
    tags = [(f"n{i}", "task", f"N{i}", "pending", "main", f'["tag {i}", "all"]', 1) for i in range(40)]
    write(tmp_path / "graph.db", tags, "")
    view = opened(tmp_path / "graph.db")
    part = section(view, "field.tags")
    assert part.list.entries.rowCount() == 8
    assert part.list.entries.entries()[0].text == "all", "the most frequent first"
    qtbot.mouseClick(part.more, LEFT)
    assert part.list.entries.rowCount() == 41
    qtbot.mouseClick(part.more, LEFT)
    qtbot.keyClicks(part.search, "TAG 39")
    assert [one.text for one in part.list.entries.entries()] == ["tag 39"]
    click(qtbot, view, "field.tags", "tag 39")
    part.search.clear()
    assert "tag 39" in [one.text for one in part.list.entries.entries()], "what is chosen is not folded away"
    assert shown(view) == {"n39"}


def test_what_is_unfolded_is_remembered(opened, file, qtbot):
    view = opened(file)
    section(view, "field.tags")
    view.side.page("filters").section("types").head.click()
    other = opened(file).side.page("filters")
    assert other.section("field.tags").is_open
    assert not other.section("types").is_open


def test_models_are_sound(view, qtmodeltester):
    qtmodeltester.check(section(view, "types").list.entries)


def test_html_in_names_stays_text(opened, tmp_path):
    write(tmp_path / "graph.db", [*NODES, ("x", "<b>bold</b>", "X", "done", "<i>b</i>", "[]", 3)], EDGES)
    view = opened(tmp_path / "graph.db")
    part, row = row_of(view, "types", "<b>bold</b>")
    told = part.entries.data(part.entries.index(row), Qt.ItemDataRole.ToolTipRole)
    assert "&lt;b&gt;bold" in told


@pytest.mark.parametrize(("width", "page"), [(1100, "filters"), (660, "")])
def test_a_narrow_view_keeps_its_width_for_the_picture(opened, file, width, page):
    view = opened(file, width)
    assert view.side.open_page == page
    beside = width - view.canvas.width()
    assert beside < 60 if not page else 180 < beside < 340


def test_what_is_opened_is_remembered_for_wide_and_narrow_views(opened, file, qtbot):
    view = opened(file, 660)
    view.command("graph.filters").run()
    assert view.side.open_page == "filters"
    assert view.side.page("filters").isAncestorOf(view.focusWidget())
    assert opened(file, 660).side.open_page == "filters"
    view.resize(1100, 700)
    assert view.side.open_page == "filters"
    view.side.close_page()
    assert opened(file, 1100).side.open_page == ""
    assert opened(file, 660).side.open_page == "filters"


def test_escape_and_the_key_close_the_panel(view, qtbot):
    view.command("graph.list").run()
    assert view.side.open_page == "list"
    qtbot.keyClick(view.side.page("list").search, Qt.Key.Key_Escape)
    assert view.side.open_page == ""
    view.command("graph.list").run()
    view.command("graph.list").run()
    assert view.side.open_page == ""


def test_a_width_from_a_wide_view_leaves_a_narrow_one_its_picture(opened, file, settings, qtbot):
    wide, narrow = opened(file, 1400), opened(file, 660)
    panes = PaneSizes(settings)
    panes.follow(wide, "graph")
    split = wide.side.pages.parentWidget()
    split.moveSplitter(900, 1)
    assert opened_width(wide) > 400
    panes.follow(narrow, "graph")
    narrow.side.show_page("filters")
    qtbot.waitUntil(lambda: narrow.canvas.width() > 320)
    other = opened(file, 1400)
    panes.follow(other, "graph")
    qtbot.waitUntil(lambda: opened_width(other) == opened_width(wide))


def opened_width(view):
    return view.side.pages.width()
