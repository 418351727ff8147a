"""Which help pages there are: the files of resources/help, in order (no Qt)."""

from __future__ import annotations

from dataclasses import dataclass

from inspector import resources


@dataclass(frozen=True)
class Page:
    """One page of the help."""

    id: str
    """Name of its file without ``.md``."""
    title: str
    """Its first heading."""
    text: str
    """Markdown."""


def pages() -> tuple[Page, ...]:
    """All pages; ``index`` first, the others by title."""
    found = []
    for file in resources.listing("help", suffix=".md"):
        text = file.read_text(encoding="utf-8")
        first = text.lstrip().partition("\n")[0]
        found.append(Page(file.stem, first.lstrip("# ").strip() if first.startswith("#") else file.stem, text))
    return tuple(sorted(found, key=lambda page: (page.id != "index", page.title.casefold())))
