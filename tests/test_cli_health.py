"""``health`` in a shell: what it prints for files, pairs, installs and folders, and its exit codes for scripts."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from inspector import cli
from inspector.cli import BROKEN, FAILED, OK, PARTIAL, SUSPICIOUS, USAGE
from inspector.settings import Settings
from inspector.workspace.condition.ignored import Ignored, ignore

AS_OF = "2026-06-21T09:05:00Z"


def health(path: Path | str, *options: str) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    code = cli.main(["health", str(path), "--as-of", AS_OF, *options], out, err)
    assert isinstance(code, int)
    return code, out.getvalue(), err.getvalue()


@pytest.fixture
def build(tmp_path: Path) -> Callable[..., Path]:
    def make(*statements: str, name: str = "a.db") -> Path:
        db = apsw.Connection(str(tmp_path / name))
        for statement in statements:
            db.execute(statement)
        db.close()
        return tmp_path / name

    return make


FINE = "CREATE TABLE a (id INTEGER PRIMARY KEY)"
ODD_TIME = (
    "CREATE TABLE t (id INTEGER PRIMARY KEY, at TEXT)",
    "INSERT INTO t(at) VALUES ('2026-05-19'), ('2026-05-19'), ('2026-05-19'), ('2026-05-19'), ('2026-05-19'), ('soon')",
)
NO_TARGET = (
    "CREATE TABLE b (id INTEGER PRIMARY KEY, a REFERENCES a(id))",
    "CREATE TABLE a (id INTEGER PRIMARY KEY)",
    "INSERT INTO b VALUES (1, 2)",
)


def test_each_state_has_its_exit_code(build: Callable[..., Path]) -> None:
    assert health(build(FINE))[0] == OK
    assert health(build(*ODD_TIME))[0] == SUSPICIOUS
    assert health(build(*NO_TARGET, name="b.db"))[0] == BROKEN
    assert (OK, FAILED, USAGE, PARTIAL, SUSPICIOUS, BROKEN) == (0, 1, 2, 4, 5, 6)


def test_what_is_only_for_information_is_clean(build: Callable[..., Path]) -> None:
    code, out, _ = health(build("CREATE TABLE a (x)"))
    assert code == OK
    assert "INFORMATION Tables without a key (1) [generic.keyless]" in out


def test_what_cannot_be_looked_at_whole_is_no_clean_bill(
    build: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("inspector.families.any_file.pages.CHECK_LIMIT_BYTES", 4096)
    path = build(FINE)
    code, out, _ = health(path)
    assert code == PARTIAL
    assert "NOT CHECKED Damaged tables [generic.damage]" in out
    assert health(path, "--thorough")[0] == OK


def test_a_path_that_is_not_there_gives_no_answer(tmp_path: Path) -> None:
    code, out, err = health(tmp_path / "none.db")
    assert (code, out) == (FAILED, "")
    assert "none.db" in err


def test_json_is_for_programs_and_markdown_for_people(build: Callable[..., Path]) -> None:
    path = build(*NO_TARGET)
    code, out, _ = health(path, "--json")
    told = json.loads(out)
    assert (code, told["broken"], told["findings"][0]["check"]) == (BROKEN, 1, "generic.references")
    assert "## Broken" in health(path, "--markdown")[1]
    assert health(path, "--json", "--markdown")[0] == USAGE


def test_what_was_ignored_in_the_window_is_told_and_does_not_count(build: Callable[..., Path]) -> None:
    path = build(*NO_TARGET)
    ignore(Settings(), [Ignored("generic.references", str(path), "an old import", 1)])
    code, out, _ = health(path)
    assert code == OK
    assert "IGNORED References to rows that are not there (1) [generic.references] · an old import" in out
    assert health(path, "--all")[0] == BROKEN


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("nanoclaw/install-broken", BROKEN),
        ("nanoclaw/legacy-pair/ag-legacy/sess-legacy", SUSPICIOUS),
        ("state-memory/v1/graph.db", OK),
        ("state-memory/tampered", BROKEN),
        ("state-memory/imported", SUSPICIOUS),
    ],
)
def test_real_files_pairs_installs_and_folders(real_database: Callable[[str], Path], name: str, code: int) -> None:
    assert health(real_database(name))[0] == code
