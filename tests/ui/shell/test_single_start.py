"""A second start goes to the window that is there, and nobody else's does."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from inspector.ui.session import Session
from inspector.ui.shell import handing_over
from inspector.ui.shell.handing_over import ANSWER, hand_over, is_answered, meeting_place, read_request, request
from inspector.ui.shell.listening import StartListener
from inspector.workspace.location import location, parse_location

ROOT = Path(__file__).resolve().parents[3]
posix = pytest.mark.skipif(sys.platform == "win32", reason="sockets of the file system")


@pytest.fixture
def runtime(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A runtime folder whose path is short enough for a socket."""
    folder = Path(tempfile.mkdtemp(prefix="rt"))
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(folder))
    yield folder
    shutil.rmtree(folder)


class Listening:
    """A listener and what it was asked."""

    def __init__(self, qtbot: QtBot) -> None:
        self.qtbot = qtbot
        self.listener = StartListener()
        self.asked: list[tuple[tuple[str, ...], dict[str, str]]] = []
        self.listener.asked.connect(self.asked.append)

    def while_doing(self, work: Callable[[], object]) -> object:
        """What ``work`` gives on another thread, as that of another program would, while this one listens."""
        told: list[object] = []
        thread = threading.Thread(target=lambda: told.append(work()))
        thread.start()
        self.qtbot.waitUntil(lambda: not thread.is_alive(), timeout=15_000)
        return told[0]


@pytest.fixture
def listening(qtbot: QtBot, runtime: Path) -> Iterator[Listening]:
    made = Listening(qtbot)
    assert made.listener.listen()
    yield made
    made.listener.close()
    made.listener.deleteLater()


