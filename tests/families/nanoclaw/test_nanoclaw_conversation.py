"""The conversation of a session: what is said, under which number, with what became of it and what was done to it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import apsw
import pytest

from inspector import resources
from inspector.cancel import CancelToken
from inspector.clock import Clock, parse_as_of
from inspector.timeline.entry import Entry
from inspector.workspace.opening.open_source import open_source
from inspector.workspace.source import Source
from inspector.workspace.timelines.read_timeline import read_timeline, read_whole

CLOCK = Clock(datetime(2026, 6, 1, 12, tzinfo=UTC))
AT = "2026-06-01T10:00:{:02d}Z"

IN = (
    ("p1:x:ag-1", 2, "chat", "completed", 1, {"text": "<b>Is it up?</b>", "sender": "mei", "senderName": "Mei"}, {}),
    ("p2:ag-1", 4, "chat", "completed", 0, {"text": "fyi", "senderName": "Raj"}, {}),
    (
        "q-answer",
        6,
        "system",
        "completed",
        0,
        {"type": "question_response", "questionId": "q1", "selectedOption": "yes"},
        {},
    ),
    (
        "t1",
        8,
        "task",
        "pending",
        1,
        {"prompt": "Daily report", "script": "echo"},
        {"recurrence": "0 9 * * *", "process_after": "2026-06-02T09:00:00Z"},
    ),
    ("a2a", 10, "chat", "pending", 1, {"text": "From next door"}, {"source_session_id": "sess-2"}),
    (
        "odd",
        11,
        "chat",
        "failed",
        1,
        {"text": "Broken", "attachments": [{"name": "a.png", "mimeType": "image/png"}]},
        {"tries": 5},
    ),
    ("shape", 12, "chat", "completed", 1, {"unheard": {"of": 1}}, {}),
)
OUT = (
    (
        "o1",
        3,
        "chat",
        {"text": "It is up", "files": ["log.txt"]},
        {"in_reply_to": "p1:x:ag-1", "platform_id": "C1", "channel_type": "slack"},
    ),
    ("o2", 5, "chat", {"operation": "edit", "messageId": "77", "text": "It is down"}, {}),
    ("o3", 7, "chat", {"operation": "reaction", "messageId": "p1:x", "emoji": "👍"}, {}),
    (
        "o4",
        9,
        "chat-sdk",
        {
            "type": "ask_question",
            "questionId": "q1",
            "title": "Restart?",
            "question": "Now?",
            "options": [{"label": "Yes", "value": "yes"}],
        },
        {},
    ),
    ("o5", 13, "chat", {"operation": "reaction", "messageId": "nowhere", "emoji": "👀"}, {}),
    ("o6", 15, "chat", {"text": "Lost"}, {}),
    ("o7", 12, "chat", {"text": "Later"}, {"deliver_after": "2026-06-03T00:00:00Z"}),
)
DELIVERED = (
    ("o1", "77", "delivered"),
    ("o2", "78", "delivered"),
    ("o3", None, "delivered"),
    ("o4", "79", "delivered"),
    ("o5", None, "delivered"),
    ("o6", None, "failed"),
)


def made(path: Path, schema: str, rows: Callable[[apsw.Connection], object]) -> None:
    connection = apsw.Connection(str(path))
    connection.execute(f"PRAGMA synchronous = OFF; {resources.text('schemas', schema)}").fetchall()
    rows(connection)
    connection.close()


def fill_in(connection: apsw.Connection) -> None:
    for second, (id, seq, kind, status, trigger, content, more) in enumerate(IN):
        values: dict[str, Any] = {
            "id": id, "seq": seq, "kind": kind, "status": status, "trigger": trigger,
            "timestamp": AT.format(second * 2), "content": json.dumps(content), **more,
        }  # fmt: skip
        insert(connection, "messages_in", values)
    for id, platform, status in DELIVERED:
        given = {"message_out_id": id, "platform_message_id": platform, "status": status, "delivered_at": AT.format(50)}
        insert(connection, "delivered", given)
    insert(connection, "session_routing", {"id": 1, "channel_type": "slack", "platform_id": "C9"})


def fill_out(connection: apsw.Connection) -> None:
    for second, (id, seq, kind, content, more) in enumerate(OUT):
        values = {
            "id": id,
            "seq": seq,
            "kind": kind,
            "timestamp": AT.format(second * 2 + 1),
            "content": json.dumps(content),
        }
        insert(connection, "messages_out", {**values, **more})


def insert(connection: apsw.Connection, table: str, values: dict[str, Any]) -> None:
    marks = ", ".join("?" * len(values))
    connection.execute(f"INSERT INTO {table}({', '.join(values)}) VALUES({marks})", tuple(values.values()))


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Source]:
    folder = tmp_path_factory.mktemp("talk") / "sess-1"
    folder.mkdir()
    made(folder / "inbound.db", "nanoclaw-inbound.real.sql", fill_in)
    made(folder / "outbound.db", "nanoclaw-outbound.real.sql", fill_out)
    source = open_source(str(folder))
    yield source
    source.close()


def said(source: Source, clock: Clock = CLOCK) -> dict[str, Entry]:
    """The entries by number."""
    found = read_timeline(source, "conversation", clock, CancelToken())
    entries = list(found.timeline)
    return {entry.title.partition(" ")[0] + (" out" if entry.lane == "out" else ""): entry for entry in entries}


def whole(source: Source, number: str) -> str:
    found = read_timeline(source, "conversation", CLOCK, CancelToken())
    place = next(n for n, one in enumerate(found.timeline) if one.title.startswith(number + " "))
    (text,) = read_whole(source, found.chosen, found.timeline, (place,), CLOCK, CancelToken()).values()
    return text


def test_who_said_what_under_which_number(pair: Source) -> None:
    entries = said(pair)
    assert (entries["#2"].title, entries["#2"].lane) == ("#2 Mei", "in")
    assert entries["#2"].text.startswith("<b>Is it up?</b>")
    assert entries["#3 out"].title == "#3 the agent to slack C1"
    assert "It is up" in entries["#3 out"].text
    assert [entry.instant.moment for entry in entries.values()] == sorted(e.instant.moment for e in entries.values())


def test_edits_and_reactions_stand_on_the_message_they_are_about(pair: Source) -> None:
    entries = said(pair)
    assert "[reacted with 👍]" in entries["#2"].text
    assert "[edited to: It is down]" in entries["#3 out"].text
    assert "#5 out" not in entries
    assert "#7 out" not in entries
    assert "👀" in entries["#13 out"].text, "what is about nothing that is here stands by itself"


def test_a_question_has_its_answer(pair: Source) -> None:
    assert "[answered: yes]" in said(pair)["#9 out"].text
    assert "Answered: yes" in whole(pair, "#9")
    assert "Choices: [Yes]" in whole(pair, "#9")


def test_what_became_of_each_is_marked(pair: Source) -> None:
    entries = said(pair)
    marks = {number: (entry.status, entry.flags) for number, entry in entries.items()}
    assert marks["#4"] == ("completed", ("context",))
    assert marks["#8"] == ("pending", ("pending",))
    assert marks["#10"] == ("pending", ("due",))
    assert marks["#11"] == ("failed", ("error", "odd-number"))
    assert marks["#15 out"] == ("failed", ("error",))
    assert marks["#3 out"] == ("delivered", ())
    assert marks["#12"][1] == ("same-number",)
    assert set(marks["#12 out"][1]) == {"held", "odd-number"}
    assert marks["#12 out"][0] == "held until its time"


def test_all_of_a_message_is_told(pair: Source) -> None:
    assert "Attached: log.txt" in whole(pair, "#3")
    assert "Called on the platform: 77" in whole(pair, "#3")
    assert "Answers, as a hint: p1:x:ag-1" in whole(pair, "#3")
    assert "Attached: a.png · image/png" in whole(pair, "#11")
    assert "Tries: 5" in whole(pair, "#11")
    assert "From the session: sess-2" in whole(pair, "#10")
    task = whole(pair, "#8")
    assert "Daily report" in task
    assert "Repeats: 0 9 * * *" in task
    assert "Script: echo" in task
    assert '"unheard"' in whole(pair, "#12")


def test_where_a_message_goes_is_told_with_where_that_comes_from(pair: Source) -> None:
    assert said(pair)["#15 out"].title == "#15 the agent to slack C9 (from session_routing)"


def test_a_lone_half_tells_what_it_has(tmp_path: Path) -> None:
    made(tmp_path / "outbound.db", "nanoclaw-outbound.real.sql", fill_out)
    source = open_source(str(tmp_path / "outbound.db"))
    entries = said(source)
    source.close()
    assert entries["#15 out"].status == ""
    assert "#5 out" in entries, "without the other half nobody knows what was edited"


@pytest.mark.parametrize("name", ["legacy-pair", "legacy-single", "install"])
def test_all_messages_of_real_sessions_are_told_or_stand_on_another(
    real_database: Callable[[str], Path], name: str
) -> None:
    source = open_source(str(real_database(f"nanoclaw/{name}")))
    clock = Clock(parse_as_of("2026-05-19T21:30:00Z"))
    told = 0
    for one in source.walk():
        if one.database is None or not {"inbound", "outbound", "legacy"} & set(one.own_parts):
            continue
        found = read_timeline(one, "conversation", clock, CancelToken())
        rows = sum(
            one.database.read(lambda reader, table=table: int(str(reader.value(f"SELECT count(*) FROM {table}"))))
            for table in ("messages_in", "messages_out")
            if one.database.catalog().table(table) is not None
        )
        applied = sum(entry.text.count("reacted with") + entry.text.count("edited to: ") for entry in found.timeline)
        assert len(found.timeline) <= rows <= len(found.timeline) + applied
        told += len(found.timeline)
    source.close()
    assert told > 0
