-- title: Last messages, in and out
-- about: The last messages of the session in one list. in_reply_to is a guess of the system.
-- needs: messages_in.id, messages_in.kind, messages_in.timestamp, messages_in.status
-- needs: messages_in.channel_type, messages_in.content, messages_out.id, messages_out.in_reply_to
-- needs: messages_out.timestamp, messages_out.kind, messages_out.channel_type, messages_out.content
-- parts: pair, legacy
-- param: count integer default=50 label="How many"
-- show: timeline
-- time: at
SELECT at, way, kind, channel_type AS channel, text, status, answers, id FROM (
  SELECT m.timestamp AS at, 'in' AS way, m.kind, m.channel_type, CASE WHEN json_valid(m.content) THEN COALESCE(json_extract(m.content, '$.text'),
         json_extract(m.content, '$.prompt'), json_extract(m.content, '$.question'),
         json_extract(m.content, '$.fallbackText'), json_extract(m.content, '$.action'), m.content)
       ELSE m.content END AS text, m.status,
         NULL AS answers, m.id FROM messages_in m
  UNION ALL
  SELECT o.timestamp, 'out', o.kind, o.channel_type, CASE WHEN json_valid(o.content) THEN COALESCE(json_extract(o.content, '$.text'),
         json_extract(o.content, '$.prompt'), json_extract(o.content, '$.question'),
         json_extract(o.content, '$.fallbackText'), json_extract(o.content, '$.action'), o.content)
       ELSE o.content END, NULL, o.in_reply_to, o.id FROM messages_out o)
 ORDER BY julianday(at) DESC NULLS LAST
 LIMIT COALESCE(:count, 50)
