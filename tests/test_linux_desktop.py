"""What a Linux desktop is given: an entry that starts the right program, icons that are drawn, and a way to undo it."""

from __future__ import annotations

import configparser
import os
import re
import shutil
import struct
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LINUX = ROOT / "packaging" / "linux"
NAME = "agentdb-inspector"

pytestmark = pytest.mark.skipif(shutil.which("bash") is None or os.name != "posix", reason="no bash")


def entry(path: Path) -> configparser.SectionProxy:
    parser = configparser.ConfigParser(interpolation=None)
    parser.optionxform = str
    parser.read(path, encoding="utf-8")
    return parser["Desktop Entry"]


def install(home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": os.environ["PATH"], "HOME": str(home), "XDG_DATA_HOME": str(home / "data")}
    return subprocess.run([LINUX / "install", *arguments], env=environment, capture_output=True, text=True, timeout=60)


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """A program whose path needs quoting."""
    made = tmp_path / 'a "folder" of $HOME 100%' / NAME
    made.parent.mkdir()
    made.write_text("#!/bin/sh\n")
    made.chmod(0o755)
    return made


def test_the_entry_has_what_desktops_ask_for() -> None:
    found = entry(LINUX / f"{NAME}.desktop")
    assert found["Type"] == "Application"
    assert found["Exec"] == f"{NAME} %F"
    assert found["Icon"] == found["StartupWMClass"] == NAME
    assert all(found[key].endswith(";") for key in ("Categories", "Keywords", "MimeType"))
    if shutil.which("desktop-file-validate"):
        subprocess.run(["desktop-file-validate", LINUX / f"{NAME}.desktop"], check=True)


def test_the_window_names_itself_as_the_entry_does() -> None:
    text = (ROOT / "inspector" / "ui" / "app.py").read_text(encoding="utf-8")
    assert f'setDesktopFileName("{NAME}")' in text


def test_every_icon_has_its_size() -> None:
    icons = sorted((LINUX / "icons").glob("*.png"))
    assert len(icons) >= 8
    for icon in icons:
        width, height = struct.unpack(">II", icon.read_bytes()[16:24])
        assert icon.stem == f"{NAME}-{width}"
        assert width == height


@pytest.mark.skipif(not (ROOT / ".venv").exists(), reason="it runs in the .venv of the checkout")
def test_the_icons_are_those_that_are_drawn() -> None:
    ended = subprocess.run(
        [sys.executable, str(LINUX / "draw_icons"), "--check"], capture_output=True, text=True, timeout=60
    )
    assert (ended.returncode, ended.stdout) == (0, ""), ended.stdout + ended.stderr


def test_installing_writes_below_the_users_data_alone_and_starts_that_program(tmp_path: Path, program: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    ended = install(home, str(program))
    assert ended.returncode == 0, ended.stderr
    found = entry(home / "data" / "applications" / f"{NAME}.desktop")
    # the rules of the entry: first a string, in which a backslash is written twice, then a quoted argument
    text = found["Exec"].replace("\\\\", "\\")
    quoted, files = re.fullmatch(r'"((?:\\.|[^"\\])*)" (%F)', text).groups()
    assert re.sub(r"\\(.)", r"\1", quoted).replace("%%", "%") == str(program)
    assert files == "%F"
    assert found["TryExec"] == str(program)
    icons = home / "data" / "icons" / "hicolor"
    assert (icons / "scalable" / "apps" / f"{NAME}.svg").exists()
    assert (icons / "48x48" / "apps" / f"{NAME}.png").exists()
    assert [path.name for path in home.iterdir()] == ["data"]


def test_removing_leaves_nothing(tmp_path: Path, program: Path) -> None:
    home = tmp_path / "home"
    other = home / "data" / "applications" / "other.desktop"
    other.parent.mkdir(parents=True)
    other.write_text("[Desktop Entry]\n")
    assert install(home, str(program)).returncode == 0
    assert install(home, "--remove").returncode == 0
    left = [path for path in home.rglob("*") if path.is_file() and NAME in path.name]
    assert left == []
    assert other.exists()


def test_a_program_that_is_not_there_is_said(tmp_path: Path) -> None:
    ended = install(tmp_path, str(tmp_path / "missing"))
    assert ended.returncode == 1
    assert "packaging/run" in ended.stderr
    assert not (tmp_path / "data").exists()
