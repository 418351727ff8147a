"""Folders are listed whole and left as they were."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from inspector.db import listing
from inspector.db.listing import list_folder, walk_folders

posix = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX")
linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs O_NOATIME")
OLD, NEWER = 1_600_000_000_000_000_000, 1_700_000_000_000_000_000


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "top"
    (made / "b" / "deep").mkdir(parents=True)
    (made / "a").mkdir()
    (made / "c.db").touch()
    (made / "b" / "inner.db").touch()
    (made / "b" / "deep" / "x.db").touch()
    return made


def age(*folders: Path) -> None:
    """Last read before last written: the next read moves the time of access of such a folder."""
    for one in folders:
        os.utime(one, ns=(OLD, NEWER))


def accessed(*folders: Path) -> list[int]:
    return [one.stat().st_atime_ns for one in folders]


@linux
def test_listing_moves_no_time_of_access(folder):
    parts = (folder, folder / "a", folder / "b", folder / "b" / "deep")
    age(*parts)
    list_folder(str(folder))
    list(walk_folders(str(folder), pytest.fail))
    assert accessed(*parts) == [OLD] * 4


@linux
def test_the_time_of_access_would_have_moved(folder):
    age(folder)
    os.listdir(folder)
    if accessed(folder) == [OLD]:
        pytest.skip("this file system keeps no times of access")
    assert accessed(folder) != [OLD]


def test_entries_are_what_the_system_says(folder):
    assert [(entry.name, entry.is_folder, entry.is_link) for entry in list_folder(str(folder))] == [
        ("a", True, False),
        ("b", True, False),
        ("c.db", False, False),
    ]
    assert [entry.path for entry in list_folder(str(folder))][2] == str(folder / "c.db")


@posix
def test_links_are_named_and_not_walked_into(folder):
    (folder / "loop").symlink_to(folder)
    (folder / "nowhere").symlink_to(folder / "gone")
    entries = {entry.name: (entry.is_folder, entry.is_link) for entry in list_folder(str(folder))}
    assert (entries["loop"], entries["nowhere"]) == ((True, True), (False, True))
    assert list(walk_folders(str(folder), pytest.fail)) == [
        (path, sorted(folders), sorted(names)) for path, folders, names in sorted(os.walk(folder))
    ]


def test_a_walk_skips_what_is_taken_out(folder):
    seen = []
    for path, folders, names in walk_folders(str(folder), pytest.fail):
        seen.append((os.path.relpath(path, folder), names))
        if "b" in folders:
            folders.remove("b")
    assert seen == [(".", ["c.db"]), ("a", [])]


@posix
def test_a_name_that_is_not_utf_8_is_kept(folder):
    odd = os.fsdecode(b"odd\xff")
    (folder / odd).mkdir()
    assert str(folder / odd) in [entry.path for entry in list_folder(str(folder))]


def test_what_cannot_be_listed_raises_and_is_told_by_a_walk(folder):
    with pytest.raises(FileNotFoundError):
        list_folder(str(folder / "gone"))
    with pytest.raises(NotADirectoryError):
        list_folder(str(folder / "c.db"))
    told = []
    assert list(walk_folders(str(folder / "gone"), told.append)) == []
    assert [error.filename for error in told] == [str(folder / "gone")]


def test_where_the_system_knows_no_such_way_folders_are_listed_all_the_same(folder, monkeypatch):
    usual = list_folder(str(folder))
    monkeypatch.delattr(listing.os, "O_NOATIME", raising=False)
    assert list_folder(str(folder)) == usual


FOREIGN = "import sys; from inspector.db.listing import list_folder; print([e.name for e in list_folder(sys.argv[1])])"


@linux
@pytest.mark.skipif(not shutil.which("setpriv") or os.geteuid() != 0, reason="needs another user")
def test_a_folder_of_another_user_is_listed(folder):
    """Only the owner may ask that the time of access stays."""
    drop = ("setpriv", "--bounding-set", "-fowner,-chown")
    os.chown(folder, 12345, 12345)
    told = subprocess.run([*drop, sys.executable, "-c", FOREIGN, str(folder)], capture_output=True, text=True)
    assert told.stdout == "['a', 'b', 'c.db']\n", told.stderr
