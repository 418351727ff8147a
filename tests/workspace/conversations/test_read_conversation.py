"""The conversation of a pair: its order, what stands on which message, what waits, what is found; old ones."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import apsw
import pytest

from inspector import resources
from inspector.cancel import CancelToken
from inspector.clock import Clock, parse_as_of
from inspector.db.rows import RowRef
from inspector.families.chat import Choice, Message
from inspector.timeline.load import Reading, load_query
from inspector.timeline.timeline import Timeline
from inspector.workspace.conversations.offered import has_conversation, is_said
from inspector.workspace.conversations.packed import load_order
from inspector.workspace.conversations.read_conversation import (
    Conversation,
    find_words,
    in_this_order,
    other_place,
    read_conversation,
    read_messages,
    row_of,
    ways_of,
)
from inspector.workspace.opening.open_source import open_source
from inspector.workspace.source import Source

CLOCK = Clock(datetime(2026, 6, 1, 12, tzinfo=UTC))
TOKEN = CancelToken()
AT = "2026-06-01T10:{:02d}:00.000Z"
QUESTION = {"type": "ask_question", "questionId": "q1", "title": "T", "question": "Go?", "options": ["yes", "no"]}
IMAGE = "A" * 5_000_000

# id, seq, kind, status, trigger, content, more columns
IN: tuple[tuple[str, int | None, str, str, int, object, dict[str, object]], ...] = (
    ("p1:x:ag-1", 2, "chat", "completed", 1, {"text": "<b>Is it up?</b>\nnow", "senderName": "Mei"}, {}),
    ("p2:ag-1", 4, "chat", "completed", 0, {"text": "fyi", "senderName": "Raj"}, {}),
    ("a1", 6, "system", "completed", 1, {"type": "question_response", "questionId": "q1", "selectedOption": "yes"}, {}),
    ("r1", 8, "task", "completed", 1, {"prompt": "Backup"}, {"series_id": "r1"}),
    ("r2", 10, "task", "pending", 1, {"prompt": "Backup"}, {"series_id": "r1", "recurrence": "0 8 * * *"}),
    ("odd", 13, "chat", "completed", 1, {"text": "Grüße aus „Köln“"}, {}),
    ("same", 15, "chat", "completed", 1, {"text": "twice"}, {}),
    ("none", None, "chat", "completed", 1, {"text": "unnumbered"}, {}),
    ("bad-time", 16, "chat", "completed", 1, {"text": "when?"}, {"timestamp": "soon"}),
    (
        "a2a",
        18,
        "chat",
        "completed",
        1,
        {"text": "hi"},
        {"channel_type": "agent", "platform_id": "ag-2", "source_session_id": "sess-2"},
    ),
    ("big", 20, "chat", "completed", 1, {"text": "see", "attachments": [{"type": "image", "data": IMAGE}]}, {}),
    ("failed", 22, "chat", "failed", 1, {"text": "no"}, {"tries": 5}),
    ("later", 24, "chat", "pending", 1, {"text": "l"}, {"process_after": "2026-06-01T13:00:00Z", "tries": 2}),
    ("wake", 26, "chat", "pending", 1, {"text": "w"}, {"on_wake": 1}),
    ("paused", 28, "chat", "paused", 1, {"text": "p"}, {}),
    ("strange", 30, "chat", "dreaming", 1, {"text": "s"}, {}),
    ("claimed", 32, "chat", "pending", 1, {"text": "c"}, {}),
)
OUT: tuple[tuple[str, int, str, object, dict[str, object]], ...] = (
    ("o1", 3, "chat", {"text": "Yes."}, {}),
    ("o2", 5, "chat", {"operation": "edit", "messageId": "tg-o1", "text": "Yes, since 9."}, {}),
    ("o3", 7, "chat", {"operation": "reaction", "messageId": "p1:x", "emoji": "thumbs_up"}, {}),
    ("o4", 9, "chat", {"operation": "edit", "messageId": "o1", "text": "Yes, since ten."}, {}),
    ("o5", 11, "chat-sdk", QUESTION, {}),
    ("o6", 15, "chat", {"text": "routed"}, {"platform_id": None, "channel_type": None}),
    ("o7", 17, "chat", {"operation": "edit", "messageId": "gone", "text": "lost"}, {}),
    ("o8", 19, "chat", {"text": "to you"}, {"channel_type": "agent", "platform_id": "ag-2"}),
    ("o9", 21, "chat-sdk", {**QUESTION, "questionId": "q2"}, {}),
    ("deny-1", 40, "chat", {"text": "denied"}, {}),
    ("o11", 23, "system", {"action": "cancel_task", "taskId": "r1"}, {}),
    ("o12", 25, "chat", {"text": "held"}, {"deliver_after": "2026-06-01T13:00:00Z"}),
    ("o13", 27, "chat", {"text": "gone?"}, {}),
    ("o14", 29, "chat", {"text": "failed"}, {}),
    ("o15", 31, "chat", {"text": "refused"}, {}),
    ("o16", 33, "chat", {"text": "gate"}, {"channel_type": "agent", "platform_id": "ag-2"}),
)
DELIVERED = {"o1": "tg-o1", "o2": "tg-o2", "o3": None, "o5": "tg-5", "o6": None, "o8": None, "deny-1": "d", "o11": None}


def make(folder: Path) -> Path:
    """An install of one session; gives the folder of the session."""
    session = folder / "v2-sessions" / "ag-1" / "sess-1"
    session.mkdir(parents=True)
    central = opened(folder / "v2.db", "nanoclaw-central.real.sql")
    for id, name in (("ag-1", "Andy"), ("ag-2", "Research")):
        insert(central, "agent_groups", id=id, name=name, folder=id, created_at="2026")
    insert(
        central,
        "messaging_groups",
        id="mg",
        channel_type="telegram",
        platform_id="telegram:1",
        instance="telegram",
        name="Home",
        unknown_sender_policy="strict",
        created_at="2026",
    )
    insert(
        central,
        "pending_approvals",
        approval_id="p",
        request_id="r",
        action="a2a_message_gate",
        payload=json.dumps({"id": "o16"}),
        created_at="2026",
    )
    central.close()
    inbound = opened(session / "inbound.db", "nanoclaw-inbound.real.sql")
    for place, (id, seq, kind, status, trigger, content, more) in enumerate(IN):
        cells = {
            "id": id,
            "seq": seq,
            "kind": kind,
            "status": status,
            "trigger": trigger,
            "timestamp": AT.format(place * 2),
            "content": json.dumps(content, ensure_ascii=False),
            "channel_type": "telegram",
            "platform_id": "telegram:1",
        }
        insert(inbound, "messages_in", **{**cells, **more})
    for id, platform in DELIVERED.items():
        insert(
            inbound,
            "delivered",
            message_out_id=id,
            platform_message_id=platform,
            status="delivered",
            delivered_at="2026-06-01 11:00:00",
        )
    for id, status in (("o14", "failed"), ("o15", "refused")):
        insert(inbound, "delivered", message_out_id=id, status=status, delivered_at="2026-06-01 11:00:00")
    insert(inbound, "session_routing", id=1, channel_type="telegram", platform_id="telegram:1")
    inbound.close()
    outbound = opened(session / "outbound.db", "nanoclaw-outbound.real.sql")
    for place, (id, number, kind, content, more) in enumerate(OUT):
        cells = {
            "id": id,
            "seq": number,
            "kind": kind,
            "timestamp": AT.format(place * 2 + 1),
            "content": json.dumps(content),
            "channel_type": "telegram",
            "platform_id": "telegram:1",
        }
        insert(outbound, "messages_out", **{**cells, **more})
    insert(outbound, "processing_ack", message_id="claimed", status="processing", status_changed="2026-06-01 10:40:00")
    outbound.close()
    return session


def opened(path: Path, schema: str) -> apsw.Connection:
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute(resources.text("schemas", schema)).fetchall()
    return connection


def insert(connection: apsw.Connection, table: str, **cells: object) -> None:
    marks = ", ".join("?" * len(cells))
    connection.execute(f"INSERT INTO {table} ({', '.join(cells)}) VALUES ({marks})", tuple(cells.values()))  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make(tmp_path_factory.mktemp("chat"))


@pytest.fixture(scope="module")
def source(session: Path) -> Source:
    return open_source(str(session))


@pytest.fixture(scope="module")
def talk(source: Source) -> Conversation:
    return read_conversation(source, CLOCK, TOKEN)


@pytest.fixture(scope="module")
def said(source: Source, talk: Conversation) -> dict[str, Message]:
    """Every message by its id."""
    found = read_messages(source, talk, range(len(talk.timeline)), CLOCK, TOKEN)
    return {message.id: message for message in found.values()}


def words(message: Message) -> list[str]:
    return [one.words for one in message.marks]


def ids(source: Source, talk: Conversation, mask: Any) -> set[str]:
    places = [place for place in range(len(talk.timeline)) if mask[place]]
    return {one.id for one in read_messages(source, talk, places, CLOCK, TOKEN).values()}


def test_messages_in_and_out_are_one_conversation_and_operations_stand_on_theirs(
    talk: Conversation, said: dict[str, Message]
) -> None:
    assert len(talk.timeline) == len(IN) + len(OUT) - 3
    assert talk.applied == 3
    assert "o2" not in said
    assert "o7" in said, "an edit of a message that is not there is told by itself"
    assert [one.text for one in said["o1"].edits] == ["Yes.", "Yes, since 9.", "Yes, since ten."]
    assert said["o1"].text == "Yes, since ten."
    assert [one.emoji for one in said["p1:x:ag-1"].reactions] == ["thumbs_up"]


def test_text_is_as_it_was_written(said: dict[str, Message]) -> None:
    assert said["p1:x:ag-1"].text == "<b>Is it up?</b>\nnow"
    assert said["p1:x:ag-1"].sender == "Mei"
    assert said["o1"].sender == "Andy"


def test_the_chosen_answer_is_marked_and_a_question_without_one_waits(said: dict[str, Message]) -> None:
    assert said["o5"].choices == (Choice("yes", True), Choice("no"))
    assert said["o9"].answered == "Not answered yet"


def test_a_task_tells_its_series_and_which_run_it_is(said: dict[str, Message]) -> None:
    assert said["r1"].told == (("Run", "1 of 2 of the series r1"),)
    assert said["r2"].told == (("Repeats", "0 8 * * *"), ("Run", "2 of 2 of the series r1"))


@pytest.mark.parametrize(
    ("id", "expected"),
    [
        ("p1:x:ag-1", []),
        ("p2:ag-1", ["context only"]),
        ("r2", ["due"]),
        ("failed", ["failed after 5 tries"]),
        ("later", ["retry 2 of 5: waits until 2026-06-01 13:00:00 UTC"]),
        ("wake", ["waits for a fresh container"]),
        ("paused", ["paused"]),
        ("strange", ["status: dreaming"]),
        ("claimed", ["claimed by the container"]),
        ("o1", ["delivered"]),
        ("o6", ["suspect: delivered without a platform id, no adapter took it"]),
        ("o8", ["handed to the agent"]),
        ("o12", ["held until 2026-06-01 13:00:00 UTC"]),
        ("o13", ["not delivered"]),
        ("o14", ["failed after 3 attempts"]),
        ("o15", ["refused"]),
        ("o16", ["held for approval"]),
    ],
)
def test_what_became_of_a_message_is_told_in_words(said: dict[str, Message], id: str, expected: list[str]) -> None:
    assert words(said[id]) == expected


def test_where_a_message_goes_and_by_what(said: dict[str, Message]) -> None:
    assert said["o1"].destination == "Home on telegram"
    assert said["o6"].destination == "Home on telegram (from session_routing)"
    assert said["o8"].destination == "the agent Research"
    assert said["o11"].destination == "the host"


def test_numbers_of_the_wrong_side_or_of_both_are_flagged(source: Source, talk: Conversation) -> None:
    flagged = talk.timeline.flagged
    assert ids(source, talk, flagged("odd-number")) == {"odd", "same", "none"}
    assert ids(source, talk, flagged("same-number")) == {"same", "o6"}


def test_what_has_no_readable_time_stands_at_its_place_by_number(talk: Conversation) -> None:
    lost = [place for place, entry in enumerate(talk.timeline) if entry.instant is None]
    assert [talk.timeline.entry(place).stored for place in lost] == ["soon"]
    (place,) = lost
    before = [talk.timeline.entry(p).sequence for p in range(place) if talk.side(p) == "in"]
    assert before[-1] == 15


def test_what_waits_for_an_answer(source: Source, talk: Conversation) -> None:
    waiting = ids(source, talk, talk.unanswered)
    assert {"r2", "failed", "wake", "later", "claimed", "o9"} <= waiting
    assert waiting.isdisjoint({"p1:x:ag-1", "p2:ag-1", "o5", "a1"})


def test_by_number_is_another_order_of_the_same(source: Source, talk: Conversation) -> None:
    numbered = in_this_order(source, talk, "sequence")
    numbers = [entry.sequence for entry in numbered.timeline if entry.sequence is not None]
    assert numbers == sorted(numbers)
    assert len(numbered.timeline) == len(talk.timeline)
    assert int(numbered.unanswered.sum()) > 0


def test_words_are_found_in_what_is_said_and_not_in_the_names_of_members(source: Source, talk: Conversation) -> None:
    def found(text: str) -> set[str]:
        places = find_words(source, talk, text, CLOCK, TOKEN)
        return {one.id for one in read_messages(source, talk, places.tolist(), CLOCK, TOKEN).values()}

    assert found("IS IT UP") == {"p1:x:ag-1"}
    assert found("since 9") == {"o1"}, "an earlier text of it"
    assert found("grüße aus „köln“") == {"odd"}
    assert found("sendername") == set()
    assert found("100%") == set()
    assert found("") == set()


def test_case_c104_a_payload_of_megabytes_is_told_and_not_read(said: dict[str, Message]) -> None:
    big = said["big"]
    (image,) = big.attached
    assert big.text == "see"
    assert image.inside
    assert image.size == 3_750_000
    assert big.size > 5_000_000
    assert not big.whole


def test_case_c104_only_what_is_asked_for_is_read(source: Source) -> None:
    few = read_conversation(source, CLOCK, TOKEN, limit=4)
    assert len(few.timeline) <= 8
    assert few.timeline.there_are >= len(IN) + len(OUT) - 3


def test_the_order_is_that_which_a_timeline_would_read(source: Source, tmp_path: Path) -> None:
    """Whatever stands in the columns: numbers as text, no times, bytes that are no text."""
    path = tmp_path / "session.db"
    connection = apsw.Connection(str(path))
    connection.execute(
        "CREATE TABLE messages_in (id, seq, kind, timestamp, status, process_after, content, tries);"
        "CREATE TABLE messages_out (id, seq, kind, timestamp, in_reply_to, deliver_after, content, delivered)"
    )
    wild = (
        "2026-06-01T10:00:00Z",
        None,
        1_779_100_000,
        "",
        "soon",
        b"\x00\xff",
        1e300,
        "x" * 500,
        "a\x1fb",
        "2026-06-01",
    )
    for place, value in enumerate(wild * 2):
        seq = (place, None, "7", 2.5, b"1")[place % 5]
        kind = ("chat", None, b"\xff", 5, "a\x1fb")[place % 5]
        insert(
            connection,
            "messages_in",
            id=f"m{place}",
            seq=seq,
            kind=kind,
            timestamp=value,
            status="pending",
            content="x",
        )
    connection.execute(
        "INSERT INTO messages_in (id, kind, timestamp, content) VALUES ('b', CAST(x'ff41' AS TEXT), 1, 'x')"
    )
    connection.close()
    legacy = open_source(str(path))
    database = legacy.database
    assert database is not None
    catalog = database.catalog(TOKEN)
    reading = Reading(legacy.path, legacy.redactor, {"now": "2026-06-01 12:00:00"}, lambda word: "", 300)
    (first, _) = ways_of(legacy).order(catalog, False)

    def both(reader: Any) -> tuple[Timeline, Timeline]:
        return load_order(reader, catalog, first, reading), load_query(reader, catalog, first, reading)

    ours, theirs = database.read(both, TOKEN)
    assert len(ours) == len(theirs) == 21

    def by_key(made: Timeline) -> dict[Any, Any]:
        return {
            entry.link.ref.key: (entry.instant, entry.sequence, entry.flags, entry.status)
            for entry in made
            if entry.link is not None and entry.link.ref is not None
        }

    assert by_key(ours) == by_key(theirs)


def test_a_half_alone_says_what_it_cannot_know(session: Path, tmp_path: Path) -> None:
    alone = tmp_path / "sess-9"
    alone.mkdir()
    (alone / "inbound.db").write_bytes((session / "inbound.db").read_bytes())
    source = open_source(str(alone))
    talk = read_conversation(source, CLOCK, TOKEN)
    assert len(talk.timeline) == len(IN)
    said = {one.id: one for one in read_messages(source, talk, range(len(IN)), CLOCK, TOKEN).values()}
    assert words(said["wake"]) == ["not known whether it was read: no outbound half"]
    assert said["big"].attached[0].size == 3_750_000


def test_a_message_is_named_by_its_id_too(source: Source) -> None:
    ref = row_of(source, RowRef("main", "messages_out", ("o5",)), TOKEN)
    assert ref is not None
    assert ref.key == (5,)
    assert row_of(source, RowRef("main", "messages_out", ("never",)), TOKEN) is None
    assert row_of(source, RowRef("main", "messages_in", (3,)), TOKEN) == RowRef("main", "messages_in", (3,))


def test_secrets_are_masked_wherever_they_stand(tmp_path: Path) -> None:
    session = make(tmp_path / "data")
    secret = "sk-ant-api03-abcdefghijklmnop"
    connection = apsw.Connection(str(session / "outbound.db"))
    content = {"text": f"it is {secret}", "attachments": [{"name": f"{secret}.txt"}], "replyTo": {"text": secret}}
    connection.execute("UPDATE messages_out SET content = ? WHERE id = 'o13'", (json.dumps(content),))
    connection.execute(
        "UPDATE messages_out SET content = ? WHERE id = 'o14'", ('{"odd":{"api_key":"hunter2hunter2"}}',)
    )
    large = json.dumps({"odd": {"api_key": "hunter3hunter3"}, "rest": "x" * 40_000})
    connection.execute("UPDATE messages_out SET content = ? WHERE id = 'o12'", (large,))
    connection.close()
    source = open_source(str(session))
    talk = read_conversation(source, CLOCK, TOKEN)
    shown = repr(list(read_messages(source, talk, range(len(talk.timeline)), CLOCK, TOKEN).values()))
    assert secret not in shown
    assert "hunter2" not in shown
    assert "hunter3" not in shown, "whatever is large is masked as what is small"
    assert "api_key" in shown
    open_one = source.revealed(True)
    assert secret in repr(list(read_messages(open_one, talk, range(len(talk.timeline)), CLOCK, TOKEN).values()))


def test_only_sessions_have_a_conversation(source: Source, session: Path) -> None:
    install = open_source(str(session.parents[2]))
    assert not has_conversation(install)
    assert [has_conversation(one) for one in install.children] == [True]
    assert is_said(source, RowRef("main", "messages_in", (1,)))
    assert not is_said(source, RowRef("main", "delivered", (1,)))
    assert not is_said(None, None)


AS_OF = Clock(parse_as_of("2026-05-19T21:30:00Z"))


def test_the_sessions_of_a_real_install(real_database: Callable[[str], Path]) -> None:
    install = open_source(str(real_database("nanoclaw/install")))
    counts = []
    for one in install.walk():
        if has_conversation(one):
            talk = read_conversation(one, AS_OF, TOKEN)
            sides = [talk.timeline.lanes.among((side,)).sum() for side in ("in", "out")]
            counts.append((int(sides[0]), int(sides[1]) + talk.applied))
            found = read_messages(one, talk, range(len(talk.timeline)), AS_OF, TOKEN)
            assert len(found) == len(talk.timeline)
            assert not [message for message in found.values() if message.shape == "json"]
    expected = [(74, 76), (37, 12), (23, 24), (3, 3), (20, 24), (27, 14), (0, 0), (22, 20), (8, 8), (14, 13)]
    assert counts == expected


def test_messages_between_agents_lead_to_one_another(real_database: Callable[[str], Path]) -> None:
    install = open_source(str(real_database("nanoclaw/install")))
    pairs = {one.path.rpartition("/")[2]: one for one in install.walk() if has_conversation(one)}
    andy, research = pairs["sess-1777366931390-wxfjfx"], pairs["sess-1778159128674-y0th3n"]
    for here, there in ((andy, research), (research, andy)):
        talk = read_conversation(here, AS_OF, TOKEN)
        said = read_messages(here, talk, range(len(talk.timeline)), AS_OF, TOKEN)
        between = {place: one for place, one in said.items() if one.other is not None}
        assert len(between) > 20
        for place, message in between.items():
            instant = talk.timeline.entry(place).instant
            assert instant is not None
            found = other_place(install, here, talk, message, instant.moment.isoformat(" ")[:19], AS_OF, TOKEN)
            assert found is not None
            assert found[0].path == there.path
            assert found[1] is not None
            (twin,) = read_messages(
                there,
                back := read_conversation(there, AS_OF, TOKEN),
                back.places("in" if found[1].table == "messages_in" else "out", (int(found[1].key[0]),)).tolist(),
                AS_OF,
                TOKEN,
            ).values()
            assert twin.text == message.text
            break


@pytest.mark.parametrize("name", ["legacy-pair", "legacy-single", "install-broken", "install-newest"])
def test_old_broken_and_new_files_are_read_with_what_they_have(real_database: Callable[[str], Path], name: str) -> None:
    every = [one for one in open_source(str(real_database(f"nanoclaw/{name}"))).walk() if has_conversation(one)]
    assert every
    for one in every:
        talk = read_conversation(one, AS_OF, TOKEN)
        found = read_messages(one, talk, range(len(talk.timeline)), AS_OF, TOKEN)
        assert len(found) == len(talk.timeline)


def test_revealed_or_not_the_order_is_the_same(source: Source, talk: Conversation) -> None:
    again = read_conversation(replace(source), CLOCK, TOKEN)
    assert again.rowids.tolist() == talk.rowids.tolist()
