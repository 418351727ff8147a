"""What was searched before, newest first, kept over restarts."""

from __future__ import annotations

from inspector.settings import Settings

KEY = "search.history"
"""State key in the settings file."""
MOST = 20
"""Searches that are kept."""
_LONGEST = 200


def searched_before(settings: Settings) -> tuple[str, ...]:
    """The texts, newest first."""
    kept = settings.get(KEY)
    return tuple(text for text in kept if isinstance(text, str)) if isinstance(kept, list) else ()


def remember(settings: Settings, text: str) -> None:
    """Put a text in front; the oldest goes where there are too many."""
    text = text.strip()
    if text and len(text) <= _LONGEST:
        others = [other for other in searched_before(settings) if other != text]
        settings.set(KEY, [text, *others][:MOST])


def forget_one(settings: Settings, text: str) -> None:
    """Forget one of them."""
    settings.set(KEY, [other for other in searched_before(settings) if other != text])


def forget(settings: Settings) -> None:
    """Forget all of them."""
    settings.set(KEY, [])
