"""The entries of a row's fields: what is to be read first, then every column in order with its value and meaning."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from inspector.db.catalog import Column
from inspector.db.display import display, exact_text, visible
from inspector.db.values import Large, Value
from inspector.timeline.instants import Instant, age_words, local_text, utc_text
from inspector.ui.details.items import Action, Item, Note, Span, Tone, mask_spans
from inspector.ui.details.link_items import where_to
from inspector.ui.table.cell_words import more_lines
from inspector.ui.table.cells import size_words
from inspector.workspace.rows.row_details import Field, RowDetails
from inspector.workspace.rows.row_links import LinkOut

_LINE, _TEXT = 400, 1600
"""Characters of a value on one line, and of one that is a text."""
_CONTENT_LINES = 18
_MOST_TEXTS = 6
_RECOGNISED = 40
"""Characters by which a text is found in the line that was made of it."""
_TONES: Mapping[str, Tone] = {"null": "null", "blob": "blob", "integer": "number", "real": "number"}
_TAGS = {"generated virtual": "generated", "generated stored": "generated", "hidden": "hidden"}


def field_items(details: RowDetails, path: str, now: datetime) -> tuple[Item, ...]:
    """The entries of a row of the source at ``path``; ages are as of ``now``."""
    first = [item for field in details.fields if field.first for item in _content(field, details.title)][:_MOST_TEXTS]
    by_column: dict[str, list[LinkOut]] = {}
    for link in details.links:
        by_column.setdefault(link.link.columns[-1].lower(), []).append(link)
    fields = [
        _item(field, details, by_column.get(field.column.name.lower(), ()), path, now) for field in details.fields
    ]
    notes = [Item("content", "", problem, tone="warning", copied=problem) for problem in details.problems]
    return (*first, *([Item("heading", "Fields")] if first else []), *fields, *notes)


def lined(text: str) -> str:
    """Text with its line breaks kept and everything else that is not seen as a mark."""
    lines = text.replace("\r\n", "\n").split("\n")
    return "\n".join(visible(line.expandtabs(4)) for line in lines)


def _content(field: Field, title: str) -> list[Item]:
    """What is to be read first of a field: its line, and the texts of which the line holds less than all."""
    column, name = field.column.name, visible(field.column.name)
    whole = Action(f"Show {name} whole", column=column)
    told = visible(field.summary)
    texts = [(path, text) for path, text in field.texts if _flat(text) not in _flat(told)]
    items = []
    for path, text in texts:
        lead, told = _lead(told, text)
        shown = lead + lined(text[:_TEXT].strip("\n"))
        items.append(
            Item(
                "content",
                f"{name} · {visible(path)}" if path else name,
                shown,
                spans=(*(((0, len(lead), "muted"),) if lead else ()), *mask_spans(shown)),
                lines=_CONTENT_LINES,
                actions=(whole,),
                column=column,
                copied=text if path or isinstance(field.value, str) else None,
                notes=(Note("Show the rest", "link", whole),) if _is_more(field, path, text) else (),
            )
        )
    if told and told != title:
        line = Item(
            "content", name, told, "text", mask_spans(told), lines=4, actions=(whole,), column=column, copied=told
        )
        items.insert(0, line)
    return items


def _lead(told: str, text: str) -> tuple[str, str]:
    """What a line says before a text ("Gabriel: "), and the line, empty if it says no more than the text does."""
    begin = _flat(text)[:_RECOGNISED]
    at = told.find(begin)
    return (told[:at], "") if at >= 0 and told.endswith("…") else ("", told)


def _flat(text: str) -> str:
    return " ".join(text.split())


def _is_more(field: Field, path: str, text: str) -> bool:
    return len(text) > _TEXT or (not path and isinstance(field.value, Large))


def _item(field: Field, details: RowDetails, links: Sequence[LinkOut], path: str, now: datetime) -> Item:
    column, name = field.column, visible(field.column.name) or "(no name)"
    text, tone, spans, mono, italic = _value(field)
    lead = next((target.name for link in links for target in link.targets if target.name and not link.more), "")
    if lead:
        spans = ((0, len(lead), "link"), *((start + len(lead) + 3, end + len(lead) + 3, t) for start, end, t in spans))
        text, mono = f"{lead} · {text}", False
    notes = (*_notes(field, now), *(note for link in links for note in where_to(link, path, lead)))
    whole = Action(f"Show {name} whole", column=column.name)
    actions = [note.action for note in notes if note.action is not None and note.action.place is not None]
    if not isinstance(field.value, int | float | None) and not field.secret:
        actions.append(whole)
    more = _more(field)
    if more:
        notes = (*notes, Note(more, "link", whole))
    ids = field.doc is not None and field.doc.kind in ("id", "hash", "path")
    return Item(
        "field",
        name,
        text,
        tone=tone,
        spans=spans,
        mono=mono,
        italic=italic,
        middle=ids and not lead,
        lines=2 if field.first else 6,
        tag=_tag(column, details),
        notes=notes,
        actions=tuple(actions),
        column=column.name,
        copied=exact_text(field.value),
        tip=column_tip(field),
    )


def _value(field: Field) -> tuple[str, Tone, tuple[Span, ...], bool, bool]:
    """(text, tone, spans, monospaced, italic) of a value."""
    if field.secret:
        return str(field.value), "warning", (), False, False
    if field.summary:
        told = visible(field.summary)
        return told, "text", mask_spans(told), False, False
    shown = display(field.value, _LINE)
    if shown.length == 0:
        return shown.text, "null", (), False, True
    if shown.kind == "text":
        text = field.value.prefix if isinstance(field.value, Large) else field.value
        told = lined(str(text)[:_TEXT])
        if told.strip() == told and told:
            return told, "text", mask_spans(told), False, False
    text = _without_size(shown.text, shown.length) if shown.cut else shown.text
    spans: tuple[Span, ...] = tuple(
        (start, min(end, len(text)), "info") for start, end in shown.marks if start < len(text)
    )
    if shown.kind in ("null", "blob"):
        return text, _TONES[shown.kind], (), shown.kind == "blob", shown.kind == "null"
    mono = shown.kind in ("json", "jsonb", "bad text")
    return text, _TONES.get(shown.kind, "text"), (*spans, *mask_spans(text)), mono, False


def _without_size(text: str, length: int | None) -> str:
    return text if length is None else text.removesuffix(f" {length:,} bytes")


def _notes(field: Field, now: datetime) -> tuple[Note, ...]:
    notes: list[Note] = []
    shown = display(field.value, 8)
    kind = {"json": "JSON", "jsonb": "JSONB", "blob": "BLOB", "bad text": "Text that is not valid in its encoding"}
    if shown.kind in kind and not field.secret and shown.length is not None:
        notes.append(Note(f"{kind[shown.kind]} · {shown.length:,} byte{'' if shown.length == 1 else 's'}"))
    elif isinstance(field.value, Large):
        notes.append(Note(f"Text · {field.value.length:,} bytes"))
    if not field.masked and field.instant is None:
        notes += [Note(line) for line in more_lines(field.value, field.doc, now, field.zone)]
    if field.json_fault:
        notes.append(Note(field.json_fault, "warning"))
    if field.instant is not None:
        notes += [Note(line) for line in time_lines(field.instant, now)]
    if field.unknown and field.doc is not None:
        known = ", ".join(visible(value) for value in field.doc.values) or "0, 1"
        notes.append(Note(f"? Not among the known values: {known}", "warning"))
    elif field.meaning:
        notes.append(Note(field.meaning))
    if field.masked:
        notes.append(Note("Hidden: secret" if field.secret else "Secrets in it are hidden", "warning"))
    return tuple(notes)


def time_lines(instant: Instant, now: datetime) -> list[str]:
    """Age, local time where it differs, UTC, and how a value was read that does not say it itself."""
    local, utc = local_text(instant.moment), utc_text(instant.moment)
    lines = [age_words(instant.moment, now), *([] if local.endswith(" +00:00") else [f"{local} local"]), utc]
    if not instant.zone_known:
        return [*lines, "no zone: read as UTC"]
    return lines if instant.kind == "ISO 8601" else [*lines, f"read as {instant.kind}"]


def _more(field: Field) -> str:
    if field.secret:
        return ""
    shown = display(field.value, 8)
    if isinstance(field.value, Large):
        return f"Show all ({size_words(field.value.length)})"
    if shown.kind in ("json", "jsonb"):
        return "Open as a tree"
    if shown.kind == "blob" and (shown.length or 0) > 16:
        return "Show all bytes"
    text: Value = field.value
    return f"Show all ({len(text):,} characters)" if isinstance(text, str) and len(text) > _TEXT else ""


def _tag(column: Column, details: RowDetails) -> str:
    if column.visibility in _TAGS:
        return _TAGS[column.visibility]
    return "key" if column.key_position else ""


def column_tip(field: Field) -> str:
    """What there is to say about a column: its type, whether it may be NULL, its meaning."""
    column = field.column
    head = " ".join(part for part in (visible(column.name), column.declared_type or "(no type)") if part)
    lines = [head]
    if column.key_position:
        lines.append("Part of the primary key.")
    if column.not_null:
        lines.append("Never NULL.")
    if column.visibility != "normal":
        lines.append("Hidden from SELECT *." if column.visibility == "hidden" else "Generated from other columns.")
    if field.doc is not None:
        lines += ["", field.doc.tip()]
    elif column.default is not None:
        lines.append(f"Default: {column.default}")
    return "\n".join(lines)
