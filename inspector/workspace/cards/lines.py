"""How does a line of a family become one of the page: masked, its time read, leading to the row it stands for?"""

from __future__ import annotations

from dataclasses import replace

from inspector.db.catalog import Catalog
from inspector.db.rows import RowRef
from inspector.families.card import Card, CardLine, shown_text
from inspector.families.family import Family
from inspector.timeline.instants import read_instant
from inspector.workspace.cards.card_page import PageLine
from inspector.workspace.rows.row_location import card_location, row_location
from inspector.workspace.source import Source


def card_of(family: Family, table: str) -> Card | None:
    """What a family says of rows of a table in full; None where it says nothing of its own."""
    return next((card for card in family.cards if card.table.lower() == table.lower()), None)


def page_line(home: Source, catalog: Catalog, line: CardLine) -> PageLine:
    """A line with where it leads."""
    hide = home.redactor.text
    made = PageLine(hide(line.name), hide(line.text), hide(line.note), tone=line.tone)
    if line.at is not None:
        instant = read_instant(line.at)
        made = replace(made, instant=instant, stored="" if instant else hide(shown_text(line.at)))
    table = catalog.table(line.table) if line.table else None
    if table is None or not line.key:
        return made
    return leading(made, home, RowRef(table.schema, table.name, line.key))


def leading(line: PageLine, home: Source, ref: RowRef, path: str = "") -> PageLine:
    """The same line, leading to a row of ``home``, or of the source at ``path``."""
    path = path or home.path
    card = card_location(path, ref) if card_of(home.family, ref.table) is not None else None
    return replace(line, card=card, row=row_location(path, ref))
