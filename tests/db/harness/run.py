"""One run of the harness: a writer in another process, readers in threads of this one, every answer judged."""

from __future__ import annotations

import itertools
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

from inspector.errors import FileBusy, KnownError
from tests.db.harness.board import Board
from tests.db.harness.crash import check_crashed
from tests.db.harness.ledger import judge
from tests.db.harness.modes import Mode
from tests.db.harness.outcome import Outcome
from tests.db.harness.questions import QUESTIONS, Subject

ROOT = Path(__file__).resolve().parents[3]
WAIT_S = 60.0
"""Seconds in which a writer must be ready, or end."""
ENOUGH = 5
"""Good answers without which a run goes on, for a while, however long it was to be: a busy machine starts late."""
WHILE_S = 10.0
AT_LEAST_S = 0.05
"""A writer lives at least so long before it is killed."""
AT_MOST_S = 0.4
"""And at most so long."""


class Child:
    """The writer."""

    def __init__(self, folder: Path, mode: Mode) -> None:
        self._errors = (folder / "stderr").open("ab")
        command = [sys.executable, "-m", "tests.db.harness.writer_program", str(folder), json.dumps(asdict(mode))]
        self.process = subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors, text=True
        )

    def await_built(self) -> None:
        """Until the ledger stands there; the writer waits for :meth:`begin`."""
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == "built\n", "the writer could not build its ledger"

    def begin(self) -> None:
        """Let it write."""
        assert self.process.stdin is not None
        self.process.stdin.write("\n")
        self.process.stdin.flush()

    def kill(self) -> bool:
        """Kill it at once; False if it had ended by itself, which it does not."""
        ran = self.process.poll() is None
        self.process.kill()
        self.release()
        return ran

    def release(self) -> int:
        """Wait for its end; its return code."""
        code = self.process.wait(WAIT_S)
        for stream in (self.process.stdin, self.process.stdout, self._errors):
            assert stream is not None
            stream.close()
        return code


