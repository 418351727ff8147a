"""The ledger of a state graph: any moment of it, what differs between two, its audit chain."""
