"""Traces: what became of a message, what sessions do, read over all files that tell."""
