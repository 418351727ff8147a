-- title: Permission audit (as documented)
-- about: The newest decisions. Those of one second stand in any order, and their session is not told; "Permission audit of all calls" says both, and why.
-- needs: tool_permission_log.tool_name, tool_permission_log.decision, tool_permission_log.created_at
-- show: table
SELECT tool_name, decision, created_at
FROM tool_permission_log
ORDER BY created_at DESC
LIMIT 50;
