"""A details panel on a database of the test, driven as a person would."""

from __future__ import annotations

from dataclasses import replace

import apsw
import pytest

from inspector.db.rows import RowRef
from inspector.ui.details.item_list import ITEM_ROLE
from inspector.ui.details.panel import DetailsPanel
from inspector.ui.states import ViewState
from inspector.workspace.opening.open_source import open_source
from inspector.workspace.workspace import Workspace

HTML = "<img src=x><b>bold</b>"
HUGE = 2_000_000
SCHEMA = """
CREATE TABLE users (id TEXT PRIMARY KEY, name TEXT);
CREATE TABLE notes (
    id INTEGER PRIMARY KEY, author TEXT REFERENCES users(id), status TEXT, content TEXT, created_at INT, body TEXT,
    raw BLOB, size INT GENERATED ALWAYS AS (length(status)) VIRTUAL, password TEXT
);
CREATE VIEW named AS SELECT name FROM users;
"""


class Driven:
    """The panel, what it opened, and words for what a person does."""

    def __init__(self, panel, source, qtbot):
        self.panel, self.source, self.qtbot = panel, source, qtbot
        self.opened = []
        panel.openRequested.connect(self.opened.append)

    def select(self, table, *key):
        """Select a row and wait until it is read."""
        self.panel.show_selection((self.source, RowRef("main", table, key)))
        return self.settle()

    def settle(self):
        """Wait until nothing is read any more."""
        self.qtbot.waitUntil(lambda: not self.panel.context.runner.running(), timeout=10_000)
        return self

    def stored(self, column, key):
        """What a note has in a column."""
        sql = f"SELECT {column} FROM notes WHERE id = ?"
        return self.source.database.read(lambda reader: reader.rows(sql, (key,)).rows[0][0])

    def error(self):
        """The written fault."""
        self.qtbot.waitUntil(lambda: self.panel.overlay.state() is ViewState.ERROR, timeout=5000)
        return self.panel.overlay.text()

    def item(self, name, entries=None):
        """The field of this name."""
        return next(i for i in (entries or self.panel.fields).items() if i.name == name and i.kind == "field")

    def index(self, name, entries=None):
        """Its index in the list."""
        model = (entries or self.panel.fields).model()
        rows = [model.index(row, 0) for row in range(model.rowCount())]
        return next(i for i in rows if i.data(ITEM_ROLE).name == name and i.data(ITEM_ROLE).kind == "field")


@pytest.fixture
def notes(tmp_path):
    """The path of a database with rows worth looking at."""
    path = tmp_path / "notes.db"
    database = apsw.Connection(str(path))
    database.execute("PRAGMA synchronous = OFF")
    database.execute(SCHEMA)
    database.execute("INSERT INTO users VALUES ('u1', ?), ('u2', 'Grace')", (HTML,))
    insert = "INSERT INTO notes (id, author, status, content, created_at, body, raw, password) VALUES (?,?,?,?,?,?,?,?)"
    said = '{"text": "Where is my order?", "lines": {"deep": [1, 2.50, null]}, "token": "hunter2hunter2"}'
    long = "[" + ",".join(f'{{"n": {n}, "pad": "{"p" * 300}"}}' for n in range(3000)) + "]"
    for row in (
        (1, "u1", "open", said, 1_779_278_400, "short", b"\x00\x01\x02", None),
        (2, "gone", "", '{"text": "cut', None, "z" * HUGE, b"\xff" * 40, None),
        (3, None, "odd", long, 7, "a", b"", ""),
    ):
        database.execute(insert, row)
    database.close()
    return path


@pytest.fixture
def driven(qtbot, context, notes):
    """The panel beside that database, shown at 320 x 700."""
    source = open_source(str(notes))
    context = replace(context, workspace=Workspace())
    context.workspace.add(source)
    panel = DetailsPanel(context)
    qtbot.addWidget(panel)
    panel.resize(320, 700)
    panel.show()
    made = Driven(panel, source, qtbot)
    yield made
    context.runner.cancel(panel)
    source.close()
