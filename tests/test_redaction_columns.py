import pytest

from inspector.redaction import MASK, Redactor, SecretRule


@pytest.mark.parametrize("column", ["api_key", "password", "ACCESS_TOKEN", "clientSecret"])
def test_a_column_named_like_a_secret_is_one_in_any_table(column):
    assert Redactor().cell("hunter2", "accounts", column) == MASK


@pytest.mark.parametrize("column", ["name", "input_tokens", "tokenizer", "keyword", "author"])
def test_other_columns_are_shown(column):
    assert Redactor().cell("hunter2", "accounts", column) == "hunter2"


def test_a_rule_goes_before_the_name():
    redactor = Redactor([SecretRule("accounts", "token", keys=())])
    assert redactor.cell("a plain word", "accounts", "token") == "a plain word"
    assert redactor.cell("a plain word", "others", "token") == MASK


def test_revealed_is_revealed():
    assert Redactor().revealing().cell("hunter2", "accounts", "password") == "hunter2"
