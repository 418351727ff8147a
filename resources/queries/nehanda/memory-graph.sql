-- title: Strongest relations of memories
-- about: The relations the agent stored between memories, from a weight on, drawn as a graph.
-- needs: memory_edges.src_id, memory_edges.dst_id, memory_edges.relation, memory_edges.weight, memories.title
-- param: weight real default=0.5 label="Weight from"
-- param: rows integer default=2000 label="Relations"
-- show: graph
WITH named AS (
  SELECT id, CASE WHEN count(*) OVER (PARTITION BY title) > 1 THEN title || ' (' || substr(id, 1, 8) || ')' ELSE title END AS title
  FROM memories
)
SELECT s.title AS source, t.title AS target, e.relation AS type, round(e.weight, 2) AS label
FROM memory_edges e JOIN named s ON s.id = e.src_id JOIN named t ON t.id = e.dst_id
WHERE e.weight >= :weight
ORDER BY e.weight DESC
LIMIT :rows;
