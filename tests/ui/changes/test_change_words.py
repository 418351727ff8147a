"""The words of the line."""

from __future__ import annotations

import os
import time

import pytest

from inspector.db.watch import ChangeKind, FileChange
from inspector.ui.changes.words import change_words

NOW = time.mktime((2026, 5, 20, 12, 30, 0, 0, 0, -1))
READ = NOW - 1616
ONE = ("/data/x.db",)
PAIR = ("/s/one/inbound.db", "/s/one/outbound.db")
INSTALL = tuple(f"/s/{number}/inbound.db" for number in range(1200))


def change(kind, path=ONE[0], age=3.4, part="", why=""):
    return FileChange(path, part, kind, NOW, NOW - age, 10, 20, why)


WORDS = {
    ChangeKind.WRITTEN: "Changed on disk 3 s ago.",
    ChangeKind.UNSURE: "The file was written to in the moment of reading: newer rows may not be shown.",
    ChangeKind.SHORTER: "The file got shorter 3 s ago.",
    ChangeKind.BACK: "The file is there again.",
    ChangeKind.REPLACED: "Another file was put in its place 3 s ago.",
    ChangeKind.DELETED: "The file was deleted or moved. What is shown was read at 12:03:04.",
    ChangeKind.UNREACHABLE: "The file cannot be reached. What is shown was read at 12:03:04.",
}


@pytest.mark.parametrize("kind", ChangeKind)
def test_one_file(kind):
    assert change_words([change(kind)], ONE, READ, NOW) == WORDS[kind]


def test_nothing_happened():
    assert change_words([], ONE, READ, NOW) == ""


@pytest.mark.parametrize(("age", "ago"), [(-5, "just now"), (0.4, "just now"), (1, "1 s ago"), (200, "3 min ago")])
def test_ages(age, ago):
    assert change_words([change(ChangeKind.WRITTEN, age=age)], ONE, READ, NOW) == f"Changed on disk {ago}."


def test_the_system_is_quoted():
    words = change_words([change(ChangeKind.UNREACHABLE, why="Permission denied")], ONE, READ, NOW)
    assert words.startswith("The file cannot be reached: Permission denied. What is shown")
    words = change_words([change(ChangeKind.DELETED, why="its folder is gone")], ONE, READ, NOW)
    assert words.startswith("The file was deleted or moved with its folder. What is shown")


def test_what_was_read_on_another_day_tells_the_day():
    words = change_words([change(ChangeKind.DELETED)], ONE, NOW - 200_000, NOW)
    assert words.endswith("was read at 2026-05-18 04:56:40.")


def test_halves_of_a_pair_are_named():
    half = change(ChangeKind.WRITTEN, PAIR[0], part="-wal")
    assert change_words([half, half], PAIR, READ, NOW) == "inbound.db changed on disk 3 s ago."
    both = [change(ChangeKind.DELETED, path, why="its folder is gone") for path in PAIR]
    words = change_words(both, PAIR, READ, NOW)
    assert words.startswith("inbound.db and outbound.db were deleted or moved with their folder.")
    words = change_words([change(ChangeKind.REPLACED, PAIR[1])], PAIR, READ, NOW)
    assert words == "Another file was put in the place of outbound.db 3 s ago."


def test_many_files_are_counted_and_files_of_one_name_told_by_their_folder():
    changes = [change(ChangeKind.WRITTEN, path, age) for age, path in enumerate(INSTALL[:1100], 2)]
    assert change_words(changes, INSTALL, READ, NOW) == "1,100 of 1,200 files changed on disk 2 s ago."
    name = os.path.join("7", "inbound.db")
    assert change_words([change(ChangeKind.BACK, INSTALL[7])], INSTALL, READ, NOW) == f"{name} is there again."


def test_the_gravest_is_told():
    changes = [change(kind, path) for kind, path in zip((ChangeKind.WRITTEN, ChangeKind.DELETED), PAIR, strict=True)]
    assert change_words(changes, PAIR, READ, NOW).startswith("outbound.db was deleted or moved.")


def test_a_name_hides_nothing():
    odd = ("/s/a\nb\u202e.db", "/s/c.db")
    words = change_words([change(ChangeKind.BACK, odd[0])], odd, READ, NOW)
    assert words == "a⏎b‹202E›.db is there again."
