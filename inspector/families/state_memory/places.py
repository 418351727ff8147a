"""Where do graph.db files stand on a machine, and when is a folder one of their homes?"""

from __future__ import annotations

import os

from inspector.db.listing import list_folder
from inspector.families.family import FoundSource, Place

FILE = "graph.db"
"""Name of every database of the system."""
HOME = ".state-memory-mcp"
"""Name of the folder that holds a folder per project, in a project or (below ``data``) in the home folder."""

PLACES = (
    Place(
        "project-local",
        home=(f"{HOME}/*/{FILE}", f"*/{HOME}/*/{FILE}", f"*/*/{HOME}/*/{FILE}"),
        project=(f"{HOME}/*/{FILE}",),
    ),
    Place("global data folder", home=(f"{HOME}/data/*/{FILE}",)),
)


def survey(folder: str) -> FoundSource | None:
    """The projects that a ``.state-memory-mcp`` folder (or the ``data`` folder in it) holds; None for other folders."""
    path = os.path.abspath(folder)
    name, parent = os.path.basename(path), os.path.basename(os.path.dirname(path))
    if name == HOME:
        projects = (*_projects(path), *_projects(os.path.join(path, "data")))
        title = os.path.basename(os.path.dirname(path)) or path
    elif (parent, name) == (HOME, "data"):
        projects, title = _projects(path), HOME
    else:
        return None
    if not projects:
        return None
    count = f"{len(projects)} project{'' if len(projects) == 1 else 's'}"
    return FoundSource(f"{title}: {count}", "folder", path, children=projects)


def gather(path: str, part: str) -> FoundSource | None:
    """A project's database on its own, called by its project; None where the folders do not tell the project."""
    folder = os.path.dirname(os.path.abspath(path))
    above = os.path.dirname(folder)
    if os.path.basename(path) != FILE:
        return None
    if os.path.basename(above) != HOME and not above.endswith(os.path.join(HOME, "data")):
        return None
    return _project(folder)


def _projects(folder: str) -> tuple[FoundSource, ...]:
    try:
        entries = [entry.path for entry in list_folder(folder)]
    except OSError:
        return ()
    return tuple(_project(entry) for entry in entries if os.path.isfile(os.path.join(entry, FILE)))


def _project(folder: str) -> FoundSource:
    file = os.path.join(folder, FILE)
    return FoundSource(os.path.basename(folder), "file", file, files=(("main", file),))
