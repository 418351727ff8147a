"""The workspace tree: what is open, and every way into it."""
