"""What can be wrong in a graph.db: in the work it tells of, in its rows, in its ledger; and what can be in any file."""

from __future__ import annotations

from inspector.families import any_file
from inspector.families.state_memory.checks import cycles, ledger, rows, work

CHECKS = (*work.CHECKS, *cycles.CHECKS, *ledger.CHECKS, *rows.CHECKS, *any_file.CHECKS)
