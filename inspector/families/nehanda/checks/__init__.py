"""What can be wrong in an ona-session.db: calls, hooks, memories, rows; and what can be in any file."""

from __future__ import annotations

from inspector.families import generic
from inspector.families.nehanda.checks import calls, hooks, memory, rows

CHECKS = (*calls.CHECKS, *hooks.CHECKS, *memory.CHECKS, *rows.CHECKS, *generic.CHECKS)
