"""What is built is whole: the wheel, made from the sdist, runs from a folder that is not the checkout."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path

import apsw
import pytest

ROOT = Path(__file__).resolve().parent.parent


def run(*command: object, cwd: Path) -> str:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, env=environment, capture_output=True, text=True, timeout=180
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def shipped(folder: str) -> set[str]:
    """The files of a folder of the checkout that belong to what is shipped."""
    files = (path for path in (ROOT / folder).rglob("*") if path.is_file())
    return {path.relative_to(ROOT / folder).as_posix() for path in files if "__pycache__" not in path.parts}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the sdist and of the wheel built from it."""
    folder = tmp_path_factory.mktemp("built")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT, cwd=folder)
    return folder


@pytest.fixture(scope="module")
def installed(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh environment with the wheel in it; what it depends on is lent by this one."""
    venv = tmp_path_factory.mktemp("elsewhere") / "venv"
    run(sys.executable, "-m", "venv", "--without-pip", venv, cwd=venv.parent)
    scripts = venv / ("Scripts" if os.name == "nt" else "bin")
    (wheel,) = built.glob("*.whl")
    pip = (sys.executable, "-m", "pip", "--python", scripts / "python")
    run(*pip, "install", "--quiet", "--no-deps", "--no-index", wheel, cwd=venv.parent)
    paths = run(scripts / "python", "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=venv.parent)
    (Path(paths.strip()) / "lent.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return scripts


def test_the_wheel_holds_the_package_and_its_resources(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    names = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    expected = {f"inspector/{name}" for name in shipped("inspector") if name.endswith(".py")}
    expected |= {f"inspector/_data/{name}" for name in shipped("resources")}
    assert names == expected


def test_the_sdist_holds_what_is_needed_to_build_and_test(built: Path) -> None:
    (sdist,) = built.glob("*.tar.gz")
    with tarfile.open(sdist) as tar:
        names = {name.split("/", 1)[1] for name in tar.getnames()}
    assert {"pyproject.toml", "README.md", "LICENSE", "packaging/constraints.txt", "tests/conftest.py"} <= names
    assert not any(name.startswith((".venv", ".git/", ".mypy_cache")) for name in names)


def test_it_runs_from_another_folder(installed: Path, tmp_path: Path) -> None:
    version = run(installed / "python", "-c", "import inspector; print(inspector.__version__)", cwd=tmp_path).strip()
    assert version in run(installed / "agentdb-inspector", "--version", cwd=tmp_path)


def test_it_finds_its_own_resources(installed: Path, tmp_path: Path) -> None:
    code = "from inspector import resources; print(resources.root())"
    root = Path(run(installed / "python", "-c", code, cwd=tmp_path).strip())
    assert root.name == "_data"
    assert root.is_relative_to(installed.parent)


def test_it_recognises_a_database(installed: Path, tmp_path: Path) -> None:
    connection = apsw.Connection(str(tmp_path / "plain.db"))
    connection.execute("create table note (id integer primary key, text text)")
    connection.close()
    assert "generic" in run(installed / "agentdb-inspector", "recognise", "plain.db", "--json", cwd=tmp_path)
