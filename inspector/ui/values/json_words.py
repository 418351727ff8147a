"""A short JSON as a line of what is in it: names and values, without quotes and brackets."""

from __future__ import annotations

import json
from typing import Any

_LONGEST = 8192
_MEMBERS = 12
_TEXT = 120


def json_words(text: str) -> str:
    """One line, e.g. ``title: x · tags: a, b``; empty for what is no object or array, is long, or is empty."""
    if len(text) > _LONGEST or text.lstrip()[:1] not in ("{", "["):
        return ""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return ""
    if isinstance(found, dict):
        parts = [f"{key}: {said}" for key, value in list(found.items())[:_MEMBERS] if (said := _said(value))]
        return " · ".join(parts) + (" · …" if len(found) > _MEMBERS else "")
    return _said(found) if isinstance(found, list) else ""


def _said(value: Any) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case str():
            line = " ".join(value.split())
            return line if len(line) <= _TEXT else line[:_TEXT] + "…"
        case int() | float():
            return json.dumps(value)
        case list():
            if any(isinstance(one, list | dict) for one in value):
                return f"[{len(value):,}]"
            return ", ".join(said for one in value[:_MEMBERS] if (said := _said(one))) + (
                ", …" if len(value) > _MEMBERS else ""
            )
        case dict():
            return f"{{{len(value):,}}}" if value else ""
    return ""
