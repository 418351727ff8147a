-- title: Permission audit of all calls
-- about: Every tool call, the newest first, with who let it run: asked and allowed, denied by policy or when asked, blocked by a hook, or not logged (allowed by a rule). An answer within the second of the call may have come from nobody.
-- needs: transcript_entries.payload_json, hook_invocations.tool_use_id, hook_invocations.exit_code, tool_permission_log.tool_use_id, tool_permission_log.reason_json
-- param: session_id text picker=sessions label="Session (all if empty)"
-- param: rows integer default=500 label="Rows"
-- show: table
WITH blocks AS (
  SELECT t.id, t.session_id, t.created_at, b.key AS block, CASE WHEN b.type = 'object' THEN b.value END AS part
  FROM transcript_entries t, json_each(CASE WHEN json_valid(t.payload_json) THEN t.payload_json ELSE '{}' END, '$.content') b
  WHERE t.entry_type = 'assistant' AND (:session_id IS NULL OR t.session_id = :session_id)
), calls AS (
  SELECT id, session_id, created_at, block, CAST(json_extract(part, '$.id') AS TEXT) AS call, json_extract(part, '$.name') AS tool,
    json_extract(part, '$.input') AS input
  FROM blocks WHERE json_extract(part, '$.type') = 'tool_use'
)
SELECT c.tool,
  CASE WHEN g.decision = 'deny' AND g.reason_json LIKE '%"interactive"%' THEN 'denied when asked'
    WHEN g.decision = 'deny' THEN 'denied by policy'
    WHEN (c.session_id, c.call) IN (SELECT session_id, tool_use_id FROM hook_invocations
      WHERE hook_event = 'PreToolUse' AND exit_code = 2 AND tool_use_id IS NOT NULL) THEN 'hook block'
    WHEN g.decision = 'allow' AND round((julianday(g.created_at) - julianday(c.created_at)) * 86400) <= 0
      THEN 'allowed, no human?'
    WHEN g.decision = 'allow' THEN 'allowed when asked'
    WHEN g.decision IS NOT NULL THEN g.decision
    ELSE 'not logged' END AS decision,
  substr(c.input, 1, 300) AS input, c.created_at AS called_at, g.created_at AS decided_at, g.reason_json AS reason,
  c.session_id, c.call AS tool_use_id
FROM calls c LEFT JOIN tool_permission_log g ON g.session_id = c.session_id AND g.tool_use_id = c.call
ORDER BY c.id DESC, c.block DESC
LIMIT :rows;
