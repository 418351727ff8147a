import time

import apsw
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.db.catalog import Catalog, Column, Table
from inspector.queries.caret import Pieces, pieces_of
from inspector.queries.completion import Vocabulary, complete, mentioned
from inspector.queries.scan import tokens
from inspector.queries.sql_words import FREE, FUNCTIONS, KEYWORDS, TABLE_FUNCTIONS


def table(name, *columns, schema="main", kind="table"):
    return Table(schema, name, kind, tuple(Column(column, "TEXT") for column in columns))


CATALOG = Catalog(
    (
        table("nodes", "id", "type", "title", "git branch", "order"),
        table("edges", "id", "source_id", "target_id", "weight"),
        table("nodes_fts", "title", "body", kind="virtual"),
        table("nodes_fts_data", "id", "block", kind="shadow"),
        table("messages_in", "id", "content", schema="inbound"),
        table("messages_out", "id", "in_reply_to", schema="outbound"),
    )
)
WORDS = Vocabulary(
    CATALOG,
    ("json_extract", "my_function", "->>"),
    lambda table, column: {("nodes", ""): "things of a project", ("nodes", "title"): "what it is called"}.get(
        (table, column), ""
    ),
)


def at(sql, words=WORDS):
    """What is offered where | stands."""
    caret = sql.index("|")
    return complete(sql.replace("|", ""), caret, words)


def texts(sql, kind=None):
    return [one.text for one in at(sql).suggestions if kind is None or one.kind == kind]


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT * FROM |",
        "SELECT * FROM edges JOIN |",
        "SELECT * FROM edges e, |",
        "DELETE FROM |",
        "SELECT (SELECT 1 FROM |)",
    ],
)
def test_tables_stand_behind_from(sql):
    found = texts(sql)
    assert found[:3] == ["nodes", "edges", "nodes_fts"]
    assert "SELECT" not in found
    assert "title" not in found
    assert found.index("nodes_fts_data") > found.index("messages_out")


def test_a_table_is_told_with_what_it_is_and_means():
    first = at("SELECT * FROM no|").suggestions[0]
    assert (first.text, first.detail, first.meaning) == ("nodes", "table", "things of a project")


def test_columns_are_those_of_the_tables_that_are_named():
    assert texts("SELECT | FROM edges", "column") == ["id", "source_id", "target_id", "weight"]
    assert "title" not in texts("SELECT t| FROM edges", "column")
    assert texts("SELECT * FROM edges WHERE we|") == ["weight", *texts("SELECT * FROM edges WHERE we|")[1:]]


def test_an_alias_has_the_columns_of_its_table():
    assert texts("SELECT n.| FROM nodes AS n JOIN edges e ON e.source_id = n.id") == [
        "id",
        "type",
        "title",
        '"git branch"',
        '"order"',
    ]
    assert texts("SELECT * FROM nodes n JOIN edges e ON e.so|") == ["source_id"]
    assert texts("SELECT * FROM nodes n JOIN edges e ON |", "alias") == ["e", "n"] or texts(
        "SELECT * FROM nodes n JOIN edges e ON |", "alias"
    ) == ["n", "e"]


def test_a_schema_has_its_tables():
    assert texts("SELECT * FROM inbound.|") == ["messages_in"]
    assert texts("SELECT * FROM inbound.messages_in m WHERE m.|") == ["id", "content"]


def test_common_table_expressions_are_known_with_their_columns():
    sql = "WITH open AS (SELECT id, title AS name, count(*) FROM nodes), two(x, y) AS (VALUES (1, 2)) SELECT "
    assert texts(sql + "* FROM |")[:2] == ["open", "two"]
    assert texts(sql + "o.| FROM open o") == ["id", "name"]
    assert texts(sql + "| FROM two", "column") == ["x", "y"]


def test_a_query_inside_gives_its_columns_and_a_star_those_of_its_table():
    assert texts("SELECT q.| FROM (SELECT id AS a, type b FROM nodes) AS q") == ["a", "b"]
    assert "weight" in texts("WITH x AS (SELECT * FROM edges) SELECT | FROM x", "column")


def test_what_is_inside_brackets_is_not_seen_outside_and_what_is_outside_is_seen_inside():
    inner = "SELECT * FROM nodes WHERE id IN (SELECT source_id FROM edges WHERE |)"
    assert {"weight", "title"} <= set(texts(inner, "column"))
    assert texts(inner, "column").index("weight") < texts(inner, "column").index("title")
    assert "weight" not in texts("SELECT | FROM nodes WHERE id IN (SELECT source_id FROM edges)", "column")


