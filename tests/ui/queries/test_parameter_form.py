"""The fields of a question: of the kind of their parameter, with choices that can be typed, and with a way to NULL."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QLabel, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from inspector.clock import Clock, parse_as_of
from inspector.queries.parameter import Parameter, bound
from inspector.queries.pickers import Choice
from inspector.ui.queries.form import ParameterForm

CLOCK = Clock(parse_as_of("2026-05-19T21:30:00Z"))


@pytest.fixture
def form(qtbot: QtBot) -> Callable[..., ParameterForm]:
    def make(*parameters: Parameter, **values: str) -> ParameterForm:
        form = ParameterForm(None, CLOCK)
        qtbot.addWidget(form)
        form.resize(900, 200)
        form.ask(parameters, values)
        form.show()
        return form

    return make


def press(qtbot: QtBot, form: ParameterForm, name: str, words: str) -> None:
    (button,) = (one for one in form.fields[name].buttons if one.text() == words)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def test_a_time_is_filled_in_from_the_clock(form: Callable[..., ParameterForm], qtbot: QtBot) -> None:
    asked = form(Parameter("since", "time", label="Since"))
    press(qtbot, asked, "since", "Now")
    assert asked.values() == {"since": "2026-05-19T21:30:00.000Z"}


def test_null_can_be_given_where_a_default_would_come_else(form: Callable[..., ParameterForm], qtbot: QtBot) -> None:
    rows, session = Parameter("rows", "integer", default="50"), Parameter("session", "text", required=True)
    asked = form(rows, session)
    assert asked.fields["rows"].field.placeholderText() == "50"
    assert asked.fields["session"].buttons == ()
    press(qtbot, asked, "rows", "NULL")
    assert bound(rows, asked.values()["rows"]) is None
    assert asked.fields["rows"].field.font().italic()
    press(qtbot, asked, "rows", "NULL")
    assert asked.values() == {}
    assert bound(rows, None) == 50


def test_numbers_take_no_letters(form: Callable[..., ParameterForm], qtbot: QtBot) -> None:
    asked = form(Parameter("n", "integer"), Parameter("x", "real"), Parameter("b", "blob"))
    for name, typed, taken in (("n", "12a", "12"), ("x", "1.5ey", "1.5e"), ("b", "x'0fzz'", "x'0f'")):
        qtbot.keyClicks(asked.fields[name].field, typed)
        assert asked.fields[name].text() == taken


def test_yes_and_no_are_a_list(form: Callable[..., ParameterForm], qtbot: QtBot) -> None:
    parameter = Parameter("all", "boolean", default="no")
    asked = form(parameter)
    box = asked.fields["all"].findChild(QComboBox)
    assert [box.itemText(at) for at in range(box.count())] == ["yes", "no"]
    assert asked.values() == {}
    with qtbot.waitSignal(asked.entered):
        box.setCurrentIndex(0)
        box.activated.emit(0)
    assert bound(parameter, asked.values()["all"]) == 1


def test_a_choice_is_found_by_a_part_of_its_label_and_bound_by_its_value(
    form: Callable[..., ParameterForm], qtbot: QtBot
) -> None:
    asked = form(Parameter("s", "text", picker="sessions"), s="id-2")
    field = asked.fields["s"]
    field.set_choices([Choice("id-1", "Monday · 3 entries"), Choice("id-2", "Tuesday · 5 entries")])
    assert (field.field.text(), asked.values()) == ("Tuesday · 5 entries", {"s": "id-2"})
    field.field.clear()
    qtbot.keyClicks(field.field, "monday")
    completer = field.findChild(QComboBox).completer()
    completer.setCompletionPrefix("monday")
    assert completer.currentCompletion() == "Monday · 3 entries"
    field.set_text("something else")
    assert asked.values() == {"s": "something else"}


def test_every_field_has_a_name_and_nothing_is_cut_off(form: Callable[..., ParameterForm], qtbot: QtBot) -> None:
    asked = form(
        Parameter("a", "integer", default="1000", label="How many of the newest rows are looked at"),
        Parameter("b", "time", label="Since"),
        Parameter("c", "column", required=True, picker="columns", label="Column"),
    )
    qtbot.waitUntil(lambda: asked.fields["c"].width() > 0)
    for field in asked.fields.values():
        assert field.field.accessibleName() == field.parameter.title
        assert field.field.accessibleDescription()
        shown: list[QWidget] = [*field.findChildren(QLabel), *field.findChildren(QToolButton)]
        for part in shown:
            if part.isVisible():
                assert part.width() >= part.sizeHint().width(), part
