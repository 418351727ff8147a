-- title: Decision trail
-- about: How a decision came to be: all that it replaced or was replaced by, over any number of steps, and what contradicts one of them, oldest first.
-- needs: nodes.id, nodes.type, nodes.status, nodes.title, edges.source_id, edges.target_id, edges.type
-- param: node_id text required picker=decisions label="Decision"
-- show: table
WITH RECURSIVE trail(id) AS (
  SELECT :node_id
  UNION
  SELECT e.target_id FROM trail t JOIN edges e ON e.source_id = t.id AND e.type = 'updates'
  UNION
  SELECT e.source_id FROM trail t JOIN edges e ON e.target_id = t.id AND e.type = 'updates'
)
SELECT n.created_at, n.title, n.status,
  (SELECT group_concat(x.title, '; ') FROM edges e JOIN nodes x ON x.id = e.target_id WHERE e.type = 'updates'
    AND e.source_id = n.id) AS replaces,
  (SELECT group_concat(x.title, '; ') FROM edges e JOIN nodes x ON x.id = CASE e.source_id WHEN n.id THEN e.target_id
    ELSE e.source_id END WHERE e.type = 'contradicts' AND n.id IN (e.source_id, e.target_id)) AS contradicts,
  CASE WHEN json_valid(n.metadata) THEN json_extract(n.metadata, '$.rationale') END AS rationale, n.updated_at, n.id
FROM trail t JOIN nodes n ON n.id = t.id
ORDER BY n.created_at, n.id;
