"""What users met elsewhere, seen in the window: one broken object, a starved queue, drift, a dead claim, a false 0."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import apsw
import pytest
from pytestqt.qtbot import QtBot

from inspector import resources
from inspector.families.family import Figure
from inspector.ui.health.view import HealthView
from inspector.ui.overview.view import OverviewView
from inspector.ui.view import ViewContext
from inspector.workspace.location import location
from inspector.workspace.opening.open_source import open_source
from inspector.workspace.source import Source

NOW_S = 1_779_278_400
"""2026-05-20 12:00 UTC, the time of every window test."""
HOUR = 3600

Open = Callable[[Path], Source]


@pytest.fixture
def opened() -> Iterator[Open]:
    made: list[Source] = []

    def make(path: Path) -> Source:
        made.append(open_source(str(path)))
        return made[-1]

    yield make
    for source in made:
        source.close()


@pytest.fixture
def show(qtbot: QtBot, context: ViewContext) -> Callable[..., HealthView]:
    def open_view(source: Source, **params: str) -> HealthView:
        view = HealthView(context, source, location(source.path, "health", **params))
        qtbot.addWidget(view)
        view.resize(1100, 700)
        view.show()
        qtbot.waitUntil(lambda: not context.runner.running(), timeout=20_000)
        return view

    return open_view


def build(path: Path, *statements: str) -> Path:
    db = apsw.Connection(str(path))
    for statement in statements:
        db.execute(statement)
    db.close()
    return path


def broken(view: HealthView) -> list[str]:
    lines = view.findings.lines()
    return [line.text for line in lines if line.mark == "error"]


def evidence(view: HealthView) -> list[str]:
    return [line.text for line in view.detail.evidence.lines() if line.kind == "line"]


def test_c22_a_malformed_schema_row_is_named_and_nothing_else(
    show: Callable[..., HealthView], opened: Open, tmp_path: Path
) -> None:
    path = build(
        tmp_path / "a.db",
        "CREATE TABLE good (id INTEGER PRIMARY KEY)",
        "CREATE TABLE bad (id INTEGER PRIMARY KEY)",
        "PRAGMA writable_schema = ON",
        "UPDATE sqlite_schema SET sql = 'CREATE TABLE bad(x' WHERE name = 'bad'",
    )
    view = show(opened(path))
    assert broken(view) == ["Objects that cannot be used"]
    assert "bad" in " ".join(evidence(view))
    assert "good" not in " ".join(evidence(view))


def test_c25_a_view_over_what_is_missing_is_named_and_nothing_else(
    show: Callable[..., HealthView], opened: Open, tmp_path: Path
) -> None:
    path = build(
        tmp_path / "a.db",
        "CREATE TABLE good (id INTEGER PRIMARY KEY)",
        "PRAGMA writable_schema = ON",
        "INSERT INTO sqlite_schema VALUES ('view', 'v', 'v', 0, 'CREATE VIEW v AS SELECT nope(x), y FROM missing')",
    )
    view = show(opened(path))
    assert broken(view) == ["Objects that cannot be used"]
    assert [text.partition(":")[0] for text in evidence(view)] == ["view v"]


def pair(tmp_path: Path, inbound: tuple[str, ...] = (), outbound: tuple[str, ...] = ()) -> Path:
    """A session pair alone, its heartbeat two hours old."""
    folder = tmp_path / "ag-1" / "sess-1"
    folder.mkdir(parents=True)
    build(folder / "inbound.db", resources.text("schemas", "nanoclaw-inbound.real.sql"), *inbound)
    build(folder / "outbound.db", resources.text("schemas", "nanoclaw-outbound.real.sql"), *outbound)
    (folder / ".heartbeat").touch()
    os.utime(folder / ".heartbeat", (NOW_S - 2 * HOUR, NOW_S - 2 * HOUR))
    return folder


MESSAGE = (
    "INSERT INTO messages_in(id, seq, kind, timestamp, status, series_id, trigger, content) "
    "VALUES ('{id}', {seq}, '{kind}', '{at}', 'pending', '{id}', {trigger}, '{{\"text\":\"hello\"}}')"
)


def test_c99_a_starved_queue_is_named(show: Callable[..., HealthView], opened: Open, tmp_path: Path) -> None:
    system = tuple(
        MESSAGE.format(id=f"s{i}", seq=2 * i, kind="system", at=f"2026-05-20T09:{i:02}:00Z", trigger=0)
        for i in range(1, 13)
    )
    newer = MESSAGE.format(id="c1", seq=100, kind="chat", at="2026-05-20T11:59:00Z", trigger=1)
    view = show(opened(pair(tmp_path, (*system, newer))), finding="nanoclaw.starved_queue")
    assert "Queue starved by system rows" in broken(view)
    assert "Known from: nanocoai/nanoclaw#3568" in view.detail.text()
    assert len(evidence(view)) == 12


def test_c101_a_claim_of_a_dead_process_is_stale_and_not_running(
    show: Callable[..., HealthView], opened: Open, tmp_path: Path
) -> None:
    message = MESSAGE.format(id="p", seq=2, kind="chat", at="2026-05-20T08:59:00Z", trigger=1)
    claim = "INSERT INTO processing_ack VALUES ('p', 'processing', '2026-05-20 09:00:00')"
    view = show(opened(pair(tmp_path, (message,), (claim,))), finding="nanoclaw.dead_container")
    assert "Containers that are said to run and are dead" in broken(view)
    assert evidence(view) == [
        "Session sess-1: its last heartbeat is 2 h old",
        "Claimed message p: nobody works on it any more",
    ]


def test_c100_a_destination_the_session_lacks_is_drift(
    show: Callable[..., HealthView], opened: Open, tmp_path: Path
) -> None:
    data = tmp_path / "data"
    folder = pair(data / "v2-sessions")
    build(
        data / "v2.db",
        resources.text("schemas", "nanoclaw-central.real.sql"),
        "INSERT INTO agent_groups(id, name, folder, created_at) VALUES ('ag-1', 'Andy', 'andy', '2026-05-01')",
        "INSERT INTO messaging_groups(id, channel_type, platform_id, instance, name, unknown_sender_policy, "
        "created_at) VALUES ('mg-1', 'telegram', 'telegram:1', 'telegram', 'Home', 'strict', '2026-05-01T00:00:00Z')",
        "INSERT INTO sessions(id, agent_group_id, messaging_group_id, container_status, created_at) "
        "VALUES ('sess-1', 'ag-1', 'mg-1', 'stopped', '2026-05-01T00:00:00Z')",
        "INSERT INTO agent_destinations VALUES ('ag-1', 'home', 'channel', 'mg-1', '2026-05-01T00:00:00Z')",
    )
    view = show(opened(folder), finding="nanoclaw.destinations_differ")
    assert "Information: nothing is wrong" in view.detail.text()
    assert evidence(view) == ["“home” is allowed and not in this session: the agent does not know of it"]


def series(count: int) -> str:
    return f"WITH RECURSIVE s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < {count}) SELECT count(*) FROM s"


def test_c105_a_number_that_is_not_counted_yet_is_no_zero(
    qtbot: QtBot, context: ViewContext, opened: Open, tmp_path: Path
) -> None:
    """Numbers come one by one: the first is there while the second, which would take hours, is unknown."""
    plain = opened(build(tmp_path / "a.db", "CREATE TABLE a (x)"))
    figures = (Figure("First", series(600_000)), Figure("Second", series(10**12)), Figure("Third", "SELECT 3"))
    view = OverviewView(
        context, replace(plain, family=replace(plain.family, figures=figures, checks=())), location("a")
    )
    qtbot.addWidget(view)
    view.show()
    qtbot.waitUntil(lambda: len(view.tiles.tiles()) == 3 and view.tiles.tiles()[0].value() == "600,000", timeout=20_000)
    assert [tile.value() for tile in view.tiles.tiles()][1:] == ["…", "…"]
