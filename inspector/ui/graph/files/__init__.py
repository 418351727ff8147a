"""Pictures of graphs as files: PNG and SVG, with a window and without."""