class Run:
    """One mode for some seconds."""

    def __init__(
        self,
        folder: Path,
        mode: Mode,
        subject: Callable[[Path, Mode], Subject] = Subject,
        questions: tuple[tuple[str, ...], ...] | None = None,
        enough: int = ENOUGH,
    ) -> None:
        self.folder, self.mode = folder, mode
        self.outcome = Outcome(mode.name)
        self.questions = questions or mode.questions
        self._enough = enough
        self._make_subject = subject
        self._over = threading.Event()
        self.board = Board(folder / "board")

    def run(self, seconds: float) -> Outcome:
        """Everything that was counted."""
        child = Child(self.folder, self.mode)
        child.await_built()
        subject = self._make_subject(self.folder, self.mode)
        try:
            if any("long" in asked for asked in self.questions):
                subject.calibrate()
            child.begin()
            self._work(subject, child, seconds)
            self.outcome.reports = tuple(report for one in subject.databases() for report in one.reports())
            self._look_around()
        finally:
            subject.close()
            self.board.close()
        return self.outcome

    def _work(self, subject: Subject, child: Child, seconds: float) -> None:
        self._await_work(child, 0)
        readers = [threading.Thread(target=self._read_on, args=(subject, asked)) for asked in self.questions]
        for reader in readers:
            reader.start()
        ends = time.monotonic() + seconds
        try:
            if self.mode.killed:
                child = self._kill_on(subject, child, ends)
            elif self.mode.stopped:
                self._stop_on(child, ends)
            threading.Event().wait(max(0.0, ends - time.monotonic()))
            while self.outcome.good < self._enough and time.monotonic() < ends + WHILE_S:
                threading.Event().wait(0.01)
        finally:
            self._over.set()
            for reader in readers:
                reader.join()
            self.board.write("stop", 1)
            code = child.release()
        self._count(code)

    def _read_on(self, subject: Subject, asked: tuple[str, ...]) -> None:
        for question in itertools.cycle(asked):
            if self._over.is_set():
                return
            self._ask(subject, question)

    def _ask(self, subject: Subject, question: str) -> None:
        kind = QUESTIONS[question]
        published = self.board.read(kind.published)
        began = time.perf_counter()
        try:
            answer = kind.ask(subject)
        except FileBusy as error:
            self.outcome.refuse(error)
        except KnownError as error:
            self.outcome.fault(question, error)
        except Exception as error:  # noqa: BLE001  a reader that dies would end the proof unseen
            self.outcome.fault(question, error)
        else:
            self.outcome.answered(question, answer, published, judge(answer, published))
        self.outcome.took(question, (time.perf_counter() - began) * 1000)

    def _kill_on(self, subject: Subject, child: Child, ends: float) -> Child:
        """Kill the writer, see what it left, start it again, until the time is over; the last one."""
        while time.monotonic() < ends:
            threading.Event().wait(random.uniform(AT_LEAST_S, AT_MOST_S))
            if not child.kill():
                self.outcome.failures += ("the writer ended before it was killed",)
                self.outcome.failed += 1
            self.outcome.kills += 1
            data = self.folder / "data"
            self.outcome.hot += any(_is_full(data / f"a.db{suffix}") for suffix in ("-journal", "-wal"))
            self.outcome.crashes += check_crashed(subject, self.folder)
            done = self._done()
            child = Child(self.folder, self.mode)
            self._await_work(child, done)
        return child

    def _stop_on(self, child: Child, ends: float) -> None:
        """Stop the writer where it stands, and let it go on: sometimes only after readers lost their patience."""
        while time.monotonic() < ends:
            threading.Event().wait(random.uniform(0.0, 0.1))
            child.process.send_signal(signal.SIGSTOP)
            threading.Event().wait(random.choice((0.05, 0.2, 0.6, 1.2)))
            child.process.send_signal(signal.SIGCONT)
            self.outcome.stops += 1

    def _await_work(self, child: Child, done: int) -> None:
        """Until the writer has tried another commit."""
        ends = time.monotonic() + WAIT_S
        while self._done() == done and child.process.poll() is None and time.monotonic() < ends:
            threading.Event().wait(0.002)

    def _done(self) -> int:
        return self.board.read("commits") + self.board.read("failed")

    def _count(self, code: int) -> None:
        read, outcome = self.board.read, self.outcome
        outcome.commits, outcome.rollbacks = read("commits"), read("rollbacks")
        outcome.put_off, outcome.left_by_closing = read("put_off"), read("left")
        outcome.longest_commit_ms = read("longest_us") / 1000
        outcome.failed += read("failed") + (code != 0)
        log, errors = ((self.folder / name).read_text(encoding="utf-8") for name in ("writer.log", "stderr"))
        outcome.failures += tuple(log.splitlines()) + ((errors[-500:],) if code else ())

    def _look_around(self) -> None:
        """The writer closed its connection last: what it would have left alone is all there may be."""
        names = [name for name in ("a.db", "b.db") if (self.folder / "data" / name).exists()]
        expected = {*names, *(name + suffix for name in names for suffix in self.mode.leaves)}
        found = {*os.listdir(self.folder / "data")} - expected
        if self.mode.killed:
            # a super-journal whose writer died before any journal named it stays for ever, with SQLite alone as well
            found = {name for name in found if "-mj" not in name}
        self.outcome.left = tuple(sorted(found))


def _is_full(path: Path) -> bool:
    try:
        return path.stat().st_size > 0
    except FileNotFoundError:
        return False


def run(folder: Path, mode: Mode, seconds: float, **options) -> Outcome:
    """Run one mode in a folder of its own."""
    folder.mkdir(parents=True)
    return Run(folder, mode, **options).run(seconds)


def assert_proven(outcome: Outcome, *, may_refuse: bool = False) -> None:
    """No torn answer, no old one, no commit that failed, nothing left behind."""
    told = "\n".join(outcome.lines())
    assert outcome.torn == 0, told
    assert outcome.old == 0, told
    assert not outcome.faults, told
    assert outcome.failed == 0, told
    assert not outcome.crashes, told
    assert outcome.good >= ENOUGH, told
    assert outcome.commits > 0, told
    assert may_refuse or not outcome.refused, told
    assert outcome.figure("longest_lock_ms") < 900, told
    assert outcome.left == (), told
    assert outcome.left_by_closing == 0, told
