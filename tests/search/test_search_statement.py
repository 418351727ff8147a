"""The statement of a search ranks the rows that the search finds by its indexes."""

from __future__ import annotations

import apsw
import pytest

from inspector.db.database import open_database
from inspector.redaction import Redactor
from inspector.search.run import search_database
from inspector.search.statement import search_statement


@pytest.fixture
def database(tmp_path):
    path = tmp_path / "searched.db"
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute(
        "CREATE TABLE notes(id INTEGER PRIMARY KEY, body); CREATE TABLE logs(id INTEGER PRIMARY KEY, line)"
    )
    connection.execute("CREATE VIRTUAL TABLE notes_fts USING fts5(body, content='notes', content_rowid='id')")
    connection.execute("CREATE VIRTUAL TABLE logs_fts USING fts5(line, content='logs', content_rowid='id')")
    for table, column in (("notes", "body"), ("logs", "line")):
        texts = [(f"retry number {i} isn't it",) for i in range(5)] + [("other words",)]
        connection.executemany(f"INSERT INTO {table}({column}) VALUES (?)", texts)
        connection.execute(f"INSERT INTO {table}_fts({table}_fts) VALUES ('rebuild')")
    connection.close()
    made = open_database(path)
    yield made
    made.close()


@pytest.mark.parametrize("text", ["retry", '"number 3"', "isn't", "retry -3", "num*"])
def test_it_gives_the_rows_that_are_found(database, text):
    sql = search_statement(database.catalog(), (), text, 50)
    rows = database.read(lambda reader: reader.user_rows(sql, limit=100)).rows
    hits = [hit for hit in search_database(database, (), text, Redactor(), limit=50).hits if hit.via != "scan"]
    assert {(row[0], row[1]) for row in rows} == {(hit.ref.table, hit.ref.key[0]) for hit in hits}
    assert rows
    assert [row[2] for row in rows] == sorted(row[2] for row in rows)


def test_where_no_index_is_asked_there_is_none(database):
    assert search_statement(database.catalog(), (), "", 50) == ""