@pytest.mark.parametrize(
    "sql",
    ["SELECT 'no|", "SELECT 'no|' FROM nodes", "SELECT 1 -- no|", "SELECT 1 /* no| */", "SELECT 12|", "SELECT x'0|"],
)
def test_nothing_is_offered_in_strings_comments_and_numbers(sql):
    assert at(sql).suggestions == ()


def test_words_are_completed_from_their_beginning_and_then_from_within():
    assert texts("SELECT * FROM edges WHERE id|", "column") == ["id", "source_id", "target_id"]
    assert "json_extract(" in texts("SELECT extr|")
    assert texts("SEL|")[0] == "SELECT"


def test_what_is_replaced_is_the_word_up_to_the_caret():
    found = at("SELECT tit|le FROM nodes")
    assert (found.start, found.end) == (7, 10)
    found = at("SELECT '🦉', tit| FROM nodes")
    assert (found.start, found.end) == (12, 15)


def test_an_open_quote_is_completed_with_its_name():
    found = at('SELECT "git| FROM nodes')
    assert found.start == 7


def test_parameters_of_the_clock_are_offered():
    assert texts("SELECT :no|") == [":now", ":now_ms", ":now_s"]


def test_functions_tell_what_they_are_given():
    found = next(one for one in at("SELECT json_ex|").suggestions if one.text == "json_extract(")
    assert found.detail == "(X, path…)"
    assert "->>(" not in texts("SELECT |")
    assert "my_function(" in texts("SELECT my|")


def test_the_statement_at_the_caret_counts_alone():
    assert "title" not in texts("SELECT * FROM nodes; SELECT | FROM edges", "column")
    assert "weight" in texts("SELECT * FROM nodes; SELECT | FROM edges; SELECT 1 FROM nodes", "column")


def test_what_a_word_names_is_told():
    sql = "SELECT n.title, count(*) FROM nodes n WHERE type = 'x'"
    column = mentioned(sql, sql.index("title"), WORDS)
    assert (column.table.name, column.column) == ("nodes", "title")
    assert "what it is called" in column.words
    assert mentioned(sql, sql.index("nodes"), WORDS).table.name == "nodes"
    assert mentioned(sql, sql.index("n."), WORDS).table.name == "nodes"
    assert "rows" in mentioned(sql, sql.index("count"), WORDS).words
    assert mentioned(sql, sql.index("type"), WORDS).column == "type"
    assert mentioned(sql, sql.index("WHERE"), WORDS) is None
    assert mentioned(sql, sql.index("'x'"), WORDS) is None


PIECES = st.sampled_from(
    [
        "SELECT ",
        "FROM ",
        "nodes",
        " n",
        "(",
        ")",
        ", ",
        ".",
        "AS ",
        "WITH ",
        "x",
        "JOIN ",
        "*",
        "'a'",
        "; ",
        "-- c\n",
        "🦉",
        '"',
        "edges ",
    ]
)


@given(parts=st.lists(PIECES, max_size=20), place=st.integers(0, 100))
def test_any_half_written_text_is_completed_without_a_fault(parts, place):
    sql = "".join(parts)
    caret = min(place, len(sql))
    found = complete(sql, caret, WORDS)
    assert 0 <= found.start <= found.end == caret
    for one in found.suggestions:
        whole = list(tokens(one.text.removesuffix("(")))
        assert len(whole) == 1
    mentioned(sql, caret, WORDS)


SIGNS = st.sampled_from(
    ["select ", "a", "'", '"', "--", "/", "*", "\n", " ", ".", "(", "1", "x'", "[", "]", ":", "$", "`"]
)


@given(parts=st.lists(SIGNS, max_size=14))
def test_what_goes_on_is_read_as_if_it_were_new(parts):
    reader, sql = Pieces(), ""
    for part in parts:
        sql += part
        assert reader.of(sql) == Pieces().of(sql)


def test_nothing_is_offered_while_a_comment_is_written():
    found = [at(f"SELECT 1 {sql}|").suggestions for sql in ("/", "/*", "/* ", "/* f", "/* fr", "/* from")]
    assert found[2:] == [()] * 4


def columns(sql):
    return texts(sql, "column")


