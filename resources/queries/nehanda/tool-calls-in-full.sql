-- title: Tool calls in full
-- about: Every call of a session (of all sessions if none is chosen) with its input, result, hooks, permission and how long it took: from the last hook before it to the first after it, else between its two entries (whole seconds).
-- needs: transcript_entries.payload_json, transcript_entries.tool_use_id, transcript_entries.sequence, hook_invocations.tool_use_id, hook_invocations.hook_event, tool_permission_log.tool_use_id, tool_permission_log.decision
-- param: session_id text picker=sessions label="Session (all if empty)"
-- param: rows integer default=1000 label="Rows"
-- show: table
WITH entries AS (
  SELECT session_id, sequence, entry_type, tool_use_id, created_at,
    CASE WHEN json_valid(payload_json) THEN payload_json ELSE '{}' END AS payload
  FROM transcript_entries WHERE :session_id IS NULL OR session_id = :session_id
), blocks AS (
  SELECT e.session_id, e.sequence, e.created_at, b.key AS block, CASE WHEN b.type = 'object' THEN b.value END AS part
  FROM entries e, json_each(e.payload, '$.content') b WHERE e.entry_type = 'assistant'
), calls AS (
  SELECT session_id, sequence, block, created_at, CAST(json_extract(part, '$.id') AS TEXT) AS call,
    json_extract(part, '$.name') AS tool, json_extract(part, '$.input') AS input
  FROM blocks WHERE json_extract(part, '$.type') = 'tool_use'
), results AS (
  SELECT session_id, CAST(coalesce(tool_use_id, json_extract(payload, '$.tool_use_id')) AS TEXT) AS call,
    json_extract(payload, '$.content') AS content, json_extract(payload, '$.is_error') AS is_error, min(created_at) AS at
  FROM entries WHERE entry_type = 'tool_result' GROUP BY 1, 2
), hooks AS (
  SELECT session_id, tool_use_id AS call, count(*) AS runs,
    max(CASE WHEN hook_event = 'PreToolUse' AND exit_code = 2 THEN 1 ELSE 0 END) AS blocked,
    sum(exit_code NOT IN (0, 2)) AS failed,
    max(CASE WHEN hook_event = 'PreToolUse' THEN completed_at END) AS before_end,
    min(CASE WHEN hook_event LIKE 'PostToolUse%' THEN started_at END) AS after_start
  FROM hook_invocations WHERE tool_use_id IS NOT NULL GROUP BY 1, 2
), asked AS (
  SELECT session_id, tool_use_id AS call, decision, reason_json FROM tool_permission_log GROUP BY 1, 2 HAVING max(id)
)
SELECT c.sequence, c.tool, c.input,
  CASE WHEN h.blocked THEN 'blocked by a hook' WHEN a.decision = 'deny' THEN 'denied' WHEN r.call IS NULL THEN 'no result'
    WHEN json_valid(c.input) AND json_extract(c.input, '$._parseError') THEN 'arguments not parsed'
    WHEN r.is_error THEN 'failed' WHEN instr(r.content, '--- stderr ---') > 0 THEN 'wrote to stderr' ELSE 'ok' END AS outcome,
  substr(r.content, 1, 500) AS result,
  CASE WHEN h.before_end IS NOT NULL AND h.after_start IS NOT NULL
    THEN CAST(round((julianday(h.after_start) - julianday(h.before_end)) * 86400000) AS INTEGER)
    ELSE CAST(round((julianday(r.at) - julianday(c.created_at)) * 86400) AS INTEGER) * 1000 END AS ms,
  coalesce(h.runs, 0) AS hooks, coalesce(h.failed, 0) AS failed_hooks, coalesce(a.decision, 'not logged') AS permission,
  c.created_at, c.session_id, c.call AS tool_use_id
FROM calls c
LEFT JOIN results r ON r.session_id = c.session_id AND r.call = c.call
LEFT JOIN hooks h ON h.session_id = c.session_id AND h.call = c.call
LEFT JOIN asked a ON a.session_id = c.session_id AND a.call = c.call
ORDER BY c.created_at, c.session_id, c.sequence, c.block
LIMIT :rows;
