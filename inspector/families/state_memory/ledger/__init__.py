"""How does a graph.db become what it was: its ledger read, folded to any moment, compared, its chain verified."""
