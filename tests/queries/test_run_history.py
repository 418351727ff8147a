"""The history of runs: appended line by line, bounded, safe against a kill, without secrets."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from inspector.queries import history
from inspector.queries.history import PastRun, RunHistory, fitting


@pytest.fixture
def runs(tmp_path: Path) -> RunHistory:
    return RunHistory(tmp_path / "state" / "runs.jsonl")


def past(at: int = 1, sql: str = "SELECT 1", **of: object) -> PastRun:
    return replace(PastRun(at, "/data/graph.db", sql, 3, 1.5), **of)  # type: ignore[arg-type]


def test_runs_are_given_back_newest_first(runs: RunHistory) -> None:
    assert runs.load() == ()
    for at in (1, 2, 3):
        runs.add(past(at, error="no such table: x" if at == 2 else ""))
    assert [run.at_ms for run in runs.load()] == [3, 2, 1]
    assert runs.load()[1].error == "no such table: x"
    runs.clear()
    assert runs.load() == ()
    runs.clear()


def test_a_line_that_was_cut_by_a_kill_costs_that_line_alone(runs: RunHistory, tmp_path: Path) -> None:
    file = tmp_path / "state" / "runs.jsonl"
    runs.add(past(1))
    with file.open("ab") as stream:
        stream.write(b'{"at_ms": 2, "sql": "SEL')
    runs.add(past(3))
    with file.open("ab") as stream:
        stream.write(b'null\n[]\n{"at_ms": "x", "source": "", "sql": ""}\n\xff\n')
    assert [run.at_ms for run in runs.load()] == [3, 1]
    assert file.stat().st_mode & 0o077 == 0


def test_what_looks_like_a_secret_is_masked_and_not_run_again(runs: RunHistory) -> None:
    runs.add(past(sql="SELECT * FROM t WHERE token = 'sk-ant-api03-abcdefabcdefabcdefabcdefabcdef'"))
    (kept,) = runs.load()
    assert "abcdef" not in kept.sql
    assert not kept.whole
    runs.add(past(sql="SELECT :token"))
    assert runs.load()[0].whole


def test_a_long_statement_is_cut_and_said_to_be(runs: RunHistory) -> None:
    runs.add(past(sql="SELECT '" + "x" * 30_000 + "'"))
    (kept,) = runs.load()
    assert len(kept.sql) == 20_000
    assert kept.cut
    assert not kept.whole


def test_it_is_bounded(runs: RunHistory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "_MOST_BYTES", 4_000)
    for at in range(100):
        runs.add(past(at))
    assert (tmp_path / "state" / "runs.jsonl").stat().st_size < 5_000
    kept = [run.at_ms for run in runs.load()]
    assert kept == list(range(99, 99 - len(kept), -1))
    assert len(kept) > 10


def test_runs_are_found_by_words_and_source() -> None:
    a, b = past(sql="SELECT Title FROM nodes"), past(source="/other.db", error="no such table")
    assert fitting((a, b), "title nodes") == (a,)
    assert fitting((a, b), "NO SUCH") == (b,)
    assert fitting((a, b), "", "/other.db") == (b,)
    assert fitting((a, b), "") == (a, b)
