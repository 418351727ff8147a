-- title: Questions the agent asked, and the answers
-- about: Each question with its choices and the answer that came back, if one did.
-- needs: messages_out.timestamp, messages_out.content, messages_in.kind, messages_in.timestamp
-- needs: messages_in.content
-- parts: pair
-- show: table
SELECT o.timestamp AS asked, json_extract(o.content, '$.title') AS title, json_extract(o.content, '$.question') AS question,
       (SELECT group_concat(json_extract(p.value, '$.label'), ' | ') FROM json_each(o.content, '$.options') p) AS choices,
       json_extract(m.content, '$.selectedOption') AS answer, json_extract(m.content, '$.userId') AS by_whom,
       m.timestamp AS answered
  FROM (SELECT timestamp, CASE WHEN json_valid(content) THEN content END AS content FROM messages_out) o
  LEFT JOIN (SELECT timestamp, CASE WHEN json_valid(content) THEN content END AS content FROM messages_in
              WHERE kind = 'system') m
         ON json_extract(m.content, '$.questionId') = json_extract(o.content, '$.questionId')
 WHERE json_extract(o.content, '$.type') = 'ask_question'
 ORDER BY julianday(o.timestamp) DESC
