"""Filters on full-text indexes: the index is asked and ranks, LIKE only on demand, whatever is typed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from inspector.db.browse.matching import snippets
from inspector.db.browse.statement import question_statement
from inspector.errors import InvalidInput

ROWS = (
    "INSERT INTO t(rowid, a, b) VALUES (?, ?, ?)",
    [
        (1, "handling of errors, and much else that is said here at length", "x"),
        (2, "handled", "retry"),
        (3, "mishandled C++ and C", "src/x.py"),
        (4, "日本語の文書 🎉", "retry later"),
        (5, "plain", "retry"),
    ],
)
Look = Callable


def test_words_are_asked_of_the_index_and_the_best_stand_first(look: Look) -> None:
    t = look("CREATE VIRTUAL TABLE t USING fts5(a, b, tokenize='porter')", ROWS)
    question = t.ask(a="handle")
    assert question.ranked
    assert t.cells(t.last(question), "a") == ["handled", ROWS[1][0][1]], "the shorter one ranks better"
    assert [condition.words for condition in question.conditions] == ["matches handle"]
    assert t.matches("a", "handle*") == ["handled", ROWS[1][0][1]]
    assert t.matches("a", '"of errors"') == [ROWS[1][0][1]]
    assert t.matches("b", "retry later") == ["retry later"]


def test_like_is_asked_on_demand_alone(look: Look) -> None:
    t = look("CREATE VIRTUAL TABLE t USING fts5(a, b)", ROWS)
    assert t.matches("a", "handled") == ["handled"]
    assert t.matches("a", "like handled") == ["handled", "mishandled C++ and C"]
    assert t.matches("a", "=handled") == ["handled"]
    assert t.matches("a", "~^hand") == [ROWS[1][0][1], "handled"]
    assert not t.ask(a="like handled").matched


def test_several_columns_and_a_sort_hold_together(look: Look) -> None:
    t = look("CREATE VIRTUAL TABLE t USING fts5(a, b)", ROWS)
    assert t.cells(t.last(t.ask(a="plain", b="retry")), "a") == ["plain"]
    assert t.cells(t.last(t.ask(b="retry", sort="-a")), "a") == ["日本語の文書 🎉", "plain", "handled"]
    assert t.cells(t.last(t.ask(b="retry", a="!null")), "b") == ["retry", "retry", "retry later"]


@pytest.mark.parametrize(
    "text",
    [
        "C++",
        "multi-agent",
        "a.b",
        "don't",
        "foo AND",
        "NEAR(",
        "*",
        '"',
        '"unclosed',
        "a:b",
        "(x",
        "^",
        "-foo",
        "日本",
        "🎉",
    ],
)
def test_no_text_is_an_error(look: Look, text: str) -> None:
    t = look("CREATE VIRTUAL TABLE t USING fts5(a, b)", ROWS)
    t.matches("a", text)


def test_signs_that_no_index_keeps_are_looked_for_in_the_text(look: Look) -> None:
    t = look("CREATE VIRTUAL TABLE t USING fts5(a, b)", ROWS)
    assert t.matches("a", "C++") == ["mishandled C++ and C"]
    assert t.matches("a", "c+++") == []
    assert t.matches("a", "本語") == ["日本語の文書 🎉"]
    assert t.matches("a", "🎉") == ["日本語の文書 🎉"]


def test_a_query_of_the_index_is_asked_as_written_and_its_fault_is_told(look: Look) -> None:
    t = look("CREATE VIRTUAL TABLE t USING fts5(a, b)", ROWS)
    assert set(t.matches("a", "match plain OR handled")) == {"plain", "handled"}
    with pytest.raises(InvalidInput, match=r"“a” cannot be read.*character"):
        t.ask(a="match (plain")


@pytest.mark.parametrize("version", ["fts3", "fts4"])
def test_older_indexes_are_asked_too(look: Look, version: str) -> None:
    t = look(f"CREATE VIRTUAL TABLE t USING {version}(a, b)", ROWS)
    assert t.matches("a", "handled") == ["handled"]
    assert t.matches("b", "retr*") == ["retry", "retry later", "retry"]
    assert t.cells(t.last(t.ask(a="plain", b="retry")), "a") == ["plain"]
    assert not t.ask(a="plain").ranked


@pytest.mark.parametrize("detail", ["column", "none"])
def test_an_index_that_keeps_no_places_is_asked_what_it_can_tell(look: Look, detail: str) -> None:
    t = look(f"CREATE VIRTUAL TABLE t USING fts5(a, b, detail={detail})", ROWS)
    assert t.matches("b", "src/x.py") == ["src/x.py"]
    assert set(t.matches("b", "retry")) == {"retry", "retry later"}


def test_columns_that_are_not_indexed_are_filtered_as_in_any_table(look: Look) -> None:
    t = look("CREATE VIRTUAL TABLE t USING fts5(a, b UNINDEXED)", ROWS)
    assert t.matches("b", "etry") == ["retry", "retry later", "retry"]


@pytest.mark.parametrize("version", ["fts5", "fts4"])
def test_snippets_mark_what_matched_in_the_column_that_was_asked(look: Look, version: str) -> None:
    t = look(f"CREATE VIRTUAL TABLE t USING {version}(a, b)", ROWS)
    (condition,) = t.ask(b="later").conditions
    told = t.database.read(lambda reader: snippets(reader, t.table, condition, [2, 4]))
    assert told == {4: ("retry later", ((6, 11),))}


def test_the_statement_behind_is_ranked_too(look: Look) -> None:
    t = look("CREATE VIRTUAL TABLE t USING fts5(a, b)", ROWS)
    sql = question_statement(t.ask(b="retry"))
    assert "MATCH '\"retry\"'" in sql
    assert sql.endswith('ORDER BY rank, "rowid"') or "ORDER BY rank" in sql
    assert len(t.database.read(lambda reader: reader.rows(sql)).rows) == 3
