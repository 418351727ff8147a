-- title: What hangs on this?
-- about: Everything that waits for a node, directly or through others; each is met once, over the shortest of the ways that lead to it. The system's own impact leaves out updates, part_of and implements; "All relations" takes them in.
-- needs: nodes.id, nodes.type, nodes.status, nodes.title, edges.source_id, edges.target_id, edges.type
-- param: node_id text required picker=nodes label="Node"
-- param: all_relations boolean default=no label="All relations"
-- show: table
-- statement:
-- a row for each number of steps: who is met there first, and all that were met before
WITH RECURSIVE levels(steps, met, before) AS (
  SELECT 0, json_quote(:node_id), 'null'
  UNION ALL
  SELECT l.steps + 1,
    (SELECT group_concat(json_quote(CAST(id AS TEXT))) FROM (
      SELECT e.target_id AS id FROM json_each('[' || l.met || ']') m CROSS JOIN edges e ON e.source_id = m.value
      WHERE +e.type IN ('blocks', 'child_of')
      UNION
      SELECT e.source_id FROM json_each('[' || l.met || ']') m CROSS JOIN edges e ON e.target_id = m.value
      WHERE +e.type = 'depends_on' OR (:all_relations AND +e.type IN ('updates', 'part_of', 'implements'))
      EXCEPT
      SELECT value FROM json_each('[' || l.before || ',' || l.met || ']'))),
    l.before || ',' || l.met
  FROM levels l WHERE l.met IS NOT NULL
)
SELECT l.steps, n.type, n.title, n.status, n.updated_at, n.id
FROM levels l, json_each('[' || l.met || ']') m JOIN nodes n ON n.id = m.value
WHERE l.steps > 0
ORDER BY l.steps, n.type, n.title;
