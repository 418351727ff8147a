"""JSON whose end is missing says what it says as far as it goes."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.families.json_prefix import LIMIT, one_line, read_json


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"a": "b', {"a": "b"}),
        ('{"a": "b\\', {"a": "b"}),
        ('{"a": "b\\\\', {"a": "b\\"}),
        ('{"a": "b\\u00e', {"a": "b"}),
        ('{"a": 1, "b', {"a": 1, "b": None}),
        ('{"a": 1, "b"', {"a": 1, "b": None}),
        ('{"a": 1, "b":', {"a": 1}),
        ('{"a": [1, 2, {"c": tr', {"a": [1, 2, {}]}),
        ("[1, 2,", [1, 2]),
        ('{"a": [', {"a": []}),
        ("{", {}),
        ("", None),
        ("no json", None),
        ('{"a" "b"}', None),
        ("[" * 100_000, None),
    ],
)
def test_what_is_open_is_closed(text: str, value: object) -> None:
    assert read_json(text) == value


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=12,
)


@given(st.dictionaries(st.text(max_size=4), JSON), st.data())
def test_every_prefix_of_an_object_is_an_object_of_its_first_keys(value: dict, data: st.DataObject) -> None:
    text = json.dumps(value, ensure_ascii=data.draw(st.booleans()))
    found = read_json(text[: data.draw(st.integers(1, len(text)))])
    assert isinstance(found, dict)
    assert list(found)[:-1] == list(value)[: max(0, len(found) - 1)]


@given(JSON)
def test_whole_json_is_read_as_it_is(value: object) -> None:
    assert read_json(json.dumps(value)) == value


def test_a_long_text_is_read_as_far_as_the_limit() -> None:
    found = read_json(json.dumps({"first": "x", "rest": "y" * 10 * LIMIT}))
    assert isinstance(found, dict)
    assert found["first"] == "x"
    assert 0 < len(found["rest"]) < LIMIT


@given(st.text(max_size=50), st.integers(1, 40))
def test_one_line_is_one_line_and_no_longer(text: str, limit: int) -> None:
    line = one_line(text, limit)
    assert len(line) <= limit + 1
    assert line.splitlines() in ([], [line])
