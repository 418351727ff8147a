"""Cards: sections of the family, links and fields of any row, faults and secrets kept in their place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import apsw
import pytest

from inspector.cancel import CancelToken
from inspector.clock import Clock, parse_as_of
from inspector.db.needs import needs
from inspector.db.rows import RowRef
from inspector.errors import FileBusy, KnownError
from inspector.families.card import MOST, Card, CardLine, CardReader, CardSection, listed
from inspector.redaction import MASK
from inspector.workspace.cards.card_page import CardPage, PageSection
from inspector.workspace.cards.read_card import read_card
from inspector.workspace.location import parse_location
from inspector.workspace.opening.open_source import open_source
from inspector.workspace.rows.row_location import ref_in
from inspector.workspace.source import Source

CLOCK = Clock(parse_as_of("2026-05-20T12:00:00Z"))
TOKEN = "sk-ant-abcdefghijklmnopqrstuvwxyz"


@pytest.fixture
def garden(tmp_path: Path) -> Iterator[Source]:
    path = tmp_path / "garden.db"
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute(
        f"""
        CREATE TABLE trees (id TEXT PRIMARY KEY, name TEXT, kind TEXT, planted TEXT, notes TEXT,
                            stands_on TEXT REFERENCES trees, owner TEXT REFERENCES people(id));
        CREATE TABLE baskets (id INTEGER PRIMARY KEY, tree TEXT REFERENCES trees, kilos INT);
        INSERT INTO trees VALUES ('t1', 'Old <b>Bramley</b>', 'apple', '2026-05-20T11:00:00Z',
          '{{"api_key": "{TOKEN}"}}', NULL, NULL), ('t2', 'Young', 'pear', NULL, NULL, 't1', 'nobody');
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40)
        INSERT INTO baskets SELECT i, 't1', i FROM n;
        """
    )
    connection.close()
    source = open_source(str(path))
    yield source
    source.close()


def card(source: Source, key: str, *sections: CardSection) -> CardPage:
    cards = (Card("trees", "Tree", sections),) if sections else ()
    source = replace(source, family=replace(source.family, cards=cards))
    return read_card(source, RowRef("main", "trees", (key,)), CLOCK, CancelToken())


def section(page: CardPage, id: str) -> PageSection:
    return next(section for section in page.sections if section.id == id)


def test_any_row_has_a_card_of_its_fields_and_links(garden: Source) -> None:
    page = card(garden, "t2")
    assert (page.kind, page.details.title) == ("trees", "Young")
    assert [one.id for one in page.sections] == ["fields", "out", "in"]
    assert [line.name for line in section(page, "fields").lines] == [
        "id",
        "name",
        "kind",
        "planted",
        "notes",
        "stands_on",
        "owner",
    ]
    out = section(page, "out").lines
    assert (out[0].text, ref_in(out[0].row).key) == ("Old <b>Bramley</b>", (1,))
    assert "table people does not exist" in out[-1].note
    assert section(page, "in").words == "No row of another table refers to this one."


def test_what_points_here_is_counted_and_leads_to_those_rows(garden: Source) -> None:
    lines = {line.name: line for line in section(card(garden, "t1"), "in").lines}
    assert lines["baskets"].text == "40 rows"
    assert lines["baskets"].row.get("filter.tree") == "=t1"
    assert lines["trees"].text == "1 row"


def test_its_address_leads_back_to_it(garden: Source) -> None:
    place = parse_location(card(garden, "t1").place.link())
    assert (place.view, ref_in(place)) == ("card", RowRef("main", "trees", ("t1",)))


def test_the_sections_of_a_family_stand_first_and_bind_the_row(garden: Source) -> None:
    baskets = listed("SELECT kilos AS name, 'kilos' AS text, 'baskets' AS tbl, id AS key FROM baskets WHERE tree = :id")
    page = card(garden, "t1", CardSection("baskets", "Baskets", baskets), CardSection("x", "X", lambda card: ()))
    assert [one.id for one in page.sections] == ["baskets", "x", "out", "in", "fields"]
    found = section(page, "baskets")
    assert len(found.lines) == MOST
    assert found.words == f"There are more than {MOST}."
    assert ref_in(found.lines[2].row) == RowRef("main", "baskets", (3,))
    assert section(page, "x").words == "None."


def test_lines_lead_to_cards_where_the_family_has_them(garden: Source) -> None:
    others = listed("SELECT name AS name, 'trees' AS tbl, rowid AS key FROM trees WHERE id <> :id")
    (line,) = section(card(garden, "t1", CardSection("others", "Others", others)), "others").lines
    assert line.card.view == "card"
    assert section(card(garden, "t2", CardSection("others", "Others", others)), "out").lines[0].card is not None


def test_what_fails_in_one_section_leaves_the_others_whole(garden: Source) -> None:
    def breaks(card: CardReader) -> Iterable[CardLine]:
        yield CardLine("first")
        raise KnownError("the roots are rotten")

    page = card(
        garden,
        "t1",
        CardSection("broken", "Broken", breaks),
        CardSection("sql", "SQL", listed("SELECT nothing FROM nowhere")),
        CardSection("absent", "Absent", listed("SELECT 1"), needs("baskets.pounds", "barrels")),
        CardSection("whole", "Whole", listed("SELECT 'a' AS name")),
    )
    assert [line.name for line in section(page, "broken").lines] == ["first"]
    assert "roots are rotten" in section(page, "broken").problem
    assert "could not be read" in section(page, "sql").problem
    assert section(page, "absent").words == "Not known: this database has no baskets.pounds, barrels."
    assert [line.name for line in section(page, "whole").lines] == ["a"]


def test_a_busy_file_is_no_fault_of_a_section(garden: Source) -> None:
    def busy(card: CardReader) -> Iterable[CardLine]:
        raise FileBusy("held")

    with pytest.raises(FileBusy):
        card(garden, "t1", CardSection("busy", "Busy", busy))


def test_secrets_are_masked_in_lines_fields_and_text(garden: Source) -> None:
    def tells(card: CardReader) -> Iterable[CardLine]:
        yield CardLine("notes", card.text("notes"), f"note {TOKEN}")

    sections = (CardSection("a", "A", tells), CardSection("b", "B", listed("SELECT notes AS name FROM trees")))
    page = card(garden, "t1", *sections)
    assert TOKEN not in page.text()
    assert page.text().count(MASK) >= 3
    assert TOKEN in card(garden.revealed(True), "t1", *sections).text()


def test_as_text_it_holds_everything(garden: Source) -> None:
    text = card(garden, "t1").text()
    assert text.startswith("trees: Old <b>Bramley</b>\n")
    for words in ("Fields", "Leads to", "Points here", "baskets: 40 rows", "2026-05-20T11:00:00+00:00"):
        assert words in text


def test_a_first_answer_comes_before_the_counts(garden: Source) -> None:
    told: list[CardPage] = []
    read_card(garden, RowRef("main", "trees", ("t1",)), CLOCK, CancelToken(), told.append)
    assert [(one.whole, section(one, "in").words) for one in told] == [(False, "Counting…")]


def test_a_row_that_is_gone_is_said(garden: Source) -> None:
    with pytest.raises(KnownError, match="gone"):
        card(garden, "t9")
