-- title: Permission outcomes by tool
-- about: How often calls of each tool were asked about and allowed, denied when asked, or denied by policy. Calls that a rule lets through are in no log.
-- needs: tool_permission_log.tool_name, tool_permission_log.decision, tool_permission_log.reason_json, tool_permission_log.created_at
-- show: chart
-- chart: bar x=tool y=decisions group=outcome
SELECT tool_name AS tool,
  CASE WHEN decision = 'deny' AND reason_json LIKE '%"interactive"%' THEN 'denied when asked'
    WHEN decision = 'deny' THEN 'denied by policy' WHEN decision = 'allow' THEN 'allowed' ELSE decision END AS outcome,
  count(*) AS decisions, max(created_at) AS last
FROM tool_permission_log
GROUP BY tool, outcome
ORDER BY count(*) DESC, tool, outcome;
