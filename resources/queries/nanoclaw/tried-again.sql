-- title: Messages that were tried again
-- about: What a container took up and did not finish: how often it was tried (5 is the end), and when it is tried next.
-- needs: messages_in.id, messages_in.kind, messages_in.timestamp, messages_in.status, messages_in.process_after
-- needs: messages_in.tries, messages_in.content
-- parts: pair, legacy
-- show: table
SELECT m.tries, m.status, m.kind, CASE WHEN json_valid(m.content) THEN COALESCE(json_extract(m.content, '$.text'),
         json_extract(m.content, '$.prompt'), json_extract(m.content, '$.question'),
         json_extract(m.content, '$.fallbackText'), json_extract(m.content, '$.action'), m.content)
       ELSE m.content END AS text,
       CASE WHEN m.status = 'pending' THEN m.process_after END AS next_try, m.timestamp AS came_in, m.id
  FROM messages_in m
 WHERE m.tries > 0
 ORDER BY m.tries DESC, julianday(m.timestamp) DESC
