"""What is wrong in the sample world on purpose: which check finds it, where, in words, and how it is repaired."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import apsw

from inspector.sample.making import Shape
from inspector.sample.moments import Moments, iso, unix

BOTH: tuple[Shape, ...] = ("real", "documented")


class Workbench:
    """The files of one place of the sample world while its faults are repaired."""

    def __init__(self, files: Mapping[str, Path], moments: Moments) -> None:
        """``files``: by the schema name that repairs call them by; what is not there is left out."""
        self.moments = moments
        self.files = {name: path for name, path in files.items() if path.exists()}
        self._connection = apsw.Connection(":memory:")
        for name, path in self.files.items():
            if path.is_file():
                self._connection.execute(f'ATTACH ? AS "{name}"', (str(path),))
                self._connection.execute(f'PRAGMA "{name}".synchronous=OFF').fetchall()

    def run(self, sql: str) -> None:
        """Run statements; ``:now`` is "as of" as text, ``:yesterday`` a day before, ``:tomorrow`` one after it."""
        yesterday, tomorrow = self.moments.ago(days=1), self.moments.ago(days=-1)
        given = {
            "now": iso(self.moments.as_of),
            "now_s": unix(self.moments.as_of),
            "yesterday": iso(yesterday),
            "tomorrow": iso(tomorrow),
        }
        with self._connection:
            self._connection.execute(sql, given).fetchall()

    def close(self) -> None:
        """Give the files back: no sidecar is left beside them."""
        self._connection.close()


Repair = str | Callable[[Workbench], None]
"""Statements, or what cannot be said in SQL."""


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong in one place of the sample world."""

    check: str
    """Id of the check that finds it."""
    place: str
    """Its place: a file or a session, as its family calls it."""
    words: str
    """What is wrong, in words."""
    repair: Repair
    """What makes it right again, in worlds of any size."""
    rows: int = 1
    """How many rows show it, in a world of scale 1."""
    shapes: tuple[Shape, ...] = BOTH
    """In which shapes it is found."""


@dataclass(frozen=True)
class Planted:
    """One thing that is wrong in a world that was made."""

    check: str
    """Id of the check that finds it."""
    path: Path
    """The file, session folder or folder ``data`` of an install that it is told of."""
    words: str
    """What is wrong, in words."""
    rows: int
    """How many rows show it, in a world of scale 1."""


def planted(faults: tuple[Fault, ...], places: Mapping[str, Path], shape: Shape) -> tuple[Planted, ...]:
    """The faults of a shape, each with the path of its place."""
    return tuple(Planted(f.check, places[f.place], f.words, f.rows) for f in faults if shape in f.shapes)


def repair(
    faults: tuple[Fault, ...], files: Callable[[str], Mapping[str, Path]], shape: Shape, as_of: datetime
) -> None:
    """Repair all faults of a shape in the order in which they are declared; ``files``: what a place consists of."""
    moments = Moments(as_of)
    for fault in faults:
        if shape not in fault.shapes:
            continue
        with closing(Workbench(files(fault.place), moments)) as bench:
            if isinstance(fault.repair, str):
                bench.run(fault.repair)
            else:
                fault.repair(bench)
