-- title: Messages by day
-- about: How many messages came in and went out on each day (UTC).
-- needs: messages_in.timestamp, messages_out.timestamp
-- parts: pair, legacy
-- show: chart
-- chart: bar x=day y=messages group=way
SELECT day, way, count(*) AS messages FROM (
  SELECT date(timestamp) AS day, 'in' AS way FROM messages_in
  UNION ALL
  SELECT date(timestamp), 'out' FROM messages_out)
 WHERE day IS NOT NULL
 GROUP BY day, way
 ORDER BY day, way
