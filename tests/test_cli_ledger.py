"""``graph --at``, ``diff`` and ``chain`` in a shell: what they print, for people and programs, and their exit codes."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from inspector import cli, resources
from inspector.cli import BROKEN, FAILED, OK, PARTIAL, USAGE

Real = Callable[[str], Path]


def run(*arguments: str) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    code = cli.main(arguments, out, err)
    assert isinstance(code, int)
    return code, out.getvalue(), err.getvalue()


@pytest.fixture
def small(real_database: Real) -> str:
    return str(real_database("state-memory/small/graph.db"))


def test_a_graph_is_told_as_it_stood(small: str) -> None:
    code, out, err = run("graph", small, "--at", "2026-11-06T08:00:00Z")
    lines = out.splitlines()
    assert (code, err, lines[0]) == (OK, "", "2026-11-06T08:00:00Z: 26 nodes, 31 edges")
    assert "task in_progress  01M6NFTE16P4308H3WYEAB91CZ  Implement append-only op log" in lines
    assert len(lines) == 27


def test_a_graph_of_then_goes_into_a_file(small: str, tmp_path: Path) -> None:
    target = tmp_path / "then.json"
    code, out, err = run("graph", small, "--at", "58", "--out", str(target))
    assert (code, out) == (OK, "")
    assert "State graph at 58" in err
    told = json.loads(target.read_text(encoding="utf-8"))
    statuses = {node["id"]: node["status"] for node in told["nodes"]}
    assert statuses["01M6NFTE16P4308H3WYEAB91CZ"] == "in_progress"
    assert run("graph", small, "--at", "58", "--graph", "waiting")[0] == USAGE


def test_a_difference_is_told_by_field(small: str) -> None:
    code, out, err = run("diff", small, "50", "70")
    assert (code, err) == (OK, "")
    lines = out.splitlines()
    assert lines[:4] == [
        "from: after event 50",
        "to:   after event 70",
        "nodes: 3 added, 0 gone, 4 changed",
        "edges: 11 added, 0 gone, 0 changed",
    ]
    at = lines.index("~ node task 01M6NFTE16P4308H3WYEAB91CZ  Implement append-only op log")
    assert lines[at + 1] == "    status: pending → done"


def test_the_ledger_against_the_tables_for_programs(small: str) -> None:
    code, out, _ = run("diff", small, "225", "now", "--json")
    told = json.loads(out)
    assert (code, told["counts"]["nodes"]) == (OK, {"added": 0, "gone": 0, "changed": 3})
    assert {field for one in told["changes"] for field in one["fields"]} == {"status", "version"}
    assert all(set(one["fields"]["status"]) == {"before", "after"} for one in told["changes"] if "status" in one)


def test_secrets_are_masked_and_control_characters_escaped(tmp_path: Path) -> None:
    path, key = tmp_path / "graph.db", "sk-ant-api03-" + "a1B2" * 12
    db = apsw.Connection(str(path))
    db.execute(resources.path("schemas", "state-memory.real.sql").read_text(encoding="utf-8")).fetchall()
    before = {"id": "a", "title": "x", "metadata": {"api_key": "old-secret-value-1"}}
    after = {"id": "a", "title": f"use {key}", "metadata": {"api_key": "new-secret-value-2"}}
    for number, (old, new) in enumerate([(None, before), (before, after)]):
        db.execute(
            "INSERT INTO events (id, event_type, entity_type, entity_id, before_state, after_state, project, timestamp)"
            " VALUES (?, ?, 'node', ?, ?, ?, 'p', '2026-11-01')",
            (f"e{number}", "node_updated" if old else "node_created", "a\x1b[31m", json.dumps(old), json.dumps(new)),
        ).fetchall()
    db.close()
    for form in ([], ["--json"]):
        code, out, _ = run("diff", str(path), "1", "2", *form)
        assert (code, "secret-value" in out, key in out, "\x1b" in out) == (OK, False, False, False)
        assert "redacted" in out
    assert "new-secret-value-2" in run("diff", str(path), "1", "2", "--reveal-secrets")[1]


def test_moments_that_are_not_there_are_refused(small: str) -> None:
    code, out, err = run("diff", small, "999", "now")
    assert (code, out, err.splitlines()[0]) == (USAGE, "", "There is no event 999: the ledger ends with event 225.")
    assert "Write a time" in run("diff", small, "yesterday", "now")[2]


def test_a_chain_is_whole_or_names_the_event_that_breaks_it(small: str, real_database: Real) -> None:
    assert run("chain", small)[:2] == (OK, "The chain is whole: 225 events, each hashed with the one before it.\n")
    tampered = str(real_database("state-memory/tampered/graph.db"))
    code, out, _ = run("chain", tampered)
    assert (code, out.startswith("The chain breaks first at event 40 (node created")) == (BROKEN, True)
    told = json.loads(run("chain", tampered, "--json")[1])
    assert (told["state"], [one["row"] for one in told["breaks"]]) == ("broken", [40])


@pytest.mark.parametrize(
    ("name", "words"),
    [("v1", "versions 1 to 3 keep no events"), ("v4", "have no hashes"), ("imported", "as after an import")],
)
def test_a_file_without_a_chain_says_so(real_database: Real, name: str, words: str) -> None:
    code, out, _ = run("chain", str(real_database(f"state-memory/{name}/graph.db")))
    assert (code, words in out) == (OK, True)


def test_other_files_have_no_ledger(real_database: Real) -> None:
    for command in (["chain"], ["graph", "--at", "1"]):
        path = str(real_database("nehanda/small/ona-session.db"))
        code, out, err = run(command[0], path, *command[1:])
        assert (code, out) == (FAILED, "")
        assert err.startswith("Nothing here has a ledger of what was changed.")


def test_a_folder_is_asked_where_one_file_in_it_has_a_ledger(real_database: Callable[[str], Path]) -> None:
    folder = real_database("state-memory/tampered")
    code, out, _ = run("chain", str(folder))
    assert (code, "breaks first at event 40" in out) == (BROKEN, True)
    code, _, err = run("chain", str(folder.parent))
    assert code != OK
    assert err.startswith("Several files here have a ledger: ")


# --- events ---


def test_who_changed_a_node_is_told_field_by_field(small: str) -> None:
    entity = "01M8PRP265JZW9PK9S4PJ5FF7W"
    code, out, err = run("ledger", small, "--entity", entity)
    lines = out.splitlines()
    heads = [line for line in lines if not line.startswith(" ")]
    assert (code, err) == (OK, f"{len(heads)} events\n")
    assert all(entity in line and "by claude-code, session" in line for line in heads)
    assert "    status: pending → in_progress" in lines
    _, out, _ = run("ledger", small, "--entity", entity, "--field", "title")
    assert [line for line in out.splitlines() if not line.startswith(" ")] == heads[:1], "made with it, not changed"


def test_the_newest_events_are_told_and_that_there_are_more(small: str) -> None:
    connection = apsw.Connection(f"file:{small}?immutable=1", apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI)
    rows = [row for (row,) in connection.execute("SELECT rowid FROM events ORDER BY rowid")]
    code, out, err = run("ledger", small, "--json", "--limit", "7")
    assert (code, f"newest 7 of {len(rows):,}" in err) == (OK, True)
    assert [one["row"] for one in json.loads(out)] == rows[-7:]
    code, out, _ = run("ledger", small, "--json", "--limit", "0")
    assert (code, [one["row"] for one in json.loads(out)]) == (OK, rows)
    standing = json.loads(run("ledger", small, "--json", "--limit", "0", "--standing")[1])
    assert standing == [one for one in json.loads(out) if one["undone"] is None]
    code, _, err = run("ledger", small.replace("small", "large"))
    assert (code, "--limit 0" in err) == (PARTIAL, True)


def test_what_the_ledger_does_not_lead_to_is_told(small: str) -> None:
    code, out, _ = run("ledger", small, "--drift")
    assert (code, "nodes: 0 added, 0 gone, 3 changed" in out) == (OK, True)
