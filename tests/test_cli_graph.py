"""``graph`` in a shell: what it lists, writes and draws, without a display, and its exit codes."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import apsw
import pytest

from inspector import cli
from inspector.cli import FAILED, OK, USAGE

PNG = b"\x89PNG\r\n\x1a\n"


def graph(path: Path | str, *options: str) -> tuple[int | cli.Drawing, str, str]:
    out, err = io.StringIO(), io.StringIO()
    code = cli.main(["graph", str(path), *options], out, err)
    assert isinstance(code, int | cli.Drawing)
    return code, out.getvalue(), err.getvalue()


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "links.db"
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute(
        "CREATE TABLE page (id INTEGER PRIMARY KEY, title);"
        "CREATE TABLE link (a REFERENCES page, b REFERENCES page, kind);"
        "INSERT INTO page VALUES (1, 'One <1>'), (2, 'Two'), (3, 'Three');"
        "INSERT INTO link VALUES (1, 2, 'cites'), (1, 2, 'cites'), (2, 1, 'answers'), (3, 3, 'cites')"
    ).fetchall()
    connection.close()
    return path


ASKED = (
    "SELECT a.title AS source, b.title AS target, kind AS type "
    "FROM link JOIN page a ON a.id = link.a JOIN page b ON b.id = link.b"
)


def test_without_a_target_the_graphs_are_listed(database: Path) -> None:
    code, out, _ = graph(database)
    assert code == OK
    assert out.startswith("schema  Tables and keys: ")


def test_a_graph_is_written_for_other_programs(database: Path, tmp_path: Path) -> None:
    target = tmp_path / "out.json"
    code, _, err = graph(database, "--out", str(target))
    assert code == OK
    assert "2 nodes, 2 edges" in err
    found = json.loads(target.read_text())
    assert {node["label"] for node in found["nodes"]} == {"page", "link"}
    assert graph(database, "--out", str(tmp_path / "out.graphml"))[0] == OK
    assert ElementTree.parse(tmp_path / "out.graphml").getroot().tag.endswith("}graphml")


@pytest.mark.parametrize("as_file", [True, False])
def test_any_select_with_source_and_target_is_a_graph(database: Path, tmp_path: Path, as_file: bool) -> None:
    (tmp_path / "ask.sql").write_text(f"-- title: Links\n{ASKED} WHERE kind = :kind")
    asked = ["--query", str(tmp_path / "ask.sql")] if as_file else ["--sql", f"{ASKED} WHERE kind = :kind"]
    target = tmp_path / "links.json"
    code, _, _ = graph(database, *asked, "--param", "kind=cites", "--out", str(target))
    assert code == OK
    found = json.loads(target.read_text())
    assert [(one["source"], one["target"]) for one in found["edges"]] == [
        ("One <1>", "Two"), ("One <1>", "Two"), ("Three", "Three"),
    ]  # fmt: skip


def test_only_what_is_near_a_node_is_written(database: Path, tmp_path: Path) -> None:
    target = tmp_path / "near.json"
    graph(database, "--sql", ASKED, "--around", "Two", "--out", str(target))
    found = json.loads(target.read_text())
    assert {node["id"] for node in found["nodes"]} == {"One <1>", "Two"}
    assert found["graph"]["nodes_in_all"] == 3
    code, _, err = graph(database, "--sql", ASKED, "--around", "Four", "--out", str(target))
    assert (code, "no node “Four”" in err) == (USAGE, True)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--out", "x.pdf"], "--format"),
        (["--out", "x"], "--format"),
        (["--graph", "nope", "--out", "x.json"], "There are: schema"),
        (["--sql", "SELECT 1 AS one", "--out", "x.json"], "source"),
        (["--sql", "SELECT 1", "--graph", "schema", "--out", "x.json"], "Choose one"),
        (["--hops", "-1", "--out", "x.json"], "less than 0"),
    ],
)
def test_what_cannot_be_understood_is_said(database: Path, options: list[str], words: str) -> None:
    code, out, err = graph(database, *options)
    assert (code, out) == (USAGE, "")
    assert words in err


def test_a_statement_that_cannot_be_read_is_said(database: Path, tmp_path: Path) -> None:
    code, _, err = graph(database, "--query", str(tmp_path / "none.sql"), "--out", "x.json")
    assert (code, "cannot be read" in err) == (FAILED, True)


@pytest.mark.parametrize("form", ["svg", "png", "graphml", "json"])
def test_a_database_is_never_written_over(database: Path, form: str) -> None:
    before = database.read_bytes()
    code, _, err = graph(database, "--out", str(database), "--format", form)
    assert (code, "open here" in err) == (FAILED, True)
    assert database.read_bytes() == before


def program(*arguments: str) -> subprocess.CompletedProcess[bytes]:
    """The program in a process of its own, on a machine without a display."""
    shown = {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}
    environment = {name: value for name, value in os.environ.items() if name not in shown}
    command = [sys.executable, "-m", "inspector", "graph", *arguments]
    root = Path(__file__).resolve().parent.parent
    return subprocess.run(command, env=environment, capture_output=True, timeout=120, cwd=root, check=False)


def test_pictures_are_drawn_without_a_display(database: Path, tmp_path: Path) -> None:
    target = tmp_path / "links.png"
    done = program(str(database), "--sql", ASKED, "--out", str(target), "--theme", "dark")
    assert done.returncode == OK, done.stderr
    assert target.read_bytes().startswith(PNG)
    assert b"3 nodes, 4 edges" in done.stderr
    assert {name for name in os.listdir(tmp_path) if "links" in name} == {"links.db", "links.png"}


def test_a_picture_goes_to_standard_output(database: Path) -> None:
    done = program(str(database), "--sql", ASKED, "--out", "-", "--format", "svg")
    assert done.returncode == OK, done.stderr
    page = ElementTree.fromstring(done.stdout.decode())
    assert "One <1>" in [text.text for text in page.iter("{http://www.w3.org/2000/svg}text")]


def test_a_picture_that_cannot_be_written_is_said(database: Path, tmp_path: Path) -> None:
    done = program(str(database), "--out", str(tmp_path / "none" / "x.svg"))
    assert done.returncode == FAILED
    assert b"could not be written" in done.stderr
    assert b"Traceback" not in done.stderr
