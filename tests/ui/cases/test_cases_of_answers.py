"""Faults of saving answers, in the window."""

from __future__ import annotations

import csv

import pytest

MANY = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 25123) SELECT x FROM n"


@pytest.fixture
def asked(build, program):
    """Runs SQL in the window on a small database; gives the pane of its answer."""
    path = build("answers.db", "CREATE TABLE t(a)")

    def run(sql):
        view = program.go(path, "sql")
        view.editor.set_text(sql)
        view.run()
        program.settle()
        return view.answer

    return run


def saved(pane, program, path, form="csv"):
    pane.saving.save(str(path), form)
    program.settle()
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.reader(file))


def test_C77_no_text_of_an_agent_becomes_a_formula_unless_the_reader_wants_it_exact(asked, program, tmp_path):
    pane = asked("SELECT '=HYPERLINK(\"http://x\")' AS a, '+1' AS b, -1 AS c, '@a' AS d, char(9) || 'x' AS e")
    assert saved(pane, program, tmp_path / "safe.csv")[1] == ['\'=HYPERLINK("http://x")', "'+1", "-1", "'@a", "'\tx"]
    assert "4 texts that a spreadsheet would compute with" in pane.partial.text()
    program.window.context.settings.set("query.row_limit", 2)
    first = asked("SELECT '=1' AS a UNION ALL SELECT '+2' UNION ALL SELECT '-3'")
    (shown,) = [action for action in first.saving.save_button.menu().actions() if "that are shown" in action.text()]
    shown.trigger()
    assert saved(first, program, tmp_path / "first.csv") == [["a"], ["'=1"], ["'+2"]]
    assert "2 texts that a spreadsheet would compute with" in first.partial.text()
    named = asked("SELECT 1 AS \"=HYPERLINK('http://x')\", '=1' AS b")
    assert saved(named, program, tmp_path / "named.csv") == [["'=HYPERLINK('http://x')", "b"], ["1", "'=1"]]
    pane = asked("SELECT '=HYPERLINK(\"http://x\")' AS a, '+1' AS b, -1 AS c, '@a' AS d, char(9) || 'x' AS e")
    (safe,) = [
        action for action in pane.saving.save_button.menu().actions() if "safe for spreadsheets" in action.text()
    ]
    assert safe.isChecked(), "it is on, and said, where the file is chosen"
    safe.trigger()
    assert saved(pane, program, tmp_path / "exact.csv")[1] == ['=HYPERLINK("http://x")', "+1", "-1", "@a", "\tx"]


def test_C78_what_is_saved_is_all_there_is_not_what_was_loaded(asked, program, tmp_path):
    program.window.context.settings.set("query.row_limit", 100)
    pane = asked(MANY)
    assert pane.rows.rowCount() == 100
    assert "100 rows of more" in pane.summary()
    rows = saved(pane, program, tmp_path / "all.csv")
    assert (len(rows), rows[-1]) == (25_124, ["25123"])
    assert pane.partial.text() == "Saved 25,123 rows to all.csv."
    (shown,) = [action for action in pane.saving.save_button.menu().actions() if "that are shown" in action.text()]
    shown.trigger()
    assert len(saved(pane, program, tmp_path / "first.csv")) == 101
    assert "there are more" in pane.partial.text()
