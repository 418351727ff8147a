"""Which hooks of ona-session.db fail, are killed, or never end?"""

from __future__ import annotations

from inspector.db.needs import needs
from inspector.health.check import HealthCheck
from inspector.health.finding import Level

LARGE = 1024 * 1024
"""Bytes of output from which on it is much."""
SLOW_S = 10
"""Seconds after which a hook is slow."""

_HOOKS = needs(
    "hook_invocations.hook_event",
    "hook_invocations.command",
    "hook_invocations.exit_code",
    "hook_invocations.completed_at",
    "hook_invocations.started_at",
    "hook_invocations.skipped_reason",
)
_SELECT = (
    "SELECT 'hook_invocations', rowid, hook_event || coalesce(' ' || tool_name, '') || ' · ' || command || ' · ' || "
)

_OUTPUT = "coalesce(octet_length(stdout_text), 0) + coalesce(octet_length(stderr_text), 0)"

CHECKS = (
    HealthCheck(
        "nehanda.failing_hooks",
        "Hooks that failed",
        Level.SUSPICIOUS,
        "A hook ends with exit code 0, or with 2 to block the call; any other code is a failure that was ignored.",
        needs(*_HOOKS.names, "hook_invocations.stderr_text"),
        f"{_SELECT} 'exit code ' || exit_code || coalesce(': ' || nullif(substr(stderr_text, 1, 120), ''), ''), "
        "started_at FROM hook_invocations WHERE exit_code NOT IN (0, 2) ORDER BY rowid",
        advice="Run the command by hand with the input of the row; until it is mended its verdicts are ignored.",
    ),
    HealthCheck(
        "nehanda.killed_hooks",
        "Hooks that were killed or timed out",
        Level.SUSPICIOUS,
        "A hook that ended has an exit code; without one it was killed, timed out or could not be started.",
        _HOOKS,
        f"{_SELECT} 'no exit code after ' || round((julianday(completed_at) - julianday(started_at)) * 86400, 1) "
        "|| ' s', started_at FROM hook_invocations "
        "WHERE exit_code IS NULL AND completed_at IS NOT NULL AND skipped_reason IS NULL ORDER BY rowid",
        advice="Raise the hook's time limit or make it faster; see that the command exists.",
    ),
    HealthCheck(
        "nehanda.unfinished_hooks",
        "Hooks that never ended",
        Level.SUSPICIOUS,
        "A hook that was not skipped ends within an hour.",
        _HOOKS,
        f"{_SELECT} 'never ended', started_at FROM hook_invocations WHERE completed_at IS NULL "
        "AND skipped_reason IS NULL AND julianday(:now) - julianday(started_at) > 1.0 / 24 ORDER BY rowid",
        advice="See whether its process still runs; the session was probably killed while it did.",
    ),
    HealthCheck(
        "nehanda.blocking_hooks",
        "Calls that a hook blocked",
        Level.INFORMATION,
        "A PreToolUse hook that ends with exit code 2 blocks its call; this is what hooks are for.",
        needs(*_HOOKS.names, "hook_invocations.stderr_text"),
        f"{_SELECT} coalesce(nullif(substr(stderr_text, 1, 120), ''), 'blocked'), started_at FROM hook_invocations "
        "WHERE hook_event = 'PreToolUse' AND exit_code = 2 ORDER BY rowid",
        advice="Nothing, if the block was wanted.",
    ),
    HealthCheck(
        "nehanda.slow_hooks",
        "Hooks that take long",
        Level.INFORMATION,
        f"A hook ends within {SLOW_S} seconds: the agent waits for it.",
        _HOOKS,
        f"{_SELECT} round((julianday(completed_at) - julianday(started_at)) * 86400, 1) || ' s', started_at "
        f"FROM hook_invocations WHERE (julianday(completed_at) - julianday(started_at)) * 86400 > {SLOW_S} "
        "ORDER BY rowid",
        advice="Make it faster or narrow its matcher: the agent waits each time.",
    ),
    HealthCheck(
        "nehanda.skipped_hooks",
        "Hooks that were skipped",
        Level.INFORMATION,
        "A hook that fires is run; skipped_reason tells why one was not (an earlier one blocked the call).",
        _HOOKS,
        f"{_SELECT} skipped_reason, started_at FROM hook_invocations WHERE skipped_reason IS NOT NULL ORDER BY rowid",
        advice="Nothing, if the earlier hook was right to block.",
    ),
    HealthCheck(
        "nehanda.large_output",
        "Hooks that write much",
        Level.INFORMATION,
        f"What a hook writes stays below {LARGE >> 20} MB: it is kept in the file, and cut at 4 MB.",
        needs(*_HOOKS.names, "hook_invocations.stdout_text", "hook_invocations.stderr_text"),
        f"{_SELECT} (({_OUTPUT}) / 1024) || ' KB', started_at FROM hook_invocations WHERE {_OUTPUT} > {LARGE} "
        "ORDER BY rowid",
        advice="Have it write to a file of its own, and print what the agent needs.",
    ),
)
