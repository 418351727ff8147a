-- title: Snapshots over time
-- about: How many nodes and edges each snapshot says it holds, and whether that is what its JSON holds.
-- needs: snapshots.node_count, snapshots.edge_count, snapshots.created_at, snapshots.snapshot, snapshots.project
-- show: chart
-- chart: line x=created_at y=node_count y=edge_count group=project
SELECT created_at, node_count, edge_count,
  CASE WHEN NOT json_valid(snapshot) THEN 'its JSON cannot be read'
    WHEN json_array_length(snapshot, '$.nodes') IS NOT node_count OR json_array_length(snapshot, '$.edges') IS NOT edge_count
      THEN 'its JSON holds ' || coalesce(json_array_length(snapshot, '$.nodes'), 'no') || ' nodes and '
        || coalesce(json_array_length(snapshot, '$.edges'), 'no') || ' edges' ELSE '' END AS remark,
  octet_length(snapshot) AS bytes, project, session_id, id
FROM snapshots
ORDER BY created_at;
