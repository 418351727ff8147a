-- title: Milestones and how far they are
-- about: Every milestone with its tasks (part_of or child_of it), how many are finished, and the day it is due.
-- needs: nodes.id, nodes.type, nodes.status, nodes.title, nodes.metadata, edges.source_id, edges.target_id, edges.type
-- show: table
SELECT m.title, m.status, count(t.id) AS tasks,
  coalesce(sum(lower(t.status) IN ('done', 'cancelled')), 0) AS finished,
  CASE WHEN count(t.id) THEN 100 * sum(lower(t.status) IN ('done', 'cancelled')) / count(t.id) END AS percent,
  CASE WHEN json_valid(m.metadata) THEN json_extract(m.metadata, '$.due') END AS due,
  CASE WHEN json_valid(m.metadata) AND julianday(json_extract(m.metadata, '$.due')) + 1 < julianday(:now)
    AND m.status NOT IN ('reached', 'missed', 'cancelled', 'done') THEN 'overdue' ELSE '' END AS remark,
  m.updated_at, m.id
FROM nodes m
LEFT JOIN edges e ON e.target_id = m.id AND e.type IN ('part_of', 'child_of')
LEFT JOIN nodes t ON t.id = e.source_id AND t.type = 'task'
WHERE m.type = 'milestone'
GROUP BY m.id
ORDER BY due IS NULL, due, m.created_at;
