-- title: Hook execution log (as documented)
-- about: The newest hook runs. A run that was skipped, one that was killed and one that is running all have no exit code here; "Hook log with outcomes" tells them apart.
-- needs: hook_invocations.hook_event, hook_invocations.exit_code, hook_invocations.skipped_reason
-- show: table
SELECT hook_event, matcher, command, exit_code,
substr(stdout_text, 1, 200) AS stdout_preview,
skipped_reason
FROM hook_invocations
ORDER BY id DESC
LIMIT 50;
