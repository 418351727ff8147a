-- title: Contradictions
-- about: Done tasks that an active blocker still blocks, done tasks that depend on open ones, and decisions that contradict each other while both are accepted.
-- needs: nodes.id, nodes.type, nodes.status, nodes.title, edges.source_id, edges.target_id, edges.type
-- show: table
SELECT 'done, and still blocked' AS what, n.title AS one, b.title AS other, n.status AS one_status, b.status AS other_status,
  n.updated_at, n.id AS one_id, b.id AS other_id
FROM edges e
JOIN nodes n ON n.id = CASE e.type WHEN 'depends_on' THEN e.source_id ELSE e.target_id END
JOIN nodes b ON b.id = CASE e.type WHEN 'depends_on' THEN e.target_id ELSE e.source_id END
WHERE e.type IN ('blocks', 'depends_on', 'child_of') AND n.type = 'task' AND n.status = 'done' AND b.type = 'blocker'
  AND b.status = 'active'
UNION ALL
SELECT 'done before what it depends on', n.title, d.title, n.status, d.status, n.updated_at, n.id, d.id
FROM edges e JOIN nodes n ON n.id = e.source_id JOIN nodes d ON d.id = e.target_id
WHERE e.type = 'depends_on' AND n.type = 'task' AND n.status = 'done' AND d.type = 'task'
  AND lower(d.status) NOT IN ('done', 'cancelled')
UNION ALL
SELECT 'both accepted', a.title, b.title, a.status, b.status, max(a.updated_at, b.updated_at), a.id, b.id
FROM edges e JOIN nodes a ON a.id = e.source_id JOIN nodes b ON b.id = e.target_id
WHERE e.type = 'contradicts' AND a.type = 'decision' AND b.type = 'decision' AND a.status = 'accepted'
  AND b.status = 'accepted'
ORDER BY 1, 6 DESC;
