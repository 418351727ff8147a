"""Cases of opening, as they are seen in the window: locks, odd files, odd names, links, what is not there."""

from __future__ import annotations

import gzip
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog

from inspector.db.access import AccessMode
from inspector.sample import make_nanoclaw_install
from inspector.settings import Settings

ROOT = Path(__file__).resolve().parent.parent.parent.parent
TABLE = "CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT); INSERT INTO t VALUES (1, 'one'), (2, 'two'), (3, 'three')"
WAL = "PRAGMA journal_mode = wal"
posix = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX")

HOLD = """
import apsw, sys
connection = apsw.Connection(sys.argv[1])
connection.execute(f"PRAGMA journal_mode = {sys.argv[2]}")
connection.execute("BEGIN EXCLUSIVE; INSERT INTO t(b) VALUES ('uncommitted')")
print("held", flush=True)
sys.stdin.readline()
connection.execute("COMMIT")
connection.close()
"""


def listing(folder: Path) -> dict[str, tuple[int, int]]:
    return {path.name: (path.stat().st_size, path.stat().st_mtime_ns) for path in folder.iterdir()}


# --- C04 -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def holder():
    """``holder(path)``: another program that holds the file exclusively until its input ends.

    With its journal in memory nothing tells whether it has written to the file already.
    """
    made = []

    def hold(path, journal="memory"):
        command = [sys.executable, "-c", HOLD, str(path), journal]
        made.append(subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True))
        assert made[-1].stdout.readline() == "held\n"
        return made[-1]

    yield hold
    for one in made:
        if one.poll() is None:
            one.communicate(timeout=20)


def test_C04_a_file_that_is_held_for_seconds_is_waited_for_while_the_window_lives(build, program, holder, pulse):
    path = build("held.db", TABLE)
    other = holder(path)
    measured = pulse()
    program.window.open_texts([str(path)])
    program.wait(lambda: bool(program.refused()) or program.window.tabs.count() > 1)
    (words,) = program.refused()
    assert "cannot be verified" in words
    assert "as soon as the writer lets go" in words
    assert program.window.context.workspace.sources == ()
    assert measured.longest < 1, "the window did not answer"
    other.communicate("go\n", timeout=20)
    program.wait(lambda: program.view().location().view == "overview")
    program.settle()
    assert program.refused() == []
    program.table(path, "t")
    assert program.cells("b") == ["one", "two", "three", "uncommitted"], "what was committed at the end is there"


def test_C04_a_view_that_meets_a_holder_says_so_and_shows_nothing_uncommitted(build, program, holder):
    path = build("held.db", TABLE)
    view = program.table(path, "t")
    other = holder(path)
    program.window.refresh()
    program.wait(lambda: bool(program.errors()) or not program.runner.running())
    assert program.errors() == [] or "cannot be verified" in program.errors()[0]
    assert program.errors() or program.cells("b") == ["one", "two", "three"]
    other.communicate("go\n", timeout=20)
    program.settle()
    view.refresh()
    program.settle()
    assert program.errors() == []
    assert program.cells("b")[-1] == "uncommitted"


def test_C04_a_holder_whose_journal_is_quiet_keeps_nobody_waiting(build, program, holder):
    path = build("held.db", TABLE)
    other = holder(path, "delete")
    program.table(path, "t")
    assert program.cells("b") == ["one", "two", "three"], "what is committed, and nothing else"
    assert program.errors() == []
    other.communicate("go\n", timeout=20)
    program.window.refresh()
    program.settle()
    assert program.cells("b")[-1] == "uncommitted"


# --- C07, C08 ------------------------------------------------------------------------------------------------------

