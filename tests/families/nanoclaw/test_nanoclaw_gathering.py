"""Cards of agents and chats tell of their sessions: what is counted stands where it belongs, the rest is not known."""

from __future__ import annotations

import random
import statistics
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import apsw
import pytest

from inspector.cancel import CancelToken
from inspector.clock import Clock, parse_as_of
from inspector.db.rows import RowRef
from inspector.workspace.cards.card_page import CardPage, PageLine, PageSection
from inspector.workspace.cards.read_card import read_card
from inspector.workspace.opening.open_source import open_source

Read = Callable[..., CardPage]
CLOCK = Clock(parse_as_of("2026-06-01T12:00:00Z"))
NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)


def iso(seconds: float) -> str:
    """A time so long before noon, as the host writes it."""
    return (NOON - timedelta(seconds=seconds)).strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"


def plain(seconds: float) -> str:
    """The same as the container writes it: whole seconds, no zone."""
    return (NOON - timedelta(seconds=seconds)).strftime("%Y-%m-%d %H:%M:%S")


def execute(path: Path, sql: str) -> None:
    connection = apsw.Connection(str(path))
    connection.execute(f"PRAGMA synchronous = OFF; {sql}").fetchall()
    connection.close()


@pytest.fixture
def card(install: Any) -> Iterator[Read]:
    """The card of a row of the central file of the install, which is opened when it is first asked for."""
    opened = []

    def read(table: str, key: str, clock: Clock = CLOCK) -> CardPage:
        opened.append(open_source(str(install.data)))
        return read_card(opened[-1], RowRef("main", table, (key,)), clock, CancelToken())

    yield read
    for source in opened:
        source.close()


def section(page: CardPage, id: str) -> PageSection:
    return next(one for one in page.sections if one.id == id)


def lines(page: CardPage, id: str) -> dict[str, PageLine]:
    return {line.name: line for line in section(page, id).lines}


def test_delays_are_those_that_plain_python_tells(install: Any, card: Read) -> None:
    chance = random.Random(7)
    waits = [chance.randrange(1, 4000) for _ in range(60)]
    starts = [20_000 + 100 * place for place in range(60)]
    ins = [
        ("messages_in", {"id": f"m{i}", "seq": 10 + 2 * i, "timestamp": iso(start)}) for i, start in enumerate(starts)
    ]
    outs = [
        ("messages_out", {"id": f"r{i}", "seq": 11 + 2 * i, "in_reply_to": f"m{i}", "timestamp": plain(start - wait)})
        for i, (start, wait) in enumerate(zip(starts, waits, strict=True))
    ]
    # of an earlier and a later row that name the same message the earlier one counts
    outs.append(("messages_out", {"id": "again", "seq": 999, "in_reply_to": "m0", "timestamp": plain(100)}))
    install.run((), ["DELETE FROM messages_in", "DELETE FROM delivered", *ins], ["DELETE FROM messages_out", *outs])
    told = lines(card("agent_groups", "ag-1"), "delays")["arrival → reply"]
    ordered = sorted(waits)
    assert told.note == "of 60 messages"
    words = {part.rpartition(" ")[0].split(" ")[0]: part.split(" ", 1)[1] for part in told.text.split(" · ")}
    for name, wait in (
        ("median", statistics.median_low(waits)),
        ("p90", ordered[53]),
        ("p99", ordered[59]),
        ("max", max(waits)),
    ):
        hours, rest = divmod(wait, 3600)
        minutes, seconds = divmod(rest, 60)
        parts = [(hours, "h"), (minutes, "min")] if hours else [(minutes, "min"), (seconds, "s")]
        plainly = f"{wait}.0 s" if wait < 60 else " ".join(f"{n} {unit}" for n, unit in parts if n)
        assert words[name] == plainly
    assert told.lead is not None
    assert told.lead.view == "trace"


