"""What of a source can be drawn, and how it is read: its family's graphs, its tables, rows around a row, an answer."""
