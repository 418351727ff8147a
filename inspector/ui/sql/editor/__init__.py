"""The field in which SQL is written."""
