"""Work leaves the UI thread and comes back once, or not at all."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QObject, QThread, Signal
from pytestqt.qtbot import QtBot

from inspector.cancel import CancelToken
from inspector.errors import FileBusy, KnownError
from inspector.ui.tasks import Task, TaskRunner


@pytest.fixture
def owner(qapp) -> QObject:
    return QObject()


class Gate:
    """Work that waits until the test lets it go on."""

    def __init__(self) -> None:
        self.open = threading.Event()
        self.entered = threading.Event()

    def __call__(self, cancel: CancelToken) -> str:
        self.entered.set()
        assert self.open.wait(10)
        return "through"


@pytest.fixture
def gate() -> Iterator[Gate]:
    made = Gate()
    yield made
    made.open.set()


def test_the_answer_comes_back_on_the_ui_thread(qtbot: QtBot, runner: TaskRunner, owner: QObject) -> None:
    answers: list[tuple[int, object]] = []

    def done(worker: object) -> None:
        answers.append((threading.get_ident(), worker))

    runner.run(lambda cancel: threading.get_ident(), done, owner=owner)
    qtbot.waitUntil(lambda: bool(answers))
    assert answers[0][0] == threading.get_ident()
    assert answers[0][1] != threading.get_ident()
    assert QThread.isMainThread()


def test_values_over_32_bits_arrive_whole(qtbot: QtBot, runner: TaskRunner, owner: QObject) -> None:
    answers: list[int] = []
    runner.run(lambda cancel: 2**40 + 5, answers.append, owner=owner)
    qtbot.waitUntil(lambda: bool(answers))
    assert answers == [2**40 + 5]


def test_qt_cuts_an_integer_signal_but_not_an_object_signal(qtbot: QtBot) -> None:
    """The trap that makes rowids, counts and milliseconds travel as objects."""

    class Sender(QObject):
        narrow = Signal(int)
        wide = Signal(object)

    sender, got = Sender(), []
    sender.wide.connect(got.append)
    sender.wide.emit(2**40 + 5)
    assert got == [2**40 + 5]
    sender.narrow.connect(got.append)
    with qtbot.captureExceptions() as refused:
        sender.narrow.emit(2**40 + 5)
    assert got[1:] != [2**40 + 5]
    assert refused or got[1:]


def test_a_known_error_reaches_its_owner(qtbot: QtBot, runner: TaskRunner, owner: QObject) -> None:
    faults: list[KnownError] = []

    def work(cancel: CancelToken) -> None:
        raise FileBusy("A writer holds the file.")

    runner.run(work, pytest.fail, faults.append, owner=owner)
    qtbot.waitUntil(lambda: bool(faults))
    assert isinstance(faults[0], FileBusy)


def test_a_known_error_nobody_asked_for_is_told_to_the_window(qtbot: QtBot, runner: TaskRunner, owner: QObject) -> None:
    def work(cancel: CancelToken) -> None:
        raise FileBusy("A writer holds the file.")

    with qtbot.waitSignal(runner.failed) as told:
        runner.run(work, pytest.fail, owner=owner)
    assert "writer" in told.args[0].what


def test_a_fault_of_ours_goes_to_the_excepthook_and_ends_the_loading(
    qtbot: QtBot, runner: TaskRunner, owner: QObject, monkeypatch: pytest.MonkeyPatch
) -> None:
    caught: list[BaseException] = []
    faults: list[KnownError] = []
    monkeypatch.setattr(sys, "excepthook", lambda kind, error, trace: caught.append(error))

    def work(cancel: CancelToken) -> None:
        raise ZeroDivisionError("ours")

    runner.run(work, pytest.fail, faults.append, owner=owner)
    qtbot.waitUntil(lambda: bool(faults))
    assert isinstance(caught[0], ZeroDivisionError)
    assert "fault of this program" in faults[0].what


def test_the_newest_request_of_a_key_wins(qtbot: QtBot, runner: TaskRunner, owner: QObject, gate: Gate) -> None:
    answers: list[str] = []
    older = runner.run(gate, answers.append, owner=owner, key="rows")
    qtbot.waitUntil(gate.entered.is_set)
    runner.run(lambda cancel: "newer", answers.append, owner=owner, key="rows")
    assert older.cancelled
    qtbot.waitUntil(lambda: answers == ["newer"])
    gate.open.set()
    assert runner.shutdown(10_000)
    qtbot.wait(0)
    assert answers == ["newer"]


def test_requests_of_other_keys_and_owners_are_left_alone(qtbot: QtBot, runner: TaskRunner, owner: QObject) -> None:
    other, answers = QObject(), []
    for who, key in ((owner, "a"), (owner, "b"), (other, "a"), (owner, ""), (owner, "")):
        runner.run(lambda cancel: 1, answers.append, owner=who, key=key)
    qtbot.waitUntil(lambda: len(answers) == 5)


def test_cancelled_work_answers_neither_done_nor_failed(
    qtbot: QtBot, runner: TaskRunner, owner: QObject, gate: Gate
) -> None:
    told: list[str] = []

    def work(cancel: CancelToken) -> None:
        gate(cancel)
        cancel.check()

    token = runner.run(work, pytest.fail, pytest.fail, owner=owner, cancelled=lambda: told.append("cancelled"))
    qtbot.waitUntil(gate.entered.is_set)
    token.cancel()
    gate.open.set()
    qtbot.waitUntil(lambda: told == ["cancelled"])


def test_work_whose_owner_is_gone_is_cancelled_and_its_answer_dropped(
    qtbot: QtBot, runner: TaskRunner, gate: Gate
) -> None:
    owner, answers = QObject(), []
    token = runner.run(gate, answers.append, owner=owner)
    qtbot.waitUntil(gate.entered.is_set)
    owner.deleteLater()
    qtbot.waitUntil(lambda: token.cancelled)
    assert runner.running() == ()
    gate.open.set()
    assert runner.shutdown(10_000)
    qtbot.wait(0)
    assert answers == []


def test_parts_are_delivered_from_any_thread_unless_the_owner_is_gone(
    qtbot: QtBot, runner: TaskRunner, owner: QObject
) -> None:
    parts: list[tuple[int, bool]] = []
    done: list[None] = []

    def take(part: int) -> None:
        parts.append((part, QThread.isMainThread()))

    def work(cancel: CancelToken) -> None:
        for part in range(3):
            runner.deliver(owner, take, part)

    runner.run(work, done.append, owner=owner)
    qtbot.waitUntil(lambda: bool(done) and len(parts) == 3)
    assert parts == [(0, True), (1, True), (2, True)]
    runner.deliver(owner, take, 3)
    owner.deleteLater()
    qtbot.wait(0)


def test_the_status_bar_hears_of_beginning_and_end(
    qtbot: QtBot, runner: TaskRunner, owner: QObject, gate: Gate
) -> None:
    heard: list[tuple[str, str]] = []

    def began(task: Task) -> None:
        heard.append(("began", task.title))

    def ended(task: Task) -> None:
        heard.append(("ended", task.title))

    runner.started.connect(began)
    runner.finished.connect(ended)
    runner.run(gate, lambda answer: None, owner=owner, title="Counting rows")
    assert [task.title for task in runner.running()] == ["Counting rows"]
    gate.open.set()
    qtbot.waitUntil(lambda: heard == [("began", "Counting rows"), ("ended", "Counting rows")])
    assert runner.running() == ()


def test_shutdown_cancels_and_joins_and_takes_no_more(qtbot: QtBot, runner: TaskRunner, owner: QObject) -> None:
    ended = threading.Event()

    def work(cancel: CancelToken) -> None:
        woken = threading.Event()
        cancel.on_cancel(woken.set)
        woken.wait(10)
        ended.set()

    runner.run(work, pytest.fail, pytest.fail, owner=owner)
    assert runner.shutdown(10_000)
    assert ended.is_set() or not runner.running()
    assert runner.run(lambda cancel: 1, pytest.fail, owner=owner).cancelled


class Held:
    """Tells on which thread it is let go of."""

    gone: list[int] = []

    def __del__(self) -> None:
        Held.gone.append(threading.get_ident())


@pytest.mark.parametrize("ends", ["answers", "fails"])
def test_no_thread_is_the_last_to_hold_what_it_worked_with(
    qtbot: QtBot, runner: TaskRunner, owner: QObject, ends: str
) -> None:
    """Else owners and whatever callbacks hold would be destroyed in that thread."""
    Held.gone.clear()
    interval, ended = sys.getswitchinterval(), []
    sys.setswitchinterval(1e-6)
    try:
        for _ in range(300):
            held = Held()

            def work(cancel: CancelToken, held: Held = held) -> Held:
                if ends == "fails":
                    raise KnownError("no")
                return held

            runner.run(work, lambda answer: ended.append(1), lambda error: ended.append(2), owner=owner)
            del held, work
        qtbot.waitUntil(lambda: len(ended) == 300)
        assert runner.shutdown(10_000)
    finally:
        sys.setswitchinterval(interval)
    assert len(Held.gone) == 300
    assert set(Held.gone) == {threading.get_ident()}


def test_shutdown_says_when_work_does_not_end(runner: TaskRunner, owner: QObject, gate: Gate, qtbot: QtBot) -> None:
    runner.run(gate, pytest.fail, owner=owner)
    qtbot.waitUntil(gate.entered.is_set)
    assert not runner.shutdown(20)


def test_void_calls_keep_the_references_to_none(qapp) -> None:
    """PySide6 6.12.0 on Python 3.11 loses one reference to None per void call and dies after some thousands."""
    thing = QObject()
    call: Callable[[str], None] = thing.setObjectName
    for _ in range(100):
        call("warm")
    before = sys.getrefcount(None)
    for _ in range(10_000):
        call("x")
    assert abs(sys.getrefcount(None) - before) < 1000
