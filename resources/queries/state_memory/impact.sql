-- title: What hangs on this?
-- about: Everything that waits for a node, directly or through others. The system's own impact leaves out updates, part_of and implements; choose them with "All relations" = 1.
-- needs: nodes.id, nodes.type, nodes.status, nodes.title, edges.source_id, edges.target_id, edges.type
-- param: node_id text required picker=nodes label="Node"
-- param: all_relations integer default=0 label="All relations (0 or 1)"
-- show: table
WITH RECURSIVE hangs AS (
  SELECT CAST(CASE WHEN type IN ('blocks', 'child_of') THEN source_id ELSE target_id END AS TEXT) AS on_what,
    CAST(CASE WHEN type IN ('blocks', 'child_of') THEN target_id ELSE source_id END AS TEXT) AS what
  FROM edges WHERE type IN ('depends_on', 'blocks', 'child_of')
    OR (:all_relations AND type IN ('updates', 'part_of', 'implements'))
), reached(id, steps) AS (
  SELECT :node_id, 0
  UNION
  SELECT h.what, r.steps + 1 FROM reached r JOIN hangs h ON h.on_what = r.id WHERE r.steps < 50
)
SELECT min(r.steps) AS steps, n.type, n.title, n.status, n.updated_at, n.id
FROM reached r JOIN nodes n ON n.id = r.id
WHERE r.id <> :node_id
GROUP BY n.id
ORDER BY 1, n.type, n.title;
