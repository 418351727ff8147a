"""A whole tour through the program leaves nothing behind: not a byte, a time, a file, a right of the user's changes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from inspector import resources
from inspector.clock import parse_as_of
from inspector.sample import make_sample
from tests.tour.trace import STRACE, age, look, run, toured

COMMANDS = """
import io, json, sys
from inspector import cli
codes = []
for path in sys.argv[1:]:
    for words in (["recognise", path], ["recognise", path, "--json"], ["query", path], ["search", path, "the"],
                  ["query", path, "tables-and-indexes", "--format", "json"],
                  ["query", path, "--sql", "SELECT count(*) FROM sqlite_schema"],
                  ["query", path, "--sql", "DELETE FROM nodes"]):
        out, err = io.StringIO(), io.StringIO()
        codes.append([words[0], cli.main(words, out, err), bool(out.getvalue())])
print(json.dumps(codes))
"""
"""Every headless command on every path, what would write included."""


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tour") / "sample"
    make_sample(folder, as_of=parse_as_of("2026-05-20T12:00:00Z"))
    return folder


@pytest.fixture
def paths(sample: Path) -> list[Path]:
    """What a person would open of it."""
    return [
        sample / "nanoclaw",
        sample / ".state-memory-mcp",
        sample / "nehanda/ona-session.db",
        sample / "wayfarer.db",
    ]


def test_C06_C102_the_window_leaves_no_trace_of_a_tour(sample: Path, app_home: Path, paths: list[Path]) -> None:
    told = toured(sample, app_home, paths, tables=1000)
    assert told["visited"]["table"] > 25
    assert told["asked"] > 20
    assert (told["errors"], told["notices"]) == ([], [])
    keys = resources.text("help", "keys.md")
    assert [title for title in told["commands"] if f"| {title} |" not in keys] == [], "commands that no help names"
    shortcuts = {title: keys for title, keys in told["commands"].items() if keys}
    rows = {line.split(" | ")[0].strip("| "): line for line in keys.splitlines() if line.startswith("| ")}
    assert [title for title, shortcut in shortcuts.items() if f"`{shortcut}`" not in rows[title]] == []


def test_C10_the_window_leaves_no_trace_of_a_tour_through_real_files(
    real_copy: Callable[[str], Path], app_home: Path, tmp_path: Path
) -> None:
    """Files at rest, files whose writers died with rows in the log, installs with broken halves."""
    files = ("state-memory/wal-live", "state-memory/v1", "nehanda/wal-live")
    paths = [next(real_copy(name).glob("*.db")) for name in files]
    paths += [real_copy("nanoclaw/live-wal") / "data" / "v2.db", real_copy("nanoclaw/install-broken")]
    paths += [real_copy("nanoclaw/legacy-single/ag-x/sess-x") / "session.db"]
    told = toured(tmp_path / "real", app_home, paths, tables=3)
    assert told["errors"] == []


def test_the_command_line_leaves_no_trace(sample: Path, app_home: Path, paths: list[Path]) -> None:
    age(sample)
    before = look(sample)
    codes = run(sample, app_home, "-c", COMMANDS, *map(str, paths))
    assert look(sample) == before
    refused = [code for command, code, _ in codes[6::7]]
    assert all(code != 0 for code in refused), "a statement that deletes was run"
    assert [code for code in codes if code[1] != 0 and code not in codes[6::7]] == []


def test_the_trace_would_be_seen(sample: Path, app_home: Path) -> None:
    """What is looked for can be found: a writer is caught by the look, and by the trace."""
    before = look(sample)
    touched = sample / "nehanda" / "note.txt"
    writes = f"open({str(touched)!r}, 'w').write('x'); print(1)"
    if STRACE:
        with pytest.raises(AssertionError):
            run(sample, app_home, "-c", writes)
    else:
        run(sample, app_home, "-c", writes)
    assert look(sample) != before
    touched.unlink()
