"""Timelines of sources: what each offers, how one is read, over all sources below an install too."""
