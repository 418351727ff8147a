"""The models of entries and of the JSON tree keep the rules of Qt's models, and text is made ready within bounds."""

import json

from PySide6.QtCore import QModelIndex

from inspector.db.values import BadText
from inspector.ui.details.code_view import FOLD, CodeView, Lines, coloured_json, fold
from inspector.ui.details.item_list import ItemModel
from inspector.ui.details.items import Item
from inspector.ui.details.json_model import JsonModel, path_text
from inspector.ui.details.value_text import hex_lines, plain_lines
from inspector.workspace.rows.json_tree import PAGE, parse_document


def test_item_model(qtmodeltester):
    model = ItemModel()
    model.show(tuple(Item("field", f"n{row}", "v") for row in range(5)))
    qtmodeltester.check(model)
    model.show((Item("heading", "h"),))
    qtmodeltester.check(model)


def test_entries_in_the_same_number_are_changed_in_place(qtbot):
    model = ItemModel()
    model.show((Item("field", "a", "1"), Item("field", "b", "2")))
    changed = []
    model.dataChanged.connect(lambda first, last: changed.append(first.row()))
    model.show((Item("field", "a", "1"), Item("field", "b", "3")))
    assert changed == [1]


def test_json_model(qtmodeltester):
    model = JsonModel()
    model.show_document(parse_document(json.dumps({"a": [1, {"b": None}], "c": "x", "e": {}})))
    model.fetchMore(QModelIndex())
    model.fetchMore(model.index(0, 0))
    qtmodeltester.check(model)


def test_json_model_reads_a_level_when_it_is_opened_and_by_pages():
    model = JsonModel()
    model.show_document(parse_document(json.dumps({"list": list(range(PAGE + 5))})))
    assert model.rowCount() == 0
    model.fetchMore(QModelIndex())
    entry = model.index(0, 0)
    assert model.hasChildren(entry)
    assert model.rowCount(entry) == 0
    model.fetchMore(entry)
    assert model.rowCount(entry) == PAGE + 1
    model.read_on(model.entry(entry))
    assert model.rowCount(entry) == PAGE + 5
    assert path_text(model.entry(model.index(PAGE, 0, entry))) == f"$.list[{PAGE}]"


def test_a_document_that_is_one_value_is_one_row(qtmodeltester):
    model = JsonModel()
    model.show_document(parse_document('"all"'))
    assert model.rowCount() == 1
    assert model.index(0, 0).data() == ': "all"'
    qtmodeltester.check(model)


def test_long_lines_are_folded_and_what_is_not_seen_is_marked():
    lines = fold("x" * (2 * FOLD + 1) + "\nb\u202ea\tc", str)
    assert [len(line) for line in lines] == [FOLD, FOLD, 1, 5]
    assert plain_lines("b\u202ea") == ("b⟨RLO⟩a",)
    assert plain_lines(BadText(b"ok\xff")) == ("ok⟨FF⟩",)


def test_bytes_are_lines_of_hex_with_their_places():
    assert hex_lines(b'{"a"\x00\xff789', 16) == (
        '00000010  7b 22 61 22 00 ff 37 38  {"a"··78',
        "00000018  39                       9",
    )


def test_colours_stand_where_qt_counts(qtbot, theme):
    lines = coloured_json(('{"😀": 12}',))
    starts = {role: (start, length) for start, length, role in lines.runs[0]}
    assert starts["number"] == (7, 2)
    view = CodeView(theme)
    qtbot.addWidget(view)
    view.show_lines(lines)
    formats = view.document().firstBlock().layout().formats()
    found = {(f.start, f.length): f.format.foreground().color().name() for f in formats}
    assert found[(7, 2)] == theme.syntax("number").name()


def test_text_that_is_added_goes_on_where_it_was(qtbot, theme):
    view = CodeView(theme)
    qtbot.addWidget(view)
    view.show_lines(Lines(("one", "tw")))
    view.add_lines(Lines(("o", "three")), joined=True)
    view.add_lines(Lines(("four",)), joined=False)
    assert view.toPlainText() == "one\ntwo\nthree\nfour"
