import csv
import io
import json
from datetime import UTC, datetime

import apsw
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.cancel import Cancelled, CancelToken
from inspector.clock import Clock
from inspector.errors import InvalidInput, KnownError
from inspector.redaction import MASK
from inspector.workspace.answers.block_text import FILE_FORMS, BlockWriter
from inspector.workspace.answers.export_answer import Manner, Question, save_answer, write_answer
from inspector.workspace.opening.open_source import open_source

CLOCK = Clock(datetime(2026, 5, 1, tzinfo=UTC))
MANY = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT {}) SELECT x, 'row ' || x AS name FROM n"


def make(path, sql):
    connection = apsw.Connection(str(path))
    connection.execute(f"PRAGMA synchronous = OFF; {sql}").fetchall()
    connection.close()


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("export")
    make(folder / "a.db", "CREATE TABLE t(x, password); INSERT INTO t VALUES(1, 'hunter2-hunter2'), (2, NULL)")
    make(folder / "b.db", "CREATE TABLE t(x); CREATE TABLE only_here(y); INSERT INTO t VALUES(3)")
    source = open_source(folder)
    yield source
    source.close()


@pytest.fixture(scope="module")
def one(folder):
    return next(part for part in folder.walk() if part.database is not None)


def written(source, sql, form="csv", **manner):
    out = io.BytesIO()
    told = write_answer(Question(source, None, sql, {}, CLOCK), Manner(form, **manner), out)
    return out.getvalue().decode(), told


def test_c78_all_rows_are_written_not_those_that_a_view_keeps(one, tmp_path):
    path, heard = tmp_path / "all.csv", []
    question = Question(one, None, MANY.format(250_123), {}, CLOCK)
    told = save_answer(question, Manner("csv"), str(path), (one,), CancelToken(), heard.append)
    lines = path.read_text().splitlines()
    assert len(lines) == 250_124
    assert (lines[0], lines[-1]) == ("x,name", "250123,row 250123")
    assert told.words("all.csv") == "Saved 250,123 rows to all.csv."
    assert heard == sorted(heard)
    assert heard[-1] == 250_123


@pytest.mark.parametrize(
    ("form", "text"),
    [
        ("csv", "x,y\n"),
        ("tsv", "x\ty\n"),
        ("json", "[]\n"),
        ("ndjson", ""),
        ("markdown", "| x | y |\n| --- | --- |\n"),
        ("insert", ""),
    ],
)
def test_c81_an_answer_without_rows_is_whole_in_every_form(one, form, text):
    assert written(one, "SELECT x, 1 AS y FROM t WHERE 0", form)[0] == text


def test_c57_equal_names_stay_apart(one):
    sql = "SELECT 1 AS a, 2 AS a, 3 AS A"
    assert written(one, sql)[0] == "a,a,A\n1,2,3\n"
    assert json.loads(written(one, sql, "json")[0]) == [{"a": 1, "a (2)": 2, "A": 3}]
    assert json.loads(written(one, sql, "ndjson")[0]) == {"a": 1, "a (2)": 2, "A": 3}


def test_c57_columns_of_inserts_differ_in_more_than_the_size_of_letters(one):
    text = written(one, "SELECT 1 AS a, 2 AS a, 3 AS A", "insert")[0]
    database = apsw.Connection(":memory:")
    database.execute('CREATE TABLE answer(a, "a (2)", "A (3)")').fetchall()
    database.execute(text).fetchall()
    assert database.execute("SELECT * FROM answer").fetchall() == [(1, 2, 3)]


def test_c77_the_name_of_a_column_is_no_formula_either(one):
    sql = 'SELECT \'=1\' AS "=HYPERLINK(1)", 2 AS "@x"'
    text, told = written(one, sql, safe=True)
    assert text == "'=HYPERLINK(1),'@x\n'=1,2\n"
    assert told.changed == 1
    assert written(one, sql)[0] == "=HYPERLINK(1),@x\n=1,2\n"


def test_a_column_alone_has_a_line_for_every_row(one):
    text = written(one, "SELECT NULL AS a UNION ALL SELECT '' UNION ALL SELECT 'x'")[0]
    assert [row["a"] for row in csv.DictReader(io.StringIO(text))] == ["", "", "x"]
    assert written(one, "SELECT NULL AS a", null="nil")[0] == "a\nnil\n"


def test_a_blob_is_its_bytes_even_where_they_could_mean_json(one):
    assert written(one, "SELECT x'0C' AS a, x'2B13' AS b")[0] == "a,b\nX'0C',X'2B13'\n"


def test_markdown_shows_what_is_there_and_nothing_else(one):
    sql = (
        "SELECT 'a|b' AS \"`c`\", '![x](http://t/p.png)' AS d, '<img src=x>' AS e, '`rm`' AS f, '*b* _i_ snake_case'"
        " AS g, 'l1' || char(13, 10) || 'l2' AS h, NULL AS n"
    )
    head, _, row = written(one, sql, "markdown")[0].splitlines()
    assert head.startswith("| \\`c\\` | d |")
    assert row == (
        r"| a\|b | !\[x](http://t/p.png) | &lt;img src=x> | \`rm\` | \*b\* \_i\_ snake_case | l1<br>l2 | NULL |"
    )


def test_infinity_is_what_sqlite_reads_as_such(one):
    text = written(one, "SELECT 9e999 AS a, -9e999 AS b", "insert")[0]
    database = apsw.Connection(":memory:")
    database.execute(f"CREATE TABLE answer(a, b); {text}").fetchall()
    assert database.execute("SELECT * FROM answer").fetchall() == [(float("inf"), float("-inf"))]
    assert json.loads(written(one, "SELECT 9e999 AS a", "json")[0]) == [{"a": "inf"}]


