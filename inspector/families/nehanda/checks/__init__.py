"""What can be wrong in an ona-session.db: calls, hooks, memories, rows; and what can be in any file."""

from __future__ import annotations

from inspector.families import any_file
from inspector.families.nehanda.checks import calls, hooks, memory, rows

CHECKS = (*calls.CHECKS, *hooks.CHECKS, *memory.CHECKS, *rows.CHECKS, *any_file.CHECKS)
