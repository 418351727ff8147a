-- title: Why is this blocked?
-- about: Everything that a node waits for, directly or through others: what it depends on, what blocks it, its children. It ends at what is done or cancelled, and meets each node once.
-- needs: nodes.id, nodes.type, nodes.status, nodes.title, edges.source_id, edges.target_id, edges.type
-- param: node_id text required picker=nodes label="Node"
-- param: depth integer default=20 label="Steps at most"
-- show: table
WITH RECURSIVE waits AS MATERIALIZED (
  SELECT CAST(CASE type WHEN 'depends_on' THEN source_id ELSE target_id END AS TEXT) AS waiting,
    CAST(CASE type WHEN 'depends_on' THEN target_id ELSE source_id END AS TEXT) AS awaited,
    CASE type WHEN 'depends_on' THEN 'depends on it' WHEN 'blocks' THEN 'is blocked by it' ELSE 'has it as a child' END AS how
  FROM edges WHERE type IN ('depends_on', 'blocks', 'child_of')
), reached(id, steps) AS (
  SELECT :node_id, 0
  UNION
  SELECT w.awaited, r.steps + 1 FROM reached r JOIN waits w ON w.waiting = r.id JOIN nodes n ON n.id = w.awaited
  WHERE r.steps < :depth AND lower(n.status) NOT IN ('done', 'cancelled', 'resolved', 'completed', 'reached', 'abandoned')
), nearest AS (SELECT id, min(steps) AS steps FROM reached GROUP BY id)
SELECT f.steps, n.type, n.title, n.status,
  (SELECT group_concat(x.title || ' ' || w.how, '; ') FROM waits w JOIN nearest g ON g.id = w.waiting
    JOIN nodes x ON x.id = w.waiting WHERE w.awaited = n.id AND g.steps < f.steps) AS as_what,
  NOT EXISTS (SELECT 1 FROM waits w JOIN nodes x ON x.id = w.awaited WHERE w.waiting = n.id
    AND lower(x.status) NOT IN ('done', 'cancelled', 'resolved', 'completed', 'reached', 'abandoned')) AS begins_here,
  n.updated_at, n.id
FROM nearest f JOIN nodes n ON n.id = f.id
WHERE f.steps > 0
ORDER BY f.steps, n.type, n.title;
