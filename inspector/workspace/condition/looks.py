"""What changed since a source was looked at before: what is new, gone, more or fewer?

Of each source two looks are kept: the last one, and the one before what was found last changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from inspector.settings import Settings
from inspector.workspace.condition.health_report import HealthReport
from inspector.workspace.condition.ignored import FindingKey

KEY = "health.looks"
"""Name in the settings: path of the source that was looked at -> its two looks."""
KEPT = 30
"""Sources of which looks are kept, those looked at last."""

Change = Literal["new", "gone", "more", "fewer"]


@dataclass(frozen=True)
class KeptLook:
    """What was found when."""

    at: str
    """When, UTC, ISO 8601."""
    counts: Mapping[FindingKey, int] = field(default_factory=dict)
    """How many rows each finding had."""


@dataclass(frozen=True)
class Trend:
    """What changed since an earlier look."""

    since: str
    """When that look was, UTC, ISO 8601."""
    changes: Mapping[FindingKey, Change] = field(default_factory=dict)
    """What changed, by finding."""
    before: Mapping[FindingKey, int] = field(default_factory=dict)
    """How many rows each finding had then."""

    def number(self, change: Change) -> int:
        """How many findings changed so."""
        return sum(1 for one in self.changes.values() if one == change)

    def words(self) -> str:
        """``2 new, 1 gone``; empty where nothing changed."""
        kinds: tuple[Change, ...] = ("new", "gone", "more", "fewer")
        return ", ".join(f"{self.number(kind):,} {kind}" for kind in kinds if self.number(kind))


def look_of(report: HealthReport, at: str) -> KeptLook:
    """What a whole report found, to be compared later; what only a thorough look makes is left out."""
    counts = {
        (finding.check, part.source.path): finding.count
        for part in report.parts
        for finding in part.findings
        if finding.check not in part.only_thorough
    }
    return KeptLook(at, counts)


def trend(before: KeptLook | None, now: KeptLook) -> Trend | None:
    """What changed from one look to another; None without an earlier one."""
    if before is None:
        return None
    changes: dict[FindingKey, Change] = {}
    for key in before.counts.keys() | now.counts.keys():
        was, is_now = before.counts.get(key, 0), now.counts.get(key, 0)
        if was != is_now:
            changes[key] = "new" if not was else "gone" if not is_now else "more" if is_now > was else "fewer"
    return Trend(before.at, changes, before.counts)


def remember(settings: Settings, path: str, now: KeptLook) -> Trend | None:
    """Keep a look at the source of this path, and say what changed since the one before the last change."""
    kept: dict[str, Any] = settings.get(KEY) if isinstance(settings.get(KEY), dict) else {}
    entry = kept.pop(path, None)
    last, before = _read(entry, "last"), _read(entry, "before")
    if last is not None and last.counts != now.counts:
        before = last
    kept[path] = {"last": _written(now)} | ({"before": _written(before)} if before is not None else {})
    settings.set(KEY, dict(list(kept.items())[-KEPT:]))
    return trend(before if before is not None else last, now)


def _written(look: KeptLook) -> dict[str, Any]:
    return {"at": look.at, "counts": [[check, path, count] for (check, path), count in look.counts.items()]}


def _read(entry: object, which: str) -> KeptLook | None:
    """A look as it was kept; None where there is none, or it cannot be read."""
    found = entry.get(which) if isinstance(entry, dict) else None
    if not isinstance(found, dict) or not isinstance(found.get("counts"), list):
        return None
    try:
        counts = {(str(check), str(path)): int(count) for check, path, count in found["counts"]}
    except (TypeError, ValueError):
        return None
    return KeptLook(str(found.get("at") or ""), counts)
