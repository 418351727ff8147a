"""The values of the sample application's tables, among them every kind that viewers get wrong."""

from __future__ import annotations

from typing import Any

from inspector.sample.moments import Moments, iso, sql, unix, unix_ms

COUNTRIES = (
    ("PT", "Portugal", "EUR"),
    ("ES", "España", "EUR"),
    ("CH", "Schweiz", "CHF"),
    ("JP", "日本", "JPY"),
    ("NO", "Norge", None),
)

# id, name, country, lat, lon, facilities (JSON text)
STATIONS = (
    (1, "Lisboa Oriente", "PT", 38.7678, -9.0990, '{"lockers":true,"food":["bakery","kiosk"]}'),
    (2, "Porto Campanhã", "PT", 41.1488, -8.5854, '{"lockers":true,"food":[]}'),
    (3, "Vigo Guixar", "ES", 42.2421, -8.7123, '{"lockers":false}'),
    (4, "Genève", "CH", 46.2102, 6.1424, '{"lockers":true,"food":["restaurant"],"tracks":8}'),
    (5, "京都駅", "JP", 34.9858, 135.7588, '{"lockers":true,"floors":[-1,0,1,2]}'),
    (6, "Myrdal", "NO", 60.7352, 7.1222, "{}"),
    (7, "porto sao bento", "PT", 41.1456, -8.6108, None),
)

TRIPS: tuple[tuple[Any, ...], ...] = (
    (2025, 1, "Douro by train", 90_000, "window seats on the river side"),
    (2025, 2, "Night train to Geneva", 240_000, None),
    (2026, 1, "Kyoto in autumn 🍁", 410_000, 42),
    (2026, 2, "Flåm and back", None, b"\x00\x01scan"),
)

# trip, from, to, days from now, hours, cents, follows
LEGS = (
    ((2025, 1), 1, 2, -300, 3.0, 3_150, None),
    ((2025, 1), 2, 3, -299, 2.4, 1_475, 1),
    ((2025, 1), 3, 2, -295, 2.4, 1_475, 2),
    ((2025, 2), 1, 4, -90, 19.5, 18_900, None),
    ((2025, 2), 4, 1, -84, 20.1, 21_400, 4),
    ((2026, 1), 4, 5, 12, 16.0, 98_050, None),
    ((2026, 1), 5, 4, 26, 17.5, 94_000, 6),
    ((2026, 2), 6, 6, 40, 1.0, 0, None),
    ((2026, 2), 6, 4, 41, 30.0, None, 8),
)

# id, inside, name, details
PLACES = (
    (1, None, "Europe", "where most trips begin"),
    (2, 1, "Portugal", "trains are cheap, buses are faster"),
    (3, 2, "Porto", "river, bridges, a night market on Fridays"),
    (4, 3, "Ribeira", "steps down to the river; wear flat shoes"),
    (5, 2, "Lisboa", "seven hills, one of them with a tram"),
    (6, None, "日本", "鉄道の国。時刻表どおり。"),
    (7, 6, "京都", "紅葉は十一月の終わり"),
    (8, 8, "A place inside itself", "somebody chose the wrong parent"),
    (9, 4711, "A place in a place that is gone", None),
)

BOOKINGS = (
    ("Q7KX-1", 4, "Mara", "paid", b"%PDF-1.4 made-up receipt"),
    ("Q7KX-1", 4, "Jon", "paid", b""),
    ("ZZ'09\"", 6, "Mara", "asked", None),
    ("ZZ'09\"", 7, "Jon O'Neil", "maybe", None),
    ("KYO 红叶", 6, "Li", "paid", bytes(range(256))),
)

ODD_NAMES = (("here", "there's", 'a "quoted" one', "column without a name", 100), (None, "", "  ", "\t", -1))


def odd_values() -> tuple[tuple[str, Any], ...]:
    """What is stored, in words, and the value."""
    return (
        ("NULL", None),
        ("empty text", ""),
        ("empty blob", b""),
        ("the text NULL", "NULL"),
        ("one blank", " "),
        ("blob of one zero byte", b"\x00"),
        ("largest 64-bit integer", 9_223_372_036_854_775_807),
        ("smallest 64-bit integer", -9_223_372_036_854_775_808),
        ("2^53 + 1", 9_007_199_254_740_993),
        ("an integer as text", "9007199254740993"),
        ("real that looks whole", 5.0),
        ("smallest real above zero", 5e-324),
        ("a third", 1 / 3),
        ("infinity", float("inf")),
        ("negative zero", -0.0),
        ("text with a NUL inside", "before\x00after"),
        ("unit separator", "Parent\x1fChild"),
        ("line and paragraph separators", "one\u2028two\u2029three"),
        ("right-to-left override", "invoice\u202efdp.exe"),
        ("zero-width space and joiner", "in\u200bvisible \u200d"),
        ("byte order mark", "\ufeffstart"),
        ("combining marks", "e\u0301 is not é"),
        ("Arabic and Hebrew", "السلام עולם"),
        ("emoji with skin tone and joiner", "👩🏽‍🚀🏳️‍🌈"),
        ("markup", "<img src=x onerror=alert(1)><b>bold</b>"),
        ("JSON object", '{"a":[1,2,{"b":null}],"text":"ü"}'),
        ("JSON cut off", '{"a":[1,2'),
        ("formula for a spreadsheet", "=HYPERLINK('http://example.invalid')"),
        ("windows line ends", "first\r\nsecond\r\n"),
        ("long line", "all work and some play " * 2_000),
        ("PNG header", b"\x89PNG\r\n\x1a\n" + bytes(40)),
    )


def odd_times(moments: Moments) -> tuple[tuple[str, Any], ...]:
    """One instant in every form in which files hold it, and some that only look like one."""
    at = moments.ago(days=3, hours=2)
    julian = 2_440_587.5 + at.timestamp() / 86_400
    return (
        ("Unix seconds", unix(at)),
        ("Unix milliseconds", unix_ms(at)),
        ("Unix microseconds", unix_ms(at) * 1000),
        ("Unix seconds as real", at.timestamp() + 0.25),
        ("Unix seconds as text", str(unix(at))),
        ("Julian day", julian),
        ("ISO with Z", iso(at)),
        ("ISO with offset", f"{at:%Y-%m-%dT%H:%M:%S}+02:00"),
        ("SQLite style", sql(at)),
        ("ISO without zone", f"{at:%Y-%m-%dT%H:%M:%S}"),
        ("date alone", f"{at:%Y-%m-%d}"),
        ("time alone", f"{at:%H:%M}"),
        ("year 9999", "9999-12-31T23:59:59.999Z"),
        ("before 1970", -86_400),
        ("no time at all", "yesterday, after lunch"),
        ("a month that is none", "2026-13-45 00:00:00"),
    )
