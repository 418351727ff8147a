"""Long conversations and payloads of megabytes: the order reads few bytes, bodies come in parts, base64 is told."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import apsw
import pytest

from inspector import resources
from inspector.cancel import Cancelled, CancelToken
from inspector.db.reader import Reader
from inspector.families.replay.parts import Attachment, Passage, Result, ToolCall
from inspector.families.replay.ways import ReplayAsked
from inspector.workspace.opening.open_source import open_source
from inspector.workspace.replays.read_replay import read_entries, read_replay, read_turns
from inspector.workspace.source import Source

ROWS = 30_000
PICTURE = 5_000_000
AT = "2026-07-02 10:00:00"
INSERT = (
    "INSERT INTO transcript_entries(session_id, sequence, entry_type, payload_json, tool_use_id, created_at) "
    f"VALUES ('s', ?, ?, ?, ?, '{AT}')"
)


def made(path: Path, rows: Iterator[tuple[int, str, str, str | None]]) -> Source:
    db = apsw.Connection(str(path))
    db.execute("PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF").fetchall()
    db.execute(resources.path("schemas", "nehanda.real.sql").read_text(encoding="utf-8")).fetchall()
    db.execute("INSERT INTO conversations VALUES ('c', '/work', ?, ?, 'idle')", (AT, AT))
    db.execute("INSERT INTO sessions VALUES ('s', 'c', ?)", (AT,))
    with db:
        db.executemany(INSERT, rows)
    db.close()
    return open_source(str(path))


def long_rows() -> Iterator[tuple[int, str, str, str | None]]:
    data = "iVBORw0KGgo" + "A1b2" * ((PICTURE - 11) // 4)
    source = {"type": "base64", "media_type": "image/png", "data": data}
    for number in range(ROWS):
        call = f"call-{number // 3}"
        if number % 3 == 0:
            yield number, "user", '{"_t":"user","content":[{"type":"text","text":"go on"}]}', None
        elif number % 3 == 1:
            block = {"type": "tool_use", "id": call, "name": "Shot", "input": {"path": "x.png"}}
            yield number, "assistant", json.dumps({"_t": "assistant", "content": [block]}), None
        else:
            content: object = [{"type": "image", "source": source}] if number % 9_000 == 8_999 else "done"
            told = {"_t": "tool_result", "tool_use_id": call, "content": content, "is_error": False}
            yield number, "tool_result", json.dumps(told), call


@pytest.fixture(scope="module")
def long_one(tmp_path_factory: pytest.TempPathFactory) -> Source:
    return made(tmp_path_factory.mktemp("long") / "long.db", long_rows())


def bytes_read(source: Source, work: Callable[[ReplayAsked], object]) -> int:
    """Bytes of pages that SQLite fetched for some work."""
    assert source.database is not None
    database, catalog = source.database, source.database.catalog()

    def count(reader: Reader) -> int:
        return reader.on_connection(lambda db: db.status(apsw.SQLITE_DBSTATUS_CACHE_MISS)[0])

    def measured(reader: Reader) -> int:
        before = count(reader)
        work(ReplayAsked(reader, catalog, source.redactor))
        return (count(reader) - before) * int(str(reader.value("PRAGMA page_size")))

    return database.read(measured, CancelToken())


def test_C104_the_order_of_30000_entries_is_known_without_their_pictures(long_one: Source) -> None:
    replay = read_replay(long_one, "c", CancelToken())
    entries = [step for step in replay.steps if step.kind == "entry"]
    pictures = [step for step in entries if step.size > PICTURE]
    assert (len(entries), len(pictures)) == (ROWS, 3)
    assert all(step.call for step in entries if step.type == "tool_result")
    ways = long_one.family.replay
    assert ways is not None
    small = sum(step.size for step in entries) - sum(step.size for step in pictures)
    read = bytes_read(long_one, lambda asked: ways.ways().order(asked, "c"))
    assert 0 < read < 3 * small < PICTURE * 4
    assert read < PICTURE * 2


def test_C104_a_picture_is_told_by_its_size_with_its_call(long_one: Source) -> None:
    replay = read_replay(long_one, "c", CancelToken())
    place = next(place for place, step in enumerate(replay.steps) if step.size > PICTURE)
    found = read_entries(long_one, replay, [place - 1, place], CancelToken())
    (call,) = found[place - 1].parts
    assert isinstance(call, ToolCall)
    assert call.result is not None
    assert [one.words for one in call.result.attachments] == ["image, 3.7 MB"]
    assert (found[place].shown_with, found[place].at, found[place].whole) == (replay.steps[place - 1].rowid, AT, False)
    assert len(repr(found)) < 5_000


def test_C104_a_screen_of_entries_reads_little(long_one: Source) -> None:
    replay = read_replay(long_one, "c", CancelToken())
    read_entries(long_one, replay, [2], CancelToken())
    ways = long_one.family.replay
    assert ways is not None
    read = bytes_read(long_one, lambda asked: ways.ways().entries(asked, replay, range(20_000, 20_040)))
    assert read < 1_000_000
    assert len(read_turns(long_one, replay, CancelToken())) == ROWS // 3


def test_C104_reading_ends_when_it_is_cancelled(long_one: Source) -> None:
    replay = read_replay(long_one, "c", CancelToken())
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        read_entries(long_one, replay, range(len(replay.steps)), token)


def test_a_long_text_comes_as_its_beginning_with_its_size_and_its_faults(tmp_path: Path) -> None:
    key = "sk-ant-abcdefghijklmnop1234"
    blocks = [{"type": "tool_use", "id": "a", "name": "Bash", "input": {"command": "x", "password": "hunter22"}}]
    back = {"tool_use_id": "a", "content": f"{key} {'line of output' * 20_000}--- stderr ---\nno", "is_error": False}
    rows = [
        (1, "user", json.dumps({"content": [{"type": "text", "text": f"{key} " + "é" * 200_000}]}), None),
        (2, "assistant", json.dumps({"content": [*blocks, {"type": "text", "text": "y" * 200_000}]}), None),
        (3, "tool_result", json.dumps(back), "a"),
        (4, "user", '{"content": "' + "z" * 200_000, None),
        (5, "user", json.dumps({"content": "iVBORw0KGgo" + "A1b2" * 60_000}), None),
    ]
    source = made(tmp_path / "texts.db", iter(rows))
    replay = read_replay(source, "c", CancelToken())
    found = read_entries(source, replay, range(len(replay.steps)), CancelToken())
    said, called, returned, broken, picture = found.values()
    assert key not in repr(found)
    assert "hunter22" not in repr(found)
    (text,) = said.parts
    assert isinstance(text, Passage)
    assert (len(text.text) < 41_000, text.size, text.cut) == (True, 200_028, True)
    assert isinstance(called.parts[0], ToolCall)
    assert called.parts[0].flags == ("hidden failure",)
    assert isinstance(returned.parts[0], Result)
    assert returned.parts[0].passages[0].cut
    assert broken.flags == ("malformed payload",)
    assert picture.parts == (Attachment("image", 180_008, "image/png"),)
