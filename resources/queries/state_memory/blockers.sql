-- title: Blockers and what they hold up
-- about: Every blocker that is not resolved, with the open work it blocks, directly and through others.
-- needs: nodes.id, nodes.type, nodes.status, nodes.title, edges.source_id, edges.target_id, edges.type
-- show: table
WITH RECURSIVE waits AS MATERIALIZED (
  SELECT DISTINCT CAST(CASE type WHEN 'depends_on' THEN source_id ELSE target_id END AS TEXT) AS waiting,
    CAST(CASE type WHEN 'depends_on' THEN target_id ELSE source_id END AS TEXT) AS awaited
  FROM edges WHERE type IN ('depends_on', 'blocks', 'child_of')
), standing AS MATERIALIZED (
  SELECT id, title, status, created_at FROM nodes
  WHERE type = 'blocker' AND lower(status) NOT IN ('resolved', 'done', 'cancelled')
), held(blocker, id) AS (
  SELECT b.id, w.waiting FROM standing b JOIN waits w ON w.awaited = b.id
  UNION
  SELECT h.blocker, w.waiting FROM held h JOIN waits w ON w.awaited = h.id
), open AS (
  SELECT h.blocker, x.title, d.waiting IS NOT NULL AS direct
  FROM held h JOIN nodes x ON x.id = h.id LEFT JOIN waits d ON d.awaited = h.blocker AND d.waiting = h.id
  WHERE lower(x.status) NOT IN ('done', 'cancelled', 'resolved', 'completed', 'reached', 'abandoned')
)
SELECT b.title AS blocker, b.status, coalesce(sum(o.direct), 0) AS blocks_directly, count(o.title) AS holds_up,
  group_concat(CASE WHEN o.direct THEN o.title END, '; ') AS blocked_work,
  CAST(julianday(:now) - julianday(b.created_at) AS INTEGER) AS days, b.created_at, b.id
FROM standing b LEFT JOIN open o ON o.blocker = b.id
GROUP BY b.id
ORDER BY holds_up DESC, b.created_at;