LOOK_IN = """
import json, os, sys
from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication
from inspector.clock import Clock
from inspector.settings import Settings
from inspector.ui.session import Session
from inspector.workspace.location import location
path = sys.argv[1]
try:
    open(path + "-probe", "w")
    sys.exit("the folder can be written to")
except OSError:
    pass
app = QApplication([])
session = Session(Clock(None), Settings())
session.start([location(path, "table", table="t").link()])
end = QTimer(interval=20)
loop = QEventLoop()
def look():
    view = session.window.tabs.view()
    if session.window.notices.notices() or (view and view.location().view == "table" and view.loaded):
        if not session.context.runner.running():
            loop.quit()
end.timeout.connect(look)
end.start()
QTimer.singleShot(30000, loop.quit)
loop.exec()
view = session.window.tabs.view()
session.window.context.commands.run("source.access")
panel = next(one for one in app.topLevelWidgets() if type(one).__name__ == "AccessPanel")
print(json.dumps([[view.rows.cell(row, 0).text for row in range(view.rows.rowCount())], panel.text()]))
sys.stdout.flush()
session.window.close()
if not session.end():
    # as the program ends: the interpreter must not go away under a thread that is late
    os._exit(0)
"""


@posix
@pytest.mark.skipif(os.geteuid() == 0 and not shutil.which("setpriv"), reason="root may write anywhere; needs setpriv")
@pytest.mark.parametrize("state", ["at rest", "crashed without shm"])
def test_C07_C08_a_folder_that_may_not_be_written(build, writer, app_home, state):
    path = build("x.db", WAL, TABLE)
    if state != "at rest":
        other = writer(path)
        other.tell(sql="INSERT INTO t VALUES (4, 'only in the log')")
        other.tell(die=True)
        other.process.wait()
        os.remove(f"{path}-shm")
    path.parent.chmod(0o555)
    before = listing(path.parent)
    drop = ("setpriv", "--bounding-set", "-dac_override,-dac_read_search") if os.geteuid() == 0 else ()
    told = subprocess.run(
        [*drop, sys.executable, "-c", LOOK_IN, str(path)],
        env=dict(os.environ, PYTHONPATH=str(ROOT)),
        cwd=app_home,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    path.parent.chmod(0o755)
    assert told.returncode == 0, told.stderr
    rows, words = json.loads(told.stdout.splitlines()[-1])
    assert rows == (["1", "2", "3"] if state == "at rest" else ["1", "2", "3", "4"])
    assert "Bytes written: 0" in words
    mode = AccessMode.AT_REST if state == "at rest" else AccessMode.LIVE_WAL
    assert mode.words in words, "how it is shown is not said"
    assert listing(path.parent) == before


# --- C19, C20 ------------------------------------------------------------------------------------------------------


def test_C19_an_empty_file_is_an_empty_database_with_a_note(tmp_path, program):
    path = tmp_path / "data" / "z.db"
    path.parent.mkdir()
    path.touch()
    before = listing(path.parent)
    program.go(path)
    assert (program.refused(), program.errors()) == ([], [])
    assert program.view().source.database.catalog().tables == ()
    assert "a database without tables" in program.access()
    for view in ("graph", "search", "queries", "health"):
        program.go(path, view)
        assert program.errors() == [], view
    assert listing(path.parent) == before


OTHER_FILES = {
    "random.db": (bytes((i * 37 + 11) % 256 for i in range(5000)), "encrypted"),
    "x.db-journal": (b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" + bytes(600), "rollback journal"),
    "packed.db": (gzip.compress(b"SQLite format 3\0" * 50), "gzip"),
    "cut.db": (b"", "truncated"),
}


def test_C20_other_files_are_told_apart_and_nothing_is_asked(build, program, tmp_path):
    folder = build("whole.db", TABLE).parent
    for name, (content, words) in OTHER_FILES.items():
        (folder / name).write_bytes(content or (folder / "whole.db").read_bytes()[:1000])
        program.window.open_texts([str(folder / name)])
        program.wait(lambda: bool(program.refused()))
        (told,) = program.refused()
        assert words in told, name
        assert name in told
        assert not [one for one in QApplication.topLevelWidgets() if isinstance(one, QDialog) and one.isVisible()]
        program.window.notices.notices()[0].dismiss()
    assert program.window.context.workspace.sources == ()


# --- C27 to C30 ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["a?b.db", "a#b.db", "a%41.db", "q'uote.db", "sp ace.db", "ü ✓.db"])
def test_C27_odd_names_open_by_dialog_and_by_command_line(build, program, make_session, qtbot, name):
    path = build(name, TABLE)
    program.window.context.commands.run("file.open")
    dialog = program.window.findChild(QFileDialog)
    dialog.setDirectory(str(path.parent))
    dialog.selectFile(str(path))
    dialog.accept()
    program.wait(lambda: bool(program.window.context.workspace.sources))
    assert [source.path for source in program.window.context.workspace.sources] == [str(path)]
    other = make_session()
    other.start([str(path)])
    qtbot.waitUntil(lambda: bool(other.context.workspace.sources), timeout=20_000)
    assert [source.path for source in other.context.workspace.sources] == [str(path)]
    assert sorted(os.listdir(path.parent)) == [name]


@posix
def test_C28_a_name_that_is_not_utf8_stays_in_settings_that_can_be_read(build, program):
    plain = build("plain.db", TABLE)
    odd = os.fsdecode(os.fsencode(plain.parent) + b"/odd\xff.db")
    os.rename(plain, odd)
    program.table(odd, "t")
    assert program.cells("b") == ["one", "two", "three"]
    again = Settings()
    assert again.problem == ""
    assert again.get("open.recent")[0] == odd
    (text,) = [text for text in program.tree() if text.startswith("odd")]
    assert "FF" in text, "the byte is not seen"


@posix
@pytest.mark.parametrize("linked", ["file", "folder"])
def test_C29_behind_a_link_the_log_is_read_and_changes_are_noticed(build, program, writer, tmp_path, linked):
    path = build("live.db", WAL, TABLE)
    other = writer(path)
    other.tell(sql="INSERT INTO t VALUES (4, 'only in the log')")
    link = tmp_path / "elsewhere"
    if linked == "file":
        link.mkdir()
        (link / "link.db").symlink_to(path)
        opened = link / "link.db"
    else:
        link.symlink_to(path.parent)
        opened = link / "live.db"
    view = program.table(opened, "t")
    assert program.cells("b")[-1] == "only in the log"
    other.tell(sql="INSERT INTO t VALUES (5, 'later')")
    program.wait(lambda: view._changed_strip.isVisible())
    program.window.refresh()
    program.settle()
    assert program.cells("b")[-1] == "later"
    assert sorted(os.listdir(link)) == (["link.db"] if linked == "file" else ["live.db", "live.db-shm", "live.db-wal"])


@posix
def test_C29_a_hard_link_is_warned_about(build, program, tmp_path):
    path = build("one.db", TABLE)
    os.link(path, tmp_path / "two.db")
    program.go(tmp_path / "two.db")
    assert "hard link" in program.access().lower()


def test_C30_what_is_not_there_is_said_and_not_made(program, tmp_path):
    missing = tmp_path / "nope.db"
    for _ in range(2):
        program.window.context.settings.set("open.recent", [str(missing)])
        program.window._recent.aboutToShow.emit()
        program.window._recent.actions()[0].trigger()
        program.wait(lambda: bool(program.refused()))
        assert str(missing) in program.refused()[0]
    told = subprocess.run(
        [sys.executable, "-m", "inspector", "recognise", str(missing)],
        env=dict(os.environ, PYTHONPATH=str(ROOT)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (told.returncode, told.stdout) == (1, "")
    assert str(missing) in told.stderr
    assert not missing.exists()


def test_C102_the_folder_of_an_open_pair_can_be_deleted(program, tmp_path):
    install = make_nanoclaw_install(tmp_path / "install")
    pair = sorted((install / "data" / "v2-sessions").glob("*/*/inbound.db"))[0].parent
    view = program.go(pair, "table", schema="inbound", table="messages_in")
    rows = view.rows.rowCount()
    assert rows > 0
    subprocess.run(["rm", "-r", str(pair)], check=True)
    program.wait(lambda: "deleted" in view._changed_strip.text())
    assert view.rows.rowCount() == rows, "what was read stays"
    program.window.refresh()
    program.settle()
    assert not pair.exists()
