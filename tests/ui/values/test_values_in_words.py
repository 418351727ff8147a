"""Schedules, durations, sizes, pictures and encoded bytes are said in words, and nothing else is taken for them."""

from __future__ import annotations

import base64
import struct
import zlib
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.ui.values.amounts import duration_words, size_words
from inspector.ui.values.cron import Zone, cron_lines, cron_words, next_runs, zone_here
from inspector.ui.values.encoded import decoded, encoded_in
from inspector.ui.values.json_words import json_words
from inspector.ui.values.pictures import Picture, picture_of

NOW = datetime(2026, 5, 20, 12, 0, tzinfo=UTC)
UTC_ZONE = Zone(UTC, "UTC")


def png(width: int, height: int) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(b"\0" + bytes(3 * width) for _ in range(height))
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


# --- schedules --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expression", "words"),
    [
        ("0 9 * * 1-5", "At 09:00 on Monday through Friday"),
        ("*/15 * * * *", "Every 15th minute of every hour"),
        ("*/30 * * * * *", "Every 30th second of every minute"),
        ("@daily", "At 00:00 every day"),
        ("0 9 ? * *", "At 09:00 every day"),
        (" 30 8 1 * * ", "At 08:30 on the first day of every month"),
    ],
)
def test_schedules_in_words(expression: str, words: str) -> None:
    assert cron_words(expression) == words


@pytest.mark.parametrize("text", ["", "daily", "61 * * * *", "* * *", "0 9 * * 1-5" * 30, "０ 9 * * *", "<b>"])
def test_what_is_no_schedule_has_no_words(text: str) -> None:
    assert cron_words(text) == ""
    assert next_runs(text, NOW, UTC_ZONE) == ()
    assert cron_lines(text, NOW) == ()


@given(st.text(max_size=60))
def test_no_text_is_more_than_no_schedule(text: str) -> None:
    cron_words(text)


def test_the_next_times_follow_summer_time() -> None:
    zone = Zone(ZoneInfo("Europe/Berlin"), "Europe/Berlin")
    runs = next_runs("30 2 * * *", datetime(2026, 3, 28, 0, 0, tzinfo=UTC), zone, 3)
    assert [run.astimezone(UTC).strftime("%d %H:%M") for run in runs] == ["28 01:30", "29 01:00", "30 00:30"]


def test_a_day_that_there_never_is_is_no_schedule() -> None:
    assert cron_lines("0 0 30 2 *", NOW) == ()


def test_the_zone_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "America/New_York")
    assert zone_here().name == "America/New_York"
    words, runs, zone = cron_lines("0 9 * * *", NOW)
    assert words == "At 09:00 every day"
    assert runs.startswith("Next: Wed 2026-05-20 09:00, Thu 2026-05-21 09:00")
    assert "America/New_York" in zone
    monkeypatch.setenv("TZ", "No/Such_Zone")
    assert zone_here().name


# --- amounts ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ms", "words"),
    [
        (0, "0 ms"),
        (850, "850 ms"),
        (999.6, "1 s"),
        (12_340, "12.3 s"),
        (59_999, "1 min"),
        (245_000, "4 min 5 s"),
        (7_380_000, "2 h 3 min"),
        (273_600_000, "3 d 4 h"),
        (-3_600_000, "-1 h"),
        (10**15, "11,574,074 d 1 h"),
    ],
)
def test_durations(ms: float, words: str) -> None:
    assert duration_words(ms) == words


@pytest.mark.parametrize(
    ("size", "words"),
    [(0, "0 B"), (999, "999 B"), (1200, "1.2 kB"), (999_999, "1.0 MB"), (48_000_000, "48.0 MB"), (10**13, "10,000 GB")],
)
def test_sizes(size: int, words: str) -> None:
    assert size_words(size) == words


# --- pictures and encoded bytes ---------------------------------------------------------------------------------------


def test_pictures_say_their_size_by_their_first_bytes() -> None:
    assert picture_of(png(64, 48)[:32]) == Picture("png", 64, 48)
    assert picture_of(b"GIF89a" + struct.pack("<HH", 10, 20)) == Picture("gif", 10, 20)
    frame = b"\xff\xc0\x00\x11\x08" + struct.pack(">HH", 300, 400) + b"\x03"
    assert picture_of(b"\xff\xd8\xff\xe0\x00\x10" + bytes(14) + frame) == Picture("jpeg", 400, 300)
    assert picture_of(b"RIFF\0\0\0\0WEBPVP8X" + bytes(8) + b"\x09\0\0\x13\0\0") == Picture("webp", 10, 20)
    assert picture_of(b"<svg onload='x'>") is None
    assert picture_of(b"BM of something else entirely, a text") is None


@given(st.binary(max_size=80))
def test_no_bytes_are_more_than_no_picture(raw: bytes) -> None:
    for head in (raw, b"\xff\xd8\xff" + raw, b"RIFF0000WEBP" + raw, b"BM" + raw, b"\x89PNG\r\n\x1a\n0000IHDR" + raw):
        picture_of(head)


def test_base64_says_how_much_it_is_and_what() -> None:
    raw = png(64, 48)
    text = base64.b64encode(raw).decode()
    found = encoded_in(text)
    assert found is not None
    assert (found.size, found.picture) == (len(raw), Picture("png", 64, 48))
    assert "PNG picture, 64 × 48" in found.words
    assert decoded(text) == decoded(f"data:image/png;base64,{text}") == raw
    assert encoded_in(f"data:image/png;base64,{text}").size == len(raw)
    plain = encoded_in(base64.b64encode(b"Bearer of the message 42, " * 4).decode())
    assert "“Bearer of the message 42" in plain.words


@pytest.mark.parametrize(
    "text",
    [
        "internationalisation" * 8,
        "0123456789abcdef" * 8,
        "0123456789ABCDEF" * 8,
        "/home/someone/A/path/that/is/Long/0123456789/and/goes/On/And/on/forever.txt",
        "a normal sentence with Capital letters and 42 numbers in it, and some more words",
        "short+Base64==",
        "data:text/plain,hello",
        "",
    ],
)
def test_what_is_no_base64_is_not_taken_for_it(text: str) -> None:
    assert encoded_in(text) is None


def test_a_column_that_holds_base64_says_so_of_short_ones_too() -> None:
    assert encoded_in("aGVsbG8=", told=True).size == 5
    assert encoded_in("hello world", told=True) is None


@given(st.binary(min_size=60, max_size=400))
def test_sizes_of_base64_are_exact(raw: bytes) -> None:
    found = encoded_in(base64.b64encode(raw).decode(), told=True)
    assert found is not None
    assert found.size == len(raw)


def test_json_is_said_by_what_is_in_it() -> None:
    assert json_words('{"title": "x\\n y", "tags": ["a", "b"], "n": 1.5, "on": true, "no": null}') == (
        "title: x y · tags: a, b · n: 1.5 · on: true"
    )
    assert json_words('[{"a": 1}, 2]') == "[2]"
    assert json_words('{"deep": {"a": 1, "b": 2}}') == "deep: {2}"
    assert json_words("[1, 2, 3]") == "1, 2, 3"
    assert json_words("{}") == json_words('"x"') == json_words("{broken") == json_words("[" * 5000) == ""
