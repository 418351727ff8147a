"""A whole column of stored times is read as its values are read one by one."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from inspector.timeline.instants import read_instant
from inspector.timeline.moments import UNKNOWN, date_time, instant, moment_of, read_moments

_USUAL = (
    "2026-05-19T21:30:00Z",
    "2026-05-19T21:30:00.5Z",
    "2026-05-19T21:30:00.123456789Z",
    "2026-05-19T21:30:00.1234567891Z",
    "2026-05-19 21:30:00",
    "2026-05-19 21:30:00.250",
    "2026-05-19 21:30:00Z",
    "2026-05-19T21:30:00+02:00",
    "2026-05-19T21:30",
    "2026-05-19",
    "2024-02-29",
    "2023-02-29",
    "2026-13-01",
    "2026-04-31 10:00:00",
    "0000-01-01",
    "0001-01-01 00:00:00",
    "2026-05-19T24:00:00Z",
    "2026-05-19T21:60:00Z",
    "2026-05-19T21:30:60Z",
    "2026-05-19X21:30:00Z",
    "2026-05-19T21:30:00,5",
    "2026-05-19T21:30:00.Z",
    "2026-05-19T21:30:00.xZ",
    "２０２６-05-19",
    " 2026-05-19 ",
    "1716154200",
    "1716154200000",
    "1716154200.5",
    "\udc802026-05-1",
    "yesterday",
    "",
    1716154200,
    1716154200123,
    1716154200123456,
    1716154200123456789,
    1716154200.25,
    2460450.5,
    99,
    -5,
    2**63 - 1,
    True,
    None,
    b"2026-05-19",
)


def _assert_same(values: list[object]) -> None:
    moments, forms = read_moments(values)
    for value, moment, form in zip(values, moments.tolist(), forms.tolist(), strict=True):
        assert instant(moment, form) == read_instant(value), value


def test_every_usual_form_among_many_of_its_kind() -> None:
    _assert_same(list(_USUAL) * 8)


def test_few_values() -> None:
    _assert_same(list(_USUAL[:5]))
    assert len(read_moments([])[0]) == 0


_digit = st.sampled_from("0123456789")
_text = st.from_regex(
    r"(19|20)\d\d-[01]\d-[0123]\d[T ][012]\d:[0-6]\d:[0-6]\d([.,]\d{1,10})?(Z|z|[+-]\d\d:?\d\d)?", fullmatch=True
)
_values = st.one_of(
    _text, st.text(max_size=41), st.integers(-(2**63), 2**63 - 1), st.floats(), st.none(), st.sampled_from(_USUAL)
)


@given(st.lists(_values, max_size=8))
def test_wild_values(values: list[object]) -> None:
    _assert_same(values * 64)


def test_a_moment_keeps_its_microseconds() -> None:
    found = read_instant("2026-05-19T21:30:00.123456Z")
    assert found is not None
    assert date_time(moment_of(found)) == found.moment
    assert instant(UNKNOWN) is None
