"""Beside every kind of writer each answer is one committed state, none is old, and no commit ever fails."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.db.harness.modes import KILLED, ROLLBACK, WAL, Mode
from tests.db.harness.run import assert_proven, run

SECONDS = 0.3
KILLED_SECONDS = 0.6


def named(modes: tuple[Mode, ...]) -> list:
    return [pytest.param(mode, id=mode.name.replace(", ", "-").replace(" ", "-")) for mode in modes]


@pytest.mark.parametrize("mode", named(WAL))
def test_beside_a_writer_with_a_log(tmp_path: Path, mode: Mode) -> None:
    assert_proven(run(tmp_path / "run", mode, SECONDS), may_refuse=mode.may_refuse)


@pytest.mark.parametrize("mode", named(ROLLBACK))
def test_beside_a_writer_with_a_rollback_journal(tmp_path: Path, mode: Mode) -> None:
    assert_proven(run(tmp_path / "run", mode, SECONDS), may_refuse=mode.may_refuse)


@pytest.mark.parametrize("mode", named(KILLED))
def test_beside_a_writer_that_is_killed_at_any_moment(tmp_path: Path, mode: Mode) -> None:
    outcome = run(tmp_path / "run", mode, KILLED_SECONDS)
    assert_proven(outcome, may_refuse=mode.may_refuse)
    assert outcome.kills > 0