def test_each_delay_says_of_how_many_messages_and_what_is_not_known(install: Any, card: Read) -> None:
    install.run(
        (),
        [
            ("messages_in", {"id": "claimed", "seq": 4, "status": "pending", "timestamp": iso(30)}),
            ("messages_in", {"id": "skewed", "seq": 6, "timestamp": iso(600)}),
            ("messages_in", {"id": "odd", "seq": 8, "timestamp": "yesterday"}),
        ],
        [
            ("processing_ack", {"message_id": "claimed", "status": "processing", "status_changed": plain(25)}),
            ("messages_out", {"id": "early", "seq": 5, "in_reply_to": "skewed", "timestamp": plain(605)}),
            ("messages_out", {"id": "of-odd", "seq": 7, "in_reply_to": "odd", "timestamp": plain(500)}),
        ],
    )
    told = lines(card("agent_groups", "ag-1"), "delays")
    assert told["arrival → claim"].text == "median 5.0 s · p90 5.0 s · p99 5.0 s · max 5.0 s"
    assert told["arrival → claim"].note == (
        "of 1 message · 2 not claimed · 1 not known: the end of the claim overwrote its time"
    )
    assert told["claim → reply"].text == "not known"
    reply = told["arrival → reply"]
    assert reply.text.startswith("median −5.0 s")
    assert "of 2 messages · 1 negative, down to −5.0 s: clocks that differ" in reply.note
    assert "1 no reply names it · 1 not known: no readable time" in reply.note
    assert reply.tone == "warning"
    words = section(card("agent_groups", "ag-1"), "delays").words
    for said in (
        "in_reply_to, a guess of the system's own: a hint",
        "process_after",
        "status_changed",
        "deliver_after",
    ):
        assert said in words


def test_traffic_has_a_bar_for_each_day_and_says_what_is_on_none(install: Any, card: Read) -> None:
    day = 86_400
    install.run(
        (),
        [
            ("messages_in", {"id": "m2", "seq": 4, "timestamp": iso(29 * day)}),
            ("messages_in", {"id": "m3", "seq": 6, "timestamp": iso(29 * day + 13 * 3600)}),
            ("messages_in", {"id": "m4", "seq": 8, "timestamp": iso(-60)}),
            ("messages_in", {"id": "m5", "seq": 10, "timestamp": "soon"}),
            ("messages_in", {"id": "m6", "seq": 12, "timestamp": str(int(NOON.timestamp() * 1000) - 3_600_000)}),
        ],
        [("messages_out", {"id": "o2", "seq": 5, "timestamp": plain(400 * day)})],
    )
    page = card("agent_groups", "ag-1")
    told, days = lines(page, "traffic"), section(page, "traffic").days
    assert (len(days), days[0].day, days[-1].day) == (30, "2026-05-03", "2026-06-01")
    assert {one.day: (one.incoming, one.outgoing) for one in days if one.incoming or one.outgoing} == {
        "2026-05-03": (1, 0),
        "2026-06-01": (2, 1),
    }
    assert (told["last 30 days"].text, told["earlier"].text) == ("3 in, 1 out", "1 in, 1 out")
    assert told["earlier"].note == "since 2025-04-27"
    assert told["busiest of them"].note == "2026-06-01"
    assert (told["later"].text, told["no readable time"].text) == ("1 in, 0 out", "1 in, 0 out")
    assert "2026-06-01: 2 in, 1 out" in page.text()


