"""The sample world: both shapes build, are sound and clean, the same for the same time, and never overwrite."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from inspector.cancel import Cancelled, CancelToken
from inspector.errors import InvalidInput, KnownError
from inspector.sample import MARKER, SampleWorld, make_sample
from inspector.sample.moments import iso

PLANTED_GAPS = {"places", "memory_edges"}
"""Tables in which a foreign key points nowhere on purpose."""


def contents(folder: Path) -> dict[str, str]:
    """Checksum of every file by its path."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def test_every_table_of_every_file_has_rows(world: SampleWorld, tables: Callable, read: Callable) -> None:
    assert len(world.databases) == 21
    for path in world.databases:
        for table in tables(path):
            assert read(path, f'SELECT count(*) FROM "{table}"') != [(0,)], f"{path}: {table} is empty"


def test_every_file_is_sound(world: SampleWorld, read: Callable) -> None:
    for path in world.databases:
        assert read(path, "PRAGMA integrity_check") == [("ok",)], path
        broken = {row[0] for row in read(path, "PRAGMA foreign_key_check")}
        assert broken <= PLANTED_GAPS, path


def test_nothing_is_left_beside_the_files_and_journal_modes_are_those_of_the_systems(world: SampleWorld) -> None:
    names = [path.name for path in world.folder.rglob("*")]
    assert not [name for name in names if name.endswith(("-wal", "-shm", "-journal"))]
    wal = {world.central, *world.graphs, world.nehanda}
    for path in world.databases:
        with path.open("rb") as stream:
            assert stream.read(20)[18:20] == (b"\x02\x02" if path in wal else b"\x01\x01"), path


def test_the_same_time_gives_the_same_bytes(real_world: SampleWorld, as_of: datetime, tmp_path: Path) -> None:
    again = make_sample(tmp_path / "again", as_of=as_of)
    assert contents(again.folder) == contents(real_world.folder)


def test_another_seed_gives_other_ids(real_world: SampleWorld, as_of: datetime, tmp_path: Path, read: Callable) -> None:
    other = make_sample(tmp_path / "other", as_of=as_of, seed=7)
    sql = "SELECT id FROM agent_groups"
    assert not set(read(other.central, sql)) & set(read(real_world.central, sql))


def test_all_times_and_heartbeats_move_with_as_of(real_world: SampleWorld, as_of: datetime, tmp_path: Path) -> None:
    days = timedelta(days=400)
    later = make_sample(tmp_path / "later", as_of=as_of + days)
    assert later.as_of - real_world.as_of == days

    def beats(world: SampleWorld) -> list[float]:
        return sorted((pair / ".heartbeat").stat().st_mtime for pair in world.pairs)

    moved = [late - early for early, late in zip(beats(real_world), beats(later), strict=True)]
    assert moved == pytest.approx([days.total_seconds()] * len(real_world.pairs), abs=0.002)


@pytest.mark.parametrize(
    ("file", "sql"),
    [
        ("central", "SELECT max(last_active) FROM sessions"),
        ("nehanda", "SELECT max(started_at) FROM hook_invocations"),
        ("graph", "SELECT max(timestamp) FROM events"),
    ],
)
def test_the_newest_thing_happened_just_before_as_of(world: SampleWorld, read: Callable, file: str, sql: str) -> None:
    path = {"central": world.central, "nehanda": world.nehanda, "graph": world.graphs[0]}[file]
    newest = read(path, sql)[0][0]
    assert iso(world.as_of - timedelta(days=3)) < newest <= iso(world.as_of)


def test_without_as_of_the_sample_is_fresh(tmp_path: Path) -> None:
    before = datetime.now(UTC).replace(microsecond=0)
    assert before <= make_sample(tmp_path / "fresh").as_of <= datetime.now(UTC)


def test_a_folder_with_other_things_is_refused_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "diary.txt").write_text("dear diary")
    with pytest.raises(KnownError, match="not empty"):
        make_sample(tmp_path / "mine")
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["diary.txt"]


def test_a_file_in_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(KnownError, match="file, not a folder"):
        make_sample(tmp_path / "file")


def test_an_earlier_sample_is_replaced_and_a_guest_in_it_stays(tmp_path: Path, as_of: datetime) -> None:
    old = make_sample(tmp_path / "sample", as_of=as_of - timedelta(days=9))
    (old.folder / "guest.txt").write_text("not of the sample")
    stale = {pair.name for pair in old.pairs}
    new = make_sample(tmp_path / "sample", as_of=as_of)
    assert not stale & {pair.name for pair in new.pairs}
    assert (new.folder / "guest.txt").read_text() == "not of the sample"


def test_cancelling_leaves_no_half_world(tmp_path: Path) -> None:
    cancel = CancelToken()
    said: list[str] = []

    def progress(text: str) -> None:
        said.append(text)
        if text.startswith("Agent memory"):
            cancel.cancel()

    with pytest.raises(Cancelled):
        make_sample(tmp_path / "half", cancel=cancel, progress=progress)
    assert [path.name for path in (tmp_path / "half").iterdir()] == [MARKER]
    assert said[0].startswith("NanoClaw")


@pytest.mark.parametrize("scale", [0, -1, 1_001])
def test_a_scale_that_cannot_be_made_is_refused(tmp_path: Path, scale: int) -> None:
    with pytest.raises(InvalidInput):
        make_sample(tmp_path / "x", scale=scale)
    assert not (tmp_path / "x").exists()


def test_scale_multiplies_the_amounts(tmp_path: Path, as_of: datetime, read: Callable) -> None:
    world = make_sample(tmp_path / "ten", scale=10, as_of=as_of)

    def count(path: Path, table: str) -> int:
        return read(path, f"SELECT count(*) FROM {table}")[0][0]

    assert count(world.graphs[0], "nodes") == 1_000
    assert count(world.graphs[0], "edges") == 2_000
    assert count(world.nehanda, "memories") == 1_000
    assert count(world.nehanda, "transcript_entries") == 1_000
    assert count(world.application, "positions") == 20_000
    assert max(count(pair / "inbound.db", "messages_in") for pair in world.pairs) > 500
    for path in world.databases:
        assert read(path, "PRAGMA integrity_check") == [("ok",)], path
