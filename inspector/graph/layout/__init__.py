"""Where nodes stand: the layouts. They need scipy, so their modules are imported by the worker that uses them."""

LAYOUTS: tuple[tuple[str, str], ...] = (
    ("force", "Force"),
    ("layered", "Layers"),
    ("radial", "Radial"),
    ("columns", "Columns"),
)
"""(id, title) of every layout."""
