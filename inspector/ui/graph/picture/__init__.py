"""The graph as a widget: the canvas, what pointer and keys do on it, and what lies over it."""
