"""What the cards of every family keep, whichever there are."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import get_args

import apsw
import pytest

from inspector.cancel import CancelToken
from inspector.clock import Clock, parse_as_of
from inspector.db.rows import RowRef
from inspector.families.card import Card
from inspector.families.docs import load_docs
from inspector.families.family import Family
from inspector.families.registry import all_families
from inspector.sample import make_sample
from inspector.sample.making import Shape
from inspector.workspace.cards.card_page import CardPage
from inspector.workspace.cards.read_card import read_card
from inspector.workspace.location import Location
from inspector.workspace.opening.open_source import open_source
from inspector.workspace.rows.row_details import read_row
from inspector.workspace.rows.row_location import ref_in
from inspector.workspace.source import Source

CLOCK = Clock(parse_as_of("2026-05-20T12:00:00Z"))
ROWS = 6
"""Rows of a table whose cards are read."""
LINES = 1
"""Lines of a section of each of them that are followed: others of it are made alike."""
CARDS = [(family, card) for family in all_families() for card in family.cards]
every_card = pytest.mark.parametrize(("family", "card"), CARDS, ids=[f"{f.id} {c.table}" for f, c in CARDS])


@pytest.fixture(scope="module")
def worlds(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Source, ...]]:
    """Everything in a sample of each shape."""
    found: list[Source] = []
    for shape in get_args(Shape):
        folder = tmp_path_factory.mktemp(shape)
        make_sample(folder, shape=shape, as_of=CLOCK.as_of)
        paths = [path for path in sorted(folder.iterdir()) if path.is_dir() or path.suffix == ".db"]
        found += [open_source(str(path)) for path in paths]
    yield tuple(found)
    for source in found:
        source.close()


def cards_of(source: Source, card: Card) -> Iterator[CardPage]:
    """The cards of the first rows of its table."""
    assert source.database is not None
    table = source.database.catalog().table(card.table)
    if table is None or not table.readable:
        return
    sql = f'SELECT rowid FROM "{table.schema}"."{table.name}" LIMIT {ROWS}'
    for (key,) in source.database.read(lambda reader: reader.rows(sql)):
        yield read_card(source, RowRef(table.schema, table.name, (key,)), CLOCK, CancelToken())


def of(worlds: tuple[Source, ...], family: Family) -> list[Source]:
    every = (one for source in worlds for one in source.walk())
    return [one for one in every if one.family.id == family.id and one.database is not None]


@every_card
def test_a_card_names_what_is_documented(family: Family, card: Card) -> None:
    docs = load_docs(family.id, family.docs_root)
    assert docs.table(card.table) is not None
    assert card.title
    gathered = card.gathering.sections if card.gathering is not None else ()
    ids = [section.id for section in (*card.sections, *gathered)]
    assert len(set(ids)) == len(ids)
    assert not {"fields", "in", "out", "nothing"} & set(ids), "these are of every card"
    needed = [name for section in card.sections for name in section.needs.names]
    needed += card.gathering.needs.names if card.gathering is not None else ()
    unknown = [
        name
        for name in needed
        if docs.table(name.partition(".")[0]) is None or ("." in name and docs.column(*name.split(".")) is None)
    ]
    assert unknown == []
    assert all(section.title and section.empty for section in card.sections)
    assert all(section.title for section in gathered)
    assert [one.table for one in family.cards].count(card.table) == 1


@every_card
def test_every_section_is_read_and_leads_to_rows_that_are_there(
    worlds: tuple[Source, ...], family: Family, card: Card
) -> None:
    filled: set[str] = set()
    faults: list[str] = []
    opened = {one.path: one for source in worlds for one in source.walk()}
    places: set[Location] = set()
    for source in of(worlds, family):
        for page in cards_of(source, card):
            filled |= {section.id for section in page.sections if section.lines}
            faults += [f"{section.id}: {section.problem}" for section in page.sections if section.problem]
            assert all(line.name for section in page.sections for line in section.lines), page.text()
            lines = [line for section in page.sections for line in section.lines[:LINES]]
            places |= {place for line in lines for place in (line.row, line.card, line.lead) if place is not None}
    assert faults == []
    wanted = {section.id for section in (*card.sections, *(card.gathering.sections if card.gathering else ()))}
    assert wanted - filled == set(), "nobody would ever see it"
    for place in places:
        ref = ref_in(place)
        if ref is not None:
            read_row(opened[place.path], ref, CancelToken())


FILES = {"nanoclaw": "v2.db", "nehanda": "ona-session.db", "state_memory": "graph.db"}


@every_card
def test_a_card_is_read_whatever_table_is_missing(
    tmp_path_factory: pytest.TempPathFactory, family: Family, card: Card
) -> None:
    """Versions come and go: what a file lacks is said, and stops nothing."""
    folder = tmp_path_factory.mktemp("missing")
    make_sample(folder, as_of=CLOCK.as_of)
    file = next(folder.rglob(FILES[family.id]))
    needed = [section.needs for section in card.sections] + ([card.gathering.needs] if card.gathering else [])
    wanted = {name.partition(".")[0] for needs in needed for name in needs.names}
    for table in sorted(wanted - {card.table}):
        lacking = folder / table / "copy.db"
        lacking.parent.mkdir(exist_ok=True)
        shutil.copy(file, lacking)
        connection = apsw.Connection(str(lacking))
        connection.pragma("foreign_keys", 0)
        connection.execute(f'DROP TABLE IF EXISTS "{table}"')
        connection.close()
        source = open_source(str(lacking))
        try:
            page = next(cards_of(source, card), None)
            problems = [] if page is None else [s.problem for s in page.sections if s.problem]
            assert problems == [], f"without {table}"
        finally:
            source.close()
