-- title: Done tasks without a decision
-- about: Tasks that are done and are joined to no decision: how it was done is noted nowhere.
-- needs: nodes.id, nodes.type, nodes.title, nodes.status, nodes.updated_at, edges.source_id, edges.target_id
-- show: table
WITH decided AS MATERIALIZED (
  SELECT e.source_id AS id FROM edges e JOIN nodes d ON d.id = e.target_id AND d.type = 'decision'
  UNION
  SELECT e.target_id FROM edges e JOIN nodes d ON d.id = e.source_id AND d.type = 'decision'
)
SELECT n.title, n.status, n.updated_at, n.created_at, n.id
FROM nodes n
WHERE n.type = 'task' AND n.status = 'done' AND n.id NOT IN (SELECT id FROM decided WHERE id IS NOT NULL)
ORDER BY n.updated_at DESC;
