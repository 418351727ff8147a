"""The two commands: they parse, install tested versions, and on Debian ask for exactly what is missing."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
SETUP = ROOT / "packaging" / "setup.sh"
SCRIPTS = ["packaging/run", "packaging/test", ".ci/run"]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
BASH = shutil.which("bash")

needs_bash = pytest.mark.skipif(BASH is None, reason="no bash")


def requirements() -> list[Requirement]:
    lines = [*PROJECT["dependencies"], *(line for extra in PROJECT["optional-dependencies"].values() for line in extra)]
    return [Requirement(line) for line in lines]


def constraints() -> dict[str, str]:
    text = (ROOT / "packaging" / "constraints.txt").read_text()
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return {canonicalize_name(name): version for name, version in (line.split("==") for line in lines)}


# --- versions ---------------------------------------------------------------------------------------------------------


def test_every_direct_dependency_has_its_tested_version() -> None:
    pinned = constraints()
    for requirement in requirements():
        version = pinned[canonicalize_name(requirement.name)]
        assert requirement.specifier.contains(version), f"{requirement} does not allow {version}"


def test_what_the_dependencies_need_is_pinned_too() -> None:
    pinned, seen = constraints(), set()
    waiting = [(canonicalize_name(one.name), frozenset(one.extras)) for one in requirements()]
    while waiting:
        name, extras = waiting.pop()
        if (name, extras) in seen:
            continue
        seen.add((name, extras))
        for line in metadata.distribution(name).requires or []:
            inner = Requirement(line)
            if inner.marker is None or any(inner.marker.evaluate({"extra": extra}) for extra in extras or {""}):
                waiting.append((canonicalize_name(inner.name), frozenset(inner.extras)))
    assert {name for name, _ in seen} - pinned.keys() == set()


def test_installed_versions_are_the_tested_ones() -> None:
    wrong = {}
    for name, version in constraints().items():
        try:
            installed = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue  # a dependency of another system
        if installed != version:
            wrong[name] = (installed, version)
    assert wrong == {}


def test_the_binding_that_dies_on_python_3_11_is_kept_out() -> None:
    (qt,) = [one for one in requirements() if one.name == "PySide6-Essentials"]
    assert not qt.specifier.contains("6.12.0")
    assert qt.specifier.contains("6.11.3")


# --- the scripts ------------------------------------------------------------------------------------------------------


@needs_bash
@pytest.mark.parametrize("script", [*SCRIPTS, "packaging/setup.sh"])
def test_scripts_parse(script: str) -> None:
    subprocess.run([BASH, "-n", str(ROOT / script)], check=True)


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX")
@pytest.mark.parametrize("script", SCRIPTS)
def test_scripts_can_be_executed(script: str) -> None:
    assert os.access(ROOT / script, os.X_OK)


def test_the_readme_names_both_commands() -> None:
    readme = (ROOT / "README.md").read_text()
    assert "packaging/run --demo" in readme
    assert "packaging/test" in readme


def test_ci_runs_the_tests_of_the_readme_and_nothing_else() -> None:
    lines = (ROOT / ".ci" / "run").read_text().splitlines()
    commands = [line for line in lines if line and not line.startswith("#")]
    assert len(commands) == 1
    assert commands[0].endswith('packaging/test"')


# --- the set-up, on machines made of small fakes ----------------------------------------------------------------------


class Machine:
    """A PATH of fake system commands beside the few real ones that the set-up uses."""

    def __init__(self, folder: Path, *, user: int, libraries: list[str]) -> None:
        self.bin = folder / "bin"
        self.bin.mkdir()
        self.log = folder / "apt.log"
        self.home = folder / "home"
        for tool in ("cat", "cksum", "dirname", "find", "grep", "head", "tr", "bash"):
            (self.bin / tool).symlink_to(shutil.which(tool))
        listing = "".join(f"\t{name} (libc6,x86-64) => /lib/{name}\n" for name in libraries)
        self.add("ldconfig", f"cat <<'E'\n{listing}E")
        self.add("id", f"echo {user}")
        self.add("dpkg", "exit 0")
        self.add("apt-get", f'echo "$@" >>"{self.log}"')
        self.add("apt-cache", "exit 1")

    def add(self, name: str, body: str) -> None:
        file = self.bin / name
        file.write_text(f"#!{BASH}\n{body}\n")
        file.chmod(0o755)

    def add_python(self, name: str, *, new_enough: bool = True, ensurepip: bool = True) -> None:
        self.add(
            name,
            f'case $2 in *"version_info <"*) exit {0 if new_enough else 1};;'
            f" *ensurepip*) exit {0 if ensurepip else 1};; *-venv*) echo python3.11-venv;; esac",
        )

    def run(self, code: str) -> subprocess.CompletedProcess[str]:
        root = self.bin.parent / "check out"
        (root / "packaging").mkdir(parents=True, exist_ok=True)
        shutil.copy(SETUP, root / "packaging")
        return subprocess.run(
            [BASH, "-c", f'set -euo pipefail; . "$1"; {code}', "bash", str(root / "packaging" / "setup.sh")],
            env={"PATH": str(self.bin), "HOME": str(self.home)},
            capture_output=True,
            text=True,
        )

    @property
    def apt(self) -> str:
        return self.log.read_text() if self.log.exists() else ""


def all_libraries() -> list[str]:
    return re.findall(r"^(lib\S+\.so\S*) ", SETUP.read_text(), re.MULTILINE)


@needs_bash
def test_a_user_is_told_the_one_command(tmp_path: Path) -> None:
    machine = Machine(tmp_path, user=1000, libraries=[one for one in all_libraries() if "cursor" not in one])
    machine.add_python("python3", ensurepip=False)
    done = machine.run("prepare_system window; echo went on")
    commands = [line for line in done.stderr.splitlines() if "apt-get" in line]
    assert done.returncode == 1
    assert "went on" not in done.stdout
    assert len(commands) == 1
    assert commands[0].split()[:2] == ["sudo", "apt-get"]
    assert {"python3.11-venv", "libxcb-cursor0"} <= set(commands[0].split())
    assert "libgl1" not in commands[0]
    assert machine.apt == ""


@needs_bash
def test_root_installs_what_is_missing(tmp_path: Path) -> None:
    machine = Machine(tmp_path, user=0, libraries=[one for one in all_libraries() if "EGL" not in one])
    machine.add_python("python3")
    done = machine.run("prepare_system window; echo went on")
    assert done.stdout == "went on\n", done.stderr
    assert "install" in machine.apt
    assert "libegl1" in machine.apt
    assert "venv" not in machine.apt


@needs_bash
def test_headless_work_needs_no_qt_libraries(tmp_path: Path) -> None:
    machine = Machine(tmp_path, user=1000, libraries=[])
    machine.add_python("python3")
    done = machine.run("prepare_system headless; echo went on")
    assert (done.stdout, done.stderr) == ("went on\n", "")


@needs_bash
def test_off_debian_nothing_is_asked(tmp_path: Path) -> None:
    machine = Machine(tmp_path, user=1000, libraries=[])
    for tool in ("apt-get", "dpkg", "ldconfig"):
        (machine.bin / tool).unlink()
    done = machine.run("prepare_system window; echo went on")
    assert (done.stdout, done.stderr) == ("went on\n", "")


@needs_bash
def test_a_missing_python_is_named(tmp_path: Path) -> None:
    machine = Machine(tmp_path, user=1000, libraries=[])
    for tool in ("apt-get", "dpkg"):
        (machine.bin / tool).unlink()
    machine.add_python("python3", new_enough=False)
    done = machine.run("prepare_venv; echo went on")
    assert done.returncode == 1
    assert "Python 3.11 or newer is needed" in done.stderr
    assert done.stdout == ""


@needs_bash
def test_a_python_that_can_make_environments_goes_first(tmp_path: Path) -> None:
    machine = Machine(tmp_path, user=1000, libraries=[])
    machine.add_python("python3.13", ensurepip=False)
    machine.add("python3.12", "echo a shim without a version behind it >&2; exit 127")
    machine.add_python("python3.11")
    assert machine.run("find_python").stdout == "python3.11\n"
    (machine.bin / "python3.11").unlink()
    assert machine.run("find_python").stdout == "python3.13\n"


@needs_bash
def test_what_is_installed_is_not_installed_again(tmp_path: Path) -> None:
    """Without a network a second start works; a changed pin or a moved checkout installs anew."""
    machine = Machine(tmp_path, user=1000, libraries=all_libraries())
    root = tmp_path / "check out"
    (root / ".venv" / "bin").mkdir(parents=True)
    (root / "packaging").mkdir()
    (root / "pyproject.toml").write_text("[project]")
    (root / "packaging" / "constraints.txt").write_text("apsw==1")
    pip = f'case "$*" in *"-m pip"*) echo "$@" >>"{machine.log}";; *-c*) "{sys.executable}" "$@";; esac'
    machine.add("python", pip)
    (root / ".venv" / "bin" / "python").symlink_to(machine.bin / "python")

    assert machine.run("prepare_venv test").returncode == 0
    assert "--constraint packaging/constraints.txt" in machine.apt
    assert ".[test]" in machine.apt
    machine.log.unlink()
    for needed in ("prepare_venv", "prepare_venv test"):
        assert machine.run(needed).returncode == 0
    assert machine.apt == ""
    (root / "packaging" / "constraints.txt").write_text("apsw==2")
    assert machine.run("prepare_venv").returncode == 0
    assert "--editable ." in machine.apt
