"""What was last asked: values of parameters by question, kept over restarts."""

from __future__ import annotations

from collections.abc import Mapping

from inspector.settings import Settings

VALUES = "queries.values"
"""State key in the settings file."""
_MOST, _LONGEST = 200, 2_000


def last_values(settings: Settings, question: str) -> dict[str, str]:
    """Name -> text of the parameters of a question (``family/id``)."""
    kept = settings.get(VALUES)
    found = kept.get(question) if isinstance(kept, dict) else None
    if not isinstance(found, dict):
        return {}
    return {str(name): text for name, text in found.items() if isinstance(text, str)}


def keep_values(settings: Settings, question: str, values: Mapping[str, str]) -> None:
    """Remember the values that a question was asked with."""
    kept = settings.get(VALUES)
    others = {key: value for key, value in kept.items() if key != question} if isinstance(kept, dict) else {}
    short = {name: text for name, text in values.items() if len(text) <= _LONGEST}
    everything = {**others, question: short}
    settings.set(VALUES, dict(list(everything.items())[-_MOST:]))
