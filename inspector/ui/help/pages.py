"""Which help pages there are: the files of resources/help, in order, and the list of all checks (no Qt)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from inspector import resources

CHECKS = "checks"
"""The page that lists every health check, below what its file says."""

_ABOUT = {
    "start": ("families",),
    "table": ("tables", "filters"),
    "sql": ("queries",),
    "card": ("cards",),
    "health": ("health", CHECKS),
    "details": ("details", "cells"),
}
"""View -> pages, of which the first that is there counts; a view that is not named has a page of its name."""
_ANY_VIEW = "views"
_MARKS = re.compile(r"([\\`*_{}\[\]<>#|~])")


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
        if file.stem == CHECKS:
            text = f"{text.rstrip()}\n\n{_all_checks()}"
        found.append(Page(file.stem, first.lstrip("# ").strip() if first.startswith("#") else file.stem, text))
    return tuple(sorted(found, key=lambda page: (page.id != "index", page.title.casefold())))


def page_about(view: str) -> str:
    """The id of the page about a kind of view, or about the details; the first page where nothing is in front."""
    if not view:
        return "index"
    ids = {file.stem for file in resources.listing("help", suffix=".md")}
    return next((page for page in _ABOUT.get(view, (view,)) if page in ids), _ANY_VIEW)


def _all_checks() -> str:
    """Every check of every family, worst first: made from the checks themselves, so that none can be missing."""
    from inspector.families.registry import all_families  # late: only this page needs all that is known of them

    parts: list[str] = []
    told: set[str] = set()
    for family in all_families():
        fresh = [check for check in family.checks if check.id not in told]
        told.update(check.id for check in fresh)
        if fresh:
            parts.append(f"## {_literally(family.title)}")
        for check in sorted(fresh, key=lambda check: -check.level):
            said = " ".join(_literally(text) for text in (check.rule, check.advice) if text)
            parts.append(f"- **{_literally(check.title)}** ({check.level.word}, `{check.id}`). {said}")
    return "\n".join(parts) + "\n"


def _literally(text: str) -> str:
    """Text as Markdown that shows just it."""
    return _MARKS.sub(r"\\\1", text)
