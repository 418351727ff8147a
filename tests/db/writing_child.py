"""A program that writes to a database, told what to do line by line: run as a process of its own by the tests."""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time

import apsw


def constantly(connection: apsw.Connection, sql: str, pause_s: float, stop: threading.Event) -> dict[str, object]:
    commits, failures, longest = 0, [], 0.0
    while not stop.is_set():
        began = time.perf_counter()
        try:
            connection.execute(sql)
            commits += 1
        except apsw.Error as error:
            failures.append(repr(error))
            if connection.in_transaction:
                connection.execute("ROLLBACK")
        longest = max(longest, time.perf_counter() - began)
        stop.wait(pause_s)
    return {"commits": commits, "failures": failures, "longest_s": longest}


def main(path: str) -> None:
    connection = apsw.Connection(path)
    connection.set_busy_timeout(1000)
    stop, thread, result = threading.Event(), None, {}
    for line in sys.stdin:
        command = json.loads(line)
        answer: object = None
        if "sql" in command:
            try:
                answer = connection.execute(command["sql"]).fetchall()
            except apsw.Error as error:
                answer = repr(error)
        elif "loop" in command:
            stop.clear()

            def run(sql=command["loop"], pause=command["pause"], on=connection):
                result.update(constantly(on, sql, pause, stop))

            thread = threading.Thread(target=run)
            thread.start()
        elif "stop" in command:
            stop.set()
            thread.join()
            answer = result
        elif "die" in command:
            os.kill(os.getpid(), signal.SIGKILL)
        elif "close" in command:
            connection.close()
        elif "reopen" in command:
            connection = apsw.Connection(path)
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
