"""Delays of messages: percentiles as plain Python tells them, and each thing that is not known under its own name."""

from __future__ import annotations

import statistics
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.families.nanoclaw.cards.gathering.delay_lines import delay_words
from inspector.families.nanoclaw.rules import delays
from inspector.families.nanoclaw.rules.delays import Arrived, Delays, MeasureId, Sent, measured, percentile

S = 1_000_000
SHARES = (0.5, 0.9, 0.99, 1.0)


@given(st.lists(st.integers(-(10**12), 10**12), min_size=1, max_size=300))
def test_a_percentile_is_the_smallest_value_that_so_many_do_not_exceed(values: list[int]) -> None:
    ordered = sorted(values)
    for share in SHARES:
        needed = share * len(values) - 1e-6
        plain = min(one for one in values if sum(other <= one for other in values) >= needed)
        assert percentile(ordered, share) == plain
    assert percentile(ordered, 0.5) == statistics.median_low(values)
    assert percentile(ordered, 1.0) == max(values)


def test_percentiles_of_a_hundred_are_the_numbers_of_their_names() -> None:
    assert [percentile(range(1, 101), share) for share in SHARES] == [50, 90, 99, 100]


def arrived(key: int, at: int | None = 0, **more: object) -> Arrived:
    plain: dict[str, object] = {"due": None, "has_due": False, "tries": 0, "kind": "chat", "ack": None, "acked": None}
    return Arrived(key, at, **(plain | more))  # type: ignore[arg-type]


def sent(answers: int | None, at: int | None, delivered: int | None = None, **more: object) -> Sent:
    plain: dict[str, object] = {
        "held_until": None,
        "chat": True,
        "delivery": "delivered" if delivered is not None else None,
        "delivered": delivered,
        "suspect": False,
        "answers": answers,
    }
    return Sent(next(_KEYS), at, **(plain | more))  # type: ignore[arg-type]


_KEYS = count(1000)


def found(ins: list[Arrived], outs: list[Sent] | None = None) -> dict[MeasureId, Delays]:
    return measured(ins, outs or [])


def test_a_message_is_measured_to_its_first_reply_and_the_first_delivery_of_one() -> None:
    told = found(
        [arrived(1, 10 * S, ack="completed", acked=16 * S)],
        [sent(1, 19 * S, 20 * S), sent(1, 14 * S, 30 * S), sent(None, 50 * S, 51 * S)],
    )
    assert told["reply"].values == (4 * S,)
    assert told["whole"].values == (10 * S,)
    assert told["finish"].values == (6 * S,)
    assert sorted(told["delivery"].values) == [S, S, 16 * S]


def test_a_claim_that_ended_is_not_known_and_never_zero() -> None:
    told = found(
        [arrived(1, 0, ack="completed", acked=9 * S), arrived(2, 0), arrived(3, 0, ack="processing", acked=2 * S)],
        [sent(1, 8 * S), sent(3, 7 * S)],
    )
    assert told["claim"].values == (2 * S,)
    assert told["claim"].missing == {delays.OVERWRITTEN: 1, delays.UNCLAIMED: 1}
    assert told["claim_reply"].values == (5 * S,)
    assert told["claim_reply"].missing == {delays.OVERWRITTEN: 1, delays.UNANSWERED: 1}
    assert told["finish"].missing == {delays.UNCLAIMED: 1, delays.CLAIMED: 1}


@pytest.mark.parametrize(
    ("message", "delay", "why"),
    [
        (arrived(1, 100 * S, due=400 * S, has_due=True), 600 * S, ""),
        (arrived(1, 100 * S, due=50 * S, has_due=True), 900 * S, ""),
        (arrived(1, 100 * S, due=400 * S, has_due=True, tries=2), 900 * S, ""),
        (arrived(1, 100 * S, due=400 * S, has_due=True, tries=2, kind="task"), None, delays.RETRIED),
        (arrived(1, 100 * S, due=None, has_due=True), None, delays.UNREADABLE),
        (arrived(1, None), None, delays.UNREADABLE),
    ],
    ids=["waits for its time", "its time was past", "tried again", "a task tried again", "no time", "no arrival"],
)
def test_a_message_counts_from_when_somebody_could_take_it(message: Arrived, delay: int | None, why: str) -> None:
    told = found([message], [sent(1, 1000 * S)])["reply"]
    assert told.values == (() if delay is None else (delay,))
    assert told.missing == ({why: 1} if why else {})


def test_what_no_adapter_took_failed_or_waits_is_no_delivery() -> None:
    told = found(
        [arrived(key, 0) for key in range(1, 5)],
        [
            sent(1, S, 2 * S, suspect=True),
            sent(2, S, 2 * S, delivery="failed"),
            sent(3, S),
            sent(4, S, None, delivery="delivered"),
            sent(None, S, 5 * S, chat=False),
        ],
    )
    assert told["delivery"].values == ()
    assert told["delivery"].missing == {delays.SUSPECT: 1, delays.UNDELIVERED: 2, delays.UNREADABLE: 1}
    assert told["whole"].values == ()
    assert told["whole"].missing == {delays.UNDELIVERED: 3, delays.UNREADABLE: 1}


def test_a_held_message_counts_from_the_end_of_its_hold() -> None:
    assert found([], [sent(None, S, 61 * S, held_until=60 * S)])["delivery"].values == (S,)


def test_clocks_that_differ_give_negative_delays_that_are_kept() -> None:
    told = found([arrived(1, 5 * S), arrived(2, 5 * S)], [sent(1, 4 * S), sent(2, 9 * S)])["reply"]
    assert sorted(told.values) == [-S, 4 * S]
    assert told.slowest == 2


@pytest.mark.parametrize(
    ("micros", "words"),
    [
        (0, "0 ms"),
        (388_900, "388 ms"),
        (-900_000, "−900 ms"),
        (9_049_000, "9.0 s"),
        (59_999_999, "59.9 s"),
        (60 * S, "1 min"),
        (200 * S, "3 min 20 s"),
        (-62 * S, "−1 min 2 s"),
        (7500 * S, "2 h 5 min"),
        (47 * 3600 * S, "47 h"),
        (76 * 3600 * S, "3 days 4 h"),
    ],
)
def test_a_delay_in_words(micros: int, words: str) -> None:
    assert delay_words(micros) == words
