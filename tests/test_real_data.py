"""The real databases reach tests whole, once per run, with their times."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path


def test_the_shared_folder_holds_every_archive_with_its_times(real_data: Path) -> None:
    heartbeat = next((real_data / "nanoclaw" / "install").rglob(".heartbeat"))
    assert {path.name for path in real_data.iterdir()} >= {"nanoclaw", "nehanda", "state-memory"}
    assert heartbeat.stat().st_mtime < heartbeat.stat().st_ctime - 60


def test_a_copy_is_private_and_keeps_its_times(real_database: Callable, real_copy: Callable) -> None:
    copy, original = real_copy("nanoclaw/live-wal"), real_database("nanoclaw/live-wal")
    names = {path.relative_to(original): path.stat().st_mtime_ns for path in original.rglob("*") if path.is_file()}
    assert copy != original
    assert {path.relative_to(copy): path.stat().st_mtime_ns for path in copy.rglob("*") if path.is_file()} == names
    (copy / "data" / "v2.db").write_bytes(b"")
    assert (original / "data" / "v2.db").stat().st_size > 0
