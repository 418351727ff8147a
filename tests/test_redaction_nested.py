"""What stands below a secret name in JSON is masked, however deep and however escaped."""

from __future__ import annotations

import json

import pytest

from inspector.redaction import MASK, Redactor, SecretRule

RULES = (SecretRule("t", "c", ("env", "headers")),)


@pytest.mark.parametrize("depth", [0, 1, 2])
def test_every_value_below_a_named_key_is_masked(depth: int) -> None:
    value: object = {
        "name": "linear",
        "env": {"WORKSPACE": "acme-s3cret", "nested": {"a": ["b-s3cret", 'c"\\s3cret}']}},
        "args": ["-y"],
    }
    text = json.dumps(value)
    for _ in range(depth):
        text = json.dumps({"payload": text, "after": "seen"})
    masked = Redactor(RULES).text(text)
    assert "s3cret" not in masked
    assert all(kept in masked for kept in ("linear", "WORKSPACE", "-y"))
    assert ("seen" in masked) == (depth > 0)


def test_masked_json_stays_json() -> None:
    text = json.dumps({"headers": {"x": "one", "list": ["two", 3]}, "b": "c"})
    assert json.loads(Redactor(RULES).text(text)) == {"headers": {"x": MASK, "list": [MASK, 3]}, "b": "c"}


def test_a_cut_off_text_is_masked_to_its_end() -> None:
    assert "acm" not in Redactor(RULES).text('{"env":{"WORKSPACE":"acme is cut he')


def test_a_trailing_backslash_does_not_hide_the_end_of_a_string() -> None:
    text = json.dumps({"env": {"dir": "C:\\"}, "plain": "stays as it is"})
    assert "stays as it is" in Redactor(RULES).text(text)


def test_secret_names_cover_what_is_below_them_without_a_rule() -> None:
    assert "hunter" not in Redactor().text(json.dumps({"credentials": {"user": "x", "pin": "hunter-two"}}))
