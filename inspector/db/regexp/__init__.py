"""Regular expressions that cannot freeze a statement: every character of a text is looked at once."""
