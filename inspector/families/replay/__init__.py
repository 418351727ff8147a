"""The values of a replay: what an agent did step by step, and with whose permission. Families make them."""
