"""What was searched before, newest first, kept over restarts."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from inspector.settings import Settings

KEY = "search.history"
"""State key in the settings file."""
MOST = 20
"""Searches that are kept."""
_LONGEST = 200


_LOOKED_FOR: WeakKeyDictionary[Settings, str] = WeakKeyDictionary()


def look_for(settings: Settings, text: str) -> None:
    """This text is looked for now, entered or not; it is not kept over restarts."""
    _LOOKED_FOR[settings] = text


def looked_for(settings: Settings) -> str:
    """The text that was looked for last."""
    return _LOOKED_FOR.get(settings) or next(iter(searched_before(settings)), "")


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
