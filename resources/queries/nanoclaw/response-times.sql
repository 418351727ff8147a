-- title: How long answers took
-- about: Messages with the first answer that the system ties to them (a guess) and the seconds between, the slowest first.
-- needs: messages_in.id, messages_in.kind, messages_in.timestamp, messages_in.content
-- needs: messages_out.in_reply_to, messages_out.timestamp
-- parts: pair, legacy
-- show: table
-- chart: histogram x=seconds
SELECT round((julianday(min(o.timestamp)) - julianday(m.timestamp)) * 86400, 1) AS seconds, m.timestamp AS came_in,
       min(o.timestamp) AS first_answer, count(*) AS answers, m.kind, CASE WHEN json_valid(m.content) THEN COALESCE(json_extract(m.content, '$.text'),
         json_extract(m.content, '$.prompt'), json_extract(m.content, '$.question'),
         json_extract(m.content, '$.fallbackText'), json_extract(m.content, '$.action'), m.content)
       ELSE m.content END AS text, m.id
  FROM messages_in m
  JOIN messages_out o ON o.in_reply_to = m.id
 GROUP BY m.id
 ORDER BY seconds DESC