def test_failures_are_counted_by_kind_and_lead_to_their_traces(install: Any, card: Read) -> None:
    install.run(
        [
            "INSERT INTO unregistered_senders VALUES ('telegram', 'telegram:1', 'telegram:9', 'Stranger', "
            f"'unknown_sender_strict', 'mg-1', 'ag-1', 3, '{iso(900)}', '{iso(800)}')"
        ],
        [
            ("messages_in", {"id": "bad", "seq": 4, "status": "failed", "tries": 5, "content": '{"text":"do it"}'}),
            ("delivered", {"message_out_id": "lost", "status": "failed", "platform_message_id": None}),
            ("delivered", {"message_out_id": "no", "status": "refused", "platform_message_id": None}),
            ("delivered", {"message_out_id": "void", "platform_message_id": None}),
        ],
        [
            ("messages_out", {"id": "lost", "seq": 5, "timestamp": plain(50)}),
            ("messages_out", {"id": "no", "seq": 7}),
            ("messages_out", {"id": "void", "seq": 9}),
            ("messages_out", {"id": "never", "seq": 11, "content": '{"text":"on its way"}'}),
            ("messages_out", {"id": "held", "seq": 13, "deliver_after": iso(-600)}),
        ],
    )
    for table, key in (("agent_groups", "ag-1"), ("messaging_groups", "mg-1")):
        told = section(card(table, key), "failures")
        assert told.lines[0].name == "failed, out", "the newest stands first"
        by_name = {line.name: line for line in told.lines}
        assert (by_name["failed, in"].text, by_name["failed, in"].note.partition(" · ")[0]) == (
            "do it",
            "after 5 of 5 tries",
        )
        assert by_name["undelivered, out"].text == "on its way"
        assert {line.lead.view for line in told.lines} == {"trace"}
        assert by_name["suspect, out"].tone == "warning"
        assert "Counted: failed, in: 1; failed, out: 1; refused, out: 1; suspect, out: 1; undelivered, out: 1." in (
            told.words
        )
        dropped = by_name["Stranger in Home"]
        assert (dropped.text, dropped.note) == ("3 messages", "unknown_sender_strict")
        assert dropped.lead.path == str(card(table, key).place.path)


def test_a_message_that_waits_for_an_approval_is_not_undelivered(install: Any, card: Read) -> None:
    payload = '{"id": "gated", "content": "{}"}'
    install.run(
        [("pending_approvals", {"approval_id": "a", "action": "a2a_message_gate", "payload": payload})],
        (),
        [("messages_out", {"id": "gated", "seq": 5, "channel_type": "agent", "platform_id": "ag-2"})],
    )
    assert "undelivered, out: 0" in section(card("agent_groups", "ag-1"), "failures").words


def test_a_chat_tells_of_its_own_messages_alone_wherever_they_are(install: Any, card: Read) -> None:
    """An agent-shared session, a task that writes there; what its sessions sent elsewhere is of others."""
    install.add_session("tasks", "ag-2")
    execute(
        install.folder("tasks", "ag-2") / "outbound.db",
        "INSERT INTO messages_out (id, seq, kind, timestamp, channel_type, platform_id, content) VALUES "
        f"('brief', 1, 'chat', '{plain(90)}', 'telegram', 'telegram:1', '{{}}'), "
        f"('n', 3, 'chat', '{plain(80)}', 'telegram', 'telegram:7', '{{}}')",
    )
    install.run(
        [("sessions", {"id": "tasks", "agent_group_id": "ag-2", "thread_id": "system:tasks:brief"})],
        [
            ("messages_in", {"id": "sys", "seq": 4, "kind": "system", "channel_type": None, "platform_id": None}),
            ("messages_in", {"id": "peer", "seq": 6, "channel_type": "agent", "platform_id": "ag-2"}),
        ],
        [("messages_out", {"id": "host", "seq": 5, "kind": "system", "channel_type": None, "platform_id": None})],
    )
    page = card("messaging_groups", "mg-1")
    told = lines(page, "conversations")
    assert told["Andy"].text.startswith("2 in, 2 out · ")
    assert told["Ops · task brief"].text.startswith("0 in, 1 out · ")
    assert "a session of another chat, task or agent" in told["Ops · task brief"].note
    assert {line.lead.view for line in told.values()} == {"chat"}
    words = section(page, "conversations").words
    assert "Together in 2 sessions: 2 in, 3 out." in words
    assert "1 message in its sessions came from other places or went there" in words
    assert lines(card("agent_groups", "ag-1"), "conversations")["Home"].text.startswith("3 in, 2 out · ")


