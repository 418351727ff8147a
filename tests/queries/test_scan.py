from hypothesis import given
from hypothesis import strategies as st

from inspector.queries.scan import parameters, statements, tokens


def test_parameters_stand_outside_strings_names_and_comments():
    sql = """SELECT ':a', ":b", [:c], `:d` -- :e
    /* :f */ FROM t WHERE x = :g AND y = @h AND z = $i AND w = ?1 AND v = :g AND u = ?"""
    assert parameters(sql) == (":g", "@h", "$i", "?1", "?")


def test_a_cast_time_or_json_path_is_no_parameter():
    assert parameters("SELECT '12:30:00', json_extract(x, '$.content[0]')") == ()


def test_statements_are_divided_at_semicolons_outside_strings():
    found = statements("SELECT 1; -- one; two\nSELECT ';' ;; SELECT \"a;b\"")
    assert [s.sql for s in found] == ["SELECT 1", "SELECT ';'", 'SELECT "a;b"']


def test_a_trigger_is_one_statement():
    script = """CREATE TEMP TRIGGER r AFTER INSERT ON t BEGIN
      UPDATE t SET a = CASE WHEN 1 THEN 2 END; SELECT 1; END; SELECT 2"""
    assert len(statements(script)) == 2


def test_blanks_and_comments_alone_are_no_statement():
    assert statements(" ; -- nothing\n ; /* at all */ ") == ()


@given(st.text())
def test_tokens_give_the_text_back(text):
    assert "".join(token.text for token in tokens(text)) == text


@given(st.text(alphabet="ab'\"`[]:;-/*\n ?1@$"))
def test_statements_keep_their_place(text):
    for statement in statements(text):
        assert text[statement.start : statement.start + len(statement.sql)] == statement.sql
