-- title: How long deliveries took
-- about: Messages that were delivered, with the seconds between writing and delivery (from the time a held one was let go), the slowest first.
-- needs: messages_out.id, messages_out.timestamp, messages_out.deliver_after, messages_out.kind
-- needs: messages_out.channel_type, delivered.message_out_id, delivered.delivered_at, delivered.status
-- parts: pair
-- show: chart
-- chart: scatter x=written y=seconds group=channel
SELECT m.timestamp AS written,
       round((julianday(d.delivered_at) - max(julianday(m.timestamp), COALESCE(julianday(m.deliver_after), 0))) * 86400, 1)
       AS seconds, m.kind, COALESCE(m.channel_type, 'as routed') AS channel, d.status, d.delivered_at, m.id
  FROM messages_out m
  JOIN delivered d ON d.message_out_id = m.id
 ORDER BY seconds DESC
