import apsw
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.queries.scan import left_open, parameters, statement_at, statements, tokens


def test_parameters_stand_outside_strings_names_and_comments():
    sql = """SELECT ':a', ":b", [:c], `:d` -- :e
    /* :f */ FROM t WHERE x = :g AND y = @h AND z = $i AND w = ?1 AND v = :g AND u = ?"""
    assert parameters(sql) == (":g", "@h", "$i", "?1", "?")


def test_a_cast_time_or_json_path_is_no_parameter():
    assert parameters("SELECT '12:30:00', json_extract(x, '$.content[0]')") == ()


@pytest.mark.parametrize(
    ("script", "wanted"),
    [
        ("SELECT 1; -- one; two\nSELECT ';' ;; SELECT \"a;b\"", ["SELECT 1", "SELECT ';'", 'SELECT "a;b"']),
        ("SELECT 1 -- a;b", ["SELECT 1"]),
        ("SELECT 1 /* ; */ + 2; SELECT 3", ["SELECT 1 /* ; */ + 2", "SELECT 3"]),
        ("SELECT 'x;y', [a;b], `c;d` FROM t", ["SELECT 'x;y', [a;b], `c;d` FROM t"]),
        ("SELECT '🦉;', 1; SELECT 2", ["SELECT '🦉;', 1", "SELECT 2"]),
        ("\ufeffSELECT 1", ["SELECT 1"]),
        ("SELECT 'open; SELECT 2", ["SELECT 'open; SELECT 2"]),
        ("SELECT 1 /* open; SELECT 2", ["SELECT 1"]),
        ("CREATE TRIGGER oops; SELECT 2", ["CREATE TRIGGER oops", "SELECT 2"]),
        ("CREATE TABLE trigger_log(x); SELECT 2", ["CREATE TABLE trigger_log(x)", "SELECT 2"]),
        ("SELECT begin; SELECT 2", ["SELECT begin", "SELECT 2"]),
    ],
)
def test_c64_statements_are_divided_at_semicolons_of_their_own(script, wanted):
    assert [s.sql for s in statements(script)] == wanted


@pytest.mark.parametrize("head", ["CREATE TRIGGER", "CREATE TEMP TRIGGER", "EXPLAIN QUERY PLAN CREATE TRIGGER"])
def test_a_trigger_is_one_statement(head):
    trigger = f"""{head} r AFTER INSERT ON t BEGIN
      UPDATE t SET a = CASE WHEN 1 THEN 2 END; -- ; END;
      SELECT 1; END"""
    assert [s.sql for s in statements(f"{trigger}; SELECT 2")] == [trigger, "SELECT 2"]


@pytest.mark.parametrize("text", ["", " ; -- nothing\n ; /* at all */ ", ";;;", "\ufeff", "/* */ ;"])
def test_c66_blanks_and_comments_alone_are_no_statement(text):
    assert statements(text) == ()


def test_the_statement_at_a_place():
    script = "SELECT 1; SELECT '🦉'\n;\n\n-- why\nSELECT 3;\n\n"

    def at(part, behind=0):
        found = statement_at(script, script.index(part) + behind)
        return found and found.sql

    assert at("SELECT 1") == "SELECT 1"
    assert at("; SELECT") == "SELECT 1"
    assert at(" SELECT '") == "SELECT 1"
    assert at("🦉") == "SELECT '🦉'"
    assert at("\n\n-- why") == "SELECT 3"
    assert at("-- why") == "SELECT 3"
    assert statement_at(script, len(script)).sql == "SELECT 3"
    assert statement_at("-- none", 3) is None


@given(st.text())
def test_tokens_give_the_text_back(text):
    assert "".join(token.text for token in tokens(text)) == text


@given(st.text(alphabet="ab'\"`[]:;-/*\n ?1@$"))
def test_statements_keep_their_place(text):
    end = 0
    for statement in statements(text):
        assert text[statement.start : statement.end] == statement.sql
        between = text[end : statement.start]
        assert all(token.kind in ("space", "comment", "semicolon") for token in tokens(between))
        end = statement.end


