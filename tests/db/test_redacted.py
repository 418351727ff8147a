"""A result is masked column by column; each cell comes out as that cell would alone."""

from hypothesis import given
from hypothesis import strategies as st

from inspector.db.redacted import redacted_rows, redacted_value
from inspector.db.rows import ResultColumn, Rows
from inspector.db.values import BadText, Large
from inspector.redaction import MASK, Redactor, SecretRule

SECRET = "sk-ant-api03-" + "a1B2" * 12
COLUMNS = (
    ResultColumn("id", "INTEGER", "main", "t", "id"),
    ResultColumn("body", "TEXT", "main", "t", "body"),
    ResultColumn("password", "TEXT", "main", "t", "password"),
    ResultColumn("key", "TEXT", "main", "keys", "value"),
    ResultColumn("upper(body)"),
    ResultColumn("token"),
)
REDACTOR = Redactor([SecretRule("keys", "value")])
VALUES = st.one_of(
    st.none(),
    st.integers(-(2**63), 2**63 - 1),
    st.floats(allow_nan=False),
    st.sampled_from(["", "plain words", SECRET, f'{{"password": "{SECRET}"}}', f"--token {SECRET}", "hunter2-hunter2"]),
    st.text(max_size=12),
    st.sampled_from([b"", b"\x00\xff", SECRET.encode(), BadText(b"\xff" + SECRET.encode()), BadText(b"\xffx")]),
    st.sampled_from([Large("text", SECRET, 9_000), Large("blob", b"\xff", 9_000), Large("text", BadText(b"\xff"), 9)]),
)


@given(st.lists(st.tuples(*[VALUES] * len(COLUMNS)), max_size=4))
def test_every_cell_comes_out_as_it_would_alone(rows):
    masked = redacted_rows(Rows(COLUMNS, tuple(rows)), REDACTOR)
    assert masked.rows == tuple(
        tuple(redacted_value(v, REDACTOR, c.table, c.origin or c.name) for v, c in zip(row, COLUMNS, strict=True))
        for row in rows
    )


@given(st.lists(st.tuples(*[VALUES] * len(COLUMNS)), min_size=1, max_size=4))
def test_beside_a_secret_column_nothing_computed_carries_one(rows):
    masked = redacted_rows(Rows(COLUMNS, tuple(rows), reads=frozenset({("keys", "value")})), REDACTOR)
    for row in masked.rows:
        for value in row[4:]:
            assert isinstance(value, int | float | None) or (isinstance(value, str) and SECRET not in value)
        assert row[3] is None or row[3] == "" or MASK in repr(row[3]) or isinstance(row[3], int | float | Large)
        assert SECRET not in repr(row[3])


def test_what_has_no_rows_or_no_columns_stays():
    for rows in (Rows(COLUMNS, ()), Rows((), ()), Rows((), ((), ()))):
        assert redacted_rows(rows, REDACTOR) == rows
    assert redacted_rows(Rows(COLUMNS[1:2], ((SECRET,),)), Redactor(reveal=True)).rows == ((SECRET,),)
