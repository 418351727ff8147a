-- title: Relations by type
-- about: How often nodes of which types are joined by which relation. Edges whose node is gone are told as such.
-- needs: nodes.id, nodes.type, edges.source_id, edges.target_id, edges.type
-- show: table
-- chart: bar x=relation y=edges
SELECT e.type AS relation, coalesce(s.type, '(gone)') AS from_type, coalesce(t.type, '(gone)') AS to_type, count(*) AS edges
FROM edges e LEFT JOIN nodes s ON s.id = e.source_id LEFT JOIN nodes t ON t.id = e.target_id
GROUP BY relation, from_type, to_type
ORDER BY edges DESC, relation, from_type, to_type;
