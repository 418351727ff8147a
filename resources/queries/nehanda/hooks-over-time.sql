-- title: Hooks over time
-- about: The hook runs of a session, or the newest of all, on a line of time with what became of each.
-- needs: hook_invocations.hook_event, hook_invocations.exit_code, hook_invocations.skipped_reason, hook_invocations.completed_at, hook_invocations.started_at
-- param: session_id text picker=sessions label="Session (all if empty)"
-- param: rows integer default=2000 label="Newest runs"
-- show: timeline
-- time: started_at
SELECT started_at, hook_event, coalesce(tool_name, matcher) AS tool, command,
  CASE WHEN skipped_reason IS NOT NULL THEN 'skipped' WHEN exit_code = 0 THEN 'ok'
    WHEN exit_code = 2 AND hook_event = 'PreToolUse' THEN 'blocked the call' WHEN exit_code IS NOT NULL THEN 'failed'
    WHEN completed_at IS NOT NULL THEN 'killed or timed out' ELSE 'not ended' END AS status,
  CAST(round((julianday(completed_at) - julianday(started_at)) * 86400000) AS INTEGER) AS ms, session_id, id
FROM hook_invocations
WHERE :session_id IS NULL OR session_id = :session_id
ORDER BY id DESC
LIMIT :rows;