@pytest.mark.parametrize(
    ("sql", "first"),
    [
        ("SELECT | FROM json_each('[]')", "key"),
        ("SELECT j.| FROM json_each('[]') AS j", "key"),
        ("SELECT e.| FROM nodes, json_tree(nodes.title) e", "key"),
        ("SELECT | FROM pragma_table_info('nodes')", "cid"),
        ("SELECT | FROM dbstat", "name"),
        ("INSERT INTO nodes(id) VALUES (1) ON CONFLICT DO UPDATE SET title = excluded.|", "id"),
        ("CREATE TEMP TRIGGER x AFTER INSERT ON nodes BEGIN SELECT new.|; END", "id"),
        ("CREATE TRIGGER x AFTER INSERT ON main.edges BEGIN SELECT old.|; END", "id"),
        ("INSERT INTO edges(|", "id"),
        ("UPDATE edges SET |", "id"),
        ("SELECT * FROM nodes JOIN edges USING (|", "id"),
        ("SELECT * FROM nodes n JOIN edges e ON e.|", "id"),
    ],
)
def test_columns_are_known_where_they_are_meant(sql, first):
    assert columns(sql)[0] == first


def test_functions_that_give_rows_stand_behind_from():
    assert "json_each(" in texts("SELECT * FROM json|", "function")
    assert "dbstat" in texts("SELECT * FROM dbs|", "function")


@pytest.mark.parametrize("sql", ["SELECT excluded.| FROM nodes", "SELECT new.| FROM nodes"])
def test_rows_that_change_are_known_only_where_some_do(sql):
    assert columns(sql) == []


def test_what_is_written_whole_comes_first():
    words = Vocabulary(Catalog((table("t", "from_x", "titles", "title"),)))
    assert at("SELECT * FROM t WHERE title| ", words).suggestions[0].text == "title"
    assert at("SELECT 1 from|", words).suggestions[0].text == "FROM"


@pytest.mark.parametrize(
    ("sql", "leads_to"),
    [
        ("WITH nodes AS (SELECT 1 AS a) SELECT * FROM |nodes", None),
        ("WITH nodes AS (SELECT 1 AS a) SELECT |nodes.a FROM nodes", None),
        ("WITH nodes AS (SELECT 1 AS title) SELECT |title FROM nodes", None),
        ("WITH nodes AS (SELECT 1 AS a) SELECT * FROM main.|nodes", "nodes"),
        ("SELECT |nodes.id FROM edges nodes", "edges"),
        ("SELECT |edges.id FROM nodes edges, edges nodes", "nodes"),
        ("SELECT * FROM nodes edges JOIN |edges nodes", "edges"),
        ("SELECT * FROM (SELECT 1) nodes WHERE |nodes.x", None),
        ("SELECT * FROM inbound.|messages_in", "messages_in"),
        ("SELECT outbound.|messages_out.id FROM messages_in", "messages_out"),
    ],
)
def test_a_query_or_alias_hides_a_table_of_its_name(sql, leads_to):
    index = sql.index("|")
    found = mentioned(sql.replace("|", ""), index, WORDS)
    assert (found.table.name if found is not None and found.table is not None else None) == leads_to


@pytest.mark.parametrize(
    ("sql", "first"),
    [
        ("se|", "SELECT"),
        ("wi|", "WITH"),
        ("SELECT 1; se|", "SELECT"),
        ("WITH x AS (se|", "SELECT"),
        ("WITH x AS (SELECT 1) se|", "SELECT"),
        ("CREATE TEMP VIEW v AS se|", "SELECT"),
        ("SELECT 1 UNION ALL se|", "SELECT"),
        ("SELECT ti|", "title"),
        ("SELECT id, co|", "content"),
        ("SELECT id, cou|", "count("),
        ("SELECT id fr|", "FROM"),
        ("SELECT * fr|", "FROM"),
        ("SELECT count(*) fr|", "FROM"),
        ("SELECT 2 * we| FROM edges", "weight"),
        ("SELECT * FROM nodes wh|", "WHERE"),
        ("SELECT * FROM nodes n le|", "LEFT"),
        ("SELECT * FROM nodes n LEFT jo|", "JOIN"),
        ("SELECT * FROM nodes n JOIN edges e us|", "USING"),
        ("SELECT * FROM nodes n JOIN edges e on|", "ON"),
        ("SELECT * FROM nodes WHERE ti|", "title"),
        ("SELECT * FROM nodes WHERE title lik|", "LIKE"),
        ("SELECT * FROM nodes WHERE title = 'x' or|", "OR"),
        ("SELECT * FROM nodes WHERE title IS n|", "NOT"),
        ("SELECT * FROM nodes WHERE title IS NOT nu|", "NULL"),
        ("SELECT * FROM nodes gr|", "GROUP"),
        ("SELECT * FROM nodes GROUP b|", "BY"),
        ("SELECT * FROM nodes ORDER BY ti|", "title"),
        ("SELECT * FROM nodes ORDER BY title de|", "DESC"),
        ("SELECT * FROM nodes ORDER BY title DESC lim|", "LIMIT"),
        ("DELETE FROM nodes WHERE i|", "id"),
    ],
)
def test_the_first_one_is_what_a_person_wants(sql, first):
    assert texts(sql)[0] == first


