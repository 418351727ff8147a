-- title: Claims, newest first
-- about: What the container said about each message. A claim that stays 'processing' without a newer heartbeat is stuck; Health compares it with the .heartbeat file.
-- needs: processing_ack.message_id, processing_ack.status, processing_ack.status_changed, messages_in.id
-- needs: messages_in.kind, messages_in.status, messages_in.tries, messages_in.content
-- parts: pair
-- show: table
SELECT a.status_changed AS changed, a.status AS claim, m.status AS noted_by_host, m.kind, CASE WHEN json_valid(m.content) THEN COALESCE(json_extract(m.content, '$.text'),
         json_extract(m.content, '$.prompt'), json_extract(m.content, '$.question'),
         json_extract(m.content, '$.fallbackText'), json_extract(m.content, '$.action'), m.content)
       ELSE m.content END AS text,
       CASE WHEN a.status = 'processing' THEN round((julianday(:now) - julianday(a.status_changed)) * 1440, 1) END
       AS minutes_held, m.tries, a.message_id
  FROM processing_ack a
  LEFT JOIN messages_in m ON m.id = a.message_id
 ORDER BY a.status = 'processing' DESC, julianday(a.status_changed) DESC
