"""What can be wrong in any SQLite file, whatever it holds: objects, pages, indexes, search indexes, cells."""

from __future__ import annotations

from inspector.families.any_file.cells import CELLS
from inspector.families.any_file.indexes import INDEXES
from inspector.families.any_file.objects import OBJECTS
from inspector.families.any_file.pages import PAGES
from inspector.families.any_file.searching import SEARCHING

CHECKS = (*OBJECTS, *PAGES, *SEARCHING, *CELLS, *INDEXES)
"""True of any file; families add them to their own."""
