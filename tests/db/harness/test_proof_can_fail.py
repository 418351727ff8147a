"""The harness sees what it is there to see: torn and old answers, commits that fail, traces, misread crashes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.db.harness.ledger import (
    BALANCE,
    Answer,
    Verdict,
    answer_of_facts,
    answer_of_words,
    joined,
    judge,
)
from tests.db.harness.modes import SPILLS, UNSYNCED, Mode
from tests.db.harness.naive import naive
from tests.db.harness.run import assert_proven, run

ROWS = 10
WHOLE = (7, 40, 40, ROWS * BALANCE, ROWS * BALANCE, ROWS)
ASKED = (("short", "words"),)


def test_a_whole_answer_is_good_and_never_older_than_what_was_published() -> None:
    answer = answer_of_facts(WHOLE, ROWS)
    assert [judge(answer, published) for published in (6, 7, 8)] == [Verdict.GOOD, Verdict.GOOD, Verdict.OLD]


@pytest.mark.parametrize("place", range(1, 6))
def test_any_sum_that_is_off_is_torn(place: int) -> None:
    row = tuple(value + (i == place) for i, value in enumerate(WHOLE))
    assert judge(answer_of_facts(row, ROWS), 0) is Verdict.TORN


def test_words_that_do_not_match_their_table_and_versions_that_differ_are_torn() -> None:
    assert judge(answer_of_words((7, 30, 30)), 0) is Verdict.GOOD
    assert judge(answer_of_words((7, 30, 29)), 0) is Verdict.TORN
    assert judge(answer_of_words((None, 30, 30)), 0) is Verdict.TORN
    assert judge(joined([Answer(7), Answer(7)]), 7) is Verdict.GOOD
    assert judge(joined([Answer(7), Answer(8)]), 0) is Verdict.TORN


def test_a_look_without_a_lock_is_torn(tmp_path: Path) -> None:
    mode = Mode("delete", "delete", pragmas=SPILLS, rollbacks=0.5)
    outcome = run(tmp_path / "run", mode, 1.0, subject=naive("immutable"), questions=ASKED, enough=0)
    assert outcome.torn > 0
    assert outcome.wrong
    with pytest.raises(AssertionError, match=r"torn (?:short|words): "):
        assert_proven(outcome)


def test_a_look_that_is_kept_open_is_old(tmp_path: Path) -> None:
    mode = Mode("wal", pragmas=(UNSYNCED, "PRAGMA wal_autocheckpoint = 0"))
    outcome = run(tmp_path / "run", mode, 0.3, subject=naive("stale"), questions=ASKED, enough=0)
    assert outcome.old > 0
    assert outcome.torn == 0


def test_a_statement_that_is_left_open_makes_commits_fail(tmp_path: Path) -> None:
    outcome = run(
        tmp_path / "run", Mode("delete", "delete"), 0.1, subject=naive("holding"), questions=(("short",),), enough=0
    )
    assert outcome.failed > 0
    assert "BusyError" in outcome.failures[0]


def test_a_connection_that_is_kept_leaves_files_behind(tmp_path: Path) -> None:
    outcome = run(tmp_path / "run", Mode("wal"), 0.3, subject=naive("kept"), questions=ASKED)
    assert outcome.left == ("a.db-shm", "a.db-wal")
    assert outcome.good > 0


@pytest.mark.parametrize(("journal", "seconds"), [("wal", 0.5), ("delete", 2.0)])
def test_a_crashed_state_that_is_misread_is_told(tmp_path: Path, journal: str, seconds: float) -> None:
    mode = Mode(journal, journal, pragmas=SPILLS, rollbacks=0.3, killed=True)
    # a writer that is killed between two changes leaves nothing to misread: on a busy machine that is every time
    for attempt in range(8):
        folder = tmp_path / f"run {attempt}"
        outcome = run(folder, mode, seconds, subject=naive("immutable"), questions=ASKED, enough=0)
        if any("recovered by SQLite" in told for told in outcome.crashes):
            return
    pytest.fail("no crash was told of in eight runs")
