"""How is the work of an agent drawn down to its calls: conversation, session, subagent, and each call of a tool?"""

from __future__ import annotations

from inspector.db.needs import needs
from inspector.families.nehanda.graphs import WORK, WORK_FIELDS
from inspector.families.nehanda.statuses import STATUSES
from inspector.graph.projection import EdgeGroup, FieldQuery, GraphProjection, GraphQuery

# one row for each call: its block may stand anywhere in an entry, and older engines repeat it in an entry of its own
CALLS = """
SELECT t.session_id AS session, CAST(json_extract(b.value, '$.id') AS TEXT) AS call,
  CAST(json_extract(b.value, '$.name') AS TEXT) AS tool, json_extract(b.value, '$.input') AS input,
  min(t.rowid) AS place
FROM transcript_entries t, json_each(CASE WHEN json_valid(t.payload_json) THEN
  CASE json_type(t.payload_json, '$.content') WHEN 'array' THEN json_extract(t.payload_json, '$.content')
  ELSE json_array(json(t.payload_json)) END END) b
WHERE t.entry_type IN ('assistant', 'tool_use') AND b.type = 'object' AND json_extract(b.value, '$.id') IS NOT NULL
  AND (json_extract(b.value, '$.type') = 'tool_use' OR (t.entry_type = 'tool_use' AND json_extract(b.value, '$.name')
  IS NOT NULL))
GROUP BY 1, 2"""
"""One row for each call of a tool: session, call (its id), tool, input, place (rowid of its entry)."""

# no index finds the result of a call: all results are read once, and joined
_RESULTS = """
WITH results AS MATERIALIZED (
  SELECT session_id, tool_use_id, max(CASE WHEN json_valid(payload_json) THEN
    coalesce(json_extract(payload_json, '$.is_error'), 0) ELSE 0 END) AS failed
  FROM transcript_entries WHERE entry_type = 'tool_result' AND tool_use_id IS NOT NULL GROUP BY 1, 2)"""
_STATUS = "CASE r.failed WHEN 0 THEN 'completed' WHEN 1 THEN 'failed' ELSE 'no result' END"
_INPUT = "CASE WHEN json_valid(c.input) THEN c.input END"
_SAYING = ("file_path", "path", "command", "pattern", "description", "query", "url")
_LABEL = (
    "COALESCE(c.tool, 'call') || COALESCE(' · ' || substr(COALESCE("
    + ", ".join(f"json_extract({_INPUT}, '$.{member}')" for member in _SAYING)
    + "), 1, 120), '')"
)
_NEEDS = needs(
    "transcript_entries.session_id",
    "transcript_entries.entry_type",
    "transcript_entries.payload_json",
    "transcript_entries.tool_use_id",
)

WORK_CALLS = GraphProjection(
    id="calls",
    title="Conversations down to calls",
    about="A conversation leads to its sessions, a session to the subagents it started (inferred from time) and to "
    "every call of a tool that it made; a call without a result is marked as waiting.",
    nodes=(
        *WORK.nodes,
        GraphQuery(
            f"{_RESULTS} SELECT 'call:' || c.session || ':' || c.call, 'tool', {_STATUS}, {_LABEL}, c.place "
            f"FROM ({CALLS}) c LEFT JOIN results r ON r.session_id = c.session AND r.tool_use_id = c.call "
            "ORDER BY c.place",
            "transcript_entries",
        ),
    ),
    edges=(
        *WORK.edges,
        GraphQuery(
            "SELECT 's:' || c.session, 'call:' || c.session || ':' || c.call, 'call', c.tool, NULL, NULL, c.place "
            f"FROM ({CALLS}) c ORDER BY c.place",
            "transcript_entries",
        ),
    ),
    needs=needs(*WORK.needs.names, *_NEEDS.names),
    statuses=STATUSES,
    layout="layered",
    fields=(
        *WORK_FIELDS,
        FieldQuery("tool", "Tool", "choice", f"SELECT 'call:' || c.session || ':' || c.call, c.tool FROM ({CALLS}) c"),
    ),
    edge_groups=(
        EdgeGroup("calls", "Calls", ("call",), node_types=("tool",)),
        EdgeGroup("plans", "Plans", ("plan",), node_types=("plan",)),
    ),
)
