-- title: Estimates against hours
-- about: Tasks with an estimate or hours in their metadata, whichever way they were written ("4.5 hours", 3), the largest overrun first.
-- needs: nodes.type, nodes.title, nodes.status, nodes.metadata
-- show: table
WITH t AS (
  SELECT title, status, updated_at, id, CASE WHEN json_valid(metadata) THEN json_extract(metadata, '$.estimate') END AS estimate,
    CASE WHEN json_valid(metadata) THEN json_extract(metadata, '$.actual_hours') END AS hours,
    CASE WHEN json_valid(metadata) THEN json_extract(metadata, '$.assignee') END AS assignee
  FROM nodes WHERE type = 'task'
)
SELECT title, status, estimate, CAST(estimate AS REAL) AS estimated_hours, hours,
  hours - CAST(estimate AS REAL) AS overrun, assignee, updated_at, id
FROM t
WHERE estimate IS NOT NULL OR hours IS NOT NULL
ORDER BY overrun IS NULL, overrun DESC, estimated_hours DESC;
