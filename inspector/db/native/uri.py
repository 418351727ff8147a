"""The `file:` URI of a path, whatever characters or bytes it holds."""

from __future__ import annotations

import os
from urllib.parse import quote


def file_uri(path: str, **parameters: str) -> str:
    """``file:`` URI of an absolute path; ``? # %`` and bytes that are not UTF-8 are percent-quoted."""
    raw = os.fsencode(path)
    if os.sep == "\\":
        raw = b"/" + raw.replace(b"\\", b"/")
    query = "&".join(f"{name}={value}" for name, value in parameters.items())
    return "file:" + quote(raw, safe="/:") + ("?" + query if query else "")
