"""The whole sample world: one folder in which every family has something to open, search and worry about."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from inspector.cancel import CancelToken
from inspector.errors import AccessDenied, InvalidInput, KnownError
from inspector.sample.chance import DEFAULT_SEED
from inspector.sample.generic import faults as application_faults
from inspector.sample.generic.database import make_rows_db
from inspector.sample.making import Making, Shape
from inspector.sample.moments import Moments, iso
from inspector.sample.nanoclaw import faults as install_faults
from inspector.sample.nanoclaw.install import make_nanoclaw_install
from inspector.sample.nehanda import faults as memory_faults
from inspector.sample.nehanda.database import make_nehanda_db
from inspector.sample.planted import Planted, planted, repair
from inspector.sample.readme import README, readme
from inspector.sample.state_memory import faults as graph_faults
from inspector.sample.state_memory.attic_lab import ATTIC_LAB
from inspector.sample.state_memory.database import make_graph_db
from inspector.sample.state_memory.paper_trail import PAPER_TRAIL

MARKER = "agentdb-inspector-sample.json"
"""The file that says a folder is a sample and may be replaced by a newer one."""

_PARTS = ("nanoclaw", ".state-memory-mcp", "nehanda", "wayfarer.db", README)
_MAX_SCALE = 1_000

FAULTS = (*install_faults.FAULTS, *graph_faults.FAULTS, *memory_faults.FAULTS, *application_faults.FAULTS)
"""All that is wrong in a sample world on purpose."""


@dataclass(frozen=True)
class SampleWorld:
    """Where everything of a sample world is."""

    folder: Path
    """The folder of it all."""
    as_of: datetime
    """The time that is "now" in it, UTC."""
    nanoclaw: Path
    """A NanoClaw install."""
    central: Path
    """Its data/v2.db."""
    pairs: tuple[Path, ...]
    """Folders of its session pairs, sorted."""
    graphs: tuple[Path, ...]
    """The graph.db files, the larger story first."""
    nehanda: Path
    """The ona-session.db."""
    application: Path
    """A file of no known family."""
    planted: tuple[Planted, ...] = ()
    """What is broken or suspicious in it on purpose; nothing where the faults were repaired."""

    @property
    def databases(self) -> tuple[Path, ...]:
        """Every database file."""
        halves = (pair / half for pair in self.pairs for half in ("inbound.db", "outbound.db"))
        return (self.central, *halves, *self.graphs, self.nehanda, self.application)


def make_sample(
    folder: Path,
    *,
    shape: Shape = "real",
    scale: int = 1,
    as_of: datetime | None = None,
    seed: int = DEFAULT_SEED,
    faults: bool = True,
    cancel: CancelToken | None = None,
    progress: Callable[[str], None] | None = None,
) -> SampleWorld:
    """Write the sample world into ``folder``, which must be new, empty or an earlier sample.

    ``scale`` multiplies the amounts: at 1,000 the project graph has 100,000 nodes and 200,000 edges, the agent memory
    100,000 memories, the application 2 million positions. ``as_of`` is "now" in the sample; the default is the time of
    making. ``faults``: whether what is wrong in it on purpose stays, or is repaired. Same arguments, same contents.
    Raises InvalidInput, AccessDenied, KnownError; Cancelled when ended, and then the folder holds nothing of the sample
    but its marker.
    """
    if not 1 <= scale <= _MAX_SCALE:
        raise InvalidInput(f"A scale of {scale} cannot be made.", advice=f"Choose 1 to {_MAX_SCALE}.")
    moments = Moments(as_of)
    making = Making(cancel, progress)
    try:
        _prepare(folder, shape, scale, moments, faults)
        try:
            world = _make(folder, shape, scale, moments.as_of, seed, making)
            return _with_faults(world, shape, seed) if faults else _repaired(world, shape, seed, making)
        except BaseException:
            _clear(folder)
            raise
    except OSError as error:
        raise _told(error, folder) from error


def _make(folder: Path, shape: Shape, scale: int, as_of: datetime, seed: int, making: Making) -> SampleWorld:
    grown = scale if scale > 1 else 0
    install = make_nanoclaw_install(
        folder / "nanoclaw", shape=shape, messages=50 * grown, as_of=as_of, seed=seed, making=making
    )
    projects = folder / ".state-memory-mcp"
    first = make_graph_db(
        projects / PAPER_TRAIL.project / "graph.db",
        shape=shape,
        nodes=100 * grown,
        edges=200 * grown,
        as_of=as_of,
        seed=seed,
        making=making,
    )
    second = make_graph_db(
        projects / ATTIC_LAB.project / "graph.db",
        shape=shape,
        story=ATTIC_LAB,
        edited_event=True,
        as_of=as_of,
        seed=seed,
        making=making,
    )
    nehanda = make_nehanda_db(
        folder / "nehanda" / "ona-session.db",
        shape=shape,
        memories=100 * scale,
        entries=100 * grown,
        as_of=as_of,
        seed=seed,
        making=making,
    )
    application = make_rows_db(folder / "wayfarer.db", rows=2_000 * scale, as_of=as_of, seed=seed, making=making)
    pairs = tuple(sorted(half.parent for half in (install / "data" / "v2-sessions").glob("*/*/inbound.db")))
    return SampleWorld(folder, as_of, install, install / "data" / "v2.db", pairs, (first, second), nehanda, application)


def _places(world: SampleWorld, seed: int) -> dict[str, Path]:
    """Where the faults of each place are told of."""
    return {
        **install_faults.session_folders(world.nanoclaw, world.as_of, seed),
        install_faults.CENTRAL: world.nanoclaw / "data",
        **dict(zip((graph_faults.BOOKS, graph_faults.LAB), world.graphs, strict=True)),
        memory_faults.MEMORY: world.nehanda,
        application_faults.APPLICATION: world.application,
    }


def _with_faults(world: SampleWorld, shape: Shape, seed: int) -> SampleWorld:
    """The world as it was made, with what is wrong in it, which its README tells too."""
    world = replace(world, planted=planted(FAULTS, _places(world, seed), shape))
    (world.folder / README).write_text(readme(world.folder, world.as_of, world.planted), encoding="utf-8")
    return world


def _repaired(world: SampleWorld, shape: Shape, seed: int, making: Making) -> SampleWorld:
    """The world after each of its faults was repaired."""
    places = _places(world, seed)
    of_install = install_faults.files_of(world.nanoclaw, places)

    def files(place: str) -> Mapping[str, Path]:
        path = places[place]
        return {"file": path} if path in world.databases else of_install(place)

    making.say(f"Repairing {len(FAULTS)} faults")
    repair(FAULTS, files, shape, world.as_of)
    (world.folder / README).write_text(readme(world.folder, world.as_of, ()), encoding="utf-8")
    return world


def _prepare(folder: Path, shape: Shape, scale: int, moments: Moments, faults: bool) -> None:
    """Make sure that nothing of the user's can be overwritten, and leave the marker."""
    if folder.exists() and not folder.is_dir():
        raise KnownError("This is a file, not a folder.", path=str(folder), advice="Name a new or empty folder.")
    if folder.is_dir() and any(folder.iterdir()) and not (folder / MARKER).is_file():
        raise KnownError(
            "The folder is not empty and is no earlier sample, so nothing was written.",
            path=str(folder),
            advice="Name a new or empty folder.",
        )
    folder.mkdir(parents=True, exist_ok=True)
    about = {
        "made_by": "agentdb-inspector",
        "shape": shape,
        "scale": scale,
        "as_of": iso(moments.as_of),
        "faults": faults,
    }
    (folder / MARKER).write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")
    _clear(folder)


def _clear(folder: Path) -> None:
    """Remove the parts that a sample is made of, and nothing else."""
    for name in _PARTS:
        part = folder / name
        if part.is_symlink() or part.is_file():
            part.unlink()
        elif part.is_dir():
            shutil.rmtree(part)


def _told(error: OSError, folder: Path) -> KnownError:
    if isinstance(error, PermissionError):
        return AccessDenied("The folder cannot be written to.", path=str(folder), details=str(error))
    return KnownError("The sample could not be written.", path=str(folder), details=str(error))
