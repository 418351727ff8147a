"""Facts of a rule are those that the file has, of one read, with secrets masked."""

import apsw
import pytest

from inspector.cancel import CancelToken
from inspector.db.database import open_database
from inspector.db.needs import needs
from inspector.graph.analysis import FactQuery
from inspector.graph.analysis_facts import read_facts


@pytest.fixture
def database(tmp_path):
    path = tmp_path / "facts.db"
    connection = apsw.Connection(str(path))
    connection.execute(
        "CREATE TABLE wiring (id, scope); INSERT INTO wiring VALUES (1, 'all'), (2, 'token-123')"
    ).fetchall()
    connection.close()
    return open_database(path)


def test_what_a_version_does_not_have_is_no_fact(database):
    known = FactQuery("wirings", "SELECT id, scope FROM wiring", needs("wiring.scope"))
    newer = FactQuery("policies", "SELECT approver FROM policy", needs("policy.approver"))
    found = read_facts(database, (known, newer), CancelToken())
    assert {id: list(rows) for id, rows in found.items()} == {"wirings": [(1, "all"), (2, "token-123")]}
    assert read_facts(database, (), CancelToken()) == {}


def test_texts_go_through_the_mask_and_numbers_stay(database):
    query = FactQuery("wirings", "SELECT id, scope FROM wiring")
    found = read_facts(database, (query,), CancelToken(), lambda text: text.replace("token-123", "•••"))
    assert list(found["wirings"]) == [(1, "all"), (2, "•••")]
