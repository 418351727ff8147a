"""Saved questions: .sql files with a header, their parameters, and running them safely."""
