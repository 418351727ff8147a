"""What users met in graphs whose edges lead nowhere: a blank picture, a crash, edges that are silently dropped."""

from __future__ import annotations

from pathlib import Path

import apsw
import numpy as np

SCHEMA = """
    CREATE TABLE nodes (id TEXT PRIMARY KEY, type TEXT NOT NULL, title TEXT NOT NULL, status TEXT NOT NULL,
        project TEXT NOT NULL, git_branch TEXT DEFAULT 'main', metadata TEXT DEFAULT '{}', tags TEXT DEFAULT '[]',
        created_at TEXT NOT NULL, updated_at TEXT NOT NULL);
    CREATE TABLE edges (id TEXT PRIMARY KEY, source_id TEXT, target_id TEXT, type TEXT NOT NULL,
        properties TEXT DEFAULT '{}', project TEXT NOT NULL, git_branch TEXT DEFAULT 'main', created_at TEXT NOT NULL);
    CREATE TABLE schema_meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
    INSERT INTO schema_meta VALUES ('version', '3');
    INSERT INTO nodes (id, type, title, status, project, git_branch, created_at, updated_at) VALUES
        ('a', 'task', 'Here', 'open', 'p', 'main', '2026-05-01', '2026-05-01'),
        ('b', 'task', 'Elsewhere', 'open', 'q', 'dev', '2026-05-01', '2026-05-01');
    INSERT INTO edges (id, source_id, target_id, type, project, created_at) VALUES
        ('e1', 'a', 'deleted', 'depends_on', 'p', '2026'), ('e2', NULL, 'a', 'blocks', 'p', '2026'),
        ('e3', 'a', 'b', 'references', 'p', '2026'), ('e4', 'gone', 'deleted', 'blocks', 'p', '2026');
"""


def test_C83_edges_to_missing_nodes_and_to_another_project_are_drawn_and_counted(program, tmp_path: Path) -> None:
    path = tmp_path / "graph.db"
    connection = apsw.Connection(str(path))
    connection.execute(SCHEMA).fetchall()
    connection.close()
    view = program.go(path, "graph")
    graph = view.exploring.graph
    assert (len(graph), graph.edge_count) == (5, 4)
    assert view.canvas.scene.show_edges.all()
    assert "3 edges with a missing end" in view.note()
    assert [graph.edge_ids[edge] for edge in graph.dangling_edges] == ["e1", "e2", "e4"]
    assert {graph.ids[node] for node in np.flatnonzero(graph.placeholder)} == {"deleted", "gone", "NULL (source of e2)"}
    # a missing node is no trap: it can be selected, and its row is not opened
    view.canvas.select_node(graph.index["deleted"])
    assert view.following.place_of(graph.index["deleted"]) is None
