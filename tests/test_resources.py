"""The files shipped beside the code are found by one module, in a checkout as in a wheel."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from inspector import resources

ROOT = Path(__file__).resolve().parent.parent


def test_a_checkout_uses_its_own_resources() -> None:
    assert resources.root() == ROOT / "resources"


def test_text_and_listing_read_what_is_there() -> None:
    themes = resources.listing("themes", suffix=".toml")
    assert {"dark.toml", "light.toml"} <= {theme.name for theme in themes}
    assert themes == sorted(themes)
    assert resources.text("themes", "dark.toml") == themes[[t.name for t in themes].index("dark.toml")].read_text(
        "utf-8"
    )


def test_what_is_not_there_is_told_apart() -> None:
    assert resources.listing("no-such-folder", suffix=".sql") == []
    with pytest.raises(FileNotFoundError):
        resources.text("themes", "no-such.toml")


def test_an_installed_package_uses_the_data_inside_it(tmp_path: Path) -> None:
    package = tmp_path / "inspector"
    (package / "_data" / "help").mkdir(parents=True)
    (package / "_data" / "help" / "start.md").write_text("installed")
    for name in ("__init__.py", "resources.py"):
        (package / name).write_text((ROOT / "inspector" / name).read_text())
    code = "from inspector import resources; print(resources.root()); print(resources.text('help', 'start.md'))"
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.split() == [str(package / "_data"), "installed"]


def test_nothing_else_looks_for_resources() -> None:
    seekers = [
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "inspector").rglob("*.py")
        if path.name != "resources.py" and any(sign in path.read_text() for sign in ('_data"', "importlib.resources"))
    ]
    assert seekers == []
