"""Looking for databases leaves every folder as it was, its time of last access too."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from inspector.cancel import CancelToken
from inspector.sample import make_nanoclaw_install
from inspector.workspace.opening.find_places import find_places
from inspector.workspace.opening.folder_scan import scan_folder
from inspector.workspace.opening.open_source import open_source

OLD, NEWER = 1_600_000_000_000_000_000, 1_700_000_000_000_000_000


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs O_NOATIME")
def test_no_time_of_access_moves(tmp_path: Path) -> None:
    install = make_nanoclaw_install(tmp_path / "project")
    projects = tmp_path / ".state-memory-mcp" / "one"
    projects.mkdir(parents=True)
    folders = [Path(path) for path, _, _ in os.walk(tmp_path)]
    for folder in folders:
        # last read before it was last written to: the next read would be noted
        os.utime(folder, ns=(OLD, NEWER))
    assert find_places(current=str(install), home=str(tmp_path), environment={}).found
    assert scan_folder(str(tmp_path), CancelToken()).candidates
    open_source(str(install)).close()
    assert [str(folder) for folder in folders if folder.stat().st_atime_ns != OLD] == []
