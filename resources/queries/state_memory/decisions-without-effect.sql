-- title: Decisions without effect
-- about: Accepted decisions that nothing implements, was decided in, references or is changed by: nobody acts on them, or it was not noted.
-- needs: nodes.id, nodes.type, nodes.status, nodes.title, edges.source_id, edges.target_id, edges.type
-- show: table
WITH ends AS (
  SELECT source_id AS id, target_id AS other, type FROM edges UNION ALL SELECT target_id, source_id, type FROM edges
), acted AS MATERIALIZED (
  SELECT DISTINCT e.id FROM ends e JOIN nodes x ON x.id = e.other
  WHERE x.type IN ('task', 'artifact', 'milestone', 'plan', 'spec', 'requirement')
    AND e.type IN ('implements', 'decided_in', 'produces', 'references', 'modifies', 'part_of', 'child_of', 'satisfies')
)
SELECT n.title, n.status, (SELECT count(*) FROM edges e WHERE e.source_id = n.id)
    + (SELECT count(*) FROM edges e WHERE e.target_id = n.id) AS edges,
  CASE WHEN json_valid(n.metadata) THEN json_extract(n.metadata, '$.rationale') END AS rationale,
  n.created_at, n.updated_at, n.id
FROM nodes n
WHERE n.type = 'decision' AND n.status = 'accepted' AND n.id NOT IN (SELECT id FROM acted)
ORDER BY n.created_at;
