"""A program that writes a ledger in one of many ways until it is told to stop: run as a process of its own.

    python -m tests.db.harness.writer_program FOLDER MODE-AS-JSON

It publishes a version only after its commit came back, counts every commit that failed, and says why in writer.log.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import sys
import threading
import time
from pathlib import Path

import apsw

from tests.db.harness.board import Board
from tests.db.harness.ledger import FILL, NOTES, SCHEMA
from tests.db.harness.modes import UNSYNCED, Mode

BUSY_MS = 1000
NAMES = ("a.db", "b.db")
CHECKPOINTS = ("PASSIVE", "FULL", "RESTART", "TRUNCATE")


def build(path: Path, mode: Mode) -> None:
    """A ledger at rest."""
    connection = apsw.Connection(str(path))
    journal = "wal" if mode.journal == "wal" else "delete"
    connection.execute(f"PRAGMA auto_vacuum = {int(mode.auto_vacuum)}")
    for pragma in (f"page_size = {mode.page_size}", "synchronous = OFF", f"journal_mode = {journal}"):
        connection.execute(f"PRAGMA {pragma}")
    with connection:
        for statement in (*SCHEMA, *FILL):
            connection.execute(statement.format(rows=mode.rows))
    connection.close()


class Writer:
    """The writer and its one connection."""

    def __init__(self, folder: Path, mode: Mode) -> None:
        self.folder, self.mode = folder, mode
        self.path = folder / "data" / NAMES[0]
        self.board = Board(folder / "board")
        self.random = random.Random()
        self.done = 0
        self.schemas = ("main", "second") if mode.two_files else ("main",)
        self.log = (folder / "writer.log").open("a", encoding="utf-8")
        self.connection: apsw.Connection = self.connect()
        # a commit of a writer that was killed before it could tell
        self.version, self.schema = self.read_state()
        self.publish()

    def connect(self, first: str = "") -> apsw.Connection:
        connection = apsw.Connection(str(self.path))
        connection.set_busy_timeout(BUSY_MS)
        if first:
            connection.execute(first)
        if self.mode.two_files:
            connection.execute("ATTACH ? AS second", (str(self.path.with_name(NAMES[1])),))
        self.connection = connection
        self.attempt("connect", lambda: connection.execute(f"PRAGMA journal_mode = {self.mode.journal}").fetchall())
        for pragma in self.mode.pragmas:
            connection.execute(pragma)
            if self.mode.two_files and "synchronous" in pragma:
                connection.execute(pragma.replace("PRAGMA ", "PRAGMA second."))
        return connection

    def read_state(self) -> tuple[int, int]:
        return self.connection.execute("SELECT version, schema FROM state").fetchall()[0]

    def publish(self) -> None:
        self.board.write("schema", self.schema)
        self.board.write("version", self.version)

    def attempt(self, what: str, work) -> bool:
        """Run what must not fail; count and tell it if it does."""
        began = time.perf_counter()
        try:
            work()
            if what == "commit":
                took = int((time.perf_counter() - began) * 1e6)
                self.board.write("longest_us", max(took, self.board.read("longest_us")))
            return True
        except apsw.Error as error:
            self.board.add("failed")
            print(f"{what}: {error!r} after {time.perf_counter() - began:.3f} s", file=self.log, flush=True)
            if self.connection.in_transaction:
                self.connection.execute("ROLLBACK")
            return False

    def transaction(self) -> None:
        change_schema = bool(self.mode.schema_every) and self.done % self.mode.schema_every == 0
        take_back = self.random.random() < self.mode.rollbacks

        def work() -> None:
            self.connection.execute("BEGIN IMMEDIATE")
            for schema in self.schemas:
                self.change(schema)
            if change_schema:
                self.change_schema()
            if take_back:
                self.connection.execute("UPDATE account SET balance = balance + 7, pad = 'x' || substr(pad, 2)")
                self.connection.execute("ROLLBACK")
            else:
                self.connection.execute("COMMIT")

        if not self.attempt("commit", work):
            return
        self.done += 1
        if take_back:
            self.board.add("rollbacks")
            return
        self.version += 1
        self.schema += change_schema
        self.publish()
        self.board.add("commits")

    def change(self, schema: str) -> None:
        execute, chance, moves = self.connection.execute, self.random, self.random.randint(1, 25)
        for _ in range(moves):
            amount = chance.randint(1, 99)
            for sign in (-amount, amount):
                sql = f"UPDATE {schema}.account SET balance = balance + ?, moved = moved + 1 WHERE id = ?"
                execute(sql, (sign, chance.randint(1, self.mode.rows)))
        turn = f"UPDATE {schema}.note SET parity = iif(parity = 'odd', 'even', 'odd') WHERE id = ?1 RETURNING parity"
        note = chance.randint(1, NOTES)
        parity = execute(turn, (note,)).fetchall()[0][0]
        execute(f"UPDATE {schema}.note_words SET words = 'now ' || ? WHERE rowid = ?", (parity, note))
        execute(f"UPDATE {schema}.state SET version = version + 1, moved = moved + ?", (2 * moves,))

    def change_schema(self) -> None:
        last = self.schema
        self.connection.execute(f"DROP TABLE extra_{last}")
        self.connection.execute(f"CREATE TABLE extra_{last + 1}(column_{last + 1})")
        self.connection.execute("UPDATE state SET schema = schema + 1")

    def read_beside(self) -> None:
        """Another connection, whose transactions last for moments."""
        connection = apsw.Connection(str(self.path))
        connection.set_busy_timeout(BUSY_MS)
        while not self.board.read("stop"):
            with contextlib.suppress(apsw.BusyError), connection:
                connection.execute("SELECT count(*) FROM account").fetchall()
                threading.Event().wait(self.random.uniform(0.0, 0.06))
            threading.Event().wait(self.random.uniform(0.0, 0.03))
        connection.close()

    def run(self) -> None:
        wait = threading.Event().wait
        beside = threading.Thread(target=self.read_beside)
        if self.mode.neighbour:
            beside.start()
        while not self.board.read("stop"):
            self.transaction()
            self.deeds()
            if self.mode.pause_s:
                wait(self.mode.pause_s)
        if self.mode.neighbour:
            beside.join()
        for schema in self.schemas:
            self.check(schema)
        self.close()

    def check(self, schema: str) -> None:
        """SQLite's own check of all pages."""
        found = [row[0] for row in self.connection.execute(f"PRAGMA {schema}.integrity_check").fetchall()]
        if found != ["ok"]:
            self.board.add("failed")
            print(f"{schema} is damaged: {found[:3]}", file=self.log, flush=True)

    def deeds(self) -> None:
        mode = self.mode
        for every, deed in (
            (mode.checkpoint_every, self.checkpoint),
            (mode.vacuum_every, self.vacuum),
            (mode.reopen_every, self.reopen),
            (mode.exclusive_every, self.be_exclusive),
            (mode.switch_every, self.switch),
            (mode.replace_every, self.replace),
        ):
            if every and self.done % every == every - 1:
                deed()

    def checkpoint(self) -> None:
        kind = CHECKPOINTS[self.done // self.mode.checkpoint_every % len(CHECKPOINTS)]

        def work() -> None:
            busy = self.connection.execute(f"PRAGMA wal_checkpoint({kind})").fetchall()[0][0]
            if busy:
                self.board.add("put_off")

        self.attempt(f"checkpoint {kind}", work)

    def vacuum(self) -> None:
        numbers = "WITH n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 200)"
        fill = f"{numbers} INSERT INTO ballast(bytes) SELECT zeroblob(900) FROM n"
        for what in (fill, "DELETE FROM ballast", *([] if self.mode.auto_vacuum else ["VACUUM"])):
            if what == "VACUUM" and self.mode.resized:
                self.connection.execute(f"PRAGMA page_size = {self.random.choice((512, 1024, 4096))}")
            self.attempt(what.split()[0], lambda sql=what: self.connection.execute(sql))

    def close(self) -> None:
        """The last connection takes its log with it, unless somebody else has the database locked."""
        self.connection.close()
        left = [name for name in os.listdir(self.path.parent) if name.endswith(("-wal", "-shm"))]
        if left and not self.mode.neighbour:
            self.board.add("left")
            print(f"closing left {left}", file=self.log, flush=True)

    def reopen(self) -> None:
        self.close()
        self.connection = self.connect()

    def be_exclusive(self) -> None:
        heap = self.mode.exclusive == "heap"
        if heap:
            self.close()
            self.connection = self.connect("PRAGMA locking_mode = EXCLUSIVE")
        else:
            self.connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        for _ in range(3):
            self.transaction()
        threading.Event().wait(self.mode.hold_s)
        self.transaction()
        if heap:
            self.reopen()
        else:
            self.connection.execute("PRAGMA locking_mode = NORMAL")
            self.read_state()

    def switch(self) -> None:
        """SQLite waits for no lock here: it says at once that the database is locked if any reader holds it."""
        to = "wal" if self.done // self.mode.switch_every % 2 else "delete"
        try:
            self.connection.execute(f"PRAGMA journal_mode = {to}").fetchall()
        except apsw.BusyError:
            self.board.add("put_off")

    def replace(self) -> None:
        newer = self.path.with_name("next")
        self.connection.execute("VACUUM INTO ?", (str(newer),))
        self.close()
        self.connection = apsw.Connection(str(newer))
        self.connection.execute(UNSYNCED)
        self.connection.execute("UPDATE state SET version = version + 1")
        self.connection.close()
        os.replace(newer, self.path)
        self.connection = self.connect()
        self.version += 1
        self.publish()


def main(folder: Path, mode: Mode) -> None:
    """Build the ledger if there is none, say that it is there, write."""
    data = folder / "data"
    if not data.exists():
        data.mkdir()
        for name in NAMES[: 1 + mode.two_files]:
            build(data / name, mode)
        print("built", flush=True)
        sys.stdin.readline()
    Writer(folder, mode).run()


if __name__ == "__main__":
    described = json.loads(sys.argv[2])
    main(Path(sys.argv[1]), Mode(**{key: tuple(v) if isinstance(v, list) else v for key, v in described.items()}))
