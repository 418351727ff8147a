"""What does the content of a message say, whatever shape its JSON has? One that nothing is known of is told as JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from inspector.families.chat import Attached, Choice, Quote, Shape
from inspector.families.json_walk import CutText, length_of
from inspector.families.nanoclaw.contents import message_line, word, words

MOST = 40_000
"""Characters of a text that are shown."""
_QUOTED = 300
_PAYLOAD = 400
"""A text of so many letters and digits without a blank is a file in the message, not words."""
_BASE64 = re.compile(r"[A-Za-z0-9+/_-]+={0,2}")
_DATA = re.compile(r"data:([\w.+-]+/[\w.+-]+)?(?:;[\w.+=-]+)*;base64,([A-Za-z0-9+/_-]{40,}={0,2})")
_DEEP = 12
"""How deep parts of a card may stand in one another."""


@dataclass(frozen=True)
class Said:
    """The content of a message, read."""

    shape: Shape
    """What it is."""
    text: str
    """What it says."""
    sender: str = ""
    """Who says so, as the content has it."""
    title: str = ""
    """What stands above the text."""
    quote: Quote | None = None
    """What it replies to."""
    attached: tuple[Attached, ...] = ()
    """What hangs on it."""
    choices: tuple[Choice, ...] = ()
    """What may be answered."""
    told: tuple[tuple[str, str], ...] = ()
    """What else it says, as (words, value)."""
    question: str = ""
    """Id of the question that it asks."""
    edited: bool = False
    """Whether it says that it was edited."""


def read_said(kind: str, found: object, raw: str) -> Said:
    """What a content says; ``found`` is its JSON as far as it can be read, ``raw`` its beginning. It never raises."""
    if isinstance(found, str):
        return _without_payloads(Said("text", found))
    if not isinstance(found, dict):
        return _without_payloads(Said("text", raw)) if found is None else Said("json", _pretty(found))
    for tell in (_asked, _card, _task, _system, _chat):
        said = tell(kind, found)
        if said is not None:
            return _without_payloads(said)
    return Said("json", _pretty(found))


def _asked(kind: str, found: Mapping[str, Any]) -> Said | None:
    if found.get("type") != "ask_question":
        return None
    options = found.get("options")
    choices = tuple(_choices(options if isinstance(options, list) else []))
    return Said(
        "question",
        word(found, "question"),
        title=word(found, "title"),
        choices=choices,
        question=word(found, "questionId"),
    )


def _choices(options: list[Any]) -> Iterator[Choice]:
    for option in options:
        if isinstance(option, dict):
            yield Choice(word(option, "label", "value"))
        elif isinstance(option, str | int):
            yield Choice(str(option))


def chosen(content: object, value: str) -> tuple[Choice, ...]:
    """The choices of a question of which one was chosen, by value or label; another answer stands behind them."""
    options = content.get("options") if isinstance(content, dict) else None
    made, found = [], False
    for option in options if isinstance(options, list) else []:
        if not isinstance(option, dict):
            option = {"label": str(option)}
        it = value != "" and value in (word(option, "value"), word(option, "label"))
        found = found or it
        label = word(option, "label", "value")
        after = word(option, "selectedLabel")
        made.append(Choice(f"{label} ({after})" if it and after and after != label else label, it))
    return (*made, Choice(value, True)) if value and not found else tuple(made)


def _card(kind: str, found: Mapping[str, Any]) -> Said | None:
    if found.get("type") != "card":
        return None
    card = found.get("card")
    if not isinstance(card, dict):
        return Said("card", word(found, "fallbackText") or _pretty(found))
    lines: list[str] = [part] if (part := word(card, "description", "subtitle", "text")) else []
    choices: list[Choice] = []
    told: list[tuple[str, str]] = []
    _children(card.get("children"), lines, choices, told, 0)
    title, fallback = word(card, "title"), word(found, "fallbackText")
    if not title and not lines and not choices and not told:
        return Said("card", fallback or _pretty(card))
    return Said("card", "\n".join(lines), title=title, choices=tuple(choices), told=tuple(told))


def _children(given: object, lines: list[str], choices: list[Choice], told: list[tuple[str, str]], deep: int) -> None:
    """The parts of a card, whatever they are: words, buttons, fields, and parts inside them."""
    for part in given if isinstance(given, list) else []:
        if isinstance(part, str):
            lines.append(part)
        elif isinstance(part, dict):
            kind = word(part, "type")
            if kind in ("button", "link-button", "linkButton"):
                url = word(part, "url")
                choices.append(Choice(word(part, "label", "text", "value") + (f" ({url})" if url else "")))
            elif kind == "field":
                told.append((word(part, "label", "title"), word(part, "value", "content")))
            elif text := word(part, "content", "text", "title", "label", "alt"):
                lines.append(text)
            if deep < _DEEP:
                for name in ("children", "fields", "options", "elements"):
                    _children(part.get(name), lines, choices, told, deep + 1)


def _task(kind: str, found: Mapping[str, Any]) -> Said | None:
    if not isinstance(found.get("prompt"), str) or found.get("action"):
        return None
    told = [("Script", word(found, "script"))] if word(found, "script") else []
    if word(found, "originSessionId"):
        told.append(("Asked for by the session", word(found, "originSessionId")))
    return Said("task", found["prompt"], told=tuple(told))


def _system(kind: str, found: Mapping[str, Any]) -> Said | None:
    known = isinstance(found.get("action"), str) or found.get("type") in ("question_response", "cli_response")
    if not known:
        return None
    return Said("system", message_line(json.dumps(found, ensure_ascii=False)) if _small(found) else _pretty(found))


def _small(found: Mapping[str, Any]) -> bool:
    return all(not isinstance(value, CutText) for value in found.values())


def _chat(kind: str, found: Mapping[str, Any]) -> Said | None:
    attached = tuple(_attached(found))
    operation = word(found, "operation")
    if "text" not in found and not attached and operation not in ("edit", "reaction"):
        return None
    reply, echo, metadata = found.get("replyTo"), found.get("echo"), found.get("metadata")
    told = []
    if isinstance(echo, dict):
        told.append(("Echo of", " ".join(part for part in (word(echo, "label"), word(echo, "surface")) if part)))
    text = str(found["text"]) if isinstance(found.get("text"), str | int | float) else ""
    if operation:
        target = word(found, "messageId")
        told.append(("Edits" if operation == "edit" else "Reacts to", f"{target}, which is not among the messages"))
        text = text or word(found, "emoji")
    return Said(
        "log" if kind == "task_log" else "system" if kind == "system" else "text",
        text,
        sender=_sender(found),
        quote=Quote(word(reply, "sender"), word(reply, "text")[:_QUOTED]) if isinstance(reply, dict) else None,
        attached=attached,
        told=tuple(told),
        edited=isinstance(metadata, dict) and metadata.get("edited") is True,
    )


def _sender(found: Mapping[str, Any]) -> str:
    author = found.get("author")
    named = word(author, "fullName", "userName") if isinstance(author, dict) else ""
    return named or word(found, "senderName", "sender", "senderId")


def _attached(found: Mapping[str, Any]) -> Iterator[Attached]:
    seen = set()
    given = found.get("attachments")
    for item in given if isinstance(given, list) else []:
        if isinstance(item, dict):
            one = _attachment(item)
            seen.add(one.name)
            yield one
        elif isinstance(item, str):
            seen.add(item)
            yield Attached(item)
    for name in words(found.get("files")):
        if name not in seen:
            yield Attached(name)


def _attachment(item: Mapping[str, Any]) -> Attached:
    size = item.get("size")
    inside = 0
    for value in item.values():
        if isinstance(value, str) and (count := length_of(value)) >= _PAYLOAD:
            data = _DATA.match(value)
            if data or _BASE64.fullmatch(value[:_PAYLOAD]):
                inside = max(inside, (count - (data.start(2) if data else 0)) * 3 // 4)
    return Attached(
        word(item, "name", "filename", "fileName", "title")[:_QUOTED],
        word(item, "mimeType", "contentType", "mimetype", "type")[:_QUOTED],
        size if isinstance(size, int) and not isinstance(size, bool) and size >= 0 else inside or None,
        bool(inside),
        place=word(item, "localPath", "url")[:_QUOTED],
    )


def _without_payloads(said: Said) -> Said:
    """What stands in a text as the bytes of a file hangs on the message instead; what is too long is cut."""
    text, attached = said.text, list(said.attached)
    total = length_of(text)
    for data in _DATA.finditer(text):
        # a text that was cut inside the file goes on with it
        count = len(data[2]) + (total - len(text) if data.end() == len(text) else 0)
        attached.append(Attached("", data[1] or "", count * 3 // 4, inside=True))
    text = _DATA.sub("", text)
    if len(text) >= _PAYLOAD and _BASE64.fullmatch(text):
        attached.append(Attached("", "base64", total * 3 // 4, inside=True))
        text = ""
    return replace(said, text=str(text[:MOST]), attached=tuple(attached))


def _pretty(found: object) -> str:
    try:
        return json.dumps(found, ensure_ascii=False, indent=2)[:MOST]
    except (ValueError, RecursionError):
        return str(found)[:MOST]


TellShape = Callable[[str, Mapping[str, Any]], Said | None]
"""One way of reading a content; None where it is of another shape."""
