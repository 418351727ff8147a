-- title: Work that can begin
-- about: Tasks that are pending or in progress and wait for nothing that is still open: first those that hold up most others, then the oldest.
-- needs: nodes.id, nodes.type, nodes.status, nodes.title, nodes.created_at, nodes.metadata, edges.source_id, edges.target_id, edges.type
-- param: branch text label="Branch (all if empty)"
-- show: table
WITH waits AS MATERIALIZED (
  SELECT DISTINCT CAST(CASE type WHEN 'depends_on' THEN source_id ELSE target_id END AS TEXT) AS waiting,
    CAST(CASE type WHEN 'depends_on' THEN target_id ELSE source_id END AS TEXT) AS awaited
  FROM edges WHERE type IN ('depends_on', 'blocks', 'child_of') AND source_id <> target_id
), open AS MATERIALIZED (
  SELECT w.waiting, w.awaited FROM waits w JOIN nodes n ON n.id = w.awaited
  WHERE n.type IN ('task', 'blocker') AND lower(n.status) NOT IN ('done', 'cancelled', 'resolved')
), held AS MATERIALIZED (
  SELECT w.awaited, count(*) AS others FROM waits w JOIN nodes x ON x.id = w.waiting
  WHERE lower(x.status) NOT IN ('done', 'cancelled', 'resolved', 'completed', 'reached', 'abandoned')
  GROUP BY w.awaited
)
SELECT n.title, n.status, coalesce(h.others, 0) AS holds_up,
  CASE WHEN json_valid(n.metadata) THEN json_extract(n.metadata, '$.priority') END AS priority,
  CASE WHEN json_valid(n.metadata) THEN json_extract(n.metadata, '$.estimate') END AS estimate,
  n.git_branch, n.created_at, n.updated_at, n.id
FROM nodes n LEFT JOIN held h ON h.awaited = n.id
WHERE n.type = 'task' AND n.status IN ('pending', 'in_progress') AND n.id NOT IN (SELECT waiting FROM open)
  AND (:branch IS NULL OR n.git_branch = :branch)
ORDER BY holds_up DESC, n.created_at;
