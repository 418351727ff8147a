"""The trace of a message in the window: opened from a row, asked for by name, followed to other messages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import apsw
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from inspector.clock import Clock, parse_as_of
from inspector.ui.lines.list import LineList
from inspector.ui.states import ViewState
from inspector.ui.trace.view import TraceView
from inspector.ui.view import discover
from inspector.workspace.location import Location, location
from inspector.workspace.opening.open_source import open_source

NOW = "2026-05-19T21:30:00Z"
INBOUND = """
CREATE TABLE messages_in(id TEXT PRIMARY KEY, seq INTEGER UNIQUE, kind TEXT NOT NULL, timestamp TEXT NOT NULL,
  status TEXT DEFAULT 'pending', process_after TEXT, recurrence TEXT, series_id TEXT, tries INTEGER DEFAULT 0,
  trigger INTEGER NOT NULL DEFAULT 1, platform_id TEXT, channel_type TEXT, thread_id TEXT, content TEXT NOT NULL,
  source_session_id TEXT, on_wake INTEGER NOT NULL DEFAULT 0);
CREATE TABLE delivered(message_out_id TEXT PRIMARY KEY, platform_message_id TEXT,
  status TEXT NOT NULL DEFAULT 'delivered', delivered_at TEXT NOT NULL);
INSERT INTO messages_in(id, seq, kind, timestamp, status, content) VALUES
  ('m1', 2, 'chat', '2026-05-19T21:00:00Z', 'completed', '{"text":"<b>Where is it?</b>","sender":"Mei"}');
INSERT INTO delivered VALUES
  ('o1', '77', 'delivered', '2026-05-19T21:00:12Z'), ('o2', NULL, 'delivered', '2026-05-19T21:00:13Z'),
  ('o3', NULL, 'failed', '2026-05-19T21:00:14Z');
"""
OUTBOUND = """
CREATE TABLE messages_out(id TEXT PRIMARY KEY, seq INTEGER UNIQUE, in_reply_to TEXT, timestamp TEXT NOT NULL,
  deliver_after TEXT, recurrence TEXT, kind TEXT NOT NULL, platform_id TEXT, channel_type TEXT, thread_id TEXT,
  content TEXT NOT NULL);
CREATE TABLE processing_ack(message_id TEXT PRIMARY KEY, status TEXT NOT NULL, status_changed TEXT NOT NULL);
INSERT INTO messages_out(id, seq, in_reply_to, timestamp, kind, content) VALUES
  ('o1', 3, 'm1', '2026-05-19T21:00:10Z', 'chat', '{"text":"Here"}'),
  ('o2', 5, NULL, '2026-05-19T21:00:11Z', 'chat', '{"text":"And here"}'),
  ('o3', 7, NULL, '2026-05-19T21:00:12Z', 'chat', '{"text":"Lost"}'),
  ('o4', 9, NULL, '2026-05-19T21:00:13Z', 'chat', '{"text":"Never"}');
INSERT INTO processing_ack VALUES ('m1', 'completed', '2026-05-19T21:00:11Z');
"""


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("trace") / "sess-1"
    folder.mkdir()
    for name, sql in (("inbound.db", INBOUND), ("outbound.db", OUTBOUND)):
        connection = apsw.Connection(str(folder / name))
        connection.execute(f"PRAGMA synchronous = OFF; {sql}").fetchall()
        connection.close()
    return folder


@pytest.fixture
def traced(qtbot: Any, context: Any, pair: Path) -> Iterator[Callable[..., TraceView]]:
    source = open_source(str(pair))
    given = replace(context, workspace=SimpleNamespace(sources=(source,)), clock=Clock(parse_as_of(NOW)))
    kind = discover().get("trace")
    assert kind is not None
    assert kind.applies(source)

    def make(**params: str) -> TraceView:
        view = kind.create(given, source, location(source.path, "trace", **params))
        assert isinstance(view, TraceView)
        qtbot.addWidget(view)
        view.resize(1000, 700)
        view.show()
        settle(qtbot, view)
        return view

    yield make
    source.close()


def settle(qtbot: Any, view: TraceView) -> None:
    qtbot.waitUntil(lambda: not view.context.runner.running(), timeout=20_000)


def lists(view: TraceView) -> dict[str, LineList]:
    return {one.accessibleName(): one for one in view.paper.findChildren(LineList) if not one.isHidden()}


@pytest.mark.parametrize(
    ("number", "outcome", "severity"),
    [
        ("o1", "delivered", "fine"),
        ("o2", "delivered_suspect", "suspicious"),
        ("o3", "failed_delivery", "broken"),
        ("o4", "not_delivered", "suspicious"),
    ],
)
def test_C98_each_message_out_has_its_own_verdict(
    traced: Callable[..., TraceView], number: str, outcome: str, severity: str
) -> None:
    view = traced(message=number)
    trace = view.trace()
    assert trace is not None
    assert trace.id == number
    seen = {one: traced(message=one).trace().verdict.outcome.id for one in ("o1", "o2", "o3", "o4")}  # type: ignore[union-attr]
    assert len(set(seen.values())) == 4
    assert (trace.verdict.outcome.id, trace.verdict.outcome.severity) == (outcome, severity)
    assert trace.verdict.outcome.title in view._answer.text()
    assert trace.verdict.outcome.rule in view._rule.text()


def test_a_message_is_traced_with_its_reply_and_what_it_says_is_text(
    qtbot: Any, traced: Callable[..., TraceView]
) -> None:
    view = traced(table="messages_in", schema="inbound", key="1")
    assert "<b>Where is it?</b>" in view._said.text()
    shown = lists(view)
    assert {"What shows it", "What happened", "Other messages"} <= set(shown)
    (reply,) = shown["Other messages"].lines()
    assert reply.text.startswith("Reply: Here")
    assert "hint" in reply.detail or "guess" in reply.detail or reply.detail
    opened: list[Location] = []
    view.openRequested.connect(opened.append)
    shown["Other messages"].open_line(reply)
    assert (opened[0].view, opened[0].get("table")) == ("trace", "messages_out")


def test_a_message_is_asked_for_by_what_it_is_called(qtbot: Any, traced: Callable[..., TraceView]) -> None:
    view = traced()
    assert view.states.state() == ViewState.EMPTY
    view.field.setText("77")
    QTest.keyClick(view.field, Qt.Key.Key_Return)
    settle(qtbot, view)
    trace = view.trace()
    assert trace is not None
    assert trace.id == "o1"
    assert view.location().get("message") == "77"
    assert view.address().get("table") == "messages_out"


def test_what_no_file_knows_is_told_as_never_recorded(traced: Callable[..., TraceView]) -> None:
    view = traced(message="nowhere-1")
    assert "Never recorded" in view._answer.text()
    assert not view._row.isEnabled()


def test_it_is_copied_as_text(traced: Callable[..., TraceView]) -> None:
    view = traced(message="o3")
    view._copy.click()
    assert "o3" in QGuiApplication.clipboard().text()


def test_its_row_is_selected_and_opened(traced: Callable[..., TraceView]) -> None:
    view = traced(message="o3")
    opened: list[Location] = []
    view.openRequested.connect(opened.append)
    view._row.click()
    assert (opened[0].view, opened[0].get("table")) == ("table", "messages_out")
