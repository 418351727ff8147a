"""The Qt binding that is installed keeps its references: 6.12.0 lost one to None on every call on Python 3.11."""

from __future__ import annotations

import sys

import pytest
from PySide6.QtCore import QObject


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="None has no count of references from Python 3.12 on")
def test_calls_that_return_nothing_lose_no_reference_to_none() -> None:
    thing, calls = QObject(), 3000
    before = sys.getrefcount(None)
    for _ in range(calls):
        thing.setObjectName("a")
        thing.setProperty("b", None)
        thing.blockSignals(False)
    assert sys.getrefcount(None) > before - calls // 2
