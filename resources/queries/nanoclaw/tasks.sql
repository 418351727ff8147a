-- title: Tasks and when they run
-- about: Planned and recurring tasks, the live ones first; a series has one live row, the runs before it are done.
-- needs: messages_in.id, messages_in.kind, messages_in.status, messages_in.process_after
-- needs: messages_in.recurrence, messages_in.series_id, messages_in.tries, messages_in.content
-- needs: processing_ack.message_id, processing_ack.status
-- parts: pair
-- show: table
SELECT CASE WHEN json_valid(m.content) THEN COALESCE(json_extract(m.content, '$.text'),
         json_extract(m.content, '$.prompt'), json_extract(m.content, '$.question'),
         json_extract(m.content, '$.fallbackText'), json_extract(m.content, '$.action'), m.content)
       ELSE m.content END AS task, COALESCE(a.status, m.status) AS status, m.process_after AS runs_at, m.recurrence,
       CASE WHEN COALESCE(a.status, m.status) = 'pending' AND julianday(m.process_after) <= julianday(:now)
            THEN 'overdue' ELSE '' END AS due,
       (SELECT count(*) FROM messages_in r WHERE r.series_id = m.series_id) AS rows_in_series, m.tries, m.series_id, m.id
  FROM messages_in m
  LEFT JOIN processing_ack a ON a.message_id = m.id
 WHERE m.kind = 'task'
 ORDER BY COALESCE(a.status, m.status) IN ('pending', 'paused', 'processing') DESC, julianday(m.process_after) DESC
