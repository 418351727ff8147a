"""The rows around a row: both ways, some steps far, bounded by key, what is not drawn counted."""

import apsw
import pytest

from inspector.cancel import CancelToken
from inspector.db.rows import RowRef
from inspector.errors import InvalidInput, KnownError
from inspector.workspace.graphs import rows_around as around_module
from inspector.workspace.graphs.read_graph import ROWS_AROUND, SCHEMA, read_graph
from inspector.workspace.graphs.rows_around import MORE, PER_KEY, rows_around
from inspector.workspace.graphs.wanted import around_location, wanted_in
from inspector.workspace.location import parse_location
from inspector.workspace.opening.open_source import open_source

REST = 1_000


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    path = tmp_path_factory.mktemp("around") / "shop.db"
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute(f"""
        CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT, boss INTEGER REFERENCES people(id));
        CREATE TABLE orders (id INTEGER PRIMARY KEY, person INTEGER REFERENCES people(id), status TEXT);
        CREATE TABLE tags (code TEXT PRIMARY KEY, title TEXT) WITHOUT ROWID;
        CREATE TABLE tagged (order_id INTEGER REFERENCES orders(id), tag TEXT REFERENCES tags(code));
        CREATE TABLE events (person INTEGER REFERENCES people(id));
        CREATE INDEX events_person ON events(person);
        CREATE INDEX tagged_order ON tagged(order_id);
        INSERT INTO people VALUES (1, 'Ann', NULL), (2, 'Bob', 1), (3, 'Own', 3), (4, 'Lost', 99),
                                  (5, 'Eve password=hunter22222', NULL);
        INSERT INTO orders VALUES (10, 1, 'open'), (11, 1, 'done'), (12, 2, 'blocked');
        INSERT INTO tags VALUES ('r', 'Rush');
        INSERT INTO tagged VALUES (10, 'r'), (12, 'r');
        WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < {REST + PER_KEY})
        INSERT INTO events SELECT 1 FROM n;
    """).fetchall()
    connection.close()
    opened = open_source(str(path))
    yield opened
    opened.close()


def look(source, table, key, hops=1):
    return rows_around(source, RowRef("main", table, key), hops, CancelToken())


def joined(graph):
    return {
        (graph.labels[a], graph.edge_type_names[t], graph.labels[b])
        for a, b, t in zip(graph.source, graph.target, graph.edge_types, strict=True)
    }


def test_a_row_is_joined_both_ways_and_what_is_beyond_a_key_is_counted(source):
    graph = look(source, "people", (1,))
    assert (graph.labels[0], graph.row_of(0)) == ("Ann", RowRef("main", "people", (1,)))
    assert graph.type_counts() == {"events": PER_KEY, "orders": 2, "people": 2, MORE: 1}
    assert ("Bob", "people.boss", "Ann") in joined(graph)
    assert (f"{REST:,} more of events", "events.person", "Ann") in joined(graph)
    assert graph.edge_type_counts()["events.person"] == PER_KEY + 1
    orders = [i for i in range(len(graph)) if graph.type_names[graph.types[i]] == "orders"]
    assert {graph.status_texts[i] for i in orders} == {"open", "done"}
    assert graph.left_out == ()


def test_more_steps_reach_further_and_every_edge_between_shown_rows_is_there(source):
    one, two, three = (look(source, "orders", (10,), hops) for hops in (1, 2, 3))
    assert {label for a, _, b in joined(one) for label in (a, b)} >= {"Ann"}
    assert "Bob" not in one.labels
    assert "Bob" in two.labels
    assert ("Bob", "people.boss", "Ann") in joined(two)
    assert {row.key for row in map(three.row_of, range(len(three))) if row and row.table == "tags"} == {("r",)}
    assert len(one) < len(two) < len(three)


def test_a_row_of_a_table_without_rowids_is_found_by_its_key(source):
    graph = look(source, "tags", ("r",))
    assert graph.labels[0] == "Rush"
    assert graph.edge_type_counts() == {"tagged.tag": 2}


def test_a_row_that_refers_to_itself_and_one_that_refers_to_nothing(source):
    own = look(source, "people", (3,), 2)
    assert (len(own), own.source.tolist(), own.target.tolist()) == (1, [0], [0])
    lost = look(source, "people", (4,))
    assert (len(lost), lost.dangling) == (2, 1)
    assert lost.placeholder.tolist() == [False, True]
    assert lost.labels[1] == "people 99"


def test_secrets_are_masked(source):
    assert "hunter" not in look(source, "people", (5,)).labels[0]
    assert look(source, "people", (5,)).labels[0].startswith("Eve password=")


def test_where_there_are_too_many_rows_it_is_said(source, monkeypatch):
    monkeypatch.setattr(around_module, "MOST_ROWS", 4)
    graph = look(source, "people", (1,))
    assert sum(row is not None for row in map(graph.row_of, range(len(graph)))) == 4
    assert graph.left_out == ("rows beyond the first 4: look around one of them, or take fewer steps",)


def test_a_row_that_is_gone_is_an_error(source):
    with pytest.raises(KnownError, match="gone"):
        look(source, "people", (77,))
    with pytest.raises(KnownError, match="no table"):
        look(source, "nowhere", (1,))


def test_a_location_leads_to_the_rows_around(source):
    place = parse_location(around_location(source.path, RowRef("main", "people", (2,)), 2).link())
    assert (place.view, place.get("graph")) == ("graph", "around")
    wanted = wanted_in(place)
    assert (wanted.row, wanted.hops) == (RowRef("main", "people", (2,)), 2)
    found = read_graph(source, wanted, CancelToken())
    assert found.projection is ROWS_AROUND
    assert found.projections[-2:] == (SCHEMA, ROWS_AROUND)
    assert found.graph.labels[0] == "Bob"


def test_steps_are_bounded_and_a_spoiled_key_is_said(source):
    assert wanted_in(parse_location(f"{source.path}#graph?graph=around&table=people&key=1&hops=99")).hops == 4
    assert wanted_in(parse_location(f"{source.path}#graph?graph=around&table=people&key=1&hops=x")).hops == 1
    with pytest.raises(InvalidInput):
        wanted_in(parse_location(f"{source.path}#graph?graph=around&table=people&key=[oops"))
