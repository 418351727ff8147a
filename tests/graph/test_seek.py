"""What a limit left out of a graph is found in the database, whatever the words hold, but nothing that is hidden."""

import apsw
import pytest

from inspector.cancel import CancelToken
from inspector.db.database import open_database
from inspector.db.needs import needs
from inspector.db.rows import RowRef
from inspector.graph.projection import GraphProjection, GraphQuery
from inspector.graph.seek import Sought, seek

PROJECTION = GraphProjection(
    "all",
    "All",
    "",
    (
        GraphQuery("SELECT id, 'task', NULL, title, rowid FROM tasks ORDER BY rowid", "tasks"),
        GraphQuery("SELECT 'p:' || id, 'person' FROM people;", "people"),
        GraphQuery("SELECT id FROM nowhere", "nowhere", needs=needs("nowhere")),
    ),
    (),
)


@pytest.fixture(scope="module")
def database(tmp_path_factory):
    path = tmp_path_factory.mktemp("seek") / "x.db"
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute("""
        CREATE TABLE tasks (id TEXT PRIMARY KEY, title);
        CREATE TABLE people (id INTEGER PRIMARY KEY);
        INSERT INTO tasks VALUES ('t1', 'Write 100% of it'), ('t2', 'Write_it'), ('t3', 'ÄRGER mit ß'), ('t4', NULL),
                                 ('t5', 'the key is sk-12345'), ('t6', x'ff');
        INSERT INTO people VALUES (7), (77);
    """)
    connection.close()
    opened = open_database(path)
    yield opened
    opened.close()


def found(database, text, known=(), redact=None):
    return [one.id for one in seek(database, PROJECTION, text, known, CancelToken(), redact)]


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("write", ["t1", "t2"]),
        ("WRITE it", ["t1", "t2"]),
        ("100%", ["t1"]),
        ("e_i", ["t2"]),
        ("ärger", ["t3"]),
        ("T4", ["t4"]),
        ("p:77", ["p:77"]),
        ("'; DROP TABLE tasks; --", []),
        ("   ", []),
    ],
)
def test_every_word_is_looked_for_in_label_and_id(database, text, ids):
    assert found(database, text) == ids


def test_a_node_comes_with_its_label_and_its_row(database):
    assert seek(database, PROJECTION, "t1", (), CancelToken()) == (
        Sought("t1", "Write 100% of it", RowRef("main", "tasks", (1,))),
    )


def test_what_the_graph_holds_already_is_left_out(database):
    assert found(database, "write", {"t1"}) == ["t2"]


def test_what_is_hidden_is_not_found(database):
    def redact(text):
        return text.replace("sk-12345", "•••")

    assert found(database, "sk-1") == ["t5"]
    assert found(database, "sk-1", redact=redact) == []
    assert found(database, "the key", redact=redact) == ["t5"]
