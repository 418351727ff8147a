from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import apsw
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.db.json_kind import begins_like_json, is_jsonb, json_kind, jsonb_text


def jsonb(text):
    return apsw.Connection(":memory:").execute("SELECT jsonb(?)", (text,)).get


@pytest.mark.parametrize("text", ["{}", "[]", ' {"a": 1}\n', '[1, "x", null, true, 1.5e3]', '{"a": {"b": [{}]}}'])
def test_objects_and_arrays_are_json(text):
    assert json_kind(text) == "json"
    assert is_jsonb(jsonb(text))


@pytest.mark.parametrize(
    "text",
    ["", "{", "}", "null", "12", '"x"', "{a: 1}", "[1,]", "[NaN]", '{"a": Infinity}', "{'a': 1}", "[1] x", "\0{}"],
)
def test_what_is_not_json_is_text(text):
    assert json_kind(text) is None


@given(st.binary(max_size=40))
def test_whatever_is_taken_for_jsonb_reads_as_json(raw):
    if is_jsonb(raw):
        assert json_kind(jsonb_text(raw)) == "json"


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), lambda c: st.lists(c), max_leaves=8))
def test_every_prefix_of_a_jsonb_is_a_blob(value):
    import json

    whole = jsonb(json.dumps([value]))
    assert json.loads(jsonb_text(whole)) == [value]
    assert not any(is_jsonb(whole[:end]) for end in range(1, len(whole)))


def test_a_prefix_can_only_begin_like_json():
    assert begins_like_json('  {"a')
    assert begins_like_json("[")
    assert not begins_like_json("{curly} text")
    assert not begins_like_json("")


def test_each_thread_asks_on_its_own():
    good = jsonb('{"a": 1}')
    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(lambda _: is_jsonb(good), range(50)))
