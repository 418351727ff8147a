-- title: How old memories are
-- about: Every memory with the days since it was last changed and last used, counted by ranges in a histogram. Times in seconds and in milliseconds are both understood.
-- needs: memories.title, memories.type, memories.created_at, memories.updated_at, memories.last_accessed
-- show: chart
-- chart: histogram x=days_since_change group=type
WITH m AS (
  SELECT title, type, id, CASE WHEN created_at > 100000000000 THEN created_at / 1000 ELSE created_at END AS made,
    CASE WHEN updated_at > 100000000000 THEN updated_at / 1000 ELSE updated_at END AS changed,
    CASE WHEN last_accessed > 100000000000 THEN last_accessed / 1000 ELSE last_accessed END AS used
  FROM memories
)
SELECT (:now_s - changed) / 86400 AS days_since_change, (:now_s - used) / 86400 AS days_since_use,
  (:now_s - made) / 86400 AS days_old, type, title, datetime(changed, 'unixepoch') AS changed_at, id
FROM m
ORDER BY days_since_change DESC, title;
