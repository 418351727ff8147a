-- title: What changed since
-- about: The ledger from a moment on (a day ago if none is given), with what each event changed. Undone events are marked.
-- needs: events.event_type, events.entity_type, events.before_state, events.after_state, events.timestamp, events.metadata
-- param: since time label="Since"
-- param: rows integer default=2000 label="Rows"
-- show: timeline
-- time: timestamp
WITH e AS (
  SELECT rowid AS number, *, CASE WHEN json_valid(before_state) THEN before_state END AS old,
    CASE WHEN json_valid(after_state) THEN after_state END AS new
  FROM events
  WHERE julianday(timestamp) >= coalesce(julianday(:since), julianday(:now) - 1)
)
SELECT timestamp, replace(event_type, '_', ' ') AS event,
  coalesce(json_extract(new, '$.title'), json_extract(old, '$.title'),
    json_extract(coalesce(new, old), '$.type') || ' from ' || coalesce(s.title, json_extract(coalesce(new, old), '$.source_id'))
      || ' to ' || coalesce(t.title, json_extract(coalesce(new, old), '$.target_id')), entity_id) AS what,
  (SELECT group_concat(a.key || CASE WHEN a.type IN ('object', 'array') OR b.type IN ('object', 'array') THEN ''
      ELSE ' ' || coalesce(b.atom, 'nothing') || ' → ' || coalesce(a.atom, 'nothing') END, '; ')
    FROM json_each(new) a LEFT JOIN json_each(old) b ON b.key = a.key
    WHERE old IS NOT NULL AND a.value IS NOT b.value AND a.key NOT IN ('updated_at', 'version')) AS changed,
  CASE WHEN json_valid(e.metadata) AND json_extract(e.metadata, '$.undone') THEN 'undone' ELSE '' END AS undone,
  e.session_id, e.entity_id, number
FROM e
LEFT JOIN nodes s ON s.id = json_extract(coalesce(new, old), '$.source_id')
LEFT JOIN nodes t ON t.id = json_extract(coalesce(new, old), '$.target_id')
ORDER BY number DESC
LIMIT :rows;
