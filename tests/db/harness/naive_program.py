"""A program that reads a database as SQLite offers it, and breaks a promise by it: what the harness must notice.

    python -m tests.db.harness.naive_program PATH immutable|stale|holding|kept

``immutable`` looks without a lock, each time anew; ``stale`` keeps such a look open; ``holding`` keeps a statement open
that has not come to its end; ``kept`` reads as it should, and keeps its connection.
"""

from __future__ import annotations

import json
import sys

import apsw


def opened(path: str, way: str) -> apsw.Connection:
    immutable = "&immutable=1" if way in ("immutable", "stale") else ""
    flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
    connection = apsw.Connection(f"file:{path}?mode=ro{immutable}", flags=flags)
    connection.set_busy_timeout(1000)
    return connection


def main(path: str, way: str) -> None:
    connection = opened(path, way)
    held: list[apsw.Cursor] = []
    for line in sys.stdin:
        command = json.loads(line)
        try:
            if command == "begin":
                if way == "immutable":
                    connection.close()
                    connection = opened(path, way)
                if way == "holding" and not held:
                    held.append(connection.execute("SELECT * FROM account"))
                    next(held[0])
                answer = None
            else:
                answer = connection.execute(command[0], command[1]).fetchall()
        except apsw.Error as error:
            answer = repr(error)
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
