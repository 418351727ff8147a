"""Cards: everything about one row, read section by section."""
