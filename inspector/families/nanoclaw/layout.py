"""Which NanoClaw files belong together, told by where they lie: halves of a pair, pairs of an install."""

from __future__ import annotations

import os

from inspector.db.listing import list_folder
from inspector.families.family import FoundSource

CENTRAL_NAME = "v2.db"
SESSIONS_NAME = "v2-sessions"
HALVES = {"inbound": "inbound.db", "outbound": "outbound.db"}
LEGACY_NAME = "session.db"
_SKIPPED = frozenset((".claude-shared", "agent-runner-src"))
_SESSION_MARKS = (".heartbeat", "inbox", "outbox")
_OTHER = {"inbound": "outbound", "outbound": "inbound"}
_WHY_MISSING = {
    "inbound": "The inbound half of this session is missing: what came in, and what was delivered, is unknown.",
    "outbound": "The outbound half of this session is missing: what the agent sent and claimed is unknown.",
}


def gather(path: str, part: str) -> FoundSource | None:
    """The pair of a half, the install of a central database; None for a file that stands alone."""
    if part in HALVES:
        return _pair_of_half(path, part)
    if part == "central" and os.path.isdir(os.path.join(os.path.dirname(path), SESSIONS_NAME)):
        return _install(os.path.dirname(path), path)
    if part == "legacy" and os.path.basename(path) == LEGACY_NAME:
        return _legacy(path)
    return None


def survey(folder: str) -> FoundSource | None:
    """The install, group or session that a folder is; None if its layout is none of ours."""
    data = os.path.join(folder, "data")
    for place in (data, folder):
        if os.path.isdir(os.path.join(place, SESSIONS_NAME)):
            return _install(place, os.path.join(place, CENTRAL_NAME))
        if os.path.isfile(os.path.join(place, CENTRAL_NAME)):
            return _central_alone(os.path.join(place, CENTRAL_NAME))
    if os.path.basename(folder) == SESSIONS_NAME:
        return _sessions_folder(folder)
    if _has_session_file(folder):
        return _session(folder)
    return _group(folder)


def group_folders(sessions: str) -> list[str]:
    """The folders of ``v2-sessions`` that may hold sessions, sorted. Raises OSError."""
    return _folders(sessions)


def session_folders(group: str) -> list[str]:
    """The folders of a group that are sessions, sorted. Raises OSError."""
    return [folder for folder in _folders(group) if _looks_like_session(folder)]


def _pair_of_half(path: str, part: str) -> FoundSource:
    folder, name = os.path.split(path)
    if name == HALVES[part]:
        return _pair(folder)
    other = name.replace(part, _OTHER[part]) if part in name else HALVES[_OTHER[part]]
    paths = {part: path, _OTHER[part]: os.path.join(folder, other)}
    return _made_pair(paths, folder, identity=paths["inbound"] if os.path.exists(paths["inbound"]) else path)


def _pair(folder: str) -> FoundSource:
    return _made_pair({part: os.path.join(folder, name) for part, name in HALVES.items()}, folder, identity=folder)


def _made_pair(paths: dict[str, str], folder: str, identity: str) -> FoundSource:
    present = [(part, path) for part, path in sorted(paths.items()) if os.path.lexists(path)]
    missing = [(path, _WHY_MISSING[part]) for part, path in sorted(paths.items()) if not os.path.lexists(path)]
    notes = ["One half of a session alone: the other is missing."] if missing and present else []
    central = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(folder))), CENTRAL_NAME)
    if present and os.path.isfile(central):
        present.append(("central", central))
    elif present:
        notes.append("No central database (v2.db) lies above this session: names of chats and agents are unknown.")
    return FoundSource(
        title=os.path.basename(identity),
        kind="pair",
        path=identity,
        files=tuple(present),
        missing=tuple(missing),
        notes=tuple(notes),
        context=("central",),
    )


def _session(folder: str) -> FoundSource:
    """A session folder: a pair, or the one file of a legacy session."""
    legacy = os.path.join(folder, LEGACY_NAME)
    if os.path.isfile(legacy) and not any(os.path.lexists(os.path.join(folder, name)) for name in HALVES.values()):
        return _legacy(legacy)
    return _pair(folder)


def _legacy(path: str) -> FoundSource:
    return FoundSource(os.path.basename(os.path.dirname(path)), "file", path, (("legacy", path),))


def _install(data: str, central: str) -> FoundSource:
    pairs, missing = _pairs_below(os.path.join(data, SESSIONS_NAME))
    files: tuple[tuple[str, str], ...] = (("central", central),)
    if not os.path.lexists(central):
        files = ()
        why = "The central database is missing: who may talk to whom, names and approvals are unknown."
        missing = [(central, why), *missing]
    title = os.path.basename(os.path.dirname(data) if os.path.basename(data) == "data" else data)
    return FoundSource(title, "install", data, files, tuple(missing), tuple(pairs))


def _central_alone(path: str) -> FoundSource:
    note = f"No {SESSIONS_NAME} folder stands beside it: there are no sessions to show."
    return FoundSource(os.path.basename(path), "file", path, (("central", path),), notes=(note,))


def _sessions_folder(folder: str) -> FoundSource:
    central = os.path.join(os.path.dirname(folder), CENTRAL_NAME)
    if os.path.isfile(central):
        return _install(os.path.dirname(folder), central)
    pairs, missing = _pairs_below(folder)
    return FoundSource(os.path.basename(folder), "folder", folder, (), tuple(missing), tuple(pairs))


def _group(folder: str) -> FoundSource | None:
    try:
        sessions = [child for child in _folders(folder) if _has_session_file(child)]
    except OSError:
        return None
    if not sessions:
        return None
    found = [_session(child) for child in session_folders(folder)]
    return FoundSource(os.path.basename(folder), "folder", folder, children=tuple(found))


def _pairs_below(sessions: str) -> tuple[list[FoundSource], list[tuple[str, str]]]:
    """Every session of every group, and the folders that could not be listed."""
    found: list[FoundSource] = []
    problems: list[tuple[str, str]] = []
    try:
        groups = group_folders(sessions)
    except OSError as error:
        return [], [(sessions, f"This folder cannot be listed: {error.strerror}.")]
    for group in groups:
        try:
            found += [_session(folder) for folder in session_folders(group)]
        except OSError as error:
            problems.append((group, f"This folder cannot be listed: {error.strerror}."))
    return found, problems


def _folders(folder: str) -> list[str]:
    entries = (entry for entry in list_folder(folder) if entry.is_folder)
    return [entry.path for entry in entries if not entry.name.startswith(".") and entry.name not in _SKIPPED]


def _has_session_file(folder: str) -> bool:
    return any(os.path.isfile(os.path.join(folder, name)) for name in (*HALVES.values(), LEGACY_NAME))


def _looks_like_session(folder: str) -> bool:
    """Whether a folder is a session, though both its files may be gone."""
    return _has_session_file(folder) or any(os.path.exists(os.path.join(folder, mark)) for mark in _SESSION_MARKS)
