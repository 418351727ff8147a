"""How is a resource in TOML read so that every slip in it is told with its file and place?

These files are ours, so a slip is a fault of ours: BugError.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

from inspector.errors import BugError


class Form:
    """One TOML table, read key by key: what is left over at the end is a fault."""

    def __init__(self, source: Path, place: str, data: object) -> None:
        self._source = source
        self._place = place
        if not isinstance(data, dict):
            raise self.fault("is not a table")
        self._rest: dict[str, object] = dict(data)

    def fault(self, what: str) -> BugError:
        """The error that says what is wrong here; for the caller to raise."""
        return BugError(f"{self._source}: {self._place} {what}")

    def text(self, key: str, default: str | None = "", *, among: frozenset[str] | None = None) -> str:
        """The text of a key, ``default`` where it is absent; one of ``among`` where that is given."""
        value = self._rest.pop(key, default)
        if not isinstance(value, str):
            raise self.fault(f"has no text for '{key}'")
        if among is not None and value not in among:
            raise self.fault(f"has an unknown {key} '{value}'")
        return value

    def needed(self, key: str, *, among: frozenset[str] | None = None) -> str:
        """The text of a key that must be there and not be blank."""
        value = self.text(key, None, among=among).strip()
        if not value:
            raise self.fault(f"has an empty '{key}'")
        return value

    def flag(self, key: str, default: bool) -> bool:
        """The truth value of a key."""
        value = self._rest.pop(key, default)
        if not isinstance(value, bool):
            raise self.fault(f"needs true or false for '{key}'")
        return value

    def any(self, key: str) -> object:
        """The value of a key as it stands, None where it is absent."""
        return self._rest.pop(key, None)

    def entries(self, key: str) -> dict[str, object]:
        """The table under a key, empty where it is absent."""
        value = self._rest.pop(key, {})
        if not isinstance(value, dict):
            raise self.fault(f"needs a table for '{key}'")
        return value

    def forms(self, key: str) -> list[Form]:
        """The list of tables under a key, empty where it is absent."""
        value = self._rest.pop(key, [])
        if not isinstance(value, list):
            raise self.fault(f"needs a list of tables for '{key}'")
        return [Form(self._source, f"{key} {number}", item) for number, item in enumerate(value, 1)]

    def end(self) -> None:
        """Raises BugError if a key was never asked for."""
        if self._rest:
            raise self.fault(f"has unknown keys: {', '.join(self._rest)}")


def read_form(source: Path) -> Form:
    """The whole of one file. Raises BugError if it is not TOML."""
    try:
        return Form(source, "the file", tomllib.loads(source.read_text(encoding="utf-8")))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BugError(f"{source}: {error}") from error