def test_sessions_of_another_adapter_of_the_chat_are_counted_there(install: Any, card: Read) -> None:
    install.run(
        [
            ("messaging_groups", {"id": "mg-2", "platform_id": "telegram:1", "instance": "second", "name": "Home too"}),
            "UPDATE sessions SET messaging_group_id = 'mg-2'",
        ]
    )
    first, second = card("messaging_groups", "mg-1"), card("messaging_groups", "mg-2")
    assert section(first, "conversations").lines == ()
    assert "by another adapter" in section(first, "conversations").words
    assert section(first, "traffic").words == "It has no session, and nothing of it was found in others."
    assert lines(second, "conversations")["Andy"].text.startswith("1 in, 1 out")


def test_a_half_that_is_missing_is_not_known_and_never_zero(install: Any, card: Read) -> None:
    (install.folder() / "outbound.db").unlink()
    page = card("agent_groups", "ag-1")
    told = lines(page, "conversations")["Home"]
    assert told.text == "1 in, out not known · whether it is stuck is not known"
    assert "The outbound half of this session is missing" in told.note
    assert lines(page, "traffic")["last 30 days"].text == "1 in, out not known"
    assert section(page, "traffic").days[-1].outgoing is None
    assert {line.text for line in section(page, "delays").lines} == {"not known"}
    failures = section(page, "failures").words
    assert "Counted: failed, in: 0." in failures
    assert "Not known: failed, out (of 1 session); refused, out" in failures


def test_a_session_that_cannot_be_read_stands_in_its_place_with_why(install: Any, card: Read) -> None:
    for half in ("inbound", "outbound"):
        (install.folder() / f"{half}.db").write_bytes(b"no database at all, but words" * 99)
    page = card("agent_groups", "ag-1")
    told = lines(page, "conversations")["Home"]
    assert told.text.startswith("cannot be read: ")
    assert told.tone == "negative"
    for id in ("traffic", "delays"):
        assert section(page, id).lines == ()
        assert section(page, id).words == "1 session could not be read and is not counted."
    assert section(page, "failures").words.startswith("Failed messages are not known.")


def test_a_folder_that_is_missing_and_one_that_nobody_knows_are_said(install: Any, card: Read) -> None:
    install.add_session("stray", "ag-1")
    install.run([("sessions", {"id": "gone"})])
    told = lines(card("agent_groups", "ag-1"), "conversations")
    assert told["between agents"].text == "there is no folder for it"
    assert told["stray"].note == "the central file has no row for it"
    assert "1 session without a folder: not counted." in section(card("agent_groups", "ag-1"), "traffic").words


def test_an_old_version_tells_what_it_has(make_install: Any) -> None:
    old = make_install()
    less = ("ALTER TABLE messages_in DROP COLUMN process_after", "ALTER TABLE messages_in DROP COLUMN tries")
    old.run((), less, ("DROP TABLE processing_ack", "ALTER TABLE messages_out DROP COLUMN in_reply_to"))
    source = open_source(str(old.data))
    try:
        page = read_card(source, RowRef("main", "agent_groups", ("ag-1",)), CLOCK, CancelToken())
    finally:
        source.close()
    told = lines(page, "delays")
    assert told["message out → delivery"].note == "of 1 message"
    assert {told[name].text for name in ("arrival → claim", "arrival → reply")} == {"not known"}
    assert lines(page, "conversations")["Home"].text.startswith("1 in, 1 out")


def test_secrets_in_what_failed_are_masked(install: Any, card: Read) -> None:
    token = "sk-ant-abcdefghijklmnopqrstuvwxyz"
    install.run(
        (), [("messages_in", {"id": "m", "seq": 4, "status": "failed", "content": f'{{"text":"use {token}"}}'})]
    )
    page = card("agent_groups", "ag-1")
    assert lines(page, "failures")["failed, in"].text.startswith("use ")
    assert token not in page.text()
