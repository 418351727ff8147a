"""``timeline`` in a shell: what it prints, what it says of what is left out, and its exit codes."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from inspector import cli
from inspector.cli import FAILED, OK
from inspector.cli.codes import PARTIAL, USAGE


def timeline(path: Path | str, *options: str) -> tuple[object, str, str]:
    out, err = io.StringIO(), io.StringIO()
    code = cli.main(["timeline", str(path), *options], out, err)
    return code, out.getvalue(), err.getvalue()


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("cli") / "log.db"
    connection = apsw.Connection(str(path))
    connection.execute(
        "PRAGMA synchronous = OFF; CREATE TABLE log (id INTEGER PRIMARY KEY, at, kind, status, note, password);"
        "INSERT INTO log VALUES (1, '2026-05-19T10:00:00Z', 'call', 'ok', 'one', 'hush-hush'), "
        "(2, 1779184900, 'note', 'ok', 'two', NULL), (3, 'soon', 'note', 'failed', 'three', NULL), "
        "(4, '2026-05-21 10:00:00', 'call', 'ok', 'four\nlines', NULL)"
    ).fetchall()
    connection.close()
    return path


def test_entries_are_lines_in_order_of_time(file: Path) -> None:
    code, out, err = timeline(file)
    assert code == OK
    assert [line.split("\t")[0] for line in out.splitlines()] == [
        "2026-05-19 10:00:00 UTC",
        "2026-05-19 10:01:40 UTC",
        "no readable time: soon",
        "2026-05-21 10:00:00 UTC",
    ]
    assert "hush" not in out
    assert err == "4 entries\n"


def test_json_tells_rows_and_what_is_left_out(file: Path) -> None:
    code, out, err = timeline(file, "--json", "--limit", "2", "--kind", "note")
    assert code == OK
    told = json.loads(out)
    assert told["timeline"] == "rows:log:at"
    assert [(one["at"], one["stored"], one["key"]) for one in told["entries"]] == [
        ("2026-05-19T10:01:40.000000Z", None, [2]),
        (None, "soon", [3]),
    ]
    assert (told["left_out_by_limit"], told["there_are"]) == (0, 4)
    code, out, err = timeline(file, "--limit", "1")
    assert "1 entry; 3 older ones left out by --limit" in err
    assert len(out.splitlines()) == 1


def test_stretches_and_words(file: Path) -> None:
    assert len(timeline(file, "--since", "2026-05-20")[1].splitlines()) == 1
    assert len(timeline(file, "--until", "2026-05-20")[1].splitlines()) == 3
    assert len(timeline(file, "--text", "FOUR")[1].splitlines()) == 1
    assert len(timeline(file, "--status", "failed", "--mark", "no readable time")[1].splitlines()) == 1


def test_what_cannot_be_asked(file: Path) -> None:
    code, _, err = timeline(file, "ledger")
    assert code in (FAILED, USAGE)
    assert "no timeline “ledger”" in err
    assert "rows:log:at" in err
    code, _, err = timeline(file, "--since", "soon")
    assert code in (FAILED, USAGE)
    assert timeline(file, "--limit", "0")[0] in (FAILED, USAGE)
    code, out, _ = timeline(file, "--list")
    assert code == OK
    assert out.startswith("rows:log:at  ")


def test_a_broken_install_is_told_in_part(real_copy: Callable[[str], Path]) -> None:
    code, out, _ = timeline(real_copy("nanoclaw/install-broken"), "--limit", "5")
    assert code == PARTIAL
    assert len(out.splitlines()) == 5
