"""Opening and reading database files: the only place that imports apsw."""
