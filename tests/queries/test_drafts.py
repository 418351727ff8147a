"""Drafts survive whatever happens to the process: text, caret and file are back; one that is spoiled is set aside."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.queries.drafts import CLOSED_KEPT, Draft, DraftStore, new_draft_id

KILLED = """
import sys
from dataclasses import replace
from inspector.queries.drafts import Draft, DraftStore
from pathlib import Path
store = DraftStore(Path(sys.argv[1]))
draft = Draft("one", "/a.db", 1, edited=True)
print("ready", flush=True)
turn = 0
while True:
    turn += 1
    text = f"SELECT {turn}; -- " + chr(ord("a") + turn % 26) * 200_000
    store.save(replace(draft, text=text, caret=turn), turn)
"""


@pytest.fixture
def store(tmp_path: Path) -> DraftStore:
    return DraftStore(tmp_path / "drafts")


def draft(**of: object) -> Draft:
    made = Draft(new_draft_id(), "/data/graph.db", 1, "SELECT 1", edited=True)
    return replace(made, **of)  # type: ignore[arg-type]


def test_what_was_saved_is_back_oldest_first(store: DraftStore) -> None:
    first = draft(caret=3, file="/q/w.sql", file_text="SELECT", title="Mine", each=True, changed_ms=5)
    second = draft(number=2, changed_ms=9, open=False)
    for turn, one in enumerate((second, first), 1):
        store.save(one, turn)
    assert DraftStore(store.folder).load().drafts == (first, second)
    assert store.folder.stat().st_mode & 0o077 == 0, "others may read what agents' databases are asked"


@given(text=st.text(st.characters(exclude_categories=()), max_size=40), path=st.text(max_size=10))
def test_any_text_is_kept_exactly(text: str, path: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    store = DraftStore(tmp_path_factory.mktemp("drafts"))
    one = draft(text=text, source=path)
    store.save(one, 1)
    assert store.load().drafts == (one,)


def test_an_older_turn_never_replaces_a_newer_one(store: DraftStore) -> None:
    one = draft()
    store.save(replace(one, text="new"), 2)
    store.save(replace(one, text="old"), 1)
    assert store.load().drafts[0].text == "new"
    store.forget(one.id)
    store.save(one, 3)
    assert store.load().drafts == (), "what was discarded came back"


@pytest.mark.parametrize("spoiled", ["", "{", "[]", '{"id": "x"}', '{"source": 1, "number": 1}', "\0" * 50])
def test_a_spoiled_draft_is_set_aside_and_told(store: DraftStore, spoiled: str) -> None:
    good = draft()
    store.save(good, 1)
    (store.folder / "bad.json").write_text(spoiled)
    found = store.load()
    assert found.drafts == (good,)
    assert len(found.problems) == 1
    assert "bad.json.unreadable" in found.problems[0]
    assert (store.folder / "bad.json.unreadable").read_text() == spoiled
    assert DraftStore(store.folder).load().problems == ()


def test_a_draft_that_cannot_be_written_leaves_the_one_before(
    store: DraftStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = draft()
    store.save(one, 1)

    def full(*args: object) -> None:
        raise OSError("No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        store.save(replace(one, text="more"), 2)
    assert store.load().drafts == (one,)
    assert [file.name for file in store.folder.iterdir()] == [f"{one.id}.json"]


def test_closed_documents_are_kept_for_a_while(store: DraftStore) -> None:
    closed = [draft(open=False, changed_ms=at, number=at) for at in range(CLOSED_KEPT + 3)]
    still_open = draft(changed_ms=0)
    for turn, one in enumerate([*closed, still_open], 1):
        store.save(one, turn)
    kept = store.prune([*closed, still_open])
    assert set(kept) == {*closed[3:], still_open}
    assert set(store.load().drafts) == set(kept)


def test_what_counts_as_unsaved() -> None:
    assert draft().unsaved
    assert not draft(text="  \n").unsaved
    assert not draft(edited=False).unsaved
    assert not draft(file="/w.sql", file_text="SELECT 1").unsaved
    assert draft(file="/w.sql", file_text="SELECT 2").unsaved


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_C68_a_process_that_is_killed_while_it_saves_leaves_a_whole_draft(store: DraftStore) -> None:
    for _ in range(3):
        child = subprocess.Popen(
            [sys.executable, "-c", KILLED, str(store.folder)], stdout=subprocess.PIPE, env={**os.environ}, text=True
        )
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
        file = store.folder / "one.json"
        while not file.exists():
            with contextlib.suppress(subprocess.TimeoutExpired):
                child.wait(0.005)
        child.send_signal(signal.SIGKILL)
        child.communicate()
        found = DraftStore(store.folder).load()
        assert found.problems == ()
        (one,) = found.drafts
        assert one.text == f"SELECT {one.caret}; -- " + chr(ord("a") + one.caret % 26) * 200_000
        assert json.loads(file.read_text())["source"] == "/a.db"


def test_two_windows_with_one_document_lose_no_text(store: DraftStore) -> None:
    one = draft()
    store.save(one, 1)
    other = DraftStore(store.folder)
    assert other.load().drafts == (one,)
    other.save(replace(one, text="theirs"), 1)
    store.save(replace(one, text="ours"), 2)
    assert sorted(found.text for found in DraftStore(store.folder).load().drafts) == ["ours", "theirs"]
    store.save(replace(one, text="ours again"), 3)
    assert sorted(found.text for found in DraftStore(store.folder).load().drafts) == ["ours again", "theirs"]
