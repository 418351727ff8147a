"""What sources below a card's own tell: as it comes, faults in place; on real installs as plain SQL tells it."""

from __future__ import annotations

import glob
import os
import re
import statistics
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

import apsw
import pytest

from inspector.cancel import CancelToken
from inspector.clock import Clock, parse_as_of
from inspector.db.rows import RowRef
from inspector.errors import KnownError
from inspector.families.gathering import Gathering
from inspector.families.nanoclaw.cards.gathering.delay_lines import delay_words
from inspector.workspace.cards.card_page import CardPage, PageLine, PageSection
from inspector.workspace.cards.read_card import card_of, read_card
from inspector.workspace.opening.open_source import open_source
from inspector.workspace.source import Source

MAY, JUNE = "2026-05-19T21:30:00Z", "2026-06-21T09:05:00Z"
Real = Callable[[str], Path]
INSTALLS = pytest.mark.parametrize(("name", "as_of"), [("install", MAY), ("install-newest", JUNE)])


def page_of(source: Source, table: str, id: str, as_of: str, told: list[CardPage] | None = None) -> CardPage:
    assert source.database is not None
    schema = source.database.catalog().table(table).schema  # type: ignore[union-attr]
    tell = (lambda page: None) if told is None else told.append
    return read_card(source, RowRef(schema, table, (id,)), Clock(parse_as_of(as_of)), CancelToken(), tell)


def section(page: CardPage, id: str) -> PageSection:
    return next(one for one in page.sections if one.id == id)


def lines(page: CardPage, id: str) -> dict[str, PageLine]:
    return {line.name: line for line in section(page, id).lines}


@pytest.fixture
def opened() -> Iterator[Callable[[Path], Source]]:
    found: list[Source] = []

    def open_it(path: Path) -> Source:
        found.append(open_source(str(path)))
        return found[-1]

    yield open_it
    for source in found:
        source.close()


# --- plain SQL over the files of an install, written for this test alone ---


@dataclass
class Plain:
    """The files of one agent, read by SQL of their own."""

    root: Path
    agent: str

    def asked(self, sql: str) -> list[tuple[object, ...]]:
        """The rows of a SELECT over each pair of the agent; the halves are called i and o."""
        rows: list[tuple[object, ...]] = []
        for folder in sorted(glob.glob(f"{self.root}/data/v2-sessions/{self.agent}/sess-*")):
            with closing(apsw.Connection(":memory:", apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_URI)) as connection:
                for name, half in (("i", "inbound"), ("o", "outbound")):
                    connection.execute(f"ATTACH 'file:{os.path.join(folder, half)}.db?immutable=1' AS {name}")
                rows += connection.execute(sql).fetchall()
        return rows


def agents(root: Path) -> list[str]:
    flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
    with closing(apsw.Connection(f"file:{root}/data/v2.db?immutable=1", flags)) as connection:
        return [str(row[0]) for row in connection.execute("SELECT id FROM agent_groups ORDER BY id").fetchall()]


SECONDS = "round((julianday({b}) - julianday({a})) * 86400.0, 3)"
REPLY = f"""
SELECT {SECONDS.format(a="CASE WHEN r.due > r.at AND r.tries = 0 THEN r.due ELSE r.at END", b="min(r.said)")} FROM (
  SELECT m.id AS id, m.tries AS tries, m.timestamp AS at, datetime(m.process_after, 'subsec') AS due,
         datetime(x.timestamp, 'subsec') AS said FROM i.messages_in m JOIN o.messages_out x ON x.in_reply_to = m.id
) r GROUP BY r.id
"""
DELIVERY = f"""
SELECT {SECONDS.format(a="x.timestamp", b="d.delivered_at")} FROM o.messages_out x
JOIN i.delivered d ON d.message_out_id = x.id WHERE d.status = 'delivered' AND x.kind LIKE 'chat%'
AND (d.platform_message_id IS NOT NULL OR x.channel_type = 'agent' OR x.content LIKE '%"operation":"reaction"%')
"""
FINISH = f"""
SELECT {
    SECONDS.format(
        a="CASE WHEN julianday(m.process_after) > julianday(m.timestamp) AND m.tries = 0 "
        "THEN m.process_after ELSE m.timestamp END",
        b="a.status_changed",
    )
}
FROM i.messages_in m JOIN o.processing_ack a ON a.message_id = m.id WHERE a.status <> 'processing'
"""


