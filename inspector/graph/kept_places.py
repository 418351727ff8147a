"""Where nodes stood when a graph was last seen, and which were pinned: kept for the next run.

One small file per database, projection and layout. A file that cannot be read, or was written by another version, is
nothing kept. Files are written whole beside their place and then moved there, so that runs at the same time never mix;
the oldest are dropped when all together grow too large.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import tempfile
import time
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from inspector.settings import config_dir

VERSION = 1
MOST_NODES = 200_000
"""Nodes of one graph; of a larger one only pinned nodes are kept."""
MOST_FILES, MOST_BYTES = 200, 48_000_000
"""All that is kept."""
_SUFFIX, _UNFINISHED = ".places", ".part"
_ABANDONED_S = 3600.0
"""Age at which an unfinished file is one of a run that crashed."""


class PlacesKey(NamedTuple):
    """Which picture."""

    database: str
    """Path of the database, the folder or the install."""
    projection: str
    """Id of the projection."""
    layout: str
    """Id of the layout; with its direction or centre where these are chosen."""


@dataclass(frozen=True, eq=False)
class Places:
    """Places of nodes by id."""

    ids: tuple[str, ...]
    """Ids of the nodes, k."""
    positions: NDArray[np.float32]
    """(k, 2) scene positions."""
    pinned: NDArray[np.bool_]
    """(k,) whether the reader pinned the node."""

    def of(self, ids: Sequence[str]) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        """For nodes of these ids: (n, 2) positions, NaN where none is kept, and (n,) whether each is pinned.

        As :func:`inspector.graph.layout.arrange.arrange` takes them.
        """
        index = {id: i for i, id in enumerate(self.ids)}
        at = np.array([index.get(id, -1) for id in ids], np.int64)
        positions = np.full((len(ids), 2), np.nan, np.float32)
        pinned = np.zeros(len(ids), bool)
        there = at >= 0
        positions[there] = self.positions[at[there]]
        pinned[there] = self.pinned[at[there]]
        return positions, pinned


class KeptPlaces:
    """The files of kept places in one folder."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or config_dir() / "places"

    def load(self, key: PlacesKey) -> Places | None:
        """What was kept; None when nothing was, or it cannot be read."""
        try:
            parsed = _parsed(self._file(key).read_bytes())
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            return None
        return None if parsed is None or parsed[0] != _whole(key) else parsed[1]

    def save(
        self, key: PlacesKey, ids: Sequence[str], positions: NDArray[Any], pinned: NDArray[np.bool_] | None = None
    ) -> bool:
        """Keep (n, 2) scene positions of nodes and which are pinned, in place of what was kept for this key.

        False if the folder cannot be written.
        """
        marks = np.zeros(len(ids), bool) if pinned is None else pinned
        finite = np.isfinite(positions).all(axis=1)
        kept = np.flatnonzero(finite & marks if len(ids) > MOST_NODES else finite)[:MOST_NODES]
        places = Places(tuple(ids[i] for i in kept.tolist()), positions[kept].astype(np.float32), marks[kept])
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._write(self._file(key), _written(_whole(key), places))
        except OSError:
            return False
        self._drop_oldest(self._file(key))
        return True

    def forget(self, key: PlacesKey) -> None:
        """Keep nothing for this key."""
        with contextlib.suppress(OSError):
            self._file(key).unlink()

    def _file(self, key: PlacesKey) -> Path:
        # a path may hold bytes that are not UTF-8, kept as surrogates
        named = "\0".join(_whole(key))
        digest = hashlib.sha256(named.encode("utf-8", "surrogatepass")).hexdigest()
        return self._folder / f"{digest[:40]}{_SUFFIX}"

    def _write(self, file: Path, content: bytes) -> None:
        handle, name = tempfile.mkstemp(_UNFINISHED, dir=self._folder)
        try:
            with os.fdopen(handle, "wb") as unfinished:
                unfinished.write(content)
            os.replace(name, file)
        except OSError:
            with contextlib.suppress(OSError):
                os.unlink(name)
            raise

    def _drop_oldest(self, newest: Path) -> None:
        """Remove the oldest files beyond the limits, and unfinished ones that nobody will finish."""
        found: list[tuple[float, int, Path]] = []
        with contextlib.suppress(OSError):
            for file in self._folder.iterdir():
                # another run may have removed it meanwhile
                with contextlib.suppress(OSError):
                    state = file.stat()
                    if file.suffix == _SUFFIX and file != newest:
                        found.append((state.st_mtime, state.st_size, file))
                    elif file.suffix == _UNFINISHED and time.time() - state.st_mtime > _ABANDONED_S:
                        file.unlink()
        with contextlib.suppress(OSError):
            room = MOST_BYTES - newest.stat().st_size
            for number, (_, size, file) in enumerate(sorted(found, reverse=True), 2):
                room -= size
                if room < 0 or number > MOST_FILES:
                    with contextlib.suppress(OSError):
                        file.unlink()


def _whole(key: PlacesKey) -> list[str]:
    return [os.path.abspath(key.database), key.projection, key.layout]


def _written(key: list[str], places: Places) -> bytes:
    """A line of JSON that says what follows, then the positions as float32."""
    numbers = places.positions.astype("<f4").tobytes()
    head = {
        "version": VERSION,
        "key": key,
        "ids": places.ids,
        "pinned": np.flatnonzero(places.pinned).tolist(),
        "sum": zlib.crc32(numbers),
    }
    return json.dumps(head, separators=(",", ":")).encode() + b"\n" + numbers


def _parsed(content: bytes) -> tuple[list[str], Places] | None:
    """The key and the places of a file. Raises ValueError, KeyError and TypeError for what is none of ours."""
    line, _, numbers = content.partition(b"\n")
    head = json.loads(line)
    ids = head["ids"]
    if head["version"] != VERSION or head["sum"] != zlib.crc32(numbers) or not all(type(id) is str for id in ids):
        return None
    positions = np.frombuffer(numbers, "<f4").reshape(len(ids), 2).astype(np.float32)
    pinned = np.zeros(len(ids), bool)
    marks = np.array(head["pinned"], np.int64)
    if (len(marks) and (marks.min() < 0 or marks.max() >= len(ids))) or not np.isfinite(positions).all():
        return None
    pinned[marks] = True
    return head["key"], Places(tuple(ids), positions, pinned)
