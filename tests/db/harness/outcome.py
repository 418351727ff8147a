"""What one run of the harness counted, and the line that tells it."""

from __future__ import annotations

import threading
from collections import Counter
from dataclasses import dataclass, field

from inspector.db.access import AccessReport
from tests.db.harness.ledger import Answer, Verdict

KEPT = 5
"""Faulty answers of each kind that are kept word for word."""


@dataclass
class Outcome:
    """The counts of one run; threads add to it."""

    name: str
    """The mode."""
    verdicts: Counter[Verdict] = field(default_factory=Counter)
    """Answers by their worth."""
    refused: Counter[str] = field(default_factory=Counter)
    """Reads that gave no answer because the file was busy, by the class of the error."""
    faults: Counter[str] = field(default_factory=Counter)
    """Reads that ended in any other error, by class and words: a torn answer in disguise."""
    questions: Counter[str] = field(default_factory=Counter)
    """Good answers by question."""
    apart: int = 0
    """Reads of two files that saw two transactions."""
    wrong: list[str] = field(default_factory=list)
    """Some of the torn and old answers in words."""
    times_ms: dict[str, list[float]] = field(default_factory=dict)
    """How long reads took, by question, refused ones too."""
    commits: int = 0
    """Commits of the writer."""
    rollbacks: int = 0
    """Transactions that it took back."""
    failed: int = 0
    """Commits and other writes that failed, writers that died of an error, files that are damaged at the end."""
    failures: tuple[str, ...] = ()
    """What the writer said of them."""
    put_off: int = 0
    """Checkpoints and changes of the journal mode that did not come to their end because someone read."""
    longest_commit_ms: float = 0.0
    """The longest time a commit took."""
    kills: int = 0
    """How often the writer was killed."""
    stops: int = 0
    """How often it was stopped for a while."""
    hot: int = 0
    """How often it left a journal or log with something in it."""
    crashes: list[str] = field(default_factory=list)
    """Crashed states that were read otherwise than SQLite recovers them, or not left alone."""
    left_by_closing: int = 0
    """How often the writer closed its connection and could not take its log with it."""
    left: tuple[str, ...] = ()
    """Files beside the database that its writer would not have left."""
    reports: tuple[AccessReport, ...] = ()
    """The access reports."""
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def good(self) -> int:
        """Answers that were right."""
        return self.verdicts[Verdict.GOOD]

    @property
    def torn(self) -> int:
        """Answers of no committed state."""
        return self.verdicts[Verdict.TORN]

    @property
    def old(self) -> int:
        """Answers older than the last commit published before the read."""
        return self.verdicts[Verdict.OLD]

    def took(self, question: str, ms: float) -> None:
        """A read took so long."""
        with self._lock:
            self.times_ms.setdefault(question, []).append(ms)

    def answered(self, question: str, answer: Answer, published: int, verdict: Verdict) -> None:
        """A read gave an answer."""
        with self._lock:
            self.verdicts[verdict] += 1
            self.apart += answer.apart
            if verdict is Verdict.GOOD:
                self.questions[question] += 1
            elif len(self.wrong) < KEPT:
                told = "; ".join(answer.broken) or f"version {answer.version}, {published} was published before"
                self.wrong.append(f"{verdict.value} {question}: {told}")

    def refuse(self, error: Exception) -> None:
        """A read found the file busy."""
        with self._lock:
            self.refused[type(error).__name__] += 1

    def fault(self, question: str, error: Exception) -> None:
        """A read ended in an error that no state of the file explains."""
        with self._lock:
            self.faults[f"{question}: {type(error).__name__}: {error}"[:200]] += 1

    def figure(self, name: str) -> float:
        """The largest of a figure of the access reports; 0 where it is not kept."""
        return max((getattr(report, name, 0) for report in self.reports), default=0)

    def lines(self) -> list[str]:
        """The row of the table, and what went wrong under it."""
        times = sorted(self.times_ms.get("short", [0.0]))
        at = [times[len(times) // 2], times[min(len(times) - 1, len(times) * 99 // 100)], times[-1]]
        row = (
            f"{self.name:32}{self.good:7}{self.torn:5}{self.old:5}{sum(self.refused.values()):5}"
            f"{sum(self.faults.values()):5}{self.commits:8}{self.failed:5}{self.longest_commit_ms:7.0f}"
            f"{self.figure('longest_lock_ms'):6.0f}{self.figure('longest_mark_ms'):6.0f}"
            f"{self.figure('locks'):7.0f}{self.figure('marks'):6.0f}{self.figure('copies'):5.0f}"
            f"{self.figure('rejected'):7.0f}  {at[0]:7.2f}{at[1]:8.1f}{at[2]:8.0f}"
        )
        told = [f"    {word}" for word in self.wrong]
        told += [f"    fault x{count}: {word}" for word, count in self.faults.most_common(KEPT)]
        told += [f"    refused x{count}: {word}" for word, count in self.refused.items()]
        told += [f"    writer: {word}" for word in self.failures[:KEPT]]
        told += [f"    crash: {word}" for word in self.crashes[:KEPT]]
        if self.kills:
            told.append(f"    {self.kills} kills, {self.hot} left a journal or log")
        if self.stops:
            told.append(f"    {self.stops} times stopped")
        if self.apart:
            told.append(f"    {self.apart} reads of two files saw two transactions")
        if self.put_off:
            told.append(f"    {self.put_off} checkpoints or changes of the journal mode were put off")
        if self.left_by_closing:
            told.append(f"    {self.left_by_closing} times the writer could not take its log with it")
        if self.left:
            told.append(f"    left behind: {', '.join(self.left)}")
        return [row, *told]


HEAD = (
    f"{'':32}{'good':>7}{'torn':>5}{'old':>5}{'ref.':>5}{'flt.':>5}{'commits':>8}{'fail':>5}{'max ms':>7}"
    f"{'lock':>6}{'mark':>6}{'locks':>7}{'marks':>6}{'cop.':>5}{'reject':>7}  {'p50 ms':>7}{'p99':>8}{'max':>8}"
)
"""The head of the table."""
