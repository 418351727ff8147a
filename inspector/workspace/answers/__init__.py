"""One question or search over everything that is open, which files it covers, and where an answer is saved."""
