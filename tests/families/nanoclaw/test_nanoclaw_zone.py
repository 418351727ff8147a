"""A task's next runs are told in the zone that its agent's container settings name, and in no other unsaid."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from inspector.cancel import CancelToken
from inspector.db.rows import RowRef
from inspector.families.schedule_zone import ScheduleZone
from inspector.ui.values.cron import cron_lines
from inspector.workspace.opening.open_source import open_source
from inspector.workspace.rows.row_details import read_row
from tests.families.nanoclaw.conftest import GROUP, Install

NOW = datetime(2026, 6, 1, 23, 59, tzinfo=UTC)
TASK = ("messages_in", {"id": "task-1", "seq": 902, "kind": "task", "recurrence": "0 9 * * *"})


def zone(install: Install) -> ScheduleZone | None:
    """What the details of the task say of its zone."""
    source = open_source(str(install.folder()))
    assert source.database is not None
    table = source.database.catalog().table("messages_in")
    assert table is not None
    key = source.database.read(lambda reader: reader.value("SELECT rowid FROM messages_in WHERE id = 'task-1'"))
    field = read_row(source, RowRef(table.schema, table.name, (key,)), CancelToken()).field("recurrence")
    assert field is not None
    return field.zone


def settings(stored: str) -> list:
    made = ("container_configs", {"agent_group_id": GROUP})
    return ["DELETE FROM container_configs", made, f"UPDATE container_configs SET timezone = {stored}"]


def test_the_next_runs_are_those_of_the_agents_zone(install: Install, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "UTC")
    install.run(central=settings("'Asia/Tokyo'"), inbound=[TASK])
    _, runs, whence = cron_lines("0 9 * * *", NOW, zone(install))
    assert runs.startswith("Next: Tue 2026-06-02 09:00")
    assert whence.startswith("In the time zone Asia/Tokyo, from the container settings of ")
    there = cron_lines("30 8 * * *", NOW, zone(install))[1]
    assert there.startswith("Next: Wed 2026-06-03 08:30"), "in Tokyo it is nearly nine already"


@pytest.mark.parametrize(
    ("stored", "words"),
    [
        ("'Mars/Olympus'", "“Mars/Olympus”, from the container settings of "),
        ("'../../etc/passwd'", "is no zone known here."),
        ("NULL", "name none, so its host's counts."),
        ("' '", "name none, so its host's counts."),
    ],
)
def test_where_no_zone_is_named_this_machines_is_and_that_is_said(install: Install, stored: str, words: str) -> None:
    install.run(central=settings(stored), inbound=[TASK])
    whence = cron_lines("0 9 * * *", NOW, zone(install))[2]
    assert words in whence
    assert whence.startswith("In the time zone of this machine")


def test_what_names_no_agent_tells_no_zone(install: Install) -> None:
    install.run(central=["DELETE FROM container_configs"], inbound=[TASK])
    found = zone(install)
    assert found is not None
    assert found.name == ""
    install.run(central=["ALTER TABLE container_configs DROP COLUMN timezone"])
    assert zone(install) is None
    install.central_file.unlink()
    assert zone(install) is None
    assert "the expression itself names none" in cron_lines("0 9 * * *", NOW, None)[2]
