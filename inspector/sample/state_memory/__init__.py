"""A sample graph.db: two projects with plans, decisions, blockers and a ledger of how they came to be."""
