"""What the user chose and what the program remembers, in one JSON file that is always readable.

Paths are kept as text with surrogates for bytes that are not UTF-8; JSON escapes them, so one odd file name never
spoils the file. A file that cannot be read is set aside, never overwritten silently.
"""

from __future__ import annotations

import contextlib
import copy
import json
import os
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import platformdirs

APP = "agentdb-inspector"
HOME_VARIABLE = "AGENTDB_INSPECTOR_HOME"
"""Environment variable naming a folder that holds config, state and cache instead of the platform's places."""


@dataclass(frozen=True)
class Setting:
    """One setting: its id, what it is when nobody chose, and what it means."""

    id: str
    """Dotted id, e.g. ``look.theme``."""
    default: Any
    """JSON value."""
    doc: str
    """One sentence for the settings page and the help."""
    choices: tuple[Any, ...] = ()
    """The allowed values; empty for any of the default's type."""


SETTINGS: tuple[Setting, ...] = (
    Setting("look.theme", "system", "Colours of the window.", ("system", "dark", "light")),
    Setting("look.density", "dense", "Height of table rows.", ("dense", "comfortable")),
    Setting("look.reduce_motion", False, "Leave out every animation."),
    Setting("open.recent", [], "Paths that were opened, newest first."),
    Setting("open.find_on_start", True, "Look for databases in well-known places when the start page is shown."),
    Setting(
        "open.way",
        "auto",
        "How files are read: by the program's own read-only layer, or by SQLite's own ways of opening.",
        ("auto", "sqlite"),
    ),
    Setting("query.time_limit_s", 30, "Seconds after which a query of yours is ended."),
    Setting("query.row_limit", 10_000, "Rows of a query result that are shown."),
)


def config_dir() -> Path:
    """The folder of settings, saved queries and history."""
    home = os.environ.get(HOME_VARIABLE)
    return Path(home) / "config" if home else Path(platformdirs.user_config_dir(APP, appauthor=False))


def private_dir() -> Path:
    """The folder (mode 0700) for private copies; made when asked for."""
    home = os.environ.get(HOME_VARIABLE)
    folder = Path(home) / "cache" if home else Path(platformdirs.user_cache_dir(APP, appauthor=False))
    folder = folder / "copies"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    # an older folder may have been made by hand, open to others
    folder.chmod(0o700)
    return folder


class Settings:
    """The settings file: read once, written whole and at once on every change."""

    def __init__(self, file: Path | None = None) -> None:
        self._file = file or config_dir() / "settings.json"
        self._known = {setting.id: setting for setting in SETTINGS}
        self._listeners: list[Callable[[str], None]] = []
        self.problem = ""
        """Why the file could not be read or written, for people; empty while all is well."""
        self._values: dict[str, Any] = self._load()

    def get(self, id: str) -> Any:
        """The chosen value, or the default; state keys (not declared in SETTINGS) give None when unset."""
        setting = self._known.get(id)
        value = self._values.get(id)
        if setting is None:
            return copy.deepcopy(value)
        if id not in self._values or not _fits(setting, value):
            return copy.deepcopy(setting.default)
        return copy.deepcopy(value)

    def set(self, id: str, value: Any) -> None:
        """Keep ``value`` (any JSON value; TypeError or ValueError if it is none) and write the file.

        A file that cannot be written is told in :attr:`problem`; the value still counts until the program ends.
        """
        setting = self._known.get(id)
        if setting is not None and not _fits(setting, value):
            raise ValueError(f"{value!r} is not a value of {id}")
        # a value that JSON cannot hold is refused before it spoils the others
        written = _written({**self._values, id: value})
        if written == _written(self._values):
            return
        self._values = json.loads(written)
        self._save(written)
        for listener in list(self._listeners):
            listener(id)

    def on_change(self, listener: Callable[[str], None]) -> None:
        """Call ``listener(id)`` after every change, on the changing thread."""
        self._listeners.append(listener)

    def _load(self) -> dict[str, Any]:
        try:
            loaded = json.loads(self._file.read_text(encoding="utf-8"))
            if not isinstance(loaded, dict):
                raise ValueError("not a JSON object")
            return loaded
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, RecursionError) as error:
            self.problem = f"The settings file {self._file} could not be read and was set aside: {error}"
            self._set_aside()
            return {}

    def _set_aside(self) -> None:
        aside = self._file.with_suffix(".json.unreadable")
        number = 1
        while aside.exists():
            number += 1
            aside = self._file.with_suffix(f".json.unreadable{number}")
        try:
            self._file.replace(aside)
        except OSError as error:
            self.problem += f" (it could not be renamed: {error})"

    def _save(self, written: str) -> None:
        temporary = ""
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            handle, temporary = tempfile.mkstemp(dir=self._file.parent, prefix=".settings-")
            with os.fdopen(handle, "w", encoding="utf-8") as stream:
                stream.write(written)
            os.replace(temporary, self._file)
        except OSError as error:
            self.problem = f"The settings file {self._file} could not be written: {error}"
            with contextlib.suppress(OSError):
                os.unlink(temporary)


def _fits(setting: Setting, value: Any) -> bool:
    if setting.choices:
        return value in setting.choices
    if isinstance(setting.default, bool) or isinstance(value, bool):
        return isinstance(value, bool) and isinstance(setting.default, bool)
    return isinstance(value, type(setting.default))


def _written(values: dict[str, Any]) -> str:
    return json.dumps(values, indent=1, sort_keys=True)
