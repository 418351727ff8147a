"""What does one payload of the transcript say: texts, thoughts, calls, results, pictures, a compaction?"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from inspector.families.json_prefix import one_line
from inspector.families.nehanda.replay.passages import attached, given, hidden_file, hides_failure, returned, said
from inspector.families.nehanda.summaries import argument, payload
from inspector.families.replay.parts import Attachment, Compaction, Flag, Other, Part, Passage, Result, ToolCall

_FILES = ("image", "document", "file", "audio")


@dataclass(frozen=True)
class Payload:
    """A payload taken apart; calls are not joined to anything yet."""

    parts: tuple[Part, ...]
    """In order."""
    flags: tuple[Flag, ...] = ()
    """What is the matter with it."""


def taken_apart(value: object, type: str, rowid: int, call: str, at: str) -> Payload:
    """The parts of a payload that is JSON, of an entry with this type, row, tool_use_id and time."""
    try:
        return _parts(value, type, rowid, call, at)
    except RecursionError:
        return Payload((Other(type, "(its JSON is nested too deep to be shown here)"),))


def _parts(value: object, type: str, rowid: int, call: str, at: str) -> Payload:
    if not isinstance(value, Mapping):
        parts = tuple(_content(value, rowid))
        return Payload(parts or (Other(type, one_line(str(value))),))
    kind = str(value.get("_t") or value.get("type") or type)
    if type == "tool_result" or kind == "tool_result":
        return Payload((result_of(value, rowid, call, at),))
    if kind == "tool_use":
        return Payload((_call(value),))
    if kind == "collapse_commit":
        return Payload((_compaction(value),))
    if "content" in value or "message" in value:
        content = value.get("content")
        message = value.get("message")
        if content is None and isinstance(message, Mapping):
            content = message.get("content")
        return Payload(tuple(_content(content, rowid)))
    return Payload((Other(kind, payload(_as_text(value))),))


def malformed(text: str, type: str) -> Payload:
    """What is left of a payload that is no JSON."""
    return Payload((Other(type, one_line(text)),), ("malformed payload",))


def result_of(value: Mapping[str, object], rowid: int, call: str, at: str) -> Result:
    """What a call gave back; the column names the call, else the payload does."""
    texts: list[Passage] = []
    files: list[Attachment] = []
    for part in _content(value.get("content"), rowid, back=True):
        if isinstance(part, Passage):
            texts.append(part)
        elif isinstance(part, Attachment):
            files.append(part)
        elif isinstance(part, Other):
            texts.append(said(part.line, name=part.kind))
    is_error = bool(value.get("is_error"))
    hidden = not is_error and any(hides_failure(one.text) for one in texts)
    flags: tuple[Flag, ...] = ("failed",) if is_error else ("hidden failure",) if hidden else ()
    name = call or str(value.get("tool_use_id") or "")
    return Result(rowid, name, tuple(texts), tuple(files), is_error, flags, at)


def _content(content: object, rowid: int, *, back: bool = False) -> Iterator[Part]:
    made = returned if back else said
    if isinstance(content, str):
        file = hidden_file(content)
        if file is not None:
            yield file
        elif content:
            yield made(content)
    elif isinstance(content, list):
        for block in content:
            yield from _block(block, rowid, back)
    elif isinstance(content, Mapping):
        yield from _block(content, rowid, back)
    elif content is not None:
        yield Other("content", one_line(str(content)))


def _block(block: object, rowid: int, back: bool) -> Iterator[Part]:
    if not isinstance(block, Mapping):
        yield from _content(str(block) if block is not None else "", rowid)
        return
    kind = str(block.get("type") or "")
    text, thought = block.get("text"), block.get("thinking")
    if kind == "tool_use":
        yield _call(block)
    elif kind == "tool_result":
        yield result_of(block, rowid, "", "")
    elif kind in _FILES:
        yield attached(block)
    elif isinstance(thought, str):
        yield said(thought, "thinking")
    elif isinstance(text, str):
        file = hidden_file(text)
        yield file if file is not None else returned(text) if back else said(text)
    else:
        yield Other(kind or "block of no type", payload(_as_text(block)))


def _call(block: Mapping[str, object]) -> ToolCall:
    value, name = block.get("input"), str(block.get("name") or "tool")
    unparsed = isinstance(value, Mapping) and bool(value.get("_parseError"))
    flags: tuple[Flag, ...] = ("unparsed input",) if unparsed else ()
    id = block.get("id")
    about = argument(value) if isinstance(value, Mapping) and not unparsed else ""
    passages = tuple(given(value))
    return ToolCall(str(id) if id is not None else "", name, one_line(about), passages, flags=flags)


def _compaction(value: Mapping[str, object]) -> Compaction:
    count, since = value.get("compacted_count"), value.get("compacted_from_sequence")
    return Compaction(
        str(value.get("summary") or ""),
        count if isinstance(count, int) else None,
        since if isinstance(since, int) else None,
    )


def _as_text(value: Mapping[str, object]) -> str:
    return json.dumps(value, ensure_ascii=False)
