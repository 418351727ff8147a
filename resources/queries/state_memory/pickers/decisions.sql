-- title: Decisions
-- needs: nodes.id, nodes.type, nodes.title, nodes.status, nodes.updated_at
SELECT id AS value, title || ' · ' || status AS label FROM nodes WHERE type = 'decision' ORDER BY updated_at DESC
