"""Secrets in command lines, heads of requests, cut-off texts and BLOBs are masked; what only looks like one is not."""

from __future__ import annotations

import json
import time

import apsw
import pytest

from inspector.db.json_kind import is_jsonb
from inspector.db.redacted import redacted_value
from inspector.redaction import MASK, Redactor, SecretRule

TOLD = (
    'export API_KEY="s3cret s3cret" && run',
    "export API_KEY='s3cret'",
    "DB_PASS=s3cret psql",
    "tool --api-key=s3cret --verbose",
    "tool --api-key s3cret --verbose",
    'tool --token "s3cret s3cret" x',
    'curl -H "X-Api-Key: s3cretvalue" https://example.org',
    "Authorization: Basic s3cretvalue==",
    "password: s3cretvalue",
)


@pytest.mark.parametrize("depth", [0, 1, 2])
@pytest.mark.parametrize("text", TOLD)
def test_what_a_command_line_is_given_is_masked_however_deep_in_json(text: str, depth: int) -> None:
    for _ in range(depth):
        text = json.dumps({"command": text, "after": "seen"})
    masked = Redactor().text(text)
    assert "s3cret" not in masked
    assert MASK in masked
    assert ("seen" in masked) == (depth > 0)
    if depth:
        json.loads(masked)


def test_quotes_that_are_cut_off_hide_what_stands_in_them() -> None:
    assert "s3cret" not in Redactor().text('export API_KEY="s3cret is cut he')


def test_an_argument_behind_the_name_of_a_secret_is_masked() -> None:
    masked = Redactor().text(json.dumps({"args": ["-y", "--api-key", "s3cret", "--root", "/srv"]}))
    assert json.loads(masked) == {"args": ["-y", "--api-key", MASK, "--root", "/srv"]}


@pytest.mark.parametrize("name", ["secret_key", "SECRET_KEY", "secretKey", "encryption_key", "DB_PASS"])
def test_keys_of_secrets_are_known_by_their_names(name: str) -> None:
    assert json.loads(Redactor().text(json.dumps({name: "s3cretvalue"}))) == {name: MASK}


@pytest.mark.parametrize(
    "text",
    [
        "see http://localhost:5173",
        "the fix is in src/auth.py: it reads --max-tokens 4096 and --author me",
        "if token == other: passed: everything",
        "https://example.org/a:b",
        "npm_config_cache and the skill eyJ",
        "token usage: input 100, output 200",
    ],
)
def test_what_only_looks_like_a_secret_is_shown(text: str) -> None:
    assert Redactor().text(text) == text


@pytest.mark.parametrize(
    "whole",
    [
        "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
        "sk-ant-api03-abcdefghijklmnop",
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.c2lnbmF0dXJlLi4u",
        "postgres://me:s3cretvalue@db/x",
    ],
)
def test_the_beginning_of_a_secret_at_the_end_of_a_text_is_masked(whole: str) -> None:
    start = whole.index("s3c") if "s3c" in whole else 11
    for end in range(start + 1, len(whole)):
        shown = Redactor().text("see " + whole[:end])
        assert whole[max(0, start - 1) : end] not in shown, shown


def test_masking_twice_is_masking_once() -> None:
    for text in TOLD:
        once = Redactor().text(text)
        assert Redactor().text(once) == once


def test_a_blob_that_is_text_or_jsonb_is_masked_and_another_is_left() -> None:
    text = json.dumps({"api_key": "s3cret", "x": 1})
    assert redacted_value(text.encode(), Redactor()) == json.dumps({"api_key": MASK, "x": 1}, ensure_ascii=False)
    made = apsw.Connection(":memory:").execute("SELECT jsonb(?)", (text,)).get
    assert isinstance(made, bytes)
    assert is_jsonb(made)
    assert "s3cret" not in str(redacted_value(made, Redactor()))
    assert redacted_value(made, Redactor(reveal=True)) == made
    assert redacted_value(b"\x00\xff picture", Redactor()) == b"\x00\xff picture"


def test_numbers_are_secrets_only_where_a_rule_says_so() -> None:
    assert redacted_value(1234, Redactor(), "usage", "tokens") == 1234
    assert redacted_value(1234, Redactor([SecretRule("locks", "token")]), "locks", "token") == MASK
    assert redacted_value("abc", Redactor(), "usage", "tokens") == MASK


@pytest.mark.parametrize("word", ["a-", "a=", "--a ", '"a', "eyJ.", "://a:", "\\", "a: "])
def test_no_text_takes_long(word: str) -> None:
    began = time.process_time()
    Redactor().text(word * (64_000 // len(word)))
    assert time.process_time() - began < 2
