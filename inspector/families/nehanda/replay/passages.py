"""Which texts does a call or result hold, and what is each: code, a difference, a command, JSON, a picture, prose?"""

from __future__ import annotations

import difflib
import json
import os
import re
from collections.abc import Iterator, Mapping

from inspector.families.json_walk import length_of
from inspector.families.replay.parts import Attachment, Passage, PassageKind

COMPARED = 20_000
"""Characters up to which two texts are compared line by line."""
_STDERR = "--- stderr ---"
_OLD_NEW = (("old_string", "new_string"), ("old_text", "new_text"), ("old_str", "new_str"))
_PATHS = ("file_path", "path", "notebook_path", "filename")
_CODE = ("content", "new_source", "code", "source", "file_text")
_COMMANDS = ("command", "cmd", "script")
_HUNK = re.compile(r"^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@", re.MULTILINE)
_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{400,}={0,2}\s*\Z")
_DATA_URL = re.compile(r"data:([\w.+-]+/[\w.+-]+)?(?:;[\w=.-]+)*;base64,")
_KINDS = (
    ("iVBORw0KGgo", "image", "image/png"),
    ("/9j/", "image", "image/jpeg"),
    ("R0lGOD", "image", "image/gif"),
    ("UklGR", "image", "image/webp"),
    ("JVBERi0", "document", "application/pdf"),
)
"""With what base64 begins, and what it is then."""


def said(text: str, kind: PassageKind = "text", name: str = "", language: str = "") -> Passage:
    """A passage, of whose text there may be only the beginning."""
    return Passage(kind, str(text), length_of(text), name, language)


def given(value: object) -> Iterator[Passage]:
    """What a call was given, the difference of an edit or the text of a file by itself, all else as JSON."""
    if not isinstance(value, Mapping):
        if value not in (None, "", [], ()):
            yield _json(value)
        return
    if value.get("_parseError"):
        yield said(_text(value.get("_raw", "")), "text", "_raw")
        return
    path = next((str(value[name]) for name in _PATHS if isinstance(value.get(name), str)), "")
    taken: set[str] = set()
    for old, new in _OLD_NEW:
        if isinstance(value.get(old), str) and isinstance(value.get(new), str):
            taken |= {old, new}
            yield _difference(value[old], value[new], path)
    for name in (*_CODE, *_COMMANDS):
        text = value.get(name)
        if name not in taken and isinstance(text, str) and (name in _COMMANDS or path or "\n" in text):
            taken.add(name)
            yield _named(name, text, path)
    rest = {name: part for name, part in value.items() if name not in taken}
    if rest:
        yield _json(rest)


def _named(name: str, text: str, path: str) -> Passage:
    if name in _COMMANDS:
        return said(text, "command", name, "bash")
    if is_difference(text):
        return said(text, "diff", name)
    return said(text, "code" if path else "text", path or name, language_of(path))


def returned(text: str) -> Passage:
    """What a tool gave back as a text."""
    return said(text, "diff" if is_difference(text) else "text")


def is_difference(text: str) -> bool:
    """Whether a text is the difference of two files in the unified form."""
    head = text[:COMPARED]
    return _HUNK.search(head) is not None and ("--- " in head or "diff --git" in head)


def hides_failure(text: str) -> bool:
    """Whether a command wrote to its error output, whatever its result is marked as."""
    return _STDERR in text


def language_of(path: str) -> str:
    """The ending of a file's name, by which its language is known."""
    return os.path.splitext(path)[1].lstrip(".").lower()[:12]


def attached(block: Mapping[str, object]) -> Attachment:
    """A picture or file that is a block of its own."""
    kind = str(block.get("type") or "data")
    source = block.get("source")
    inner = source if isinstance(source, Mapping) else block
    data, type = inner.get("data"), inner.get("media_type") or inner.get("mimeType") or inner.get("mime_type") or ""
    return Attachment(kind, _decoded(data) if isinstance(data, str) else 0, str(type))


def hidden_file(text: str) -> Attachment | None:
    """The picture or file that a text is in base64; None of any other."""
    head = str(text[:4_000])
    url = _DATA_URL.match(head)
    if url is None and (length_of(text) < 1_000 or _BASE64.fullmatch(head) is None):
        return None
    body = head[url.end() :] if url else head
    kind, type = next(((one, two) for begin, one, two in _KINDS if body.startswith(begin)), ("data", ""))
    if url and url.group(1):
        type = url.group(1)
        kind = "image" if type.startswith("image/") else kind
    if url is None and kind == "data" and not re.search(r"[+/0-9]", body):
        return None
    size = length_of(text) - (url.end() if url else 0)
    return Attachment(kind, size * 3 // 4, type)


def _decoded(data: str) -> int:
    return length_of(data) * 3 // 4


def _difference(old: str, new: str, path: str) -> Passage:
    """Two texts as one difference; of long ones each stands as a block of its own."""
    size = length_of(old) + length_of(new)
    if size > COMPARED:
        lines = [*(f"-{line}" for line in old.splitlines()), *(f"+{line}" for line in new.splitlines())]
        cut_off = size - len(old) - len(new)
    else:
        name = path or "text"
        lines = list(difflib.unified_diff(old.splitlines(), new.splitlines(), name, name, lineterm=""))
        cut_off = 0
    text = "\n".join(lines)
    return Passage("diff", text, len(text) + cut_off, path, language_of(path))


def _json(value: object) -> Passage:
    text = json.dumps(_without_files(value), ensure_ascii=False, indent=2)
    return Passage("json", text, len(text), "", "json")


def _without_files(value: object) -> object:
    """The value with its base64 told and not shown, and long texts said to be cut."""
    if isinstance(value, Mapping):
        return {str(key): _without_files(part) for key, part in value.items()}
    if isinstance(value, list):
        return [_without_files(part) for part in value]
    if isinstance(value, str):
        file = hidden_file(value)
        if file is not None:
            return f"({file.words})"
        return f"{value}… ({length_of(value):,} characters)" if length_of(value) > len(value) else str(value)
    return value


def _text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
