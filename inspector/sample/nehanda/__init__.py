"""A sample ona-session.db: conversations with tools and hooks, and what was remembered from them."""
