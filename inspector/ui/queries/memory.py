"""What was last asked: values of parameters by question, and one's own SQL, kept over restarts."""

from __future__ import annotations

from collections.abc import Mapping

from inspector.settings import Settings

VALUES, SQL = "queries.values", "queries.own_sql"
"""State keys in the settings file."""
_MOST, _LONGEST, _LONGEST_SQL = 200, 2_000, 100_000


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


def last_sql(settings: Settings) -> str:
    """The statement that was written last."""
    kept = settings.get(SQL)
    return kept if isinstance(kept, str) else ""


def keep_sql(settings: Settings, sql: str) -> None:
    """Remember a statement."""
    if len(sql) <= _LONGEST_SQL:
        settings.set(SQL, sql)
