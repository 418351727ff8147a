-- title: Messages by way, kind and status
-- about: How many messages came in and went out, by kind, channel and what became of them.
-- needs: messages_in.id, messages_in.kind, messages_in.timestamp, messages_in.status
-- needs: messages_in.channel_type, delivered.message_out_id, delivered.status, messages_out.id
-- needs: messages_out.timestamp, messages_out.kind, messages_out.channel_type, processing_ack.message_id
-- needs: processing_ack.status
-- parts: pair
-- show: table
SELECT 'in' AS way, m.kind, m.channel_type AS channel, COALESCE(a.status, m.status) AS status, count(*) AS messages,
       strftime('%Y-%m-%dT%H:%M:%SZ', min(julianday(m.timestamp))) AS first,
       strftime('%Y-%m-%dT%H:%M:%SZ', max(julianday(m.timestamp))) AS last
  FROM messages_in m LEFT JOIN processing_ack a ON a.message_id = m.id
 GROUP BY 2, 3, 4
UNION ALL
SELECT 'out', m.kind, m.channel_type, COALESCE(d.status, 'not delivered'), count(*),
       strftime('%Y-%m-%dT%H:%M:%SZ', min(julianday(m.timestamp))),
       strftime('%Y-%m-%dT%H:%M:%SZ', max(julianday(m.timestamp)))
  FROM messages_out m LEFT JOIN delivered d ON d.message_out_id = m.id
 GROUP BY 2, 3, 4
 ORDER BY way, messages DESC
