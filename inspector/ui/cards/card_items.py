"""The entries of a card's sections: what each line says, when, and what a click on it opens (no Qt)."""

from __future__ import annotations

from datetime import datetime

from inspector.db.display import visible
from inspector.timeline.instants import age_words, local_text, utc_text
from inspector.ui.details.field_items import lined
from inspector.ui.details.items import Action, Item, Note, Span, Tone, mask_spans
from inspector.workspace.cards.card_page import PageLine, PageSection

_BESIDE = 48
"""Characters of a value and what is said of it that stand on one line."""
_LINK = 80
"""Characters of a text that is coloured as a link: more of them would be hard to read."""
_LINES = 4
"""Lines of a value that are shown."""
_TONES: dict[str, Tone] = {
    "": "text",
    "muted": "muted",
    "positive": "info",
    "warning": "warning",
    "negative": "negative",
}


def section_items(section: PageSection, now: datetime) -> tuple[Item, ...]:
    """The entries of a section, what is said below them last."""
    items = [_item(line, now) for line in section.lines]
    words = lined(section.words).split("\n") if section.words else []
    items += [Item("content", "", line, tone="muted", lines=_LINES) for line in words]
    items += [Item("content", "", lined(section.problem), tone="negative")] if section.problem else []
    return tuple(items)


def empty_items(sections: tuple[PageSection, ...]) -> tuple[Item, ...]:
    """One entry for each section without a line."""
    return tuple(Item("field", section.title, section.words, tone="muted", lines=3) for section in sections)


def is_empty(section: PageSection) -> bool:
    """Whether a section has nothing to show but that there is nothing."""
    return not section.lines and not section.problem and not section.stands


def _item(line: PageLine, now: datetime) -> Item:
    name = visible(line.name)
    text = "\n".join(part for part in lined(line.text).split("\n") if part.strip())
    actions = _actions(line, name)
    tone = _TONES[line.tone]
    age = age_words(line.instant.moment, now) if line.instant is not None else line.stored
    if not text:
        text, age = age, ""
    tail = " · ".join(words for words in (lined(line.note), age) if words)
    spans: tuple[Span, ...] = mask_spans(text)
    notes: tuple[Note, ...] = ()
    if tail and "\n" not in text and len(text) + len(tail) <= _BESIDE:
        # what is short stands beside it: a card has many lines
        spans = (*spans, (len(text), len(text) + len(tail) + 3, "muted"))
        text = f"{text}   {tail}"
    elif tail:
        notes = tuple(Note(words) for words in (lined(line.note), age) if words)
    return Item(
        "field",
        name,
        text,
        tone="link" if actions and not line.tone and len(line.text) <= _LINK else tone,
        spans=spans,
        lines=_LINES,
        notes=notes,
        actions=actions,
        copied=line.text or age,
        tip=_tip(line),
    )


def _actions(line: PageLine, name: str) -> tuple[Action, ...]:
    card = [Action(f"Open the card of {name}", line.card)] if line.card is not None else []
    row = [Action(f"Open {name}", line.row)] if line.row is not None else []
    lead = [Action(line.lead_words or f"Open {name}", line.lead)] if line.lead is not None else []
    return (*lead, *card, *row)


def _tip(line: PageLine) -> str:
    parts = [f"{line.name}: {line.text}" if line.text else line.name, line.note]
    if line.instant is not None:
        parts += [local_text(line.instant.moment), utc_text(line.instant.moment), f"read as {line.instant.words}"]
    return "\n".join(part for part in parts if part)
