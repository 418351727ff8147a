"""What is typed becomes a value of the type that a parameter has."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.errors import InvalidInput
from inspector.queries.parameter import Parameter, ParameterType, bound


@pytest.mark.parametrize(
    ("type_", "text", "value"),
    [
        ("any", "5", 5),
        ("any", "-5", -5),
        ("any", "1.5", 1.5),
        ("any", "1e3", 1000.0),
        ("any", "007", "007"),
        ("any", "+5", "+5"),
        ("any", "1_000", "1_000"),
        ("any", "1_0.5", "1_0.5"),
        ("any", "٣", "٣"),
        ("any", "99999999999999999999", "99999999999999999999"),
        ("any", "1e999", "1e999"),
        ("any", "nan", "nan"),
        ("any", "NULL", None),
        ("any", "null", "null"),
        ("any", "'5'", "5"),
        ("any", "'it''s'", "it's"),
        ("any", "''", ""),
        ("any", "x'00ff'", b"\x00\xff"),
        ("any", "x'0'", "x'0'"),
        ("text", "5", "5"),
        ("text", "''", ""),
        ("text", "'NULL'", "NULL"),
        ("text", "x'00'", "x'00'"),
        ("integer", "007", 7),
        ("integer", "+5", 5),
        ("real", "5", 5.0),
        ("real", ".5", 0.5),
        ("boolean", "Yes", 1),
        ("boolean", "0", 0),
        ("blob", "x'00FF'", b"\x00\xff"),
        ("blob", "00ff", b"\x00\xff"),
        ("time", "2026-05-19", "2026-05-19"),
    ],
)
def test_a_text_is_bound_as_what_it_means(type_: ParameterType, text: str, value: object) -> None:
    made = bound(Parameter("x", type_), text)
    assert (made, type(made)) == (value, type(value))


@pytest.mark.parametrize(
    ("type_", "text"),
    [
        ("integer", "1.5"),
        ("integer", "9223372036854775808"),
        ("integer", "9" * 5000),
        ("real", "nan"),
        ("real", "1e999"),
        ("real", "1,5"),
        ("boolean", "perhaps"),
        ("blob", "xyz"),
        ("blob", "x'0"),
        ("time", "yesterday"),
    ],
)
def test_what_means_nothing_is_refused_in_few_words(type_: ParameterType, text: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        bound(Parameter("x", type_), text)
    assert len(caught.value.what) < 120


def test_null_and_defaults() -> None:
    rows = Parameter("rows", "integer", default="50")
    assert [bound(rows, text) for text in (None, "", "NULL", "7")] == [50, 50, None, 7]
    for text in (None, "", "NULL"):
        with pytest.raises(InvalidInput, match="is needed"):
            bound(Parameter("id", "text", required=True), text)
    assert bound(Parameter("id", "text", required=True, default="x"), "") == "x"


@given(number=st.integers(-(2**63), 2**63 - 1), real=st.floats(allow_nan=False, allow_infinity=False), text=st.text())
def test_every_value_can_be_given(number: int, real: float, text: str) -> None:
    assert bound(Parameter("x"), str(number)) == number
    assert bound(Parameter("x"), repr(real)) == real
    quoted = "'" + text.replace("'", "''") + "'"
    assert bound(Parameter("x"), quoted) == text
