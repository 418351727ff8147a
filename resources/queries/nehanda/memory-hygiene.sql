-- title: Memory hygiene
-- about: Every memory by its tier (hot from 0.7, cold below 0.25) with how often and how long ago it was used, so that what is stale, hot and unused, or often corrected stands out.
-- needs: memories.title, memories.attention_score, memories.access_count, memories.last_accessed, memories.correction_count
-- show: table
WITH m AS (
  SELECT *, CASE WHEN updated_at > 100000000000 THEN updated_at / 1000 ELSE updated_at END AS updated_s,
    CASE WHEN last_accessed > 100000000000 THEN last_accessed / 1000 ELSE last_accessed END AS accessed_s
  FROM memories
)
SELECT title, type,
  CASE WHEN attention_score >= 0.7 THEN 'HOT' WHEN attention_score >= 0.25 THEN 'WARM' ELSE 'COLD' END AS tier,
  round(attention_score, 2) AS attention, access_count AS used,
  (:now_s - max(updated_s, coalesce(accessed_s, 0))) / 86400 AS days_untouched,
  CASE WHEN coalesce(access_count, 0) = 0 AND attention_score >= 0.7 THEN 'hot and never used'
    WHEN coalesce(access_count, 0) = 0 THEN 'never used'
    WHEN :now_s - max(updated_s, coalesce(accessed_s, 0)) > 90 * 86400 THEN 'untouched for 90 days' ELSE '' END AS remark,
  correction_count AS corrections, project_scope, datetime(updated_s, 'unixepoch') AS updated_at, id
FROM m
ORDER BY remark = '', attention_score DESC, title;
