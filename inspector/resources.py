"""Where the files shipped beside the code are: queries, docs, schemas, themes, help, icons.

In a checkout they stand in ``resources/``; in an installed wheel in ``inspector/_data/``. Nothing else looks for them.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


@cache
def root() -> Path:
    """The folder of all resources."""
    installed = _PACKAGE / "_data"
    return installed if installed.is_dir() else _PACKAGE.parent / "resources"


def path(*parts: str) -> Path:
    """The path of one resource, e.g. ``path("themes", "dark.toml")``; it need not exist."""
    return root().joinpath(*parts)


def text(*parts: str) -> str:
    """The text of one resource. Raises FileNotFoundError."""
    return path(*parts).read_text(encoding="utf-8")


def listing(*parts: str, suffix: str) -> list[Path]:
    """The files of one resource folder that end in ``suffix``, sorted; empty if there is no such folder."""
    folder = path(*parts)
    return sorted(folder.glob(f"*{suffix}")) if folder.is_dir() else []
