"""The decision list, rule by rule: each test forces the very race that its rule is about.

Here 1 to 3 and 10; 4 to 6 are in ``test_rules_of_logs.py``, 7 to 9 in ``test_rules_of_locks.py``.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from inspector.db import signature
from inspector.db.passive import decide, lock_bytes
from inspector.db.passive import file as passive_file
from inspector.errors import ChangedWhileReading, FileBusy, FileMissing, NotAFile
from tests.db.bank import TRANSFER, bank, total
from tests.db.passive.halves import Halves

TABLE = "CREATE TABLE t(a); INSERT INTO t VALUES (1), (2), (3)"
SHARED = ("READ", 0x40000002, 0x40000002 + 509)
HERE = Path(__file__).parent


def count(database):
    return database.read(lambda reader: reader.value("SELECT count(*) FROM t"))


def report(database):
    return database.reports()[0]


def shown_as(database):
    """The name SQLite has for the view: another view, another name."""
    return database.read(lambda reader: reader.rows("PRAGMA database_list").rows[0][2])


def test_every_rule_is_named_in_the_list_and_has_a_test():
    named = [int(number) for number in re.findall(r"^(\d+) ", decide.__doc__ or "", re.MULTILINE)]
    assert named == list(range(1, 11))
    text = "".join(file.read_text(encoding="utf-8") for file in sorted(HERE.glob("test_rules*.py")))
    tested = {int(number) for number in re.findall(r"^def test_rule_(\d\d)_", text, re.MULTILINE)}
    assert sorted(tested) == named


# --- 1: what stands at the path ---------------------------------------------------------------------------------------


def test_rule_01_a_link_is_followed_anew_by_every_read(build, opened, tmp_path):
    one, two = build("one.db", TABLE), build("two.db", "CREATE TABLE t(a)")
    link = tmp_path / "link.db"
    link.symlink_to(one)
    database = opened(link)
    assert count(database) == 3
    link.unlink()
    link.symlink_to(two)
    assert count(database) == 0


def test_rule_01_what_is_no_file_any_more_says_what_it_is(build, opened):
    path = build("x.db", TABLE)
    database = opened(path)
    assert count(database) == 3
    path.unlink()
    with pytest.raises(FileMissing) as missing:
        count(database)
    assert "deleted" in missing.value.advice
    os.mkfifo(path)
    with pytest.raises(NotAFile, match="a pipe"):
        count(database)
    path.unlink()
    path.mkdir()
    with pytest.raises(NotAFile, match="a folder"):
        count(database)


def test_rule_01_a_file_of_several_names_is_warned_about_for_as_long_as_it_is_one(build, opened):
    path = build("x.db", TABLE)
    other = path.with_name("other.db")
    os.link(path, other)
    database = opened(path)
    count(database)
    assert any("2 names" in warning for warning in report(database).warnings)
    other.unlink()
    count(database)
    assert report(database).warnings == ()


# --- 2: descriptors of our own, and no others -------------------------------------------------------------------------


@pytest.mark.parametrize("journal", ["delete", "wal"])
def test_rule_02_only_our_own_descriptors_stand_on_the_files_and_nothing_is_mapped(build, opened, writer, journal):
    path = bank(build, "x.db", journal)
    writer(path).sql("BEGIN IMMEDIATE; UPDATE t SET v = v" if journal == "delete" else "UPDATE t SET v = v")
    database = opened(path)

    def look(reader):
        total(reader)
        flags = {}
        for number in os.listdir("/proc/self/fd"):
            try:
                target = os.readlink(f"/proc/self/fd/{number}")
            except OSError:
                continue
            if target.startswith(str(path)):
                with open(f"/proc/self/fdinfo/{number}", encoding="ascii") as stream:
                    flags[target] = int(re.search(r"flags:\s+(\d+)", stream.read()).group(1), 8)
        with open("/proc/self/maps", encoding="utf-8") as stream:
            mapped = [line for line in stream if str(path) in line]
        return flags, mapped

    flags, mapped = database.read(look)
    assert str(path) in flags
    assert all(flag & os.O_ACCMODE == os.O_RDONLY and flag & os.O_NOATIME for flag in flags.values())
    assert mapped == []


def test_rule_02_no_close_of_ours_drops_a_lock_of_ours(build, opened, our_locks):
    path = bank(build, "x.db", "delete")
    holding, neighbour = opened(path), opened(path)
    touch = Halves(lambda: os.utime(path))

    def look():
        assert neighbour.read(total) == 0
        neighbour.close()
        assert SHARED in our_locks(path)

    touch.between = (lambda: os.utime(path), look)
    assert holding.read(touch) == 0
    assert touch.runs == 2
    assert our_locks(path) == []


# --- 3: any change is another view ------------------------------------------------------------------------------------


@pytest.mark.parametrize("journal", ["delete", "wal"])
def test_rule_03_a_view_is_used_again_while_nothing_changed_and_never_after(build, opened, writer, eventually, journal):
    path = bank(build, "x.db", journal)
    other = writer(path)
    other.sql("UPDATE t SET v = v WHERE id = 1")
    eventually(lambda: not signature.look(str(path)).is_young())
    database = opened(path)
    first = shown_as(database)
    assert shown_as(database) == first
    other.sql(TRANSFER.format(2000))
    second = shown_as(database)
    assert second != first
    assert database.read(lambda reader: reader.value("SELECT v FROM t WHERE id = 1")) == -1


def test_rule_03_a_time_that_could_hide_a_later_write_is_not_relied_on(build, opened, writer, monkeypatch):
    """The clock of the file system stands still: two commits in one tick, which no time tells apart."""
    path = bank(build, "x.db", "delete")
    other = writer(path)
    tick = os.stat(path).st_mtime_ns // 1_000_000_000 * 1_000_000_000
    of = signature.FileStat.of.__func__

    def in_the_same_tick(cls, found):
        kept = of(cls, found)
        return cls(kept.device, kept.inode, kept.size, tick, kept.links, tick)

    monkeypatch.setattr(signature, "COARSE_S", 600.0)
    monkeypatch.setattr(signature.FileStat, "of", classmethod(in_the_same_tick))
    database = opened(path)
    for number in range(3):
        work = Halves()
        assert database.read(work) == 0
        assert work.seen == [(-number, number)]
        assert other.sql(TRANSFER.format(2000)) == []
    # and in the middle of a read, only a lock keeps the halves together
    work = Halves(lambda: other.begin_sql(TRANSFER.format(2000)))
    assert database.read(work) == 0
    assert other.answer() == []


def test_rule_03_pages_of_an_unfinished_change_show_by_no_time_of_the_same_tick(
    build, opened, writer, monkeypatch, look_into, eventually
):
    """What is spilled before a commit changes neither the size nor the counters of the header."""
    path = bank(build, "x.db", "delete")
    other = writer(path)
    other.sql("PRAGMA synchronous = OFF; PRAGMA cache_size = 1; PRAGMA cache_spill = 1")
    of, first = signature.FileStat.of.__func__, signature.look(str(path)).main

    def in_the_same_tick(cls, found):
        kept = of(cls, found)
        tick = first.mtime_ns // 1_000_000_000 * 1_000_000_000
        return cls(kept.device, kept.inode, kept.size, tick, kept.links, tick)

    monkeypatch.setattr(signature, "COARSE_S", 600.0)
    monkeypatch.setattr(signature.FileStat, "of", classmethod(in_the_same_tick))
    aside = look_into(path)

    def spill():
        other.begin_sql("BEGIN; UPDATE t SET v = v + 1")
        # it waits for us, or it has written
        eventually(lambda: lock_bytes.holders(aside.fd).pending)

    work = Halves(spill)
    assert opened(path).read(work) == 0
    assert work.seen[-1] == (0, 0)
    assert other.answer() == []


def test_rule_03_the_counters_of_the_header_tell_where_the_clock_does_not(build, opened, writer, monkeypatch):
    path = bank(build, "x.db", "delete")
    other = writer(path)
    of = signature.FileStat.of.__func__

    def without_times(cls, found):
        kept = of(cls, found)
        return cls(kept.device, kept.inode, kept.size, 12_345, kept.links, 0)

    monkeypatch.setattr(signature.FileStat, "of", classmethod(without_times))
    database = opened(path)
    work = Halves(lambda: other.sql(TRANSFER.format(2000)))
    assert database.read(work) == 0
    assert report(database).rejected == 1


# --- 10: an error in words --------------------------------------------------------------------------------------------


def test_rule_10_what_cannot_be_read_says_why_where_and_what_to_do(build, opened, writer, hurried):
    path = bank(build, "x.db", "delete")
    database = opened(path)
    assert database.read(total) == 0
    last = report(database)
    other = writer(path)
    other.sql("PRAGMA journal_mode = memory; PRAGMA cache_size = 1; PRAGMA cache_spill = 1")
    assert other.sql("BEGIN EXCLUSIVE; UPDATE t SET v = 1") == []
    with pytest.raises(FileBusy) as caught:
        database.read(total)
    assert caught.value.path == os.path.realpath(path)
    assert caught.value.what
    assert "as soon as the lock is gone" in caught.value.advice
    # the last good answer stays what it was, and grows old
    assert (report(database).as_of, report(database).reads) == (last.as_of, last.reads)
    assert report(database).age_s(last.as_of + 60) == 60
    assert report(database).retries > last.retries


def test_rule_10_a_file_that_never_rests_says_so(build, opened, hurried, monkeypatch):
    path = bank(build, "x.db", "delete")
    database = opened(path)
    # it was written to in both phases of every copy
    monkeypatch.setattr(passive_file, "copy_twice", lambda *_: None)

    def restless(reader):
        os.utime(path)
        return total(reader)

    monkeypatch.setattr(passive_file, "LEASE_S", 0.0)
    with pytest.raises(ChangedWhileReading, match="too often to copy it whole") as caught:
        database.read(restless)
    assert caught.value.path == os.path.realpath(path)
    assert f"{os.path.getsize(path):,} bytes" in caught.value.advice
    assert report(database).retries >= 8
