"""Which hooks of ona-session.db fail, are killed, or never end?"""

from __future__ import annotations

from inspector.db.needs import needs
from inspector.health.check import HealthCheck
from inspector.health.finding import Level

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

CHECKS = (
    HealthCheck(
        "nehanda.failing_hooks",
        "Hooks that failed",
        Level.WARNING,
        "A hook ends with exit code 0, or with 2 to block the call; any other code is a failure that was ignored.",
        needs(*_HOOKS.names, "hook_invocations.stderr_text"),
        f"{_SELECT} 'exit code ' || exit_code || coalesce(': ' || nullif(substr(stderr_text, 1, 120), ''), ''), "
        "started_at FROM hook_invocations WHERE exit_code NOT IN (0, 2) ORDER BY rowid",
    ),
    HealthCheck(
        "nehanda.killed_hooks",
        "Hooks that were killed or timed out",
        Level.WARNING,
        "A hook that ended has an exit code; without one it was killed, timed out or could not be started.",
        _HOOKS,
        f"{_SELECT} 'no exit code after ' || round((julianday(completed_at) - julianday(started_at)) * 86400, 1) "
        "|| ' s', started_at FROM hook_invocations "
        "WHERE exit_code IS NULL AND completed_at IS NOT NULL AND skipped_reason IS NULL ORDER BY rowid",
    ),
    HealthCheck(
        "nehanda.unfinished_hooks",
        "Hooks that never ended",
        Level.WARNING,
        "A hook that was not skipped ends within an hour.",
        _HOOKS,
        f"{_SELECT} 'never ended', started_at FROM hook_invocations WHERE completed_at IS NULL "
        "AND skipped_reason IS NULL AND julianday(:now) - julianday(started_at) > 1.0 / 24 ORDER BY rowid",
    ),
    HealthCheck(
        "nehanda.blocking_hooks",
        "Calls that a hook blocked",
        Level.INFO,
        "A PreToolUse hook that ends with exit code 2 blocks its call; this is what hooks are for.",
        needs(*_HOOKS.names, "hook_invocations.stderr_text"),
        f"{_SELECT} coalesce(nullif(substr(stderr_text, 1, 120), ''), 'blocked'), started_at FROM hook_invocations "
        "WHERE hook_event = 'PreToolUse' AND exit_code = 2 ORDER BY rowid",
    ),
    HealthCheck(
        "nehanda.slow_hooks",
        "Hooks that take long",
        Level.INFO,
        f"A hook ends within {SLOW_S} seconds: the agent waits for it.",
        _HOOKS,
        f"{_SELECT} round((julianday(completed_at) - julianday(started_at)) * 86400, 1) || ' s', started_at "
        f"FROM hook_invocations WHERE (julianday(completed_at) - julianday(started_at)) * 86400 > {SLOW_S} "
        "ORDER BY rowid",
    ),
)
