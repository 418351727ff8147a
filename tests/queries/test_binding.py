import apsw
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.queries.binding import asked, bindings


@pytest.mark.parametrize(
    ("sql", "names"),
    [
        ("SELECT ?, ?", ["1", "2"]),
        ("SELECT ?2, ?, ?1, ?2", ["2", "3", "1"]),
        ("SELECT :a, @a, $a, :a", ["a", "a", "a"]),
        ("SELECT :a, ?, :b, ?", ["a", "2", "b", "4"]),
        ("SELECT ':x', \":y\", [:z] -- :c\n, /* ? */ 1", []),
        ("SELECT $a::b, $x(y)", ["a::b", "x(y)"]),
    ],
)
def test_c67_parameters_are_told_by_what_they_are_given_by(sql, names):
    assert [one.name for one in asked(sql)] == names


@pytest.mark.parametrize(
    ("sql", "values", "row"),
    [
        ("SELECT ?, ?", {"1": 5, "2": "x"}, (5, "x")),
        ("SELECT ?3, ?1, ?3", {"1": None, "3": b"\x00"}, (b"\x00", None, b"\x00")),
        ("SELECT :a, ?, @a, ?2", {"a": 1, "2": 2}, (1, 2, 1, 2)),
        ("SELECT :a + :a, $b", {"a": 2, "b": None, "unused": 1}, (4, None)),
    ],
)
def test_c67_each_gets_its_value(sql, values, row):
    assert apsw.Connection(":memory:").execute(sql, bindings(sql, values)).fetchall() == [row]


@given(st.lists(st.sampled_from(["?", "?1", "?4", ":a", "@a", "$a", ":b", "':a'"]), min_size=1, max_size=8))
def test_they_are_numbered_as_sqlite_does(written):
    sql = f"SELECT {', '.join(written)}"
    seen = []

    def look(cursor, _sql, _bindings):
        seen.append((cursor.bindings_count, cursor.bindings_names))
        return False

    cursor = apsw.Connection(":memory:").cursor()
    cursor.exec_trace = look
    found = asked(sql)
    with pytest.raises(apsw.ExecTraceAbort):
        cursor.execute(sql, bindings(sql, {one.name: 1 for one in found}))
    ((count, names),) = seen
    assert max((one.number for one in found), default=0) == count
    told = {one.number: one.text[1:] for one in found if not one.text.startswith("?")}
    assert {place + 1: name for place, name in enumerate(names) if name and not name.isdigit()} == told


def test_a_number_beyond_sqlites_highest_takes_no_memory():
    assert bindings("SELECT ?999999999", {}) == ()
