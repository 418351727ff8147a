"""Where what is wrong in the sample install on purpose is told of, and the files of each place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path

from inspector.sample.chance import Chance
from inspector.sample.moments import Moments
from inspector.sample.nanoclaw.cast import Cast
from inspector.sample.nanoclaw.central_faults import CENTRAL as CENTRAL
from inspector.sample.nanoclaw.central_faults import CENTRAL_FAULTS
from inspector.sample.nanoclaw.session_faults import SESSION_FAULTS

FAULTS = (*CENTRAL_FAULTS, *SESSION_FAULTS)
"""All of them, in the order in which they are repaired."""


def session_folders(install: Path, as_of: datetime, seed: int) -> dict[str, Path]:
    """The folder of each told session by its key: the same time and seed give the same ids again."""
    cast = Cast(Chance(seed, "nanoclaw"), Moments(as_of))
    sessions = install / "data" / "v2-sessions"
    return {key: sessions / cast.agents[one.agent].id / one.id for key, one in cast.sessions.items()}


def files_of(install: Path, folders: Mapping[str, Path]) -> Callable[[str], Mapping[str, Path]]:
    """Which files a place of the install consists of, by the names that repairs call them by."""
    data = install / "data"

    def files(place: str) -> Mapping[str, Path]:
        central = {"central": data / "v2.db"}
        if place == CENTRAL:
            return {**central, "sessions": data / "v2-sessions"}
        folder = folders[place]
        return {**central, "inbound": folder / "inbound.db", "outbound": folder / "outbound.db", "folder": folder}

    return files
