"""Graphs as numpy arrays: loading, layouts, paths, export."""
