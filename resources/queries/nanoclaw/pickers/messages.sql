-- title: Messages
-- about: Messages of the session, newest first, in and out.
-- needs: messages_in.id, messages_in.timestamp, messages_in.content, messages_out.id, messages_out.timestamp
-- needs: messages_out.content
SELECT value, label FROM (
  SELECT m.id AS value, 'in · ' || m.timestamp || ' · ' || substr(CASE WHEN json_valid(m.content) THEN COALESCE(json_extract(m.content, '$.text'),
         json_extract(m.content, '$.prompt'), json_extract(m.content, '$.question'),
         json_extract(m.content, '$.fallbackText'), json_extract(m.content, '$.action'), m.content)
       ELSE m.content END, 1, 80) AS label, julianday(m.timestamp) AS at
    FROM messages_in m
  UNION ALL
  SELECT o.id, 'out · ' || o.timestamp || ' · ' || substr(CASE WHEN json_valid(o.content) THEN COALESCE(json_extract(o.content, '$.text'),
         json_extract(o.content, '$.prompt'), json_extract(o.content, '$.question'),
         json_extract(o.content, '$.fallbackText'), json_extract(o.content, '$.action'), o.content)
       ELSE o.content END, 1, 80), julianday(o.timestamp)
    FROM messages_out o)
 ORDER BY at DESC