@pytest.mark.parametrize("sql", ["SELECT id AS ti|", "WITH no|", "SELECT * FROM nodes no|", "SELECT title ti|"])
def test_nothing_takes_the_place_of_a_new_name(sql):
    assert not {"nodes", "title", "DROP"} & {one.text for one in at(sql).suggestions}


def test_windows_stand_behind_over():
    sql = "SELECT sum(weight) OVER | FROM edges WINDOW w AS (PARTITION BY id), later AS (ORDER BY weight)"
    assert texts(sql) == ["w", "later"]
    assert texts(sql.replace("|", "la|")) == ["later"]


def test_the_number_of_a_row_is_offered_where_it_has_one_and_somebody_begins_to_write_it():
    assert texts("SELECT row| FROM edges", "column") == ["rowid"]
    assert texts("SELECT e.ro| FROM edges e", "column") == ["rowid"]
    assert "rowid" not in texts("SELECT | FROM edges", "column")
    assert texts("WITH edges AS (SELECT 1 AS a) SELECT row| FROM edges", "column") == []


def test_a_comparison_with_from_names_no_table():
    assert "weight" not in texts("SELECT 1 FROM nodes WHERE id IS DISTINCT FROM edges AND |", "column")
    assert "weight" in texts("SELECT DISTINCT | FROM edges", "column")


@pytest.mark.parametrize(
    "around",
    [
        ("INSERT INTO edges VALUES ", "(1, 'x', 2), "),
        ("SELECT * FROM edges WHERE id IN (", "1, "),
        ("SELECT 1 FROM ", "nodes n, "),
        ("SELECT ", "weight AS w, "),
        ("SELECT ", "("),
    ],
)
def test_a_long_statement_takes_time_in_proportion(around):
    def seconds(count):
        sql = around[0] + around[1] * count + "we"
        began = time.process_time()
        complete(sql, len(sql), WORDS)
        return time.process_time() - began

    count = 18_000 // len(around[1])
    # eight times the text, with room for a busy machine: what grows with the square takes 64 times as long
    # (each time another text: what was looked through is remembered)
    assert min(seconds(count - one) for one in range(3)) < 30 * max(seconds(count // 8), 0.0005)


def test_a_key_within_a_word_does_not_look_through_the_statement_again():
    head, tail = "SELECT " + "weight, " * 500, " FROM edges WHERE weight IN (" + "1, " * 500
    complete(f"{head}we{tail}", len(head) + 2, WORDS)
    misses = pieces_of.cache_info().misses
    found = complete(f"{head}wei{tail}", len(head) + 3, WORDS)
    assert pieces_of.cache_info().misses == misses
    assert [one.text for one in found.suggestions] == ["weight"]


def test_every_function_is_one_of_sqlite():
    connection = apsw.Connection(":memory:")
    known = {name for (name,) in connection.execute("SELECT name FROM pragma_function_list")} | {"regexp"}
    assert set(FUNCTIONS) - set(TABLE_FUNCTIONS) - known == set()
    for name, wanted in TABLE_FUNCTIONS.items():
        # the columns that a table has and does not hide
        found = connection.execute("SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0", (name,))
        assert tuple(name for (name,) in found) == wanted, name


def test_words_that_need_no_quotes_name_a_column_everywhere():
    assert FREE <= KEYWORDS
    for word in FREE:
        connection = apsw.Connection(":memory:")
        connection.execute(f'CREATE TABLE t("{word}"); INSERT INTO t VALUES (7)').fetchall()
        sql = (
            f"SELECT {word}, t.{word}, {word} AS x, 1 + {word} FROM t WHERE {word} = 7 GROUP BY {word} ORDER BY {word}"
        )
        assert connection.execute(sql).fetchall() == [(7, 7, 7, 8)]
