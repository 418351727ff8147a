-- title: Nodes
-- needs: nodes.id, nodes.type, nodes.title, nodes.status, nodes.updated_at
SELECT id AS value, type || ': ' || title || ' · ' || status AS label FROM nodes
ORDER BY CASE type WHEN 'task' THEN 0 WHEN 'milestone' THEN 1 WHEN 'blocker' THEN 2 ELSE 3 END, updated_at DESC
