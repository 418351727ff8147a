"""What befalls files while they are followed: real files, real other programs."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from inspector.cancel import Cancelled, CancelToken
from inspector.db import watch as module
from inspector.db.watch import ChangeKind, ChangeWatch, Seen, paths_of, see

posix = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX")
ROWS = "CREATE TABLE t(a); INSERT INTO t VALUES (1), (2), (3)"
LONG_AGO = 1_700_000_000_123_456_789


def age(path: Path) -> Path:
    """Let the last write lie back, so that the next one cannot be mistaken for it."""
    os.utime(path, ns=(LONG_AGO, LONG_AGO))
    return path


class Followed:
    """A watch that follows some files and what was seen of them."""

    def __init__(self, *paths: Path) -> None:
        self.watch = ChangeWatch()
        self.paths = tuple(map(str, paths))
        self.watch.follow(self.paths)
        self.seen: Seen = see(self.paths)
        self.watch.poll()

    def kinds(self) -> list[ChangeKind]:
        """What is different from what was seen, after one more look."""
        self.watch.poll()
        return [change.kind for change in self.watch.changes_since(self.seen)]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "data" / "x.db"
    path.parent.mkdir()
    path.write_bytes(b"a" * 4096)
    return age(path)


def test_at_rest_nothing_is_told(file):
    followed = Followed(file)
    assert followed.watch.poll() == ()
    assert followed.kinds() == []


def test_a_write_is_told_once_and_known_until_it_was_read(file):
    followed = Followed(file)
    with file.open("ab") as stream:
        stream.write(b"more")
    age(file)
    (told,) = followed.watch.poll()
    assert (told.path, told.part, told.kind) == (str(file), "", ChangeKind.WRITTEN)
    assert (told.size_before, told.size_after) == (4096, 4100)
    assert told.words == f"{file} was written to."
    assert told.noticed - 5 < told.written <= told.noticed, "a time that was set back is not when it happened"
    assert followed.kinds() == followed.kinds() == [ChangeKind.WRITTEN]
    assert followed.watch.poll() == ()
    followed.seen = see(followed.paths)
    assert followed.watch.changes_since(followed.seen) == (), "the last look is older than the read"
    assert followed.kinds() == []


@pytest.mark.parametrize("journal", ["wal", "delete"])
def test_a_commit_of_another_program_is_told_with_the_file_it_went_to(build, writer, journal):
    path = build("x.db", f"PRAGMA journal_mode = {journal}", ROWS)
    other = writer(path)
    other.sql("INSERT INTO t VALUES (4)")
    followed = Followed(path)
    other.sql("INSERT INTO t VALUES (5)")
    followed.watch.poll()
    (change,) = followed.watch.changes_since(followed.seen)
    assert (change.kind, change.part) == (ChangeKind.WRITTEN, "-wal" if journal == "wal" else "")
    other.close()
    assert ChangeKind.WRITTEN in followed.kinds()


def test_an_empty_log_beside_a_file_is_no_change(file):
    followed = Followed(file)
    Path(f"{file}-wal").touch()
    Path(f"{file}-shm").write_bytes(b"index")
    assert followed.kinds() == []
    Path(f"{file}-wal").write_bytes(b"frames")
    assert followed.kinds() == [ChangeKind.WRITTEN]


def test_a_file_that_replaces_it_is_another_one(file):
    followed = Followed(file)
    other = file.with_name("other.db")
    other.write_bytes(b"a" * 4096)
    os.replace(age(other), file)
    (told,) = followed.watch.poll()
    assert told.kind is ChangeKind.REPLACED
    assert followed.kinds() == [ChangeKind.REPLACED]


def test_a_file_that_is_cut_got_shorter(file):
    followed = Followed(file)
    os.truncate(file, 100)
    (told,) = followed.watch.poll()
    assert (told.kind, told.size_before, told.size_after) == (ChangeKind.SHORTER, 4096, 100)
    assert followed.kinds() == [ChangeKind.SHORTER]


def test_a_file_that_was_deleted_comes_back(file):
    followed = Followed(file)
    kept = file.with_name("kept.db")
    os.rename(file, kept)
    (gone,) = followed.watch.poll()
    assert (gone.kind, gone.size_before, gone.size_after, gone.why) == (ChangeKind.DELETED, 4096, None, "")
    assert gone.kind.gone
    assert followed.kinds() == followed.kinds() == [ChangeKind.DELETED]
    shutil.copy(kept, file)
    (back,) = followed.watch.poll()
    assert (back.kind, back.size_before, back.size_after) == (ChangeKind.BACK, None, 4096)
    assert followed.kinds() == [ChangeKind.BACK], "not that another file replaced it"
    followed.seen = see(followed.paths)
    assert followed.kinds() == []


def test_C16_a_folder_that_is_removed_and_made_again(file):
    followed = Followed(file)
    shutil.rmtree(file.parent)
    (gone,) = followed.watch.poll()
    assert (gone.kind, gone.why) == (ChangeKind.DELETED, "its folder is gone")
    assert followed.watch.poll() == ()
    assert not file.parent.exists()
    file.parent.mkdir()
    assert followed.kinds() == [ChangeKind.DELETED]
    file.write_bytes(b"new")
    assert followed.kinds() == [ChangeKind.BACK]


def test_what_was_not_there_when_it_was_read_comes(tmp_path):
    path = tmp_path / "later.db"
    followed = Followed(path)
    assert followed.kinds() == []
    path.write_bytes(b"here")
    assert followed.kinds() == [ChangeKind.BACK]


def test_a_folder_in_its_place_cannot_be_read(file):
    followed = Followed(file)
    file.unlink()
    file.mkdir()
    followed.watch.poll()
    (change,) = followed.watch.changes_since(followed.seen)
    assert change.kind is ChangeKind.UNREACHABLE
    assert "no file" in change.words


@posix
@pytest.mark.parametrize("linked", ["file", "folder"])
def test_C29_a_link_that_leads_elsewhere_is_a_replacement(file, tmp_path, linked):
    (tmp_path / "other").mkdir()
    shutil.copy2(file, tmp_path / "other" / "x.db")
    link = tmp_path / "link"
    opened = link if linked == "file" else link / "x.db"
    places = [file, tmp_path / "other" / "x.db"] if linked == "file" else [file.parent, tmp_path / "other"]
    link.symlink_to(places[0])
    followed = Followed(opened)
    Path(f"{file}-wal").write_bytes(b"frames")
    assert followed.kinds() == [ChangeKind.WRITTEN], "the log stands beside what the link leads to"
    (tmp_path / "new").symlink_to(places[1])
    os.replace(tmp_path / "new", link)
    assert followed.kinds() == [ChangeKind.REPLACED]


@posix
def test_a_link_from_name_to_name_of_one_file_has_another_log(file, tmp_path):
    os.link(file, file.with_name("same.db"))
    link = tmp_path / "link.db"
    link.symlink_to("data/x.db")
    followed = Followed(link)
    link.unlink()
    link.symlink_to("data/same.db")
    assert followed.kinds() == [ChangeKind.REPLACED]


@posix
def test_links_in_a_circle_and_broken_ones_are_told_in_words(tmp_path):
    one, two, broken = tmp_path / "one.db", tmp_path / "two.db", tmp_path / "broken.db"
    for path in (one, broken):
        path.write_bytes(b"here")
    followed = Followed(one, broken)
    one.unlink()
    broken.unlink()
    one.symlink_to(two)
    two.symlink_to(one)
    broken.symlink_to(tmp_path / "nowhere.db")
    followed.watch.poll()
    circle, nowhere = followed.watch.changes_since(followed.seen)
    assert (circle.kind, nowhere.kind) == (ChangeKind.UNREACHABLE, ChangeKind.DELETED)
    assert "links" in circle.words


FORBIDDEN = """
import os, sys
from inspector.db.watch import ChangeWatch, see
path, what = sys.argv[1:]
watch = ChangeWatch()
watch.follow([path])
seen = see([path])
watch.poll()
target = os.path.dirname(path) if what == "folder" else path
os.chmod(target, 0)
watch.poll()
print([(one.kind.name, one.why) for one in watch.changes_since(seen)])
os.chmod(target, 0o700)
watch.poll()
print([one.kind.name for one in watch.changes_since(seen)])
"""


@posix
@pytest.mark.skipif(os.name == "posix" and os.geteuid() == 0 and not shutil.which("setpriv"), reason="root may all")
@pytest.mark.parametrize("what", ["file", "folder"])
def test_a_right_that_is_taken_away_is_told_and_so_is_its_return(file, what):
    """The return of a folder's rights leaves its files as they were, that of a file's own changes its ctime."""
    drop = ("setpriv", "--bounding-set", "-dac_override,-dac_read_search") if os.geteuid() == 0 else ()
    command = [*drop, sys.executable, "-c", FORBIDDEN, str(file), what]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    file.parent.chmod(0o700)
    assert told.returncode == 0, told.stderr
    why = "it may not be read" if what == "file" else "Permission denied"
    assert told.stdout.splitlines() == [str([("UNREACHABLE", why)]), str(["BACK"] if what == "file" else [])]


def test_a_path_that_cannot_be_one_is_told_and_not_raised(tmp_path):
    long = tmp_path / ("x" * 300)
    watch = ChangeWatch()
    watch.follow([str(long), "nul\0name"])
    assert watch.poll() == ()
    assert watch.changes_since(see([str(long), "nul\0name"])) == ()


# --- too soon to tell ---


def young(path: Path) -> None:
    """A write whose time the next one may carry too."""
    moment = time.time_ns() + 10_000_000
    os.utime(path, ns=(moment + (moment % 1_000_000_000 == 0), moment))


def test_what_is_read_too_soon_after_a_write_is_not_called_current_for_ever(file, monkeypatch, eventually):
    monkeypatch.setattr(module, "_SETTLING", 0)
    young(file)
    followed = Followed(file)
    assert followed.seen.files[0].old_ns > 0
    eventually(lambda: followed.kinds() == [ChangeKind.UNSURE])
    followed.seen = see(followed.paths)
    assert followed.kinds() == []


def test_a_read_waits_until_later_writes_can_be_told_from_the_last_one(file):
    young(file)
    seen = see([str(file)])
    assert seen.files[0].old_ns == 0
    assert seen.at * 1e9 - file.stat().st_mtime_ns >= 20e6


def test_waiting_ends_when_it_is_cancelled(file):
    young(file)
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        see([str(file)], token)


def test_a_file_that_was_looked_at_too_soon_is_looked_at_again(file, eventually):
    watch = ChangeWatch()
    watch.follow([str(file)])
    watch.poll()
    young(file)
    assert [one.kind for one in watch.poll()] == [ChangeKind.WRITTEN]
    again: list[ChangeKind] = []
    eventually(lambda: bool(again.extend(one.kind for one in watch.poll()) or again))
    assert again == [ChangeKind.UNSURE]
    assert watch.poll() == ()


# --- many ---


def test_several_files_are_told_apart(build, opened, writer):
    pair = [build(name, ROWS) for name in ("inbound.db", "outbound.db")]
    paths = paths_of([opened(path) for path in (*pair, pair[0])])
    assert paths == tuple(map(str, pair)), "each once"
    followed = Followed(*pair)
    writer(pair[1]).sql("INSERT INTO t VALUES (4)")
    pair[0].unlink()
    followed.watch.poll()
    changes = {change.path: change.kind for change in followed.watch.changes_since(followed.seen)}
    assert changes == {str(pair[0]): ChangeKind.DELETED, str(pair[1]): ChangeKind.WRITTEN}


def test_a_file_is_followed_until_nobody_follows_it(file):
    watch = ChangeWatch()
    watch.follow([str(file)])
    watch.follow([str(file)])
    watch.unfollow([str(file)])
    assert watch.followed() == (str(file),)
    watch.unfollow([str(file), "never followed"])
    assert watch.followed() == ()
    seen = see([str(file)])
    os.truncate(file, 1)
    watch.poll()
    assert watch.changes_since(seen) == ()


def test_a_look_is_never_begun_while_another_one_is_under_way(file, monkeypatch):
    watch = ChangeWatch()
    watch.follow([str(file)])
    watch.poll()
    seen = see([str(file)])
    slow, go_on = threading.Event(), threading.Event()
    lstat: Callable[..., os.stat_result] = os.lstat

    def stuck(path: str) -> os.stat_result:
        slow.set()
        assert go_on.wait(10)
        return lstat(path)

    os.truncate(file, 1)
    with monkeypatch.context() as patched:
        patched.setattr(module.os, "lstat", stuck)
        found: list[object] = []
        thread = threading.Thread(target=lambda: found.extend(watch.poll()))
        thread.start()
        assert slow.wait(10)
        assert watch.poll() == ()
        assert watch.changes_since(seen) == (), "who asks what is known does not wait for the disk"
        go_on.set()
        thread.join()
    assert len(found) == 1
