-- title: How long hooks took
-- about: Each hook run that ended with its milliseconds, the slowest first: which hook holds the agent up, and when.
-- needs: hook_invocations.hook_event, hook_invocations.command, hook_invocations.started_at, hook_invocations.completed_at
-- param: hook_event text label="Event (all if empty)"
-- show: chart
-- chart: scatter x=started_at y=ms group=hook_event
SELECT started_at, CAST(round((julianday(completed_at) - julianday(started_at)) * 86400000) AS INTEGER) AS ms, hook_event,
  command, tool_name, exit_code, session_id, id
FROM hook_invocations
WHERE completed_at IS NOT NULL AND (:hook_event IS NULL OR hook_event = :hook_event)
ORDER BY ms DESC;
