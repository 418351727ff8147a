"""Rows become a timeline: columns by name, limits that are told, secrets masked, whole texts on demand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import apsw
import pytest

from inspector.cancel import CancelToken
from inspector.db.database import Database, open_database
from inspector.db.needs import needs
from inspector.redaction import MASK, Redactor
from inspector.timeline.load import Reading, load_query, load_timeline, whole_texts
from inspector.timeline.source import TimelineQuery, TimelineSource

QUERY = TimelineQuery(
    "SELECT id AS key, id AS seq, at, done AS until, kind, who AS lane, state AS status, said AS title, "
    "body AS text, marks AS flags, deep AS depth FROM log",
    "log",
    needs("log.at"),
)


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    path = tmp_path / "log.db"
    connection = apsw.Connection(str(path))
    connection.execute(
        "PRAGMA synchronous = OFF;"
        "CREATE TABLE log (id INTEGER PRIMARY KEY, at, done, kind, who, state, said, body, marks, deep);"
        "INSERT INTO log VALUES (1, '2026-05-19 10:00:00', '2026-05-19T10:00:01.5Z', 'call', 'a', 'ok', 'first', "
        "'key sk-abcdefghijklmnop', 'error held', 1), "
        "(2, 1779184900, NULL, 'call', 'b', NULL, 'second', NULL, NULL, 0), "
        "(3, 'soon', NULL, NULL, 'b', 'ok', 'third', x'00ff', NULL, 400)"
    ).fetchall()
    connection.close()
    found = open_database(path)
    yield found
    found.close()


def reading(**more: object) -> Reading:
    return Reading("/log.db", Redactor(), {}, lambda word: "done" if word == "ok" else "unknown", **more)  # type: ignore[arg-type]


def test_columns_are_known_by_name(database: Database) -> None:
    catalog = database.catalog()
    found = database.read(lambda reader: load_query(reader, catalog, QUERY, reading()), CancelToken())
    first, second, third = found
    assert (first.title, first.kind, first.lane, first.status) == ("first", "call", "a", "ok")
    assert first.text == f"key {MASK}"
    assert (first.sequence, first.span_ms, first.depth, set(first.flags)) == (1, 1500.0, 1, {"error", "held"})
    assert first.link is not None
    assert first.link.ref is not None
    assert (first.link.path, first.link.ref.table, first.link.ref.key) == ("/log.db", "log", (1,))
    assert second.instant is not None
    assert (second.text, second.span_ms, second.flags) == ("", None, ())
    assert (third.instant, third.stored, third.text, third.depth) == (None, "soon", "(2 bytes)", 255)
    assert found.states == {"ok": "done"}


def test_a_limit_keeps_the_newest_and_says_how_many_there_are(database: Database) -> None:
    catalog = database.catalog()
    found = database.read(lambda reader: load_query(reader, catalog, QUERY, reading(limit=2)), CancelToken())
    assert [one.title for one in found] == ["second", "third"]
    assert found.there_are == 3


def test_what_a_query_needs_and_what_is_read_instead(database: Database) -> None:
    catalog = database.catalog()
    newer = TimelineQuery("SELECT nothing", "log", needs("log.other"), instead=QUERY)
    lacking = TimelineQuery("SELECT nothing", "gone", needs("gone"))
    source = TimelineSource("x", "X", "All.", (newer, lacking), icons={"call": "ph.wrench"})
    assert source.fits(catalog)
    assert not TimelineSource("y", "Y", "All.", (lacking,)).fits(catalog)
    found = database.read(lambda reader: load_timeline(reader, catalog, source, reading(lane="one")), CancelToken())
    assert [one.lane for one in found] == ["one"] * 3
    assert found.icons == {"call": "ph.wrench"}


def test_cells_are_told_and_masked_by_the_names_in_their_json(database: Database) -> None:
    query = TimelineQuery(
        "SELECT 1 AS key, '2026-05-19' AS at, '{\"password\": \"hunter2\", \"n\": 5}' AS body, 'x' AS kind",
        "log",
        newest="at",
        tell=lambda cells: (cells["kind"], cells["body"].split('"')[3]),
        whole=lambda cells: "whole: " + cells["body"],
    )
    catalog = database.catalog()
    found = database.read(lambda reader: load_query(reader, catalog, query, reading()), CancelToken())
    assert found.entry(0).text == MASK
    texts = database.read(lambda reader: whole_texts(reader, query, [(1,), (2,)], reading()), CancelToken())
    assert texts == {(1,): f'whole: {{"password": "{MASK}", "n": 5}}'}


@pytest.mark.parametrize("key", ["api_key", "authToken", "PASSWORD", "webhook-url", "db_pass", "sessionKey", "cookies"])
def test_names_of_secrets_are_seen(key: str) -> None:
    redactor = Redactor()
    for text in (f'{{"{key}": "abc"}}', f'{{"x": "{{\\"{key}\\" : 1}}"}}', f'{{"{key}": {{"a": "b"}}}}'):
        assert redactor.names_secrets(text), text
    assert not redactor.names_secrets('{"keyboard": "token of love"}')
    assert not Redactor(reveal=True).names_secrets(f'{{"{key}": "abc"}}')
