"""An audit as plain lines: how calls came to be made, by tool, how hooks fare, what was set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from inspector.db.display import visible
from inspector.families.json_prefix import one_line
from inspector.families.replay.audit import WAYS, Audit, HookHealth, RecordedSettings, settings_difference


def audit_lines(audit: Audit) -> Iterator[str]:
    """All of it."""
    counts = audit.counts()
    yield f"{len(audit.calls):,} calls; the log has {audit.logged:,} decisions"
    for way in WAYS:
        tools = Counter(call.tool for call in audit.calls if call.how == way)
        named = ", ".join(f"{visible(tool)} {count:,}" for tool, count in tools.most_common(8))
        more = f", {len(tools) - 8} more tools" if len(tools) > 8 else ""
        yield f"  {counts[way]:>6,}  {way}" + (f"  ({named}{more})" if named else "")
    denied = [call for call in audit.calls if call.decision == "deny"]
    yield f"  {len(denied):>6,}  of these were denied"
    if audit.loose:
        yield f"  {len(audit.loose):>6,}  decisions are on calls that the transcript does not have"
    for name in audit.missing:
        yield f"  this file has no {visible(name)}: nothing of it is told"
    yield "hooks" if audit.hooks else "hooks: none ran"
    yield from (f"  {line}" for hook in audit.hooks for line in _hook_lines(hook))
    yield "settings" if audit.settings else "settings: none are recorded"
    for settings in audit.settings:
        yield from (f"  {line}" for line in _settings_lines(settings))
    yield from _compared(audit)


def _hook_lines(hook: HookHealth) -> Iterator[str]:
    matcher = f" [{visible(hook.matcher)}]" if hook.matcher else ""
    yield f"{visible(hook.event)}{matcher}  {visible(one_line(hook.command, 120))}"
    times = (
        f"median {hook.median_ms:,} ms, 90 % {hook.p90_ms:,} ms, longest {hook.max_ms:,} ms"
        if hook.median_ms is not None
        else "no time is known"
    )
    counts = (
        (hook.failures, "failed"),
        (hook.blocks, "blocked"),
        (hook.killed, "killed or timed out"),
        (hook.open, "not ended"),
        (hook.skips, "skipped"),
    )
    told = "".join(f", {count:,} {word}" for count, word in counts if count)
    yield f"  {hook.runs:,} {'run' if hook.runs == 1 else 'runs'}{told}; {times}; {hook.output:,} bytes of output"


def _settings_lines(settings: RecordedSettings) -> Iterator[str]:
    yield f"{visible(settings.scope)}, recorded {visible(settings.at or 'at an unknown time')}"
    if settings.problem:
        yield f"  {settings.problem}"
    yield from (f"  {visible(path)} = {visible(one_line(value, 160))}" for path, value in settings.values.items())


def _compared(audit: Audit) -> Iterator[str]:
    """What conversations have differently, one after the other in order of time."""
    recorded = sorted((one for one in audit.settings if one.scope.startswith("conversation ")), key=lambda one: one.at)
    for before, after in pairwise(recorded):
        changes = settings_difference(before, after)
        if changes:
            yield f"different in {visible(after.scope)} than in {visible(before.scope)}"
        for change in changes:
            one, two = (visible(value or "(not set)") for value in (change.before, change.after))
            yield f"  {visible(change.path)}: {one} → {two}"
