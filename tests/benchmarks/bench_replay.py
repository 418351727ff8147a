"""How long a replay takes: run by hand, prints milliseconds of the processor for a conversation of N entries.

    python tests/benchmarks/bench_replay.py [--entries N] [--pictures N]

Made is one session of N entries, a third of them calls, a third their results; so many results hold a picture of 5 MB
in base64. The bare statement beside the order selects the same columns into nothing.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

os.environ.setdefault("AGENTDB_INSPECTOR_HOME", tempfile.mkdtemp(prefix="bench-home-"))
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import apsw

from inspector import resources
from inspector.cancel import CancelToken
from inspector.workspace.opening.open_source import open_source
from inspector.workspace.replays.read_replay import (
    find_words,
    list_conversations,
    read_audit,
    read_board,
    read_entries,
    read_replay,
    read_turns,
)

T = TypeVar("T")
AT = "2026-07-02 10:00:00"
PICTURE = "iVBORw0KGgo" + "A1b2" * 1_250_000


def rows(entries: int, pictures: int) -> Iterator[tuple[int, str, str, str | None]]:
    """(sequence, type, payload, call) of every entry."""
    every = max(3, entries // max(1, pictures) // 3 * 3)
    source = {"type": "base64", "media_type": "image/png", "data": PICTURE}
    for number in range(entries):
        call = f"call-{number // 3}"
        if number % 3 == 0:
            yield (
                number,
                "user",
                json.dumps({"_t": "user", "content": [{"type": "text", "text": f"ask {number}"}]}),
                None,
            )
        elif number % 3 == 1:
            use = {"type": "tool_use", "id": call, "name": "Bash", "input": {"command": "ls"}}
            said = {"type": "text", "text": "let me see " * 40}
            yield number, "assistant", json.dumps({"_t": "assistant", "content": [said, use]}), None
        else:
            shown: object = (
                [{"type": "image", "source": source}] if pictures and number % every == every - 1 else "x\n" * 200
            )
            told = {"_t": "tool_result", "tool_use_id": call, "content": shown, "is_error": False}
            yield number, "tool_result", json.dumps(told), call


def made(path: Path, entries: int, pictures: int) -> None:
    """A session database with one conversation."""
    db = apsw.Connection(str(path))
    db.execute("PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF").fetchall()
    db.execute(resources.path("schemas", "nehanda.real.sql").read_text(encoding="utf-8")).fetchall()
    db.execute("INSERT INTO conversations VALUES ('c', '/work', ?, ?, 'idle')", (AT, AT))
    db.execute("INSERT INTO sessions VALUES ('s', 'c', ?)", (AT,))
    insert = (
        "INSERT INTO transcript_entries(session_id, sequence, entry_type, payload_json, tool_use_id, created_at) "
        f"VALUES ('s', ?, ?, ?, ?, '{AT}')"
    )
    with db:
        db.executemany(insert, rows(entries, pictures))
    db.close()


def timed(name: str, work: Callable[[], T]) -> T:
    """Do some work and print how long the processor took for it."""
    started = time.process_time()
    found = work()
    print(f"{name:<44}{(time.process_time() - started) * 1000:>10,.1f} ms")
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--entries", type=int, default=300_000)
    parser.add_argument("--pictures", type=int, default=5)
    options = parser.parse_args()
    cancel = CancelToken()
    with tempfile.TemporaryDirectory(prefix="bench-replay-") as folder:
        path = Path(folder) / "ona-session.db"
        made(path, options.entries, options.pictures)
        source = open_source(str(path))
        database = source.database
        assert database is not None
        columns = "rowid, session_id, sequence, entry_type, octet_length(payload_json)"
        bare = f"SELECT {columns} FROM transcript_entries ORDER BY session_id, sequence"
        timed("bare statement of the order", lambda: database.read(lambda reader: reader.rows(bare), cancel))
        timed("list of conversations", lambda: list_conversations(source, cancel))
        replay = timed("order", lambda: read_replay(source, "c", cancel))
        middle = options.entries // 2
        timed("first screen of 40", lambda: read_entries(source, replay, range(40), cancel))
        timed("jump to the middle", lambda: read_entries(source, replay, range(middle, middle + 40), cancel))
        long = [place for place, step in enumerate(replay.steps) if step.size > 1_000_000][:1]
        timed("an entry with a picture of 5 MB", lambda: read_entries(source, replay, long, cancel))
        timed("table of contents", lambda: read_turns(source, replay, cancel))
        timed("todo list at the end", lambda: read_board(source, replay, len(replay.steps), cancel))
        timed("find a rare word", lambda: find_words(source, replay, f"ask {options.entries - 3}", cancel))
        timed("audit", lambda: read_audit(source, cancel))
        source.close()


if __name__ == "__main__":
    main()
