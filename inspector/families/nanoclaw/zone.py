"""Which time zone the tasks of a session follow: the one in the container settings of its agent."""

from __future__ import annotations

import os

from inspector.db.catalog import Catalog
from inspector.db.needs import needs
from inspector.db.reader import Reader
from inspector.families.card import shown_text
from inspector.families.schedule_zone import ScheduleZone

_NEEDS = needs("agent_groups.id", "agent_groups.name", "container_configs.timezone", "container_configs.agent_group_id")


def schedule_zone(reader: Reader, catalog: Catalog, path: str) -> ScheduleZone | None:
    """The zone of the session at ``path``, its folder or a file in it, in the folder of its agent; None if unknown."""
    if not _NEEDS.met_by(catalog):
        return None
    session = os.path.dirname(path.rstrip(os.sep))
    folders = (os.path.basename(session), os.path.basename(os.path.dirname(session)))
    sql = (
        "SELECT g.name, c.timezone FROM agent_groups g LEFT JOIN container_configs c ON c.agent_group_id = g.id "
        "WHERE g.id IN (?, ?)"
    )
    for name, zone in reader.rows(sql, folders):
        return ScheduleZone(shown_text(zone).strip(), f"the container settings of {shown_text(name)}")
    return None
