-- title: Failed and undelivered messages
-- about: Only what did not arrive: given up, refused, or without any delivery though it is due.
-- needs: messages_out.id, messages_out.timestamp, messages_out.deliver_after, messages_out.platform_id
-- needs: messages_out.channel_type, messages_out.content, delivered.message_out_id, delivered.status
-- needs: delivered.delivered_at
-- parts: pair
-- show: table
SELECT m.timestamp AS written, COALESCE(d.status, 'undelivered') AS verdict, m.channel_type AS channel, m.platform_id,
       CASE WHEN json_valid(m.content) THEN COALESCE(json_extract(m.content, '$.text'),
         json_extract(m.content, '$.prompt'), json_extract(m.content, '$.question'),
         json_extract(m.content, '$.fallbackText'), json_extract(m.content, '$.action'), m.content)
       ELSE m.content END AS text, d.delivered_at AS given_up, m.id
  FROM messages_out m
  LEFT JOIN delivered d ON d.message_out_id = m.id
 WHERE d.status IN ('failed', 'refused')
    OR (d.message_out_id IS NULL AND (m.deliver_after IS NULL OR julianday(m.deliver_after) <= julianday(:now)))
 ORDER BY julianday(m.timestamp) DESC