def test_c77_what_a_spreadsheet_would_compute_with_is_kept_from_it(one):
    sql = "SELECT '=HYPERLINK(\"http://x\")' AS a, '+1' AS b, -1 AS c, '@a' AS d, char(9) || 'x' AS e, 'a-b' AS f, "
    sql += "-1.5 AS g"
    (_, row), told = list(csv.reader(io.StringIO(written(one, sql, safe=True)[0]))), written(one, sql, safe=True)[1]
    assert row == ['\'=HYPERLINK("http://x")', "'+1", "-1", "'@a", "'\tx", "a-b", "-1.5"]
    assert told.changed == 4
    assert "4 texts" in told.words("x.csv")
    (_, row) = csv.reader(io.StringIO(written(one, sql)[0]))
    assert row == ['=HYPERLINK("http://x")', "+1", "-1", "@a", "\tx", "a-b", "-1.5"]


def test_a_limit_is_told(one):
    text, told = written(one, MANY.format(10), limit=3)
    assert text.count("\n") == 4
    assert told.words("x.csv") == "Saved the first 3 rows to x.csv. There are more."


def test_several_sources_have_a_column_that_says_whose_a_row_is(folder):
    text, told = written(folder, "SELECT x FROM t")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [(row["source"].rpartition("/")[2], row["x"]) for row in rows] == [
        ("a.db", "1"),
        ("a.db", "2"),
        ("b.db", "3"),
    ]
    assert told.rows == 3


def test_a_source_that_cannot_run_it_is_told_and_leaves_nothing(folder):
    text, told = written(folder, "SELECT y, 1 AS z FROM only_here UNION ALL SELECT 5, 6", "json")
    assert [row["y"] for row in json.loads(text)] == [5]
    assert [one.path.rpartition("/")[2] for one in told.passed_over] == ["a.db"]


def test_secrets_are_masked_and_it_is_said(one):
    text, told = written(one, "SELECT password FROM t")
    assert MASK in text
    assert "Secrets are masked." in told.words("x.csv")


def test_a_statement_without_rows_cannot_be_written(one):
    with pytest.raises(InvalidInput, match="no rows"):
        written(one, "CREATE TEMP TABLE k(x)")


def test_no_database_is_written_over_and_nothing_is_left_of_what_fails(one, tmp_path):
    question = Question(one, None, "SELECT absent FROM t", {}, CLOCK)
    with pytest.raises(KnownError, match="open here"):
        save_answer(question, Manner("csv"), one.path, (one,), CancelToken())
    with pytest.raises(KnownError, match="no such column"):
        save_answer(question, Manner("csv"), str(tmp_path / "x.csv"), (one,), CancelToken())
    token = CancelToken()
    question = Question(one, None, MANY.format(100_000), {}, CLOCK)
    with pytest.raises(Cancelled):
        save_answer(question, Manner("csv"), str(tmp_path / "x.csv"), (one,), token, lambda _rows: token.cancel())
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == []


VALUES = st.one_of(
    st.none(),
    st.integers(-(2**63), 2**63 - 1),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(st.characters(codec="utf-8"), max_size=12),
    st.binary(max_size=6),
)
ROWS = st.lists(st.tuples(VALUES, VALUES), max_size=5)


def text_of(form, rows):
    writer = BlockWriter(form, ("a", "b"), "t")
    return writer.head() + "".join(writer.row(row) for row in rows) + writer.tail()


@given(rows=ROWS)
def test_csv_reads_back_as_the_same_texts(rows):
    read = list(csv.reader(io.StringIO(text_of("csv", rows), newline=""), strict=True))
    assert read[0] == ["a", "b"]
    for row, back in zip(rows, read[1:], strict=True):
        for value, text in zip(row, back, strict=True):
            if value is None or isinstance(value, str):
                assert text == (value or "")
            elif isinstance(value, bytes):
                assert bytes.fromhex(text[2:-1]) == value
            else:
                assert type(value)(text) == value


ODD = st.one_of(
    VALUES, st.sampled_from(["", " ", "a ", " a", "=1", "-x", "a,b", "a\tb", '"', "\n", "a\nb", "\r", "\t", "nil"])
)


@given(
    rows=st.lists(
        st.tuples(ODD, st.one_of(st.text(max_size=3), st.sampled_from(["x", "y z", "-", "a\n=b"]))), max_size=6
    ),
    form=st.sampled_from(["csv", "tsv"]),
    safe=st.booleans(),
    null=st.sampled_from(["", "nil"]),
)
def test_rows_are_the_same_together_and_one_by_one(rows, form, safe, null):
    together, alone = (BlockWriter(form, ("a", "b"), safe=safe, null=null) for _ in range(2))
    assert together.block(rows) == "".join(alone.row(row) for row in rows)
    assert (together.changed, together.rows) == (alone.changed, alone.rows)


@given(rows=ROWS)
def test_inserts_make_the_same_rows(rows):
    database = apsw.Connection(":memory:")
    database.execute("CREATE TABLE t(a, b)").fetchall()
    database.execute(text_of("insert", rows)).fetchall()
    assert database.execute("SELECT a, b FROM t ORDER BY rowid").fetchall() == rows


@given(rows=ROWS)
def test_json_reads_back_and_each_object_has_a_line_of_its_own(rows):
    whole = json.loads(text_of("json", rows))
    lines = [json.loads(line) for line in text_of("ndjson", rows).split("\n") if line]
    assert whole == lines
    for row, read in zip(rows, whole, strict=True):
        for value, back in zip(row, (read["a"], read["b"]), strict=True):
            assert back == ({"blob": value.hex()} if isinstance(value, bytes) else value)


def test_every_form_is_offered():
    assert {form for form, _, _ in FILE_FORMS} == {"csv", "tsv", "json", "ndjson", "markdown", "insert"}
