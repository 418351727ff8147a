"""Every place has one address that leads back to it, whatever path, table and key are called."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.db.browse.key_text import key_text, parse_key
from inspector.db.rows import RowRef
from inspector.db.values import BadText
from inspector.workspace.location import Location, location, parse_location
from inspector.workspace.rows.row_location import row_location

NAMES = ("[foo]/bar", "it's", 'say "hi"', "123abc", "select", "$x", " ", "a.b", "", "a#b?c=d&e;f+g%20h", "\U0001f600")

texts = st.binary(max_size=24).map(lambda raw: raw.decode("utf-8", "surrogateescape"))
paths = texts.map(lambda text: "/nowhere/" + text.replace("\0", ""))
views = st.sampled_from(("overview", "graph", "queries")) | texts.filter(lambda text: text not in ("", "table", "card"))
places = st.builds(Location, paths, views, st.lists(st.tuples(texts, texts), max_size=5).map(tuple))
keys = st.lists(
    st.none()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(blacklist_categories=("Cs",)), max_size=12)
    | st.binary(max_size=12)
    | st.builds(BadText, st.binary(min_size=1, max_size=6), st.just("UTF-8")),
    min_size=1,
    max_size=4,
).map(tuple)


@given(places)
def test_a_place_is_read_back_from_its_link(place: Location) -> None:
    assert parse_location(place.link()) == place


@given(paths, texts, keys)
def test_a_row_is_read_back_from_its_link_whatever_its_key(path: str, table: str, key: tuple) -> None:
    place = parse_location(row_location(path, RowRef("main", table, key)).link())
    assert (place.path, place.get("table")) == (path, table)
    read = parse_key(place.get("key"))
    assert [type(part) for part in read] == [type(part) for part in key]
    assert key_text(read) == key_text(key)


@pytest.mark.parametrize("name", NAMES)
def test_c54_odd_names_stand_in_a_link(name: str) -> None:
    place = Location("/x.db", "table", (("table", name), (f"filter.{name}", "=1"), ("sort", f"-{name}")))
    assert parse_location(place.link()) == place


@pytest.mark.parametrize("name", [b"a#b.db", b"a%20b.db", b"a b?.db", b"\xff\xfe.db", b"100%.db", b"caf\xc3\xa9.db"])
def test_a_link_to_a_file_with_an_odd_name_finds_it_among_its_like(tmp_path: Path, name: bytes) -> None:
    for other in (name, b"a b.db", b"a%2520b.db", b"a%23b.db", b"a.db", b"a"):
        Path(os.fsdecode(os.path.join(os.fsencode(tmp_path), other))).touch()
    path = os.fsdecode(os.path.join(os.fsencode(tmp_path), name))
    place = location(path, "table", table="t", key="1")
    assert parse_location(place.link()) == place
    assert parse_location(path) == Location(path)


def test_a_link_is_plain_ascii_but_for_nothing() -> None:
    assert Location("/tmp/\udcff é.db", "table", (("table", "naïve \udcfe"),)).link().isascii()


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("/x.db#table=nodes&row=3", location("/x.db", "table", table="nodes", key="3")),
        ('/x.db#table=nodes&row=["a","b"]', location("/x.db", "table", table="nodes", key='["a","b"]')),
        ("/x.db#table?table=nodes&key=3", location("/x.db", "table", table="nodes", key="3")),
        ("/x.db#graph", location("/x.db", "graph")),
        ("/x.db#", location("/x.db")),
        ("/x.db", location("/x.db")),
        ("#search?text=a+b", location("", "search", text="a b")),
    ],
)
def test_links_written_by_hand_are_understood(written: str, meant: Location) -> None:
    assert parse_location(written) == meant


def test_a_path_written_by_hand_needs_no_quoting(tmp_path: Path) -> None:
    odd = tmp_path / "50%25 #1.db"
    odd.touch()
    assert parse_location(f"{odd}#table=t") == location(str(odd), "table", table="t")


def test_the_name_of_something_missing_is_not_taken_apart(tmp_path: Path) -> None:
    missing = str(tmp_path / "run #3.db")
    assert parse_location(missing) == Location(missing)


def test_half_a_character_ends_no_link() -> None:
    assert Location("/x.db", "search", (("text", "a\ud800b"),)).link() == "/x.db#search?text=a%3Fb"


def test_setting_params_keeps_the_others_as_they_are() -> None:
    place = Location("/x.db", "table", (("table", ""), ("key", "1")))
    assert place.with_params(key="").params == (("table", ""),)
    assert place.with_params(key="2").params == (("table", ""), ("key", "2"))
