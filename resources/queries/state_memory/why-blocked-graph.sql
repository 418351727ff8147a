-- title: Why is this blocked? As a graph
-- about: The open nodes that a node waits for, directly or through others, with arrows from what waits to what it waits for.
-- needs: nodes.id, nodes.status, nodes.title, edges.source_id, edges.target_id, edges.type
-- param: node_id text required picker=nodes label="Node"
-- param: depth integer default=20 label="Steps at most"
-- show: graph
WITH RECURSIVE waits AS MATERIALIZED (
  SELECT CAST(CASE type WHEN 'depends_on' THEN source_id ELSE target_id END AS TEXT) AS waiting,
    CAST(CASE type WHEN 'depends_on' THEN target_id ELSE source_id END AS TEXT) AS awaited,
    CASE type WHEN 'depends_on' THEN 'depends on' WHEN 'blocks' THEN 'blocked by' ELSE 'has child' END AS how
  FROM edges WHERE type IN ('depends_on', 'blocks', 'child_of')
), reached(id, steps) AS (
  SELECT :node_id, 0
  UNION
  SELECT w.awaited, r.steps + 1 FROM reached r JOIN waits w ON w.waiting = r.id JOIN nodes n ON n.id = w.awaited
  WHERE r.steps < :depth AND lower(n.status) NOT IN ('done', 'cancelled', 'resolved', 'completed', 'reached', 'abandoned')
), nearest AS (SELECT DISTINCT id FROM reached), named AS (
  SELECT id, status, CASE WHEN count(*) OVER (PARTITION BY title) > 1 THEN title || ' (' || substr(id, -6) || ')' ELSE title END AS title
  FROM nodes
)
SELECT s.title AS source, t.title AS target, w.how AS type, t.status AS label
FROM waits w JOIN nearest a ON a.id = w.waiting JOIN nearest b ON b.id = w.awaited
  JOIN named s ON s.id = w.waiting JOIN named t ON t.id = w.awaited;
