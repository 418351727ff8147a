"""What is said where nothing was run yet: the keys, and by which names the files of this source are asked (no Qt)."""

from __future__ import annotations

from inspector.ui.lines.sizes import counted
from inspector.workspace.source import Source

_KEYS = "Ctrl+Enter runs the statement at the caret or what is selected, Ctrl+Shift+Enter runs all. Ctrl+K finds more."


def first_words(source: Source | None) -> str:
    """What to do, and what can be asked."""
    return "\n\n".join(part for part in (_KEYS, names_words(source)) if part)


def names_words(source: Source | None) -> str:
    """By which names the files of a source are asked; empty where there is one, which needs none."""
    if source is None:
        return ""
    if source.database is None:
        below = [one for one in source.walk() if one.database is not None]
        return f"It is asked of {counted(len(below), 'source')} below; a column “source” says whose each row is."
    schemas = list(source.database.files)
    if len(schemas) < 2:
        return ""
    named = ", ".join(f"{schema}." for schema in schemas)
    return f"The files are called {named} before the name of a table: SELECT * FROM {schemas[0]}.sqlite_schema"
