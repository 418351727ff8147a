"""Findings: what is wrong in a database, with the rows that show it and the rule in words."""
