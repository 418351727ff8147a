"""packaging/screenshots draws the program through its own places, and fails when the program does."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "packaging" / "screenshots"


@pytest.mark.skipif(not (ROOT / ".venv").exists(), reason="it runs in the .venv of the checkout")
def test_a_screen_is_drawn_in_the_size_and_theme_asked_for(tmp_path: Path) -> None:
    folder = tmp_path / "pictures"
    command = [sys.executable, str(SCRIPT), str(folder), "--only", "commands", "--size", "900x600"]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert ended.returncode == 0, ended.stderr
    drawn = sorted(folder.iterdir())
    assert [path.name for path in drawn] == ["commands-dark-900x600.png", "commands-light-900x600.png"]
    dark, light = (QImage(str(path)) for path in drawn)
    assert (dark.width(), dark.height()) == (900, 600)
    corner = dark.width() - 40, dark.height() - 60
    assert dark.pixelColor(*corner).lightness() < 100 < light.pixelColor(*corner).lightness()
