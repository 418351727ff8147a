from __future__ import annotations

import locale

import apsw
import pytest

from inspector.db.display import display, exact_text, real_text, visible
from inspector.db.values import BadText, Large


def jsonb(text: str) -> bytes:
    return apsw.Connection(":memory:").execute("SELECT jsonb(?)", (text,)).get


def marked(value) -> list[str]:
    cell = display(value)
    return [cell.text[start:end] for start, end in cell.marks]


def test_c43_null_empty_text_empty_blob_and_the_word_null_are_all_different():
    values = [None, "", b"", "NULL", " ", b"\x00", "x''", "empty text", "x'00'"]
    shown = [(display(v).kind, display(v).text, display(v).marks) for v in values]
    assert len(set(shown)) == len(values)
    assert [display(v).text for v in values[:6]] == ["NULL", "empty text", "x''", "NULL", "·", "x'00'"]
    assert marked(None) == ["NULL"]
    assert marked("NULL") == []


@pytest.mark.parametrize("number", [2**63 - 1, -(2**63), 9007199254740993, 0, -1])
def test_c41_integers_are_exact_wherever_they_are_shown(number):
    assert display(number).text == str(number)
    assert exact_text(number) == str(number)
    assert display(number).kind == "integer"


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.1, "0.1"), (-0.0, "-0.0"), (1e308, "1e+308"), (5e-324, "5e-324"), (1.0, "1.0"), (2.5e15, "2500000000000000.0")],
)
def test_reals_read_back_as_the_same_number_in_any_locale(value, text):
    assert real_text(value) == text
    assert float(real_text(value)).hex() == value.hex()
    before = locale.setlocale(locale.LC_NUMERIC)
    for name in ("de_DE.UTF-8", "fr_FR.UTF-8"):
        try:
            locale.setlocale(locale.LC_NUMERIC, name)
        except locale.Error:
            continue
        assert display(value).text == text
    locale.setlocale(locale.LC_NUMERIC, before)


def test_infinities_are_shown_as_sqlite_writes_them():
    assert [display(float("inf")).text, display(float("-inf")).text] == ["Inf", "-Inf"]


def test_c45_an_embedded_nul_is_a_mark_in_the_line_and_itself_in_the_copy():
    assert display("a\0b").text == "a␀b"
    assert marked("a\0b") == ["␀"]
    assert exact_text("a\0b") == "a\0b"


def test_c46_a_control_character_keeps_the_cell_text():
    cell = display("Parent\x1fChild")
    assert (cell.kind, cell.text) == ("text", "Parent␟Child")


def test_c47_separators_bidi_and_zero_width_characters_are_seen_on_one_line():
    assert visible("a\u2028b\u202ec\u200bd\ufeffe\U000e0041") == ("a⟨LINE SEP⟩b⟨RLO⟩c⟨ZWSP⟩d⟨BOM⟩e⟨U+E0041⟩")
    assert visible("a\nb\r\nc\td\x85e") == "a␊b␍␊c␉d⟨U+0085⟩e"


@pytest.mark.parametrize("text", ["👩‍👩‍👧", "❤️", "1️⃣", "می‌خواهم", "क्‍ष", "ü ✓ 漢字 שלום"])
def test_joiners_that_belong_to_a_script_or_an_emoji_are_left_alone(text):
    assert visible(text) == text


@pytest.mark.parametrize("text", ["a\ufe0f", "x\u200dy", "a\u200cb", "☃\ufe0f\ufe0f", "\ufe0f", "\u200d"])
def test_joiners_that_belong_to_nothing_are_marked(text):
    assert "⟨" in visible(text)


def test_c44_bad_bytes_are_seen_between_the_good_characters():
    cell = display(BadText(b"\xffA\xfe"))
    assert (cell.kind, cell.text, cell.length) == ("bad text", "⟨FF⟩A⟨FE⟩", 3)
    assert marked(BadText(b"\xffA\xfe")) == ["⟨FF⟩", "⟨FE⟩"]
    assert display(BadText(b"\xed\xa0\x80")).text == "⟨ED⟩⟨A0⟩⟨80⟩"
    assert display(BadText(b"a\x00\x00\xd8b\x00", "utf-16-le")).text == "a⟨00⟩⟨D8⟩b"
    assert exact_text(BadText(b"\xffA")) == "\\xffA"


def test_bad_text_longer_than_the_limit_is_cut_and_says_how_long_it_is():
    cell = display(BadText(b"\xff" + b"a" * 1000), limit=10)
    assert cell.cut
    assert cell.text.endswith(" … 1,001 bytes")
    assert len(cell.text) < 40


def test_long_values_say_how_long_they_are():
    assert display(Large("text", "abc", 5_000_000)).text == "abc … 5,000,000 bytes"
    assert display("x" * 400, limit=5).text == "xxxxx … 400 bytes"
    assert display(Large("blob", b"\x01\x02", 5_000_000)).text == "x'0102… 5,000,000 bytes"
    assert display(Large("blob", b"\x01\x02", 5_000_000)).kind == "blob"
    assert exact_text(Large("text", "abc", 5_000_000)) is None


def test_json_text_is_told_from_text_that_only_begins_like_it():
    assert display('{"a": [1, 2]}').kind == "json"
    assert display("[]").kind == "json"
    assert display("{not json}").kind == "text"
    assert display('{"a": NaN}').kind == "text"
    assert display("12").kind == "text"
    assert display("[" * 20_000 + "]" * 20_000).kind == "text"
    assert display(Large("text", '{"a": ', 5_000_000)).kind == "json"


def test_c49_jsonb_is_decoded_and_a_blob_that_only_looks_like_it_stays_a_blob():
    cell = display(jsonb('{"a":[1,2]}'))
    assert (cell.kind, cell.text) == ("jsonb", '{"a":[1,2]}')
    assert cell.length == len(jsonb('{"a":[1,2]}'))
    good = jsonb('{"a":[1,2]}')
    for raw in (good[:-1], good + b"\x00", b"\x7c" + b"\xff" * 7, b"\x00", b"7abc", jsonb('"text"'), b"\x1c\x00"):
        assert display(raw).kind == "blob", raw.hex()
    assert exact_text(good) == '{"a":[1,2]}'
    assert exact_text(b"\x00\xff") == "X'00FF'"


def test_marks_lie_on_what_is_not_of_the_cell():
    assert marked("  a\tb ") == ["··", "␉", "·"]
    assert display("  a\tb ").text == "··a␉b·"
    assert marked("   ") == ["···"]


@pytest.mark.parametrize(
    "value",
    [1753700365, 1753700365339, 1753700365339000, 2459067.57, "2026-07-28 15:59:34", "2026-07-28T15:59:25.339Z"],
)
def test_c50_a_time_is_copied_as_it_is_stored(value):
    assert exact_text(value) == str(value)
    assert display(value).text == str(value)