@INSTALLS
def test_an_agents_messages_by_day_are_those_that_plain_sql_counts(
    name: str, as_of: str, real_database: Real, opened: Callable[[Path], Source]
) -> None:
    root = real_database(f"nanoclaw/{name}")
    source = opened(root)
    for agent in agents(root):
        page, files = page_of(source, "agent_groups", agent, as_of), Plain(root, agent)
        days = Counter(files.asked("SELECT 'in', date(timestamp) FROM i.messages_in"))
        days.update(files.asked("SELECT 'out', date(timestamp) FROM o.messages_out"))
        told = section(page, "traffic").days
        assert len(told) == 30
        assert told[-1].day == as_of[:10]
        assert {(one.incoming, one.outgoing, one.day) for one in told} == {
            (days[("in", one.day)], days[("out", one.day)], one.day) for one in told
        }
        shown = {one.day for one in told}
        earlier = [sum(n for (way, day), n in days.items() if way == one and day not in shown) for one in ("in", "out")]
        assert lines(page, "traffic")["earlier"].text == f"{earlier[0]:,} in, {earlier[1]:,} out"


@INSTALLS
def test_an_agents_delays_are_those_that_plain_sql_measures(
    name: str, as_of: str, real_database: Real, opened: Callable[[Path], Source]
) -> None:
    root = real_database(f"nanoclaw/{name}")
    source = opened(root)
    for agent in agents(root):
        told, files = lines(page_of(source, "agent_groups", agent, as_of), "delays"), Plain(root, agent)
        for title, sql in (
            ("arrival → reply", REPLY),
            ("message out → delivery", DELIVERY),
            ("arrival → finished", FINISH),
        ):
            values = sorted(round(float(str(row[0])) * 1000) for row in files.asked(sql))
            words = told[title].text.split(" · ")
            assert told[title].note.startswith(f"of {len(values)} message")
            assert words[0] == f"median {delay_words(statistics.median_low(values) * 1000)}", (title, agent)
            assert words[3] == f"max {delay_words(values[-1] * 1000)}"
            assert (f"{sum(one < 0 for one in values)} negative" in told[title].note) == (values[0] < 0)


@INSTALLS
def test_an_agents_failures_are_those_that_plain_sql_counts(
    name: str, as_of: str, real_database: Real, opened: Callable[[Path], Source]
) -> None:
    root = real_database(f"nanoclaw/{name}")
    source = opened(root)
    total: Counter[str] = Counter()
    for agent in agents(root):
        files = Plain(root, agent)
        failed_in = len(files.asked("SELECT 1 FROM i.messages_in WHERE status = 'failed'"))
        by_status = Counter(str(row[0]) for row in files.asked("SELECT status FROM i.delivered"))
        never = len(
            files.asked(
                "SELECT 1 FROM o.messages_out WHERE id NOT IN (SELECT message_out_id FROM i.delivered) AND "
                f"coalesce(deliver_after, timestamp) < datetime('{as_of}', '-60 seconds')"
            )
        )
        words = section(page_of(source, "agent_groups", agent, as_of), "failures").words
        counted = dict(re.findall(r"([a-z]+, (?:in|out)): ([\d,]+)", words))
        assert int(counted["failed, in"]) == failed_in
        assert int(counted["failed, out"]) == by_status["failed"]
        assert int(counted["refused, out"]) == by_status["refused"]
        assert int(counted["undelivered, out"]) <= never
        total.update({name: int(n) for name, n in counted.items()})
    expected = {"install": (1, 3, 1, 1), "install-newest": (3, 3, 1, 3)}[name]
    assert tuple(total[one] for one in ("failed, in", "failed, out", "suspect, out", "undelivered, out")) == expected


def test_the_sessions_of_the_install_stand_on_the_card_with_what_is_wrong(
    real_database: Real, opened: Callable[[Path], Source]
) -> None:
    source = opened(real_database("nanoclaw/install"))
    told = lines(page_of(source, "agent_groups", "ag-1777363244897-xidhnl", MAY), "conversations")
    assert {name: line.text for name, line in told.items()} == {
        "eng, thread 1779112800.000100": "20 in, 24 out · being worked on",
        "eng, thread 1779199200.000200": "27 in, 14 out · claimed by a container that is stuck",
        "general, thread 1310001112223334": "23 in, 24 out · the container is dead",
        "general, thread 1380001112223334": "there is no folder for it",
        "deploys, thread 1390009998887776": "3 in, 3 out · nothing stuck",
        "sess-1779225641387-wz15jb": "0 in, 0 out · nothing stuck",
    }
    stuck = told["eng, thread 1779199200.000200"]
    assert stuck.tone == "negative"
    assert "last in 2026-05-19 21:05, out 2026-05-18 16:07 UTC" in stuck.note
    assert (stuck.lead.view, os.path.basename(stuck.lead.path)) == ("chat", "sess-1779118460232-b2s0w5")
    assert stuck.card is not None


