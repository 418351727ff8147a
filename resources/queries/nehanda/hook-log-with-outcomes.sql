-- title: Hook log with outcomes
-- about: The newest hook runs with what became of each, how long it took and how much it wrote.
-- needs: hook_invocations.hook_event, hook_invocations.exit_code, hook_invocations.skipped_reason, hook_invocations.completed_at, hook_invocations.started_at
-- param: session_id text picker=sessions label="Session (all if empty)"
-- param: rows integer default=500 label="Rows"
-- show: table
SELECT id,
  CASE WHEN skipped_reason IS NOT NULL THEN 'skipped: ' || replace(skipped_reason, '_', ' ')
    WHEN exit_code = 0 THEN 'ok'
    WHEN exit_code = 2 AND hook_event = 'PreToolUse' THEN 'blocked the call'
    WHEN exit_code IS NOT NULL THEN 'failed with ' || exit_code
    WHEN completed_at IS NOT NULL THEN 'killed or timed out'
    ELSE 'not ended' END AS outcome,
  hook_event, tool_name, matcher, command,
  CAST(round((julianday(completed_at) - julianday(started_at)) * 86400000) AS INTEGER) AS ms,
  length(stdout_text) AS stdout_length, length(stderr_text) AS stderr_length,
  substr(stderr_text, 1, 300) AS stderr, started_at, session_id
FROM hook_invocations
WHERE :session_id IS NULL OR session_id = :session_id
ORDER BY id DESC
LIMIT :rows;
