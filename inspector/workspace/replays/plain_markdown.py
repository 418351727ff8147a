"""How does a text that anybody wrote stand in Markdown, so that it is shown as it is and never ends its block?"""

from __future__ import annotations

import re

from inspector.db.display import visible

_RUN = re.compile(r"`+")
_LANGUAGE = re.compile(r"[a-z0-9+#]{1,12}")


def fenced(text: str, language: str = "text") -> str:
    """A block of its own: its fence is longer than any run of backticks in it."""
    shown = "\n".join("\t".join(map(visible, line.split("\t"))) for line in text.replace("\r\n", "\n").split("\n"))
    fence = "`" * max(3, _longest(shown) + 1)
    word = language if _LANGUAGE.fullmatch(language) else "text"
    return f"{fence}{word}\n{shown}\n{fence}"


def span(text: str) -> str:
    """A text on one line: no markup, link or picture in it is one."""
    shown = visible(" ".join(text.split()))
    if not shown:
        return "(empty)"
    ticks = "`" * (_longest(shown) + 1)
    return f"{ticks} {shown} {ticks}" if shown[0] == "`" or shown[-1] == "`" else f"{ticks}{shown}{ticks}"


def _longest(text: str) -> int:
    return max((len(run) for run in _RUN.findall(text)), default=0)
