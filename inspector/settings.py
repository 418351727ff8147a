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
    """Dotted id, e.g. ``look.theme``; the part before the dot is its section."""
    default: Any
    """JSON value."""
    doc: str
    """One sentence for the settings page and the help."""
    choices: tuple[Any, ...] = ()
    """The allowed values; empty for any of the default's type."""
    title: str = ""
    """What it is called, in a word or two."""
    choice_words: tuple[str, ...] = ()
    """What each choice is called, in their order; empty: as it is written."""
    least: int | None = None
    """The smallest number allowed."""
    most: int | None = None
    """The greatest number allowed."""
    unit: str = ""
    """What a number counts, e.g. ``s``."""
    is_path: bool = False
    """Whether the text is a path."""
    later: str = ""
    """What a change counts for, where it does not count at once; a sentence."""
    remembered: bool = False
    """Whether the program writes it by itself; resetting all settings leaves it as it is."""


SECTIONS = {"look": "Look", "open": "Opening", "query": "Queries", "export": "Saving"}
"""Titles of the parts before the dots."""

SETTINGS: tuple[Setting, ...] = (
    Setting(
        "look.theme",
        "system",
        "Colours of the window.",
        ("system", "dark", "light"),
        title="Colours",
        choice_words=("As the system", "Dark", "Light"),
    ),
    Setting(
        "look.density",
        "dense",
        "Height of table rows.",
        ("dense", "comfortable"),
        title="Rows",
        choice_words=("Dense, 26 pixels", "Comfortable, 32 pixels"),
    ),
    Setting("look.reduce_motion", False, "Leave out every animation.", title="Less motion"),
    Setting(
        "open.find_on_start",
        True,
        "Look for databases in well-known places when the start page is shown.",
        title="Find databases",
        later="Counts for start pages that are shown from now on.",
    ),
    Setting(
        "open.way",
        "auto",
        "How files are read: by the program's own read-only layer, or by SQLite's own ways of opening.",
        ("auto", "sqlite"),
        title="Way of reading",
        choice_words=("Read-only layer, where possible", "SQLite's own ways"),
        later="Counts for files that are opened from now on; those that are open are read on as before.",
    ),
    Setting("open.recent", [], "Paths that were opened, newest first.", title="Recent paths", remembered=True),
    Setting(
        "export.safe",
        True,
        "In CSV and tab-separated files, put an apostrophe before texts that a spreadsheet would compute with.",
        title="Safe for spreadsheets",
    ),
    Setting(
        "query.time_limit_s",
        30,
        "Seconds after which a query of yours is ended.",
        title="Time limit",
        least=1,
        most=3600,
        unit="s",
        later="Counts for questions that are asked from now on.",
    ),
    Setting(
        "query.row_limit",
        10_000,
        "Rows of a query result that are shown.",
        title="Row limit",
        least=1,
        most=1_000_000,
        unit="rows",
        later="Counts for questions that are asked from now on.",
    ),
)


def config_dir() -> Path:
    """The folder of settings and of one's own questions."""
    home = os.environ.get(HOME_VARIABLE)
    return Path(home) / "config" if home else Path(platformdirs.user_config_dir(APP, appauthor=False))


def state_dir() -> Path:
    """The folder of what the program keeps by itself and nobody edits: drafts of queries, what was run."""
    home = os.environ.get(HOME_VARIABLE)
    return Path(home) / "state" if home else Path(platformdirs.user_state_dir(APP, appauthor=False))


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

    def reset(self, id: str) -> None:
        """Forget what was chosen: the default counts again."""
        setting = self._known.get(id)
        before = self.get(id)
        if id not in self._values:
            return
        del self._values[id]
        self._save(_written(self._values))
        if setting is None or before != setting.default:
            for listener in list(self._listeners):
                listener(id)

    @property
    def file(self) -> Path:
        """Where the settings are written."""
        return self._file

    def on_change(self, listener: Callable[[str], None]) -> None:
        """Call ``listener(id)`` after every change, on the changing thread."""
        self._listeners.append(listener)

    def tell_no_more(self, listener: Callable[[str], None]) -> None:
        """Forget a listener; one that is not known is none."""
        if listener in self._listeners:
            self._listeners.remove(listener)

    def _load(self) -> dict[str, Any]:
        try:
            loaded = json.loads(self._file.read_text(encoding="utf-8"))
            if not isinstance(loaded, dict):
                raise ValueError("not a JSON object")
            self.problem = self._misfits(loaded)
            return loaded
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, RecursionError) as error:
            self.problem = f"The settings file {self._file} could not be read and was set aside: {error}"
            self._set_aside()
            return {}

    def _misfits(self, loaded: dict[str, Any]) -> str:
        wrong = [id for id, setting in self._known.items() if id in loaded and not _fits(setting, loaded[id])]
        if not wrong:
            return ""
        return f"The settings file {self._file} says what cannot be for {', '.join(wrong)}: the defaults count."

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
    if not isinstance(value, type(setting.default)):
        return False
    if isinstance(value, int):
        return (setting.least is None or value >= setting.least) and (setting.most is None or value <= setting.most)
    return True


def _written(values: dict[str, Any]) -> str:
    return json.dumps(values, indent=1, sort_keys=True)
