"""Builds state graphs for cases: nodes and edges, nothing else."""

from __future__ import annotations

from pathlib import Path

import apsw

SCHEMA = """
    CREATE TABLE nodes (id TEXT PRIMARY KEY, type TEXT NOT NULL, title TEXT NOT NULL, status TEXT NOT NULL,
        project TEXT NOT NULL, git_branch TEXT DEFAULT 'main', metadata TEXT DEFAULT '{}', tags TEXT DEFAULT '[]',
        created_at TEXT NOT NULL, updated_at TEXT NOT NULL);
    CREATE TABLE edges (id TEXT PRIMARY KEY, source_id TEXT NOT NULL, target_id TEXT NOT NULL, type TEXT NOT NULL,
        properties TEXT DEFAULT '{}', project TEXT NOT NULL, git_branch TEXT DEFAULT 'main', created_at TEXT NOT NULL);
    CREATE TABLE schema_meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
    INSERT INTO schema_meta VALUES ('version', '3');
"""
NODE = "INSERT INTO nodes (id, type, title, status, project, created_at, updated_at) VALUES (?,?,?,?,'p',?,?)"
EDGE = "INSERT INTO edges (id, source_id, target_id, type, project, created_at) VALUES (?,?,?,?,'p','2026')"


def project(path: Path, nodes: list[tuple[str, str, str]], edges: list[tuple[str, str, str]]) -> Path:
    """A state graph of (id, type, title) and (source, target, type)."""
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute(SCHEMA).fetchall()
    moment = "2026-05-01T00:00:00Z"
    with connection:
        connection.executemany(NODE, [(id, kind, title, "open", moment, moment) for id, kind, title in nodes])
        connection.executemany(EDGE, [(f"e{number}", *edge) for number, edge in enumerate(edges)])
    connection.close()
    return path
