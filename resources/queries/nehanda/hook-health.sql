-- title: Hook health by command
-- about: Each hook with how often it ran, failed, blocked, was killed or skipped, and how long it takes.
-- needs: hook_invocations.command, hook_invocations.exit_code, hook_invocations.skipped_reason, hook_invocations.completed_at
-- show: table
SELECT hook_event, command, count(*) AS runs, sum(exit_code = 0) AS ok,
  sum(exit_code NOT IN (0, 2) OR (exit_code = 2 AND hook_event <> 'PreToolUse')) AS failed,
  sum(exit_code = 2 AND hook_event = 'PreToolUse') AS blocked,
  sum(exit_code IS NULL AND completed_at IS NOT NULL AND skipped_reason IS NULL) AS killed,
  sum(skipped_reason IS NOT NULL) AS skipped,
  CAST(round(avg(julianday(completed_at) - julianday(started_at)) * 86400000) AS INTEGER) AS mean_ms,
  CAST(round(max(julianday(completed_at) - julianday(started_at)) * 86400000) AS INTEGER) AS longest_ms,
  sum(length(coalesce(stdout_text, ''))) AS written, max(started_at) AS last_run
FROM hook_invocations
GROUP BY hook_event, command
ORDER BY failed DESC, killed DESC, runs DESC;
