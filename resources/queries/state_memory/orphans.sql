-- title: Nodes that nothing is joined to
-- about: Nodes without any edge, the oldest first. Observations often stand alone and are left out.
-- needs: nodes.id, nodes.type, nodes.title, nodes.status, nodes.created_at, edges.source_id, edges.target_id
-- show: table
SELECT n.type, n.title, n.status, n.created_at, n.updated_at, n.id
FROM nodes n
WHERE n.type <> 'observation' AND NOT EXISTS (SELECT 1 FROM edges e WHERE e.source_id = n.id)
  AND NOT EXISTS (SELECT 1 FROM edges e WHERE e.target_id = n.id)
ORDER BY n.type, n.created_at;
