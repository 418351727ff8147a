"""One file or folder per system: ``FAMILY`` in each is found by itself; ``generic`` is the template to copy."""
