-- title: Blockers and what they hold up
-- about: Every blocker that is not resolved, with the open work it blocks, directly and through others.
-- needs: nodes.id, nodes.type, nodes.status, nodes.title, edges.source_id, edges.target_id, edges.type
-- show: table
WITH RECURSIVE waits AS (
  SELECT CASE type WHEN 'depends_on' THEN source_id ELSE target_id END AS waiting,
    CASE type WHEN 'depends_on' THEN target_id ELSE source_id END AS awaited
  FROM edges WHERE type IN ('depends_on', 'blocks', 'child_of')
), held(blocker, id) AS (
  SELECT n.id, w.waiting FROM nodes n JOIN waits w ON w.awaited = n.id
  WHERE n.type = 'blocker' AND lower(n.status) NOT IN ('resolved', 'done', 'cancelled')
  UNION
  SELECT h.blocker, w.waiting FROM held h JOIN waits w ON w.awaited = h.id
), open AS (
  SELECT h.blocker, x.title, EXISTS (SELECT 1 FROM waits w WHERE w.awaited = h.blocker AND w.waiting = x.id) AS direct
  FROM held h JOIN nodes x ON x.id = h.id
  WHERE lower(x.status) NOT IN ('done', 'cancelled', 'resolved', 'completed', 'reached', 'abandoned')
)
SELECT n.title AS blocker, n.status, coalesce(sum(o.direct), 0) AS blocks_directly, count(o.title) AS holds_up,
  group_concat(CASE WHEN o.direct THEN o.title END, '; ') AS blocked_work,
  CAST(julianday(:now) - julianday(n.created_at) AS INTEGER) AS days, n.created_at, n.id
FROM nodes n LEFT JOIN open o ON o.blocker = n.id
WHERE n.type = 'blocker' AND lower(n.status) NOT IN ('resolved', 'done', 'cancelled')
GROUP BY n.id
ORDER BY holds_up DESC, n.created_at;
