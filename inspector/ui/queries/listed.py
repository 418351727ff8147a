"""Which questions stand in the list, in which groups, and which one is better than a documented one (no Qt)."""

from __future__ import annotations

from collections.abc import Iterable

from inspector.queries.library import SavedQuery
from inspector.ui.lines.line import Line, LineGroup
from inspector.workspace.answers.ask_sources import Offer

_DOCUMENTED = "(as documented)"
_ANY = "generic"
MINE = "My questions"
"""Title of the group of the user's own."""


def is_documented(query: SavedQuery) -> bool:
    """Whether a question stands exactly as the system's own documents have it."""
    return query.title.endswith(_DOCUMENTED)


def better_than(query: SavedQuery, offered: Iterable[Offer]) -> Offer | None:
    """The question that the words about a documented one name as having its faults not."""
    if not is_documented(query):
        return None
    return next(
        (o for o in offered if o.query.family == query.family and f"“{o.query.title}”" in _curly(query.about)), None
    )


def question_groups(offered: Iterable[Offer], wanted: str = "", problems: Iterable[str] = ()) -> list[LineGroup]:
    """The list: one's own, the family's, the documented, those asked of each source below, those of any file.

    ``problems``: files that hold no question, and why.
    """
    words = wanted.casefold().split()
    groups: dict[str, list[Line]] = {}
    for offer in offered:
        query = offer.query
        if all(word in f"{query.title} {query.about} {offer.name}".casefold() for word in words):
            groups.setdefault(_group(offer), []).append(_line(offer))
    order = (MINE, "Questions", "As documented", "Asked of each source below", "Any database")
    found = [LineGroup(title, tuple(_usable_first(groups[title]))) for title in order if title in groups]
    lines = tuple(
        Line(name, why.strip(), tip=text, mark="warning") for text in problems for name, _, why in _parted(text)
    )
    return [*found, *([LineGroup("Files that cannot be read", lines)] if lines and not words else [])]


def _parted(problem: str) -> list[tuple[str, str, str]]:
    return [problem.partition(":")]


def _group(offer: Offer) -> str:
    if offer.query.own:
        return MINE
    if offer.query.family == _ANY:
        return "Any database"
    if is_documented(offer.query):
        return "As documented"
    return "Asked of each source below" if offer.below else "Questions"


def _line(offer: Offer) -> Line:
    query = offer.query
    title = query.title.removesuffix(_DOCUMENTED).rstrip() if is_documented(query) else query.title
    words = "\n".join(part for part in (query.title, query.about, _why(offer)) if part)
    drawn = "" if query.show == "table" else query.show
    return Line(
        title, _why(offer), trailing=drawn, tip=words, mark="absent" if offer.why_not else "", key=_key(offer), tone=""
    )


def _why(offer: Offer) -> str:
    return f"Cannot be asked here: it {offer.why_not}" if offer.why_not else ""


def _key(offer: Offer) -> str:
    return f"{offer.query.family}/{offer.query.id}"


def _usable_first(lines: list[Line]) -> list[Line]:
    return sorted(lines, key=lambda line: (bool(line.mark), line.text.casefold()))


def _curly(text: str) -> str:
    """Straight quotes as a pair of curly ones: the words about a question name others in quotes."""
    parts = text.split('"')
    return "".join(part if place % 2 == 0 else f"“{part}”" for place, part in enumerate(parts))
