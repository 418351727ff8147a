"""The entries of a row's links: where it leads, by name, and how many rows of which tables lead to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from inspector.db.display import exact_text, visible
from inspector.ui.details.items import Action, Item, Note, Tone
from inspector.ui.table.place import TablePlace
from inspector.workspace.location import Location
from inspector.workspace.rows.row_details import RowDetails, key_words
from inspector.workspace.rows.row_links import LinkIn, LinkOut, Target, equal_filter
from inspector.workspace.rows.row_location import row_location

_NAMED = 3
"""Tables that the head names; of the others it says how many they are."""


def where_to(out: LinkOut, path: str, said: str = "", *, labelled: bool = True) -> tuple[Note, ...]:
    """Lines that say where a reference leads; a click follows it. ``said``: a name that stands in front already.

    ``labelled``: whether they say what the reference means, which else stands in front.
    """
    path = out.path or path
    target, says = visible(out.link.target.name), f"{visible(out.link.label)}: " if out.link.label and labelled else ""
    if out.within:
        target = f"{target} of {visible(out.within)}"
    if out.state == "missing":
        # where it is not the key of the target that is named, there need be none
        named = tuple(map(str.lower, out.link.target_columns)) == tuple(map(str.lower, out.link.target.primary_key))
        tone: Tone = "negative" if out.link.stated else "warning" if named else "muted"
        return (Note(f"→ {says}no such row in {target}", tone),)
    if out.why:
        return (Note(f"→ {says}{target} could not be looked into: {visible(out.why)}", "warning"),)
    if out.state == "not looked":
        return (_through(f"→ {says}look for it in {target} (no index)", out, path),)
    notes = []
    names = [one.name for one in out.targets]
    for one in out.targets:
        called = _called(target, one, alone=names.count(one.name) == 1)
        told = target if said and one.name == said else called
        notes.append(Note(f"→ {says}{told}", "link", Action(f"Open {called}", row_location(path, one.ref))))
    if out.more:
        notes.append(_through(f"→ {says}more than {len(out.targets)} rows of {target}: all of them", out, path))
    return tuple(notes)


def _through(words: str, out: LinkOut, path: str) -> Note:
    """A line that leads to the rows with the values of a reference, in their table."""
    place = _filtered(out, path)
    if place is None:
        return Note(f"{words}; no filter can be typed for these values")
    return Note(words, "link", Action(f"Open {visible(out.link.target.name)} with these values", place))


def _called(table: str, target: Target, *, alone: bool) -> str:
    """A target by its name; by its key too where others of the same reference are called like it."""
    named = f"{table} · {target.name}" if target.name else table
    return named if alone else f"{named}, row {key_words(target.ref.key)}"


def link_items(details: RowDetails, path: str, counted: Sequence[LinkIn], *, counting: bool) -> tuple[Item, ...]:
    """All entries: links out, then links in as far as they are ``counted``."""
    leading = [*_member(details), *(_out(out, path) for out in details.links), *_dead(details)]
    pointing = [_in(one, path) for one in counted if one.count is None or one.count]
    items = [Item("heading", "Leads to")]
    items += leading or [Item("content", "", "This row refers to no other.", tone="muted")]
    items.append(Item("heading", "Points here"))
    items += pointing
    empty = sum(1 for one in counted if one.count == 0)
    if counting:
        items.append(Item("content", "", "Counting…", tone="muted"))
    elif not pointing:
        words = "No row of another table refers to this one." if details.referrers else "No table refers to this one."
        items.append(Item("content", "", words, tone="muted"))
    elif empty:
        words = f"{empty} more {'way' if empty == 1 else 'ways'} to refer to it, used by no row."
        items.append(Item("content", "", words, tone="muted"))
    return tuple(items)


def links_in_words(counted: Sequence[LinkIn]) -> str:
    """ "Pointing here: 12 messages_in, 3 pending_approvals", with a mark where a count is not the whole."""
    parts: dict[str, tuple[int, bool]] = {}
    for one in counted:
        name = visible(one.link.origin.name)
        count, more = parts.get(name, (0, False))
        if one.count is None or one.count:
            parts[name] = (count + (one.count or 0), more or one.more or one.count is None)
    if not parts:
        return ""
    ordered = sorted(parts.items(), key=lambda part: -part[1][0])
    told = ", ".join(f"{_count_words(count, more)} {name}" for name, (count, more) in ordered[:_NAMED])
    rest = len(ordered) - _NAMED
    return f"Pointing here: {told}" + (f" and {rest} more" if rest > 0 else "")


def _count_words(count: int, more: bool) -> str:
    if more:
        return f"more than {count:,}" if count else "uncounted"
    return f"{count:,}"


def _member(details: RowDetails) -> Iterator[Item]:
    """The source below the install that the row stands for."""
    if details.member is not None:
        title = visible(details.member.title)
        action = Action(f"Open {title}", Location(details.member.path))
        note = Note("what this row stands for, in files of its own")
        yield Item("field", "its files", title, "link", notes=(note,), actions=(action,), copied=details.member.path)


def _dead(details: RowDetails) -> Iterator[Item]:
    """References that lead nowhere by their declaration, and why."""
    for key in details.table.foreign_keys:
        fields = [field for column in key.columns if (field := details.field(column)) is not None]
        if not key.problem or any(field.value is None for field in fields):
            continue
        held = ", ".join(visible(exact_text(field.value) or "") for field in fields)
        named = ", ".join(visible(column) for column in key.columns)
        note = Note(f"→ cannot be followed: {visible(key.problem)}", "negative")
        yield Item("field", named, held, lines=2, notes=(note,), copied=held)


def _out(out: LinkOut, path: str) -> Item:
    notes = where_to(out, path, labelled=False)
    columns = ", ".join(visible(column) for column in out.link.columns)
    held = ", ".join(visible(exact_text(value) or "") for value in out.values)
    names = [named.name for named in out.targets if named.name]
    named = names[0] if len(names) == 1 and len(out.targets) == 1 else ""
    text = f"{named} · {held}" if named else held
    how = Note(f"by {columns}" + ("" if out.link.stated else ", stated by no constraint"))
    return Item(
        "field",
        visible(out.link.label) or columns,
        text,
        spans=((0, len(named), "link"),) if named else (),
        lines=2,
        notes=(*notes, how),
        actions=tuple(note.action for note in notes if note.action is not None),
        copied=", ".join(exact_text(value) or "" for value in out.values),
        tip=out.link.words,
    )


def _in(one: LinkIn, path: str) -> Item:
    table = visible(one.link.origin.name)
    columns = ", ".join(visible(column) for column in one.link.columns)
    if one.count is None:
        text = "not counted"
    else:
        text = f"{'more than ' if one.more else ''}{one.count:,} {'row' if one.count == 1 else 'rows'}"
    said = f"by {columns}" + (f": {visible(one.link.label)}" if one.link.label else "")
    notes = [Note(said)]
    if one.why:
        notes.append(Note(one.why[0].upper() + one.why[1:], "warning"))
    if not one.whole and one.filters is not None:
        notes.append(Note(f"only those where {visible(one.link.when)}"))
    actions: tuple[Action, ...] = ()
    if one.filters is not None:
        place = TablePlace(one.link.origin.name, one.link.origin.schema, filters=one.filters).at(path)
        actions = (Action(f"Open {table}, only these rows" if one.whole else f"Open {table}, filtered", place),)
    return Item(
        "field", table, text, tone="link" if actions else "text", notes=tuple(notes), actions=actions, copied=text
    )


def _filtered(out: LinkOut, path: str) -> Location | None:
    """The rows that hold the values of a reference; None where a value cannot be typed: all rows are not those."""
    texts = {
        column: text
        for column, value in zip(out.link.target_columns, out.values, strict=True)
        if (text := equal_filter(value)) is not None
    }
    if len(texts) < len(out.values):
        return None
    return TablePlace(out.link.target.name, out.link.target.schema, filters=texts).at(path)
