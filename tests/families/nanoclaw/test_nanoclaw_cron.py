"""Cron expressions are told from what is none, with the reason."""

from __future__ import annotations

import pytest

from inspector.families.nanoclaw.cron import cron_fault


@pytest.mark.parametrize(
    "expression",
    [
        "0 8 * * 1-5",
        "*/15 * * * *",
        "0 10 31 * *",
        "0 0 1,15 * *",
        "0 9-17/2 * * MON-FRI",
        "30 0 8 * * *",
        " 0 7 * * 0 ",
        "0 0 1 JAN ?",
        "0 0 L * *",
        "0 0 * * 5L",
        "0 0 * * FRI#2",
        "0 0 * * 7",
        "@daily",
        "5/10 * * * *",
        "0 0 1 jan-mar *",
    ],
)
def test_a_cron_expression_has_no_fault(expression: str) -> None:
    assert cron_fault(expression) == ""


@pytest.mark.parametrize(
    ("expression", "reason"),
    [
        ("", "it has 0 fields"),
        ("every day at 8", "it has 4 fields"),
        ("0 8 * *", "it has 4 fields"),
        ("0 0 8 * * * 2026", "it has 7 fields"),
        ("60 * * * *", "minute '60': '60' is not a number from 0 to 59"),
        ("0 24 * * *", "hour '24'"),
        ("0 0 0 * *", "day of month '0'"),
        ("0 0 * 13 *", "month '13'"),
        ("0 0 * * 8", "day of week '8'"),
        ("0 0 * FOO *", "'FOO' is not a number from 1 to 12 or a name"),
        ("0 17-9 * * *", "'17-9' runs backwards"),
        ("*/0 * * * *", "'0' is no step"),
        ("*/x * * * *", "'x' is no step"),
        ("1,,2 * * * *", "'' is not a number"),
        ("L * * * *", "minute 'L'"),
        ("0 0 * * 5#6", "day of week '5#6'"),
        ("٣ * * * *", "minute '٣'"),
        ("@fortnightly", "'@fortnightly' is not a known word"),
    ],
)
def test_what_is_none_says_why(expression: str, reason: str) -> None:
    assert reason in cron_fault(expression)
