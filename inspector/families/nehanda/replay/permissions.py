"""With whose permission was a call made: asked, by policy, automatically, stopped by a hook, or by nobody?"""

from __future__ import annotations

from inspector.families.nehanda.summaries import reason
from inspector.families.replay.parts import Permission
from inspector.timeline.instants import read_instant


def permission_of(
    decision: str,
    why: str,
    *,
    blocked: bool = False,
    asked_at: str = "",
    decided_at: str = "",
    rowid: int | None = None,
) -> Permission:
    """How it came to a call: ``decision`` and ``why`` are what the log has, empty where it has nothing.

    The log holds outcomes of asking and denials by policy alone; an allow in the second of its call was given faster
    than a person answers (in pipe mode nobody is asked).
    """
    words = reason(why) if why else ""
    if blocked:
        return Permission("blocked by hook", decision, words or "a PreToolUse hook ended with exit code 2", rowid)
    if not decision:
        return Permission("automatic (not logged)", why="allowed by a rule or a mode, or the engine keeps no log")
    if decision == "deny" and "interactive" not in why:
        return Permission("by policy", decision, words or "denied by policy, nobody was asked", rowid)
    if decision == "allow" and "permission_rules" in why:
        return Permission("by policy", decision, words, rowid)
    if decision == "allow" and "interactive" in why and _at_once(asked_at, decided_at):
        return Permission("allowed with nobody asked", decision, "allowed in the second of the call", rowid)
    return Permission("asked", decision, words or "the log does not say why", rowid)


def _at_once(asked_at: str, decided_at: str) -> bool:
    asked, decided = read_instant(asked_at), read_instant(decided_at)
    if asked is None or decided is None:
        return False
    return round((decided.moment - asked.moment).total_seconds()) <= 0
