"""Timelines: what happened, one below the other; a widget for any view, and the view of what a family declares."""
