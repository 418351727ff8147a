"""Which findings did the user set aside, and why? Kept in the settings of this program, never in a database."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass

from inspector.settings import Settings

KEY = "health.ignored"
"""Name in the settings: a list of objects with the fields of :class:`Ignored`."""

FindingKey = tuple[str, str]
"""(id of a check, path of the source): a finding is known again by these."""


@dataclass(frozen=True)
class Ignored:
    """One finding that was set aside."""

    check: str
    """Id of its check."""
    path: str
    """Path of the source it is of."""
    note: str = ""
    """Why, in the user's words; may be empty."""
    count: int = 0
    """How many rows it had then."""
    since: str = ""
    """When, UTC, ISO 8601."""

    @property
    def key(self) -> FindingKey:
        """By which it is known again."""
        return self.check, self.path


def ignored(settings: Settings) -> Mapping[FindingKey, Ignored]:
    """All that are set aside; what cannot be read of them is left out."""
    return {one.key: one for one in _read(settings.get(KEY))}


def ignore(settings: Settings, findings: Iterable[Ignored]) -> None:
    """Set findings aside; one that already is takes the new note and count."""
    kept = {**ignored(settings), **{one.key: one for one in findings}}
    settings.set(KEY, [asdict(one) for one in kept.values()])


def take_back(settings: Settings, keys: Iterable[FindingKey]) -> None:
    """Let findings count again; unknown ones are passed over."""
    gone = set(keys)
    settings.set(KEY, [asdict(one) for key, one in ignored(settings).items() if key not in gone])


def _read(value: object) -> Iterator[Ignored]:
    for one in value if isinstance(value, list) else ():
        if isinstance(one, dict) and isinstance(one.get("check"), str) and isinstance(one.get("path"), str):
            count = one.get("count")
            yield Ignored(
                one["check"],
                one["path"],
                str(one.get("note") or ""),
                count if isinstance(count, int) else 0,
                str(one.get("since") or ""),
            )
