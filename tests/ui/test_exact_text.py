"""Fields give back what was put in, by every way out."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QGuiApplication

from inspector.ui.details.code_view import CodeView, Lines
from inspector.ui.exact_text import ExactText
from inspector.ui.queries.sql_edit import SqlEdit

TEXT = "SELECT 'a\u00a0b\u202fc',\n 'd\u2028e'"


@pytest.mark.parametrize("made", [ExactText, SqlEdit, CodeView])
def test_what_is_shown_is_read_and_copied_to_the_character(qtbot, theme, made):
    field = made() if made is ExactText else made(theme)
    qtbot.addWidget(field)
    if isinstance(field, SqlEdit):
        field.show_sql(TEXT)
        assert field.sql == TEXT
    elif isinstance(field, CodeView):
        field.show_lines(Lines(tuple(TEXT.split("\n"))))
    else:
        field.setPlainText(TEXT)
    assert field.exact() == TEXT
    field.selectAll()
    field.copy()
    assert QGuiApplication.clipboard().text() == TEXT
