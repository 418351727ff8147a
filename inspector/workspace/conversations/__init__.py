"""Conversations: what was said in a session, in its order, and what each message says."""
