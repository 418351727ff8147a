"""Texts that are passed over unlooked at are exactly those that no pattern would have changed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.db.database import open_database
from inspector.db.quoting import name, qualified
from inspector.redaction import MASK, Redactor, SecretRule

RULES = (SecretRule("t", "c", ("env", "headers")),)
LETTERS = "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7_cF0xR-uL"
SECRETS = (
    *(f"sk-{kind}{LETTERS}" for kind in ("", "ant-", "proj-", "or-", "live-")),
    *(f"{kind}_{LETTERS[:16]}" for kind in ("rk_live", "pk_test", "sk_live", "ghp", "gho", "ghu", "ghs", "ghr")),
    *(f"{kind}{'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7x' * 2}" for kind in ("ghp_", "github_pat_", "npm_", "pypi-", "hf_")),
    *(f"{kind}-{'aB3dE6gH9jK2mN5pQ8sT'}" for kind in ("xoxa", "xoxb", "xoxe", "xoxp", "xoxr", "xoxs", "xapp", "glpat")),
    *(f"{kind}{'ABCDEFGH01234567'}" for kind in ("AKIA", "ASIA")),
    "AIzaSyA1234567890abcdefghijklmnopqrstuvwx",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.c2lnbmF0dXJlLi4u",
    "123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsawx",
    "postgres://me:s3cretvalue@db/x",
    "amqp://us\u00a0er:pa\u00a0ss",
    "Bearer aB3dE6gH9jK2mN5p=",
    "-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----",
    '{"api_key": "s3cretvalue"}',
    '{\\"to\u212aen\\" : \\"s3cretvalue\\"}',
    '{"password\n"\u2003:\n"s3cretvalue"}',
    '{"env": {"A": "s3cretvalue"}}',
    '{"headers":["s3cretvalue"]}',
    "API_KEY=s3cretvalue",
    "db-pa\u017fs x_pass='s3cretvalue'",
    "tool --api-key s3cretvalue",
    '["--token", "s3cretvalue"]',
    *(f"{head}: s3cretvalue" for head in ("Authorization", "coo\u212aie", "X-Api-Key", "apikey", "password", "PASSWD")),
    *(f"{head}:s3cretvalue" for head in ("auth_token", "auth-token", "secret\u212aey", "proxy-author\u0131zation")),
)
PIECES = (
    *(
        *"\"'=-_:/@.,{}[]\\ \n\tAJBsk3é\u00a0\u212a\u017f",
        "--",
        "://",
        "AA",
        '":',
        '": "',
        '\\"',
        "live_",
        "x" * 12,
        "7" * 9,
    ),
    *(word for secret in SECRETS for word in (secret[:4], secret[:12], secret[-9:])),
    *("key", "token", "password", "cookie", "authorization", "env", "secret", "Bearer ", "-----BEGIN ", "plain words"),
)


def unscreened(redactor: Redactor, text: str) -> str:
    """What the patterns make of a text that is not passed over."""
    return redactor._masked(text) if len(text) >= 8 else text


def check(*texts: str) -> int:
    """Compare both ways; how many of the texts held something."""
    redactor = Redactor(RULES)
    wanted = [unscreened(redactor, text) for text in texts]
    assert redactor.texts(texts) == wanted
    assert [redactor.text(text) for text in texts] == wanted
    return sum(text != masked for text, masked in zip(texts, wanted, strict=True))


@pytest.mark.parametrize("secret", SECRETS)
def test_no_beginning_or_end_of_a_secret_is_passed_over(secret: str) -> None:
    befores = ("", "see ", "é", "x", "\n", "-", "_", '"', "(", "https://", "0")
    parts = [secret[:end] for end in range(1, len(secret) + 1)] + [secret[start:] for start in range(len(secret))]
    texts = [before + part + after for before in befores for part in parts for after in ("", " ", "é", '"', "\n")]
    assert check(*texts)


@settings(max_examples=400)
@given(st.lists(st.sampled_from((*PIECES, *SECRETS)), min_size=1, max_size=9).map("".join))
def test_texts_of_pieces_of_every_pattern_are_masked_alike(text: str) -> None:
    check(text)


@given(st.text(max_size=60), st.sampled_from((*PIECES, *SECRETS)), st.text(max_size=60))
def test_any_text_is_masked_alike(before: str, piece: str, after: str) -> None:
    check(before + piece + after, before + after)


def test_a_text_beside_a_secret_is_left_alone() -> None:
    texts = ("Title of node 1", "short", "see API_KEY=s3cretvalue", '12:30: task-1 of http://host/a_b?c, "so" he said')
    assert Redactor().texts(texts) == [texts[0], texts[1], f"see API_KEY={MASK}", texts[3]]
    assert Redactor(reveal=True).texts(texts) == list(texts)


@pytest.mark.parametrize(
    "file", ["state-memory/small/graph.db", "nehanda/real/ona-session.db", "nanoclaw/install/data/v2.db"]
)
def test_cells_of_real_databases_are_masked_alike(real_database: Callable[[str], Path], file: str) -> None:
    folder, _, rest = file.partition("/")
    of, _, inside = rest.partition("/")
    database = open_database(real_database(f"{folder}/{of}") / inside)
    texts: list[str] = []
    for table in [one for one in database.catalog() if one.kind == "table" and not one.problem]:
        for column in table.visible_columns:
            where = qualified(table.schema, table.name)
            cut = f"substr({name(column.name)}, 1, 4000)"
            sql = f"SELECT DISTINCT {cut} FROM {where} WHERE typeof({name(column.name)}) = 'text' LIMIT 300"
            texts += [str(one) for one in database.read(lambda reader, sql=sql: reader.value_list(sql))]  # type: ignore[misc]
    database.close()
    assert texts
    check(*texts)
