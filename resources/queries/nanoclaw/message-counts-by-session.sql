-- title: Messages of each session
-- about: How many messages the session took in and sent, how many of them wait, failed or did not arrive, and when the first and the last were.
-- needs: messages_in.kind, messages_in.status, messages_in.timestamp, messages_out.id, messages_out.timestamp
-- needs: messages_out.deliver_after
-- needs: delivered.message_out_id, delivered.status
-- parts: pair
-- show: table
SELECT i.messages AS messages_in, o.messages AS messages_out, i.pending, i.failed, o.failed AS failed_deliveries, o.undelivered,
       (SELECT count(*) FROM messages_in m WHERE m.kind = 'task' AND m.status IN ('pending', 'paused')) AS live_tasks,
       i.first_in, i.last_in, o.last_out
  FROM (SELECT count(*) AS messages, count(CASE WHEN status = 'pending' THEN 1 END) AS pending,
               count(CASE WHEN status = 'failed' THEN 1 END) AS failed,
               strftime('%Y-%m-%dT%H:%M:%SZ', min(julianday(timestamp))) AS first_in,
               strftime('%Y-%m-%dT%H:%M:%SZ', max(julianday(timestamp))) AS last_in
          FROM messages_in) i
  JOIN (SELECT count(*) AS messages, count(CASE WHEN d.status IN ('failed', 'refused') THEN 1 END) AS failed,
               count(CASE WHEN d.message_out_id IS NULL
                      AND (m.deliver_after IS NULL OR julianday(m.deliver_after) <= julianday(:now)) THEN 1 END) AS undelivered,
               strftime('%Y-%m-%dT%H:%M:%SZ', max(julianday(m.timestamp))) AS last_out
          FROM messages_out m LEFT JOIN delivered d ON d.message_out_id = m.id) o
