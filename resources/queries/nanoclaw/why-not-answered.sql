-- title: Why a message was not answered yet
-- about: Every message that came in and is not done, with the reason in words. Whether its container lives, Health tells.
-- needs: messages_in.id, messages_in.seq, messages_in.kind, messages_in.timestamp, messages_in.status
-- needs: messages_in.process_after, messages_in.tries, messages_in.trigger, messages_in.content
-- needs: messages_in.on_wake, processing_ack.message_id, processing_ack.status, processing_ack.status_changed
-- parts: pair
-- show: table
SELECT m.timestamp AS came_in, m.kind, CASE WHEN json_valid(m.content) THEN COALESCE(json_extract(m.content, '$.text'),
         json_extract(m.content, '$.prompt'), json_extract(m.content, '$.question'),
         json_extract(m.content, '$.fallbackText'), json_extract(m.content, '$.action'), m.content)
       ELSE m.content END AS text,
       CASE WHEN m.status = 'failed' OR a.status = 'failed' THEN 'failed after ' || m.tries || ' tries'
            WHEN m.status IN ('paused', 'cancelled') THEN m.status
            WHEN a.status = 'processing' THEN 'claimed since ' || a.status_changed
            WHEN a.status = 'completed' THEN 'done, the host has not noted it yet'
            WHEN m.trigger = 0 THEN 'context only: it wakes nobody'
            WHEN julianday(m.process_after) > julianday(:now) AND m.tries > 0
                 THEN 'retry ' || m.tries || ' of 5, not before ' || m.process_after
            WHEN julianday(m.process_after) > julianday(:now) THEN 'planned for ' || m.process_after
            WHEN m.on_wake = 1 THEN 'waits for a fresh container'
            WHEN (SELECT count(*) FROM messages_in s LEFT JOIN processing_ack b ON b.message_id = s.id
                   WHERE s.kind = 'system' AND COALESCE(b.status, s.status) = 'pending') >= 10
                 THEN 'starved: ten or more system rows fill the queue'
            ELSE 'due: waits for a container' END AS reason,
       m.tries, m.process_after, m.seq, m.id
  FROM messages_in m
  LEFT JOIN processing_ack a ON a.message_id = m.id
 WHERE m.status <> 'completed'
 ORDER BY julianday(m.timestamp) DESC
