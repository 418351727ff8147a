-- title: Messages between agents
-- about: What this session received from and sent to other agents, in one list.
-- needs: messages_in.id, messages_in.timestamp, messages_in.platform_id, messages_in.channel_type
-- needs: messages_in.content, messages_in.source_session_id, messages_out.id, messages_out.timestamp
-- needs: messages_out.platform_id, messages_out.channel_type, messages_out.content
-- parts: pair
-- show: table
SELECT at, way, agent, session, text, id FROM (
  SELECT m.timestamp AS at, 'from' AS way, m.platform_id AS agent, m.source_session_id AS session, CASE WHEN json_valid(m.content) THEN COALESCE(json_extract(m.content, '$.text'),
         json_extract(m.content, '$.prompt'), json_extract(m.content, '$.question'),
         json_extract(m.content, '$.fallbackText'), json_extract(m.content, '$.action'), m.content)
       ELSE m.content END AS text, m.id
    FROM messages_in m WHERE m.channel_type = 'agent' OR m.source_session_id IS NOT NULL
  UNION ALL
  SELECT o.timestamp, 'to', o.platform_id, NULL, CASE WHEN json_valid(o.content) THEN COALESCE(json_extract(o.content, '$.text'),
         json_extract(o.content, '$.prompt'), json_extract(o.content, '$.question'),
         json_extract(o.content, '$.fallbackText'), json_extract(o.content, '$.action'), o.content)
       ELSE o.content END, o.id FROM messages_out o WHERE o.channel_type = 'agent')
 ORDER BY julianday(at)