PIECES = st.sampled_from(
    [
        "SELECT 1",
        "SELECT ';' AS [a;b]",
        'VALUES ("x;" || `y;z`)',
        "SELECT '🦉', 'it''s;'",
        "WITH x AS (SELECT 1) SELECT * FROM x",
        "SELECT x'3b' -- tail;",
        "/* ; */ SELECT CASE WHEN 1 THEN 2 END",
        "SELECT :a, @b, $c, $d::e",
        "CREATE TEMP TRIGGER r AFTER INSERT ON t BEGIN SELECT CASE 1 WHEN 1 THEN 2 END; DELETE FROM t; END",
        "EXPLAIN CREATE TRIGGER r2 AFTER DELETE ON t BEGIN SELECT ';'; END",
        'SELECT 1 AS "end", 2 AS [begin]',
        "DROP TRIGGER IF EXISTS r",
        "EXPLAIN QUERY PLAN SELECT * FROM t",
        "SELECT 1e-5, 0x1F, .5, 1.e2",
        "-- only; this",
        "/* nor; that */",
        "",
        "SELECT nothing FROM nowhere",
        "garbage",
        "SELECT 'open",
    ]
)
BETWEEN = st.sampled_from([";", " ;\n", ";;", ";\n-- ; why\n", "; /* ; */ ", "\ufeff;", ";\t\f\r\n"])


def by_sqlite(script):
    """The statements that SQLite itself divides a script into, up to one that it refuses; and whether it did."""
    connection = apsw.Connection(":memory:")
    connection.execute('CREATE TABLE t(a); CREATE TABLE "y;z"(a)').fetchall()
    connection.config(apsw.SQLITE_DBCONFIG_DQS_DML, 1)
    found = []

    def begun(_cursor, sql, _bindings):
        found.append(sql)
        return True

    cursor = connection.cursor()
    cursor.exec_trace = begun
    bound = dict.fromkeys(("a", "b", "c", "d::e"), 1)
    try:
        cursor.execute(script, bound).fetchall()
    except (apsw.Error, KeyError):
        return found, False
    return found, True


def solid(sql):
    """The pieces of a statement that mean something."""
    return [token.text for token in tokens(sql) if token.kind not in ("space", "comment", "semicolon")]


@settings(max_examples=150)
@given(parts=st.lists(st.tuples(PIECES, BETWEEN), max_size=6))
def test_statements_are_those_of_sqlite(parts):
    script = "".join(piece + between for piece, between in parts)
    theirs, all_of_them = by_sqlite(script)
    theirs = [solid(sql) for sql in theirs if solid(sql)]
    ours = [solid(one.sql) for one in statements(script)]
    if all_of_them:
        assert ours == theirs
    else:
        # what SQLite refuses it does not divide; what came before it did
        assert ours[: len(theirs)] == theirs
        assert len(ours) > len(theirs)


WILD = st.text(
    st.sampled_from("';\"`[]()-/*:$@?# \n\ufeff🦉ab1") | st.characters(codec="utf-8", exclude_characters="\0")
)


def quoted_with(quote):
    return WILD.map(lambda text: quote + text.replace(quote, quote * 2) + quote)


NAME = st.one_of(quoted_with('"'), quoted_with("`"), WILD.map(lambda text: f"[{text.replace(']', '')}]"))
SPACE = st.one_of(
    st.sampled_from([" ", "\n", "\t\f\r", " \ufeff "]),
    WILD.map(lambda text: f"/*{text.replace('*/', '* /').rstrip('*')} */"),
    WILD.map(lambda text: "--" + text.replace("\n", " ") + "\n"),
)
VALUE = st.one_of(
    quoted_with("'"),
    st.binary(max_size=4).map(lambda data: f"x'{data.hex()}'"),
    st.sampled_from(["1e-5", "0x1F", ".5", "NULL", "CASE WHEN 1 THEN 2 END", "(1)", ":a", "@a", "$a::b(;)", "?1"]),
)


