-- title: Decisions without effect
-- about: Accepted decisions that nothing implements, was decided in, references or is changed by: nobody acts on them, or it was not noted.
-- needs: nodes.id, nodes.type, nodes.status, nodes.title, edges.source_id, edges.target_id, edges.type
-- show: table
SELECT n.title, n.status, (SELECT count(*) FROM edges e WHERE e.source_id = n.id OR e.target_id = n.id) AS edges,
  CASE WHEN json_valid(n.metadata) THEN json_extract(n.metadata, '$.rationale') END AS rationale,
  n.created_at, n.updated_at, n.id
FROM nodes n
WHERE n.type = 'decision' AND n.status = 'accepted'
  AND NOT EXISTS (SELECT 1 FROM edges e JOIN nodes x ON x.id = CASE e.source_id WHEN n.id THEN e.target_id ELSE e.source_id END
    WHERE n.id IN (e.source_id, e.target_id) AND x.type IN ('task', 'artifact', 'milestone', 'plan', 'spec', 'requirement')
      AND e.type IN ('implements', 'decided_in', 'produces', 'references', 'modifies', 'part_of', 'child_of', 'satisfies'))
ORDER BY n.created_at;
