"""NanoClaw: a central database of who may talk to whom, and a pair of files for each session."""

from __future__ import annotations

from inspector.families.family import Family, Place
from inspector.families.nanoclaw.analyses import ANALYSES
from inspector.families.nanoclaw.cards import CARDS
from inspector.families.nanoclaw.chat import CHAT
from inspector.families.nanoclaw.checks import CHECKS
from inspector.families.nanoclaw.graphs import GRAPHS
from inspector.families.nanoclaw.keys import LOGICAL_KEYS
from inspector.families.nanoclaw.layout import gather, survey
from inspector.families.nanoclaw.overview import ATTENTION, FIGURES, MEMBERS, RECENT
from inspector.families.nanoclaw.parts import PARTS
from inspector.families.nanoclaw.payloads import SUMMARIES
from inspector.families.nanoclaw.rosters import ROSTERS
from inspector.families.nanoclaw.searches import SEARCH
from inspector.families.nanoclaw.secrets import SECRETS
from inspector.families.nanoclaw.statuses import STATUSES
from inspector.families.nanoclaw.timelines import TIMELINES
from inspector.families.nanoclaw.trace import TRACING
from inspector.families.nanoclaw.version import version
from inspector.families.nanoclaw.zone import schedule_zone

FAMILY = Family(
    id="nanoclaw",
    title="NanoClaw",
    about=(
        "A host that lets people talk to agents over chat platforms: a central file of who may talk to whom, and a "
        "pair of files for each session, one written by the host, one by the agent's container."
    ),
    parts=PARTS,
    places=(
        Place("NanoClaw checkout", home=("*/data/v2.db", "*/*/data/v2.db"), project=("data/v2.db", "v2.db")),
        Place("NanoClaw session", project=("inbound.db", "outbound.db")),
    ),
    logical_keys=LOGICAL_KEYS,
    graphs=GRAPHS,
    analyses=ANALYSES,
    timelines=TIMELINES,
    search=SEARCH,
    checks=CHECKS,
    figures=FIGURES,
    attention=ATTENTION,
    recent=RECENT,
    members=MEMBERS,
    cards=CARDS,
    secrets=SECRETS,
    summaries=SUMMARIES,
    statuses=STATUSES,
    version=version,
    zone=schedule_zone,
    tracing=TRACING,
    rosters=ROSTERS,
    chat=CHAT,
    gather=gather,
    survey=survey,
)
