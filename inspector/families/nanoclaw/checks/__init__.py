"""What can be wrong in NanoClaw files: every check, by what it looks at; and what can be in any file."""

from __future__ import annotations

from inspector.families import any_file
from inspector.families.nanoclaw.checks.access import ACCESS
from inspector.families.nanoclaw.checks.cells import CELLS
from inspector.families.nanoclaw.checks.delivery import DELIVERY
from inspector.families.nanoclaw.checks.folders import FOLDERS
from inspector.families.nanoclaw.checks.incoming import INCOMING
from inspector.families.nanoclaw.checks.liveness import LIVENESS
from inspector.families.nanoclaw.checks.numbering import NUMBERING
from inspector.families.nanoclaw.checks.reaching import REACHING
from inspector.families.nanoclaw.checks.routing import ROUTING
from inspector.families.nanoclaw.checks.schema import SCHEMA
from inspector.families.nanoclaw.checks.tasks import TASKS
from inspector.families.nanoclaw.checks.waiting import WAITING

CHECKS = (
    *LIVENESS,
    *INCOMING,
    *DELIVERY,
    *NUMBERING,
    *TASKS,
    *ROUTING,
    *REACHING,
    *ACCESS,
    *WAITING,
    *FOLDERS,
    *SCHEMA,
    *CELLS,
    *any_file.CHECKS,
)
