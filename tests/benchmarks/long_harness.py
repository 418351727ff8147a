"""No torn answer, no old answer, no failed commit: beside every kind of writer for minutes; run by hand.

    python tests/benchmarks/long_harness.py [--minutes 10] [--only NAME ...] [--list]

The time is shared out evenly among the modes of tests/db/harness, in turns of at most 15 seconds. Three threads read at
once. The longest lock and mark, and the longest commit of the writer, are in ms; latencies are those of the short
question. The program ends with 1 if anything was torn, old or failed.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.db.harness.modes import BOTH, KILLED, LASTING, ROLLBACK, WAL, Mode
from tests.db.harness.outcome import HEAD, Outcome
from tests.db.harness.run import run

MODES = (*WAL, *ROLLBACK, *KILLED, *LASTING)
TURN_S = 15.0
"""Seconds of one turn of a mode at most."""
QUESTIONS = (("short",), ("several", "words", "catalog", "thinking"), ("long", "short"))


def wanted(names: list[str]) -> list[Mode]:
    """The modes whose names begin with one of these; all without one."""
    return [mode for mode in MODES if not names or any(mode.name.startswith(name) for name in names)]


def questions_of(mode: Mode) -> tuple[tuple[str, ...], ...]:
    """What the threads ask."""
    return (*QUESTIONS, (BOTH,)) if mode.two_files else QUESTIONS


def is_bad(outcome: Outcome) -> bool:
    """Whether a promise was broken."""
    broken = outcome.torn or outcome.old or outcome.failed or outcome.faults or outcome.crashes or outcome.left
    broken = broken or outcome.left_by_closing
    return bool(broken) or outcome.good == 0


def main() -> int:
    """Print a row for each turn, and the sums."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--only", nargs="*", default=[], help="beginnings of names of modes")
    parser.add_argument("--list", action="store_true", help="the names of the modes")
    given = parser.parse_args()
    modes = wanted(given.only)
    if given.list or not modes:
        print(*(mode.name for mode in MODES), sep="\n")
        return 0 if given.list else 2
    ends = time.monotonic() + given.minutes * 60
    turn = min(TURN_S, max(0.5, given.minutes * 60 / len(modes) - 1.5))
    done: list[Outcome] = []
    print(f"{len(modes)} modes, turns of {turn:.1f} s\n{HEAD}", flush=True)
    while not done or time.monotonic() < ends:
        for mode in modes:
            if done and time.monotonic() > ends:
                break
            folder = Path(tempfile.mkdtemp(prefix="harness-"))
            done.append(run(folder / "run", mode, turn, questions=questions_of(mode)))
            print("\n".join(done[-1].lines()), flush=True)
            shutil.rmtree(folder)
    bad = [outcome.name for outcome in done if is_bad(outcome)]
    print(
        f"{sum(one.good for one in done):,} good answers, {sum(one.torn for one in done)} torn, "
        f"{sum(one.old for one in done)} old, {sum(sum(one.refused.values()) for one in done)} refused, "
        f"{sum(sum(one.faults.values()) for one in done)} other errors; {sum(one.commits for one in done):,} commits, "
        f"{sum(one.failed for one in done)} failed; {sum(one.kills for one in done)} kills; longest lock "
        f"{max(one.figure('longest_lock_ms') for one in done):.0f} ms, longest mark "
        f"{max(one.figure('longest_mark_ms') for one in done):.0f} ms"
    )
    print("broken in: " + ", ".join(bad) if bad else "every promise was kept")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
