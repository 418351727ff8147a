"""One timer, one look at a time, for whoever follows."""

from __future__ import annotations

import threading

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject
from PySide6.QtWidgets import QWidget

from inspector.cancel import CancelToken
from inspector.db.watch import ChangeKind, ChangeWatch, see
from inspector.ui.changes.line import ChangedLine
from inspector.ui.changes.watch import EVERY_MS, WindowWatch


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "x.db"
    path.write_bytes(b"one")
    return path


@pytest.fixture
def watch(context):
    return WindowWatch.of(context)


def ticking(watch):
    return watch._timer.isActive()


def test_a_window_has_one(context, watch):
    assert WindowWatch.of(context) is watch
    assert watch._timer.interval() == EVERY_MS == 250


def test_it_looks_while_somebody_follows(qtbot, watch, file):
    assert not ticking(watch)
    one, two = QObject(), QObject()
    for owner in (one, two):
        watch.follow(owner, [str(file)])
    seen = see([str(file)])
    file.write_bytes(b"longer")
    qtbot.waitUntil(lambda: [one.kind for one in watch.changes_since(seen)] == [ChangeKind.WRITTEN])
    watch.follow(one, ())
    assert ticking(watch)
    two.deleteLater()
    QCoreApplication.sendPostedEvents(two, QEvent.Type.DeferredDelete)
    assert not ticking(watch)


def test_a_slow_disk_is_not_asked_again_before_it_answered(qtbot, watch, file, monkeypatch):
    polls, go_on = [], threading.Event()
    poll = ChangeWatch.poll

    def slow(self):
        polls.append(threading.current_thread())
        assert go_on.wait(10)
        return poll(self)

    monkeypatch.setattr(ChangeWatch, "poll", slow)
    owner = QObject()
    watch.follow(owner, [str(file)])
    qtbot.waitUntil(lambda: bool(polls))
    for _ in range(3):
        watch.look()
    assert len(polls) == 1
    assert polls[0] is not threading.main_thread()
    with qtbot.waitSignal(watch.looked):
        go_on.set()
    qtbot.waitUntil(lambda: len(polls) > 1)
    watch.follow(owner, ())


# --- the line ---


@pytest.fixture
def asked():
    return []


@pytest.fixture
def line(context, asked):
    window = QWidget()
    made = ChangedLine(context, lambda: asked.append("again"), window)
    window.show()
    yield made
    window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def test_a_line_comes_goes_and_asks(qtbot, line, file, asked):
    line.hold("rows", see([str(file)]))
    assert line.isHidden()
    file.write_bytes(b"longer")
    qtbot.waitUntil(line.isVisible)
    assert line.text() == "Changed on disk just now."
    assert line._button.text() == "Refresh (F5)"
    line._button.click()
    assert asked == ["again"]
    line.hold("rows", see([str(file)]))
    assert line.isHidden()
    file.unlink()
    qtbot.waitUntil(lambda: line.isVisible() and "deleted" in line.text())
    assert line._button.isHidden(), "there is nothing to read from"
    line.release()
    assert line._watch._watch.followed() == ()


def test_every_part_counts_until_it_is_read_again(qtbot, line, file):
    for part in ("figures", "sizes"):
        line.hold(part, see([str(file)]))
    file.write_bytes(b"longer")
    qtbot.waitUntil(line.isVisible)
    line.hold("figures", see([str(file)]))
    assert line.isVisible(), "the sizes are old still"
    line.hold("sizes", see([str(file)]))
    assert line.isHidden()


class Read:
    """Reads by a line, and can be held up in the middle."""

    def __init__(self, line, file):
        self.line, self.file, self.answers = line, file, []
        self.database = type("Opened", (), {"files": {"main": type("File", (), {"path": str(file)})}})

    def __call__(self, meanwhile=lambda: None, failed=None):
        def work(cancel: CancelToken):
            meanwhile()
            return self.file.read_bytes()

        return self.line.run([self.database], work, self.answers.append, failed, owner=self.line, key="rows")


def test_what_is_written_while_it_is_read_is_told(qtbot, line, file):
    read = Read(line, file)
    read(meanwhile=lambda: file.write_bytes(b"written meanwhile"))
    qtbot.waitUntil(line.isVisible)
    assert line.text().startswith("Changed on disk")
    read()
    qtbot.waitUntil(lambda: len(read.answers) == 2 and line.isHidden())


def test_a_read_that_newer_one_replaced_counts_for_nothing(qtbot, line, file):
    read, go_on = Read(line, file), threading.Event()
    read(meanwhile=lambda: go_on.wait(10))
    read()
    qtbot.waitUntil(lambda: len(read.answers) == 1)
    held = dict(line._held)
    go_on.set()
    qtbot.waitUntil(lambda: not line._runner.running())
    line.shown("rows")
    assert line._held == held


def test_files_are_followed_no_longer_than_their_view_lives(qtbot, line, context, file):
    watch = WindowWatch.of(context)
    line.hold("rows", see([str(file)]))
    assert ticking(watch)
    line.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert not ticking(watch)
