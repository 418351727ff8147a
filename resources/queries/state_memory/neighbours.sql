-- title: Neighbourhood of a node
-- about: All edges within some steps of a node, in either direction, drawn as a graph.
-- needs: nodes.id, nodes.title, edges.source_id, edges.target_id, edges.type, nodes.status
-- param: node_id text required picker=nodes label="Node"
-- param: steps integer default=2 label="Steps"
-- show: graph
WITH RECURSIVE near(id, steps) AS (
  SELECT :node_id, 0
  UNION
  SELECT e.target_id, n.steps + 1 FROM near n JOIN edges e ON e.source_id = n.id WHERE n.steps < :steps
  UNION
  SELECT e.source_id, n.steps + 1 FROM near n JOIN edges e ON e.target_id = n.id WHERE n.steps < :steps
), ids AS (SELECT DISTINCT id FROM near), named AS (
  SELECT id, status, CASE WHEN count(*) OVER (PARTITION BY title) > 1 THEN title || ' (' || substr(id, -6) || ')' ELSE title END AS title
  FROM nodes
)
SELECT coalesce(s.title, e.source_id) AS source, coalesce(t.title, e.target_id) AS target, e.type AS type
FROM edges e LEFT JOIN named s ON s.id = e.source_id LEFT JOIN named t ON t.id = e.target_id
WHERE e.source_id IN ids AND e.target_id IN ids;
