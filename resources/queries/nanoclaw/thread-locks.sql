-- title: Threads that are followed or locked
-- about: Subscriptions and locks of the chat adapters; a lock that ran out is cleared at the next message.
-- needs: chat_sdk_locks.thread_id, chat_sdk_locks.expires_at, chat_sdk_subscriptions.thread_id
-- needs: chat_sdk_subscriptions.subscribed_at
-- parts: central, install
-- show: table
SELECT thread_id AS thread, 'locked' AS state, strftime('%Y-%m-%dT%H:%M:%SZ', expires_at / 1000, 'unixepoch') AS at,
       CASE WHEN expires_at < :now_ms THEN 'ran out' ELSE 'holds' END AS verdict
  FROM chat_sdk_locks
UNION ALL
SELECT thread_id, 'followed', subscribed_at, '' FROM chat_sdk_subscriptions
 ORDER BY thread, state
