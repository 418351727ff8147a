-- title: Stuck and due: what should be worked on now
-- about: Messages that are due and those that a container holds, the longest wait first. A claim older than a minute may be stuck: Health compares it with the heartbeat of the container.
-- needs: messages_in.id, messages_in.kind, messages_in.timestamp, messages_in.status, messages_in.process_after
-- needs: messages_in.tries, messages_in.trigger, messages_in.content, processing_ack.message_id
-- needs: processing_ack.status, processing_ack.status_changed, messages_in.on_wake
-- parts: pair
-- show: table
SELECT CASE WHEN a.status = 'processing' AND (julianday(:now) - julianday(a.status_changed)) * 86400 > 60 THEN 'claimed, perhaps stuck'
            WHEN a.status = 'processing' THEN 'claimed' WHEN m.on_wake = 1 THEN 'due for a fresh container'
            WHEN m.tries > 0 THEN 'due, tried before' ELSE 'due' END AS state,
       round((julianday(:now) - max(julianday(m.timestamp), COALESCE(julianday(m.process_after), 0),
         COALESCE(julianday(a.status_changed), 0))) * 1440, 1) AS waiting_minutes,
       m.kind, CASE WHEN json_valid(m.content) THEN COALESCE(json_extract(m.content, '$.text'),
         json_extract(m.content, '$.prompt'), json_extract(m.content, '$.question'),
         json_extract(m.content, '$.fallbackText'), json_extract(m.content, '$.action'), m.content)
       ELSE m.content END AS text,
       m.tries, m.process_after, a.status_changed AS claimed_at, m.timestamp AS came_in, m.id
  FROM messages_in m
  LEFT JOIN processing_ack a ON a.message_id = m.id
 WHERE m.status = 'pending' AND m.trigger = 1 AND COALESCE(a.status, 'processing') = 'processing'
   AND (m.process_after IS NULL OR julianday(m.process_after) <= julianday(:now))
 ORDER BY waiting_minutes DESC
