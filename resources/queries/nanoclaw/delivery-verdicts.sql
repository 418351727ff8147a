-- title: What became of each message sent
-- about: Every message the agent sent with its verdict, the newest first. Without an address of its own it goes to the session's chat.
-- needs: messages_out.id, messages_out.seq, messages_out.timestamp, messages_out.deliver_after
-- needs: messages_out.kind, messages_out.platform_id, messages_out.channel_type, messages_out.content
-- needs: delivered.message_out_id, delivered.platform_message_id, delivered.status, delivered.delivered_at
-- parts: pair
-- show: table
-- time: written
SELECT m.timestamp AS written, m.kind, CASE WHEN json_valid(m.content) THEN COALESCE(json_extract(m.content, '$.text'),
         json_extract(m.content, '$.prompt'), json_extract(m.content, '$.question'),
         json_extract(m.content, '$.fallbackText'), json_extract(m.content, '$.action'), m.content)
       ELSE m.content END AS text,
       CASE WHEN d.status = 'failed' THEN 'failed: given up after 3 attempts'
            WHEN d.status = 'refused' THEN 'refused by the host'
            WHEN d.message_out_id IS NULL AND julianday(m.deliver_after) > julianday(:now)
                 THEN 'held until ' || m.deliver_after
            WHEN d.message_out_id IS NULL THEN 'undelivered'
            WHEN m.kind = 'system' THEN 'done by the host'
            WHEN m.channel_type = 'agent' THEN 'handed to the other agent'
            WHEN d.platform_message_id IS NULL AND m.kind IN ('chat', 'chat-sdk')
                 AND NOT (json_valid(m.content) AND COALESCE(json_extract(m.content, '$.operation'), '') = 'reaction')
                 THEN 'suspect: called delivered, no adapter took it'
            ELSE d.status END AS verdict,
       m.channel_type AS channel, m.platform_id, d.platform_message_id, d.delivered_at, m.seq, m.id
  FROM messages_out m
  LEFT JOIN delivered d ON d.message_out_id = m.id
 ORDER BY julianday(m.timestamp) DESC
