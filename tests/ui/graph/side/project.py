"""A small project as a file, and what a graph view shows of it."""

import apsw
import numpy as np

from inspector.ui.states import ViewState

SCHEMA = """
    CREATE TABLE nodes (id TEXT PRIMARY KEY, type TEXT NOT NULL, title TEXT NOT NULL, status TEXT NOT NULL,
        project TEXT NOT NULL, git_branch TEXT DEFAULT 'main', metadata TEXT DEFAULT '{}', tags TEXT DEFAULT '[]',
        created_at TEXT NOT NULL, updated_at TEXT NOT NULL);
    CREATE TABLE edges (id TEXT PRIMARY KEY, source_id TEXT NOT NULL, target_id TEXT NOT NULL, type TEXT NOT NULL,
        properties TEXT DEFAULT '{}', project TEXT NOT NULL, git_branch TEXT DEFAULT 'main', created_at TEXT NOT NULL);
    CREATE TABLE schema_meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
    INSERT INTO schema_meta VALUES ('version', '3');
"""
NODES = [
    # id, type, title, status, branch, tags, day of May 2026 it was changed
    ("hub", "milestone", "Release <b>one</b>", "in_progress", "main", '["core"]', 1),
    ("a", "task", "Write the parser", "done", "main", '["core","io"]', 10),
    ("b", "task", "Read the file", "pending", "main", '["io"]', 17),
    ("c", "task", "Close the file", "blocked", "next", "[]", 18),
    ("d", "decision", "Parse by hand", "accepted", "next", '["core"]', 19),
    ("o", "observation", "Alone\tand broken", "active", "main", "[]", 20),
]
EDGES = "hub>a:depends_on hub>b:depends_on b>a:depends_on c>b:blocks d>a:decided_in hub>c:part_of"


def write(path, nodes, edges):
    connection = apsw.Connection(str(path))
    connection.execute(SCHEMA).fetchall()
    with connection:
        for id, type, title, status, branch, tags, day in nodes:
            connection.execute(
                "INSERT INTO nodes (id, type, title, status, project, git_branch, tags, created_at, updated_at) "
                "VALUES (?,?,?,?,'p',?,?,'2026-05-01T00:00:00Z',?)",
                (id, type, title, status, branch, tags, f"2026-05-{day:02}T06:00:00Z"),
            )
        for number, words in enumerate(edges.split()):
            source, rest = words.split(">")
            target, type = rest.split(":")
            connection.execute(
                "INSERT INTO edges (id, source_id, target_id, type, project, created_at) VALUES (?,?,?,?,'p','2026')",
                (f"e{number}", source, target, type),
            )
    connection.close()


def settle(qtbot, view):
    qtbot.waitUntil(
        lambda: not view.context.runner.running() and view.states.state() != ViewState.LOADING, timeout=20_000
    )


def shown(view):
    """Ids of the nodes that are shown."""
    return {view.exploring.graph.ids[node] for node in np.flatnonzero(view.exploring.shown)}


def at(view, *ids):
    return np.array([view.exploring.graph.index[id] for id in ids], np.intp)
