"""agentdb-inspector: opens the SQLite databases of AI-agent systems, untouched, and shows what the agents did."""

__version__ = "0.1.0"
