"""Readers that break one promise each, to show that the harness sees it. They read in another process."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from inspector.db.access import AccessReport
from inspector.db.rows import Rows
from inspector.errors import KnownError
from tests.db.harness.modes import Mode
from tests.db.harness.questions import Subject
from tests.db.harness.run import ROOT


class NaiveReader:
    """Statements, one after another, without any validation. It stands for a Database and for its Reader."""

    def __init__(self, path: Path, way: str) -> None:
        command = [sys.executable, "-m", "tests.db.harness.naive_program", str(path), way]
        self._process = subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self._one_at_a_time = threading.Lock()

    def read(self, work: Callable[[Any], Any]) -> Any:
        """What ``work`` finds, whatever happens meanwhile."""
        with self._one_at_a_time:
            self._ask("begin")
            return work(self)

    def rows(self, sql: str, params: tuple = ()) -> Rows:
        """All rows of a statement."""
        return Rows((), tuple(tuple(row) for row in self._ask([sql, list(params)])))

    def value(self, sql: str) -> Any:
        """The first cell."""
        return self.rows(sql).rows[0][0]

    def reports(self) -> tuple[AccessReport, ...]:
        """It keeps none."""
        return ()

    def close(self) -> None:
        """End the program."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()

    def _ask(self, command: object) -> Any:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(command) + "\n")
        answer = json.loads(self._process.stdout.readline())
        if isinstance(answer, str):
            raise KnownError(answer)
        return answer


def naive(way: str) -> Callable[[Path, Mode], Subject]:
    """A subject that reads in this way."""

    class Naive(Subject):
        def _open(self, data: Path) -> Any:
            return NaiveReader(data / "a.db", way)

    return Naive
