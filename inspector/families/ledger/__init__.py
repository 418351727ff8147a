"""What is told of a ledger of changes, whatever the system: moments, what differs between two, its audit chain."""
