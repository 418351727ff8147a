"""How does a graph.db become what it was: its ledger read, folded to any moment, compared, its chain verified."""

from __future__ import annotations

from inspector.families.ledger.ways import LedgerSource, LedgerWays


def _ways() -> LedgerWays:
    # late: only who travels in time needs them
    from inspector.families.state_memory.ledger.moments import WAYS

    return WAYS


LEDGER = LedgerSource(_ways)
"""How the ledger of a graph.db is read."""