def test_a_chat_finds_what_other_sessions_sent_there(real_database: Real, opened: Callable[[Path], Source]) -> None:
    source = opened(real_database("nanoclaw/install-newest"))
    page = page_of(source, "messaging_groups", "mg-1777363370681-75cw0n", JUNE)
    told = lines(page, "conversations")
    assert told["Andy"].text.startswith("59 in, 63 out")
    assert told["Andy · task weekday-briefing-3f2a"].text.startswith("0 in, 3 out")
    assert "28 messages in its sessions came from other places" in section(page, "conversations").words


def test_broken_sessions_are_told_in_their_place_and_not_counted_as_nothing(
    real_database: Real, opened: Callable[[Path], Source]
) -> None:
    source = opened(real_database("nanoclaw/install-broken"))
    page = page_of(source, "agent_groups", "ag-1777363340288-z75qrv", JUNE)
    told = lines(page, "conversations")
    assert {line.text for line in told.values()} == {
        "22 in, out not known · whether it is stuck is not known",
        "8 in, out not known · whether it is stuck is not known",
    }
    assert "This file is empty" in told["Família 🏡"].note
    assert all(one.outgoing is None for one in section(page, "traffic").days)
    assert {line.text for line in section(page, "delays").lines} == {"not known"}


def test_in_one_session_the_others_are_not_read_and_that_is_said(
    real_database: Real, opened: Callable[[Path], Source]
) -> None:
    pair = "data/v2-sessions/ag-1777363244897-xidhnl/sess-1779118460232-b2s0w5"
    source = opened(real_database("nanoclaw/install") / pair)
    page = page_of(source, "messaging_groups", "mg-1777363400248-ye84gu", MAY)
    told = lines(page, "conversations")
    assert told["Ops Bot, thread 1779112800.000100"].text == "its files are not read here"
    assert told["Ops Bot, thread 1779199200.000200"].text.startswith("27 in, 14 out")
    assert "1 session not read here: open the folder of the install" in section(page, "delays").words


# --- how it comes ---


def test_the_card_is_told_at_once_and_its_numbers_as_they_come(
    real_database: Real, opened: Callable[[Path], Source], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("inspector.workspace.cards.gather._TELL_S", 0.0)
    source = opened(real_database("nanoclaw/install"))
    told: list[CardPage] = []
    whole = page_of(source, "agent_groups", "ag-1777363202506-pb14az", MAY, told)
    first = told[0]
    assert not first.whole
    assert section(first, "conversations").words == "Counting… 0 of 2 sessions read."
    assert [line.text for line in section(first, "conversations").lines] == ["counting…", "counting…"]
    for id in ("traffic", "failures", "delays"):
        # nothing that is not counted is shown as a number
        assert section(first, id).lines == ()
        assert section(first, id).days == ()
        assert section(first, id).words == "Counting… 0 of 2 sessions read."
    assert lines(first, "settings")
    texts = [line.text for line in section(told[1], "conversations").lines]
    assert texts.count("counting…") == 1
    assert section(whole, "conversations").words == "Together in 2 sessions: 111 in, 88 out."
    assert whole.whole
    assert [one.id for one in first.sections] == [one.id for one in whole.sections]


def test_it_names_the_files_that_it_is_made_of(real_database: Real, opened: Callable[[Path], Source]) -> None:
    source = opened(real_database("nanoclaw/install"))
    page = page_of(source, "agent_groups", "ag-1778158811607-g8d3pp", MAY)
    ends = {os.path.relpath(path, source.path).split(os.sep)[-2:][-1] for path in page.files}
    assert ends == {"v2.db", "inbound.db", "outbound.db"}
    assert len(page.files) == 3
    assert page_of(source, "users", "telegram:6037840640", MAY).files == ()


def test_a_source_that_fails_while_it_is_read_leaves_the_others_whole(
    real_database: Real, opened: Callable[[Path], Source]
) -> None:
    source = opened(real_database("nanoclaw/install"))
    card = card_of(source.family, "agent_groups")
    real: Gathering = card.gathering

    def look(asked, subject, ending):  # type: ignore[no-untyped-def]
        if ending.endswith("e5qxuc"):
            raise KnownError("the disk is on fire")
        return real.look(asked, subject, ending)

    burnt = replace(card, gathering=replace(real, look=look))
    family = replace(source.family, cards=tuple(burnt if one is card else one for one in source.family.cards))
    page = page_of(replace(source, family=family), "agent_groups", "ag-1777363202506-pb14az", MAY)
    told = lines(page, "conversations")
    assert told["Home Lab"].text == "cannot be read: the disk is on fire"
    assert told["Gabriel Mor"].text.startswith("74 in, 76 out")
    assert "1 session could not be read and is not counted." in section(page, "traffic").words
    assert lines(page, "traffic")["last 30 days"].text == "74 in, 76 out"
