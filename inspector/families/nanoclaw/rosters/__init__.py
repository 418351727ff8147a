"""What is planned, what waits for a person, what agents say to one another."""

from __future__ import annotations

from inspector.families.nanoclaw.rosters.flow import agent_of, spoken
from inspector.families.nanoclaw.rosters.tasks import task_series
from inspector.families.nanoclaw.rosters.waiting import settled, waiting
from inspector.families.rosters import Rosters

ROSTERS = Rosters(tasks=task_series, waiting=waiting, settled=settled, spoken=spoken, agent=agent_of)