def test_a_second_start_is_heard_with_its_links_made_whole(
    listening: Listening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a#b.db").touch()
    texts = ["a#b.db", "x.db#table=nodes&row=3", "#search?text=hello"]
    assert listening.while_doing(lambda: hand_over(texts)) is True
    ((links, _),) = listening.asked
    assert [parse_location(link) for link in links] == [
        location(str(tmp_path / "a#b.db")),
        location(str(tmp_path / "x.db"), "table", table="nodes", key="3"),
        location("", "search", text="hello"),
    ]


def test_names_that_are_not_utf8_arrive(listening: Listening, tmp_path: Path) -> None:
    odd = os.fsdecode(os.path.join(os.fsencode(tmp_path), b"\xff\xfe.db"))
    assert listening.while_doing(lambda: hand_over([odd])) is True
    assert parse_location(listening.asked[0][0][0]).path == odd


def test_a_start_without_anything_to_open_is_heard_too(listening: Listening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_ACTIVATION_TOKEN", "wayland-7")
    assert listening.while_doing(lambda: hand_over([])) is True
    assert listening.asked == [((), {"XDG_ACTIVATION_TOKEN": "wayland-7"})]


def test_the_way_of_pipes_is_the_same(listening: Listening) -> None:
    code = (
        "from inspector.ui.shell.handing_over import _ask_pipe, meeting_place, request\n"
        "raise SystemExit(not _ask_pipe(meeting_place(), request(['/x.db']), 10.0))"
    )
    asked = subprocess.Popen([sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": str(ROOT)})
    listening.qtbot.waitUntil(lambda: asked.poll() is not None, timeout=30_000)
    assert asked.returncode == 0
    assert listening.asked[0][0] == ("/x.db#overview",)


def test_nobody_there_means_a_window_of_its_own(runtime: Path) -> None:
    assert hand_over(["/x.db"]) is False


@posix
def test_only_one_listens_and_the_socket_goes_with_it(listening: Listening) -> None:
    place = meeting_place()
    other = StartListener()
    assert listening.while_doing(lambda: is_answered(place))
    assert other.listen() is False
    assert hand_over_works(listening), "the first was not driven away"
    listening.listener.close()
    assert not os.path.exists(place)
    assert other.listen() is True
    other.close()


def hand_over_works(listening: Listening) -> bool:
    return bool(listening.while_doing(lambda: hand_over(["/x.db"])))


@posix
def test_a_socket_that_a_crash_left_is_taken_over(qtbot: QtBot, runtime: Path) -> None:
    place = meeting_place()
    with socket.socket(socket.AF_UNIX) as crashed:
        crashed.bind(place)
    assert os.path.exists(place)
    assert hand_over(["/x.db"]) is False
    made = Listening(qtbot)
    assert made.listener.listen()
    assert hand_over_works(made)
    made.listener.close()


@posix
def test_the_socket_is_the_users_alone(listening: Listening) -> None:
    place = Path(meeting_place())
    assert place.parent.stat().st_mode & 0o777 == 0o700
    assert place.stat().st_mode & 0o077 == 0


@posix
@pytest.mark.parametrize("trap", ["open", "link", "file"])
def test_a_folder_that_others_can_enter_is_no_place_to_meet(runtime: Path, trap: str, tmp_path: Path) -> None:
    folder = runtime / "agentdb-inspector"
    if trap == "open":
        folder.mkdir()
        folder.chmod(0o777)
    elif trap == "link":
        (tmp_path / "elsewhere").mkdir(mode=0o700)
        folder.symlink_to(tmp_path / "elsewhere")
    else:
        folder.touch()
    place = meeting_place()
    assert place is None or not place.startswith(str(runtime))


@posix
def test_a_program_of_somebody_else_is_told_nothing(listening: Listening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(handing_over, "is_same_user", lambda connection: False)
    assert listening.while_doing(lambda: hand_over(["/secret.db"])) is False
    assert not listening.asked


@posix
@pytest.mark.parametrize(
    "said", [b"\n", b"hello\n", b"[]\n", b'{"open": [1]}\n', b'{"open": "x"}\n', b"\xff\xfe\n", b"[" * 100_000 + b"\n"]
)
def test_what_is_no_request_is_hung_up_on(listening: Listening, said: bytes) -> None:
    def ask() -> bytes:
        with socket.socket(socket.AF_UNIX) as asked:
            asked.settimeout(10)
            asked.connect(meeting_place())
            try:
                asked.sendall(said)
                return asked.recv(100)
            except ConnectionError:
                return b""

    assert listening.while_doing(ask) == b""
    assert not listening.asked
    assert hand_over_works(listening), "it listens on"


@posix
def test_a_program_that_does_not_answer_is_not_waited_for_long(runtime: Path) -> None:
    with socket.socket(socket.AF_UNIX) as deaf:
        deaf.bind(meeting_place())
        deaf.listen()
        assert hand_over(["/x.db"], wait_s=0.1) is False


def test_a_request_is_read_back() -> None:
    links, tokens = read_request(request(["/x.db#graph?node=1"]))
    assert links == ("/x.db#graph?node=1",)
    assert set(tokens) <= {"XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID"}
    assert read_request(json.dumps({"open": [], "tokens": {"PATH": "/evil"}}).encode())[1] == {}
    assert ANSWER.endswith(b"\n")


def test_the_running_window_opens_what_a_second_start_names(
    qtbot: QtBot, runtime: Path, make_session: Callable[[], Session], tmp_path: Path, database: Path
) -> None:
    """A real second process, through the command line."""
    session = make_session()
    session.window.firstPainted.connect(session.listen)
    session.start([])
    qtbot.waitUntil(lambda: meeting_place() is not None and os.path.exists(meeting_place()), timeout=10_000)
    session.window.showMinimized()
    link = f"{database.name}#table=nodes&row=2"
    started = subprocess.Popen(
        [sys.executable, "-m", "inspector", link],
        cwd=database.parent,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        text=True,
    )
    qtbot.waitUntil(lambda: started.poll() is not None, timeout=30_000)
    assert started.returncode == 0
    assert "--new-window" in started.communicate()[0]
    tabs = session.window.tabs
    qtbot.waitUntil(lambda: tabs.view() is not None and tabs.view().location().get("table") == "nodes", timeout=10_000)
    qtbot.waitUntil(lambda: tabs.view().location().get("key") == "2", timeout=10_000)
    assert not session.window.isMinimized()
