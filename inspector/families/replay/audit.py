"""With whose permission was everything done, how do hooks fare, and what was set: the values of an audit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from inspector.families.replay.parts import Decided

WAYS: tuple[Decided, ...] = (
    "asked",
    "by policy",
    "automatic (not logged)",
    "blocked by hook",
    "allowed with nobody asked",
)
"""The ways in which a call can come to be made or not."""


@dataclass(frozen=True)
class AuditedCall:
    """A call and how it came to be made or not."""

    conversation: str
    """Id of its conversation."""
    session: str
    """Id of its session."""
    id: str
    """Its id; empty where it has none."""
    tool: str
    """Its tool."""
    entry: int
    """The row of its entry."""
    at: str
    """When, as stored."""
    how: Decided
    """The way."""
    decision: str
    """allow or deny, as logged; empty where nothing was."""
    why: str
    """The reason in words."""


@dataclass(frozen=True)
class LooseDecision:
    """A decision on a call that the transcript does not have."""

    rowid: int
    """The row of the log."""
    session: str
    """Id of its session."""
    call: str
    """Id of the call."""
    tool: str
    """Its tool."""
    decision: str
    """As logged."""
    at: str
    """When, as stored."""


@dataclass(frozen=True)
class HookHealth:
    """How one command fares as a hook of one event."""

    event: str
    """The event."""
    matcher: str
    """What it runs for."""
    command: str
    """The command."""
    runs: int
    """Times that it was run, without those skipped."""
    ok: int
    """Times that it ended well."""
    failures: int
    """Times that it ended with a code that is neither 0 nor a block."""
    blocks: int
    """Times that it stopped a call."""
    killed: int
    """Times that it was killed, timed out or could not be started."""
    open: int
    """Times that it did not end."""
    skips: int
    """Times that it was passed over."""
    median_ms: int | None
    """Half of the runs took no longer; None where no time is known."""
    p90_ms: int | None
    """Nine of ten took no longer."""
    max_ms: int | None
    """The longest."""
    output: int
    """Bytes that it wrote, of all runs."""
    largest: int
    """Bytes that it wrote at most in one run."""


@dataclass(frozen=True)
class RecordedSettings:
    """Settings as they were recorded; secrets are masked."""

    scope: str
    """Of what: ``effective``, or a conversation."""
    at: str
    """When, as stored."""
    values: Mapping[str, str]
    """Path -> value; flat, so that two can be compared."""
    problem: str = ""
    """Why it could not be read."""


@dataclass(frozen=True)
class SettingChange:
    """A setting that two records have differently."""

    path: str
    """Where it stands."""
    before: str | None
    """What the first has; None where it has none."""
    after: str | None
    """What the second has."""


@dataclass(frozen=True)
class Audit:
    """All calls with their permission, all hooks with their health, what was set."""

    calls: tuple[AuditedCall, ...]
    """Every call, in the order of the transcript."""
    loose: tuple[LooseDecision, ...]
    """Decisions on calls that are not there."""
    hooks: tuple[HookHealth, ...]
    """Every command, the most troublesome first."""
    settings: tuple[RecordedSettings, ...]
    """What was set, as recorded."""
    logged: int
    """Rows of the log of permissions."""
    missing: tuple[str, ...] = ()
    """Tables and columns that the file does not have, so that what is in them is not told."""

    def counts(self) -> dict[Decided, int]:
        """Calls of each way."""
        found = dict.fromkeys(WAYS, 0)
        for call in self.calls:
            found[call.how] += 1
        return found


def settings_difference(before: RecordedSettings, after: RecordedSettings) -> tuple[SettingChange, ...]:
    """What two records have differently, by path."""
    one, two = before.values, after.values
    return tuple(
        SettingChange(path, one.get(path), two.get(path))
        for path in sorted({*one, *two})
        if one.get(path) != two.get(path)
    )