@st.composite
def statement(draw):
    """A statement that SQLite takes, with anything in its strings, names, comments and blanks."""
    if draw(st.integers(0, 3)):
        parts = ["", "SELECT", draw(VALUE), "AS", draw(NAME), ""]
    else:
        head = draw(st.sampled_from(["EXPLAIN CREATE", "create", "EXPLAIN QUERY PLAN CREATE TEMP"]))
        when = draw(st.sampled_from(["", "WHEN new.a > CASE 1 WHEN 2 THEN 3 END", "WHEN new.begin"]))
        body = ["SELECT", draw(quoted_with("'")), ";"] * draw(st.integers(1, 2))
        parts = ["", head, f"TRIGGER IF NOT EXISTS r AFTER INSERT ON t {when}", "BEGIN", *body, "END"]
    return "".join(part + draw(SPACE) for part in parts)


@settings(max_examples=150)
@given(written=st.lists(statement(), max_size=4), between=st.lists(SPACE, min_size=4, max_size=4))
def test_c64_whatever_stands_in_strings_names_and_comments_the_places_are_those_of_sqlite(written, between):
    script = "".join(f"{one};{space}" for one, space in zip(written, between, strict=False))
    connection = apsw.Connection(":memory:")
    connection.execute("CREATE TABLE t(a, 'begin')").fetchall()
    theirs = []

    def begun(_cursor, sql, _bindings):
        theirs.extend([sql] if solid(sql) else [])
        return True

    cursor = connection.cursor()
    cursor.exec_trace = begun
    cursor.execute(script, {"a": 1, "a::b(;)": 1, "1": 1}).fetchall()
    ours = statements(script)
    assert len(ours) == len(theirs) == len(written)
    at = 0
    for mine, its in zip(ours, theirs, strict=True):
        begin = script.index(its, at)
        at = begin + len(its)
        assert begin <= mine.start < mine.end <= at
        assert not solid(script[begin : mine.start])
        assert not solid(script[mine.end : at])


def test_a_name_goes_on_as_long_as_sqlite_reads_it():
    assert [t.kind for t in tokens("a\ufeffb")] == ["word"]
    assert parameters("SELECT $a::b(;), $$c, :::d") == ("$a::b(;)", "$$c", ":::d")
    assert [s.sql for s in statements("SELECT $a(;); SELECT 2")] == ["SELECT $a(;)", "SELECT 2"]


@pytest.mark.parametrize("piece", ["$a(", "'", "/*", "x'", "[", '"', "CREATE TRIGGER r BEGIN ", "\ufeff", "((((", "?"])
def test_c69_what_never_ends_takes_time_in_proportion(piece):
    # a quadratic look at these would take minutes
    assert len(statements(piece * 60_000)) <= 1


def test_c69_a_long_script_takes_time_in_proportion():
    one = "INSERT INTO t VALUES('x;', 1, x'00'); "
    script = "CREATE TRIGGER r AFTER INSERT ON t BEGIN " + one * 20_000 + "END; " + one * 20_000
    assert len(statements(script)) == 20_001


def _open_by_pieces(sql: str) -> str:
    """What the last piece leaves open, by what one more character becomes part of."""
    pieces = list(tokens(sql))
    more = list(tokens(sql + " "))
    if not pieces or len(more) > len(pieces):
        return ""
    last = pieces[-1]
    if last.kind == "comment":
        return "/*" if last.text.startswith("/*") and not (last.text.endswith("*/") and len(last.text) > 3) else ""
    if last.kind in ("string", "identifier"):
        return {"x": "'", "X": "'"}.get(last.text[0], last.text[0])
    return ""


@given(
    sql=st.text(st.sampled_from("ab1 /*-'\"`[]:$#?x(\n.)"), max_size=14),
    opened=st.sampled_from(["", "/*", "'", '"', "`", "["]),
)
def test_what_is_left_open_is_what_the_pieces_say(sql, opened):
    sql += "\n"
    assert left_open(sql, opened) == _open_by_pieces(opened + sql)
