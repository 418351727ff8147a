"""Reading a card: the sections of its family, then where the row leads, what points to it, its fields."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial

from inspector.cancel import CancelToken
from inspector.clock import Clock
from inspector.db.catalog import Catalog
from inspector.db.display import display, exact_text, visible
from inspector.db.reader import Reader
from inspector.db.rows import RowRef
from inspector.db.values import Bindable, Value
from inspector.errors import FileBusy, KnownError
from inspector.families.card import Card, CardReader, CardSection, Tone
from inspector.queries.parameter import clock_values
from inspector.workspace.cards.card_page import CardPage, PageLine, PageSection
from inspector.workspace.cards.gather import Gathered, gather
from inspector.workspace.cards.lines import card_of, leading, page_line
from inspector.workspace.location import Location
from inspector.workspace.opening.names import ending, read_told
from inspector.workspace.rows.row_details import Field, RowDetails, count_links_in, read_row
from inspector.workspace.rows.row_links import LinkIn, LinkOut
from inspector.workspace.rows.row_location import card_location, filtered_location
from inspector.workspace.source import Source

_VALUE = 2000
"""Characters of a value on a card."""


def read_card(
    source: Source,
    ref: RowRef,
    clock: Clock,
    cancel: CancelToken,
    tell: Callable[[CardPage], object] = lambda page: None,
) -> CardPage:
    """Everything about a row; ``tell`` hears of it as it comes.

    Raises what :func:`~inspector.workspace.rows.row_details.read_row` raises; what fails in one section is told there.
    """
    details = read_row(source, ref, cancel)
    card = card_of(source.family, details.table.name)
    own = _own_sections(source, details, card, clock, cancel) if card is not None else ()
    gathered = Gathered()
    place = card_location(source.path, details.lasting_ref)
    kind = card.title if card is not None else details.about.title if details.about else visible(details.table.name)
    out, fields = _out_section(source, details), _field_section(details)
    counted: list[LinkIn] = []

    def page(*, whole: bool) -> CardPage:
        rest = (fields, out, _in_section(source, counted, details, whole=whole))
        ordered = rest if card is None else (*rest[1:], fields)
        return CardPage(kind, details, place, (*own[:1], *gathered.sections, *own[1:], *ordered), whole, gathered.files)

    def heard(sections: Gathered) -> None:
        nonlocal gathered
        gathered = sections
        tell(page(whole=False))

    if card is None or card.gathering is None:
        tell(page(whole=False))
    else:
        gathered = gather(source, details, card.gathering, clock, cancel, heard)
    for one in count_links_in(source, details, cancel):
        counted.append(one)
    return page(whole=True)


# --- what the family says ---


def _own_sections(
    source: Source, details: RowDetails, card: Card, clock: Clock, cancel: CancelToken
) -> tuple[PageSection, ...]:
    home, catalog = _home(source, details, cancel)
    if home.database is None:
        return ()
    work = partial(_read_sections, home=home, catalog=catalog, details=details, card=card, clock=clock_values(clock))
    return home.database.read(work, cancel)


def _home(source: Source, details: RowDetails, cancel: CancelToken) -> tuple[Source, Catalog]:
    """Where a card is read: a row that stands for files of its own is told of by those, which read its table along."""
    member = details.member
    if member is not None and member.database is not None:
        catalog = member.database.catalog(cancel)
        if catalog.table(details.table.name) is not None:
            return member, catalog
    assert source.database is not None, "its row was read from it"
    catalog = source.database.catalog(cancel)
    if _is_of_another(source, details, cancel):
        # its own files are elsewhere: what this source holds of messages is of the session beside it
        catalog = replace(catalog, tables=tuple(t for t in catalog if t.schema in source.context), _by_name={})
    return source, catalog


def _is_of_another(source: Source, details: RowDetails, cancel: CancelToken) -> bool:
    """Whether a row that a pair reads along stands for another pair."""
    if details.table.schema not in source.context:
        return False
    told = read_told(source, cancel)
    own = told.get(ending(source))
    return details.ref in {one.ref for one in told.values()} and (own is None or own.ref != details.ref)


def _read_sections(
    reader: Reader, home: Source, catalog: Catalog, details: RowDetails, card: Card, clock: Mapping[str, Bindable]
) -> tuple[PageSection, ...]:
    return tuple(_read_section(reader, home, catalog, details, section, clock) for section in card.sections)


def _read_section(
    reader: Reader,
    home: Source,
    catalog: Catalog,
    details: RowDetails,
    section: CardSection,
    clock: Mapping[str, Bindable],
) -> PageSection:
    missing = section.needs.missing(catalog)
    if missing:
        words = f"Not known: this database has no {', '.join(map(visible, missing))}."
        return PageSection(section.id, section.title, words=words)
    asked = CardReader(reader, catalog, home.redactor, details.table.name, details.raw, clock)
    lines: list[PageLine] = []
    problem = ""
    try:
        for line in section.read(asked):
            lines.append(page_line(home, catalog, line))
    except FileBusy:
        raise
    except KnownError as error:
        problem = f"It could not be read whole: {error}" if lines else f"It could not be read: {error}"
    words = f"There are more than {asked.cut:,}." if asked.cut else "" if lines or problem else section.empty
    return PageSection(section.id, section.title, tuple(lines), words, problem)


# --- what any row has ---


def _field_section(details: RowDetails) -> PageSection:
    return PageSection("fields", "Fields", tuple(map(_field_line, details.fields)), "\n".join(details.problems))


def _field_line(field: Field) -> PageLine:
    text = field.summary or display(field.value, _VALUE).text
    note = field.meaning or ("not among the known values" if field.unknown else "")
    tone: Tone = "muted" if field.value is None else "warning" if field.unknown or field.json_fault else ""
    notes = "; ".join(part for part in (note, field.json_fault) if part)
    return PageLine(field.column.name, text, notes, field.instant, tone=tone)


def _out_section(source: Source, details: RowDetails) -> PageSection:
    lines = [*_member_line(details), *(line for link in details.links for line in _out_lines(source, link))]
    dead = [problem for key in details.table.foreign_keys if (problem := key.problem)]
    lines += [PageLine("a foreign key", "cannot be followed", problem, tone="negative") for problem in dead]
    return PageSection("out", "Leads to", tuple(lines), "" if lines else "This row refers to no other.")


def _member_line(details: RowDetails) -> Iterator[PageLine]:
    if details.member is not None:
        note = "what this row stands for, in files of its own"
        yield PageLine("its files", details.member.title, note, row=Location(details.member.path))


def _out_lines(source: Source, out: LinkOut) -> Iterator[PageLine]:
    link = out.link
    name = link.label or ", ".join(link.columns)
    shown = ", ".join(source.redactor.cell(exact_text(v) or "", link.origin.name, c) for v, c in _held(out))
    where = link.target.name + (f" of {out.within}" if out.within else "")
    if out.why or out.state == "not looked":
        why = out.why or "the table has no index for it"
        yield PageLine(name, shown, f"not looked for in {where}: {why}", tone="muted")
    elif out.state == "missing":
        yield PageLine(name, shown, f"no such row in {where}", tone="negative" if link.stated else "warning")
    for target in out.targets:
        line = PageLine(name, target.name or shown, where)
        yield leading(line, source, target.ref, out.path)
    if out.more:
        yield PageLine(name, shown, f"more than {len(out.targets)} rows of {where}", tone="muted")


def _held(out: LinkOut) -> Iterable[tuple[Value, str]]:
    return zip(out.values, out.link.columns, strict=True)


def _in_section(source: Source, counted: list[LinkIn], details: RowDetails, *, whole: bool) -> PageSection:
    lines = tuple(_in_line(source, one) for one in counted if one.count is None or one.count)
    words = "" if lines else "Counting…" if not whole else "No row of another table refers to this one."
    said = words if details.referrers else "No table refers to this one."
    return PageSection("in", "Points here", lines, said, stands=bool(details.referrers) and not whole)


def _in_line(source: Source, one: LinkIn) -> PageLine:
    origin = one.link.origin
    count = "not counted" if one.count is None else f"{one.count:,} {'row' if one.count == 1 else 'rows'}"
    note = "; ".join(part for part in (f"by {', '.join(one.link.columns)}", one.link.label, one.why) if part)
    row = filtered_location(source.path, origin, one.filters) if one.filters is not None else None
    return PageLine(origin.name, f"more than {count}" if one.more else count, note, row=row)
