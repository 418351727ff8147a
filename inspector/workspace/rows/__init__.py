"""One row: its cells whole or in parts, where it leads, where it is seen."""
