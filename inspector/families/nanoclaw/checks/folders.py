"""Whether folders and rows agree: sessions of an install, attachments of a session, destinations of both."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator

from inspector.db.listing import list_folder
from inspector.db.needs import needs
from inspector.db.values import Value
from inspector.errors import AccessDenied
from inspector.families.nanoclaw.checks.evidence import CENTRAL, SESSION, ref
from inspector.families.nanoclaw.layout import SESSIONS_NAME, group_folders, session_folders
from inspector.health.check import CheckContext, HealthCheck
from inspector.health.finding import Evidence, Level


def _folders(context: CheckContext) -> dict[str, list[tuple[str, str]]]:
    """Session id -> (group id, folder) of each folder of that name; empty without a sessions folder.

    Raises AccessDenied where one cannot be listed: what is in it is not missing.
    """
    found: dict[str, list[tuple[str, str]]] = {}
    try:
        for group in group_folders(os.path.join(context.folder, SESSIONS_NAME)):
            for folder in session_folders(group):
                found.setdefault(os.path.basename(folder), []).append((os.path.basename(group), folder))
    except FileNotFoundError:
        return found
    except OSError as error:
        raise _not_listed(error) from error
    return found


def _not_listed(error: OSError) -> AccessDenied:
    what = "This folder cannot be listed."
    return AccessDenied(what, path=str(error.filename), details=f"{what} ({error.filename}: {error.strerror})")


def _sessions(context: CheckContext) -> list[tuple[int, str, str, str]]:
    sql = "SELECT rowid, id, agent_group_id, created_at FROM sessions ORDER BY created_at"
    return [(int(key), str(id), str(group), str(at)) for key, id, group, at in context.reader.rows(sql)]  # type: ignore[arg-type]


def _without_folder(context: CheckContext) -> Iterator[Evidence]:
    if not os.path.isdir(os.path.join(context.folder, SESSIONS_NAME)):
        return
    folders = _folders(context)
    for key, id, group, at in _sessions(context):
        if id not in folders:
            yield Evidence(f"{id} of {group} has no folder", ref(context, "sessions", key), when=at)


def _without_row(context: CheckContext) -> Iterator[Evidence]:
    known = {id for _, id, _, _ in _sessions(context)}
    for id, places in _folders(context).items():
        for group, folder in places:
            if id not in known:
                yield Evidence(f"{group}/{id} has no row in sessions", path=folder)


def _wrong_group(context: CheckContext) -> Iterator[Evidence]:
    folders = _folders(context)
    for key, id, group, at in _sessions(context):
        for place, folder in folders.get(id, []):
            if place != group:
                text = f"{id} belongs to {group} and lies under {place}"
                yield Evidence(text, ref(context, "sessions", key), path=folder, when=at)


def _attachments(context: CheckContext) -> Iterator[Evidence]:
    for box, table in (("inbox", "messages_in"), ("outbox", "messages_out")):
        if context.catalog.table(table) is None:
            continue
        try:
            entries = list_folder(os.path.join(context.folder, box))
        except (FileNotFoundError, NotADirectoryError):
            continue
        except OSError as error:
            raise _not_listed(error) from error
        names = [entry.name for entry in entries if entry.is_folder and not entry.name.startswith(".")]
        asked = f"SELECT id FROM {table} WHERE id IN (SELECT value FROM json_each(?))"
        known = {id for (id,) in context.reader.rows(asked, (json.dumps(names),))} if names else set()
        for name in names:
            if name not in known:
                path = os.path.join(context.folder, box, name)
                yield Evidence(f"{box}/{name}: {table} has no message of this id", path=path)


_CHANNELS = (
    "SELECT d.local_name AS name, 'channel' AS type, c.channel_type || ' ' || c.platform_id AS place "
    "FROM agent_destinations d JOIN messaging_groups c ON c.id = d.target_id WHERE d.target_type = 'channel' "
    "AND d.agent_group_id = ?1 UNION ALL SELECT local_name, 'agent', target_id FROM agent_destinations "
    "WHERE target_type = 'agent' AND agent_group_id = ?1"
)


def _drift(context: CheckContext) -> Iterator[Evidence]:
    session = os.path.basename(context.folder)
    group = context.reader.value("SELECT agent_group_id FROM sessions WHERE id = ?", (session,))
    if group is None:
        return
    central = {str(name): (type, place) for name, type, place in context.reader.rows(_CHANNELS, (str(group),))}
    own: dict[str, tuple[tuple[object, object], Value]] = {}
    sql = "SELECT name, type, COALESCE(agent_group_id, channel_type || ' ' || platform_id), rowid FROM destinations"
    for name, type, place, key in context.reader.rows(sql):
        own[str(name)] = ((type, place), key)
    for name in sorted(central.keys() | own.keys()):
        if name not in own:
            yield Evidence(f"“{name}” is allowed and not in this session: the agent does not know of it")
        elif name not in central:
            yield Evidence(f"“{name}” is here and not allowed any more", ref(context, "destinations", own[name][1]))
        elif central[name] != own[name][0]:
            text = f"“{name}” leads to {own[name][0][1]!s} here and to {central[name][1]!s} in the central database"
            yield Evidence(text, ref(context, "destinations", own[name][1]))


FOLDERS = (
    HealthCheck(
        "nanoclaw.session_without_folder",
        "Sessions without a folder",
        Level.SUSPICIOUS,
        "Every row of sessions has a folder v2-sessions/<agent group id>/<session id>.",
        needs("sessions.agent_group_id"),
        run=_without_folder,
        parts=CENTRAL,
        advice="The session cannot run. Restore its folder, or close the session so that a new one is made.",
        method="Folder names below v2-sessions against sessions.",
    ),
    HealthCheck(
        "nanoclaw.folder_without_session",
        "Session folders without a row",
        Level.SUSPICIOUS,
        "Every session folder has a row in sessions; the host does not look into others.",
        needs("sessions.agent_group_id"),
        run=_without_row,
        parts=CENTRAL,
        advice="Look into the folder for what is worth keeping; the host will never read it.",
        method="Folder names below v2-sessions against sessions.",
    ),
    HealthCheck(
        "nanoclaw.folder_in_wrong_group",
        "Session folders under the wrong agent",
        Level.SUSPICIOUS,
        "A session's folder lies in the folder of its own agent group.",
        needs("sessions.agent_group_id"),
        run=_wrong_group,
        parts=CENTRAL,
        advice="Move the folder under its own agent group while the host is stopped.",
        method="Folder names below v2-sessions against sessions.",
    ),
    HealthCheck(
        "nanoclaw.attachment_without_message",
        "Attachments of messages that are not there",
        Level.INFORMATION,
        "A folder in inbox is named after a message in messages_in, one in outbox after one in messages_out.",
        run=_attachments,
        parts=SESSION,
        advice="Keep or delete the files; nothing refers to them.",
        method="Folder names in inbox and outbox against the ids of both message tables.",
    ),
    HealthCheck(
        "nanoclaw.destinations_differ",
        "Destinations that differ from the central database",
        Level.INFORMATION,
        "destinations is the session's copy of agent_destinations; the host writes it anew at the next wake.",
        needs("destinations.type", "agent_destinations.target_type", "sessions.agent_group_id", "messaging_groups.id"),
        run=_drift,
        parts=SESSION,
        advice="Nothing: the host writes the copy anew at the next wake. Until then the agent knows the old names.",
        method="destinations of the session against agent_destinations of its agent, both read together.",
        known=("nanocoai/nanoclaw#2465",),
    ),
)
