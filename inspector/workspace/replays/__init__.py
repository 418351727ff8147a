"""Replays of sources: which conversations there are, one of them step by step, with whose permission all was done."""
