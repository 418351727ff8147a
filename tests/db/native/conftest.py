"""Everything in this folder is about SQLite's own ways of opening, which are forced here."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from inspector.db.way import Way, choose_way


@pytest.fixture(autouse=True)
def sqlites_own_ways() -> Iterator[None]:
    """As on a system without locks of open files."""
    choose_way(Way.SQLITE)
    yield
    choose_way(None)
