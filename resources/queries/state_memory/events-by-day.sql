-- title: Events by day
-- about: How many events of which kind the ledger holds for each day (UTC).
-- needs: events.event_type, events.timestamp
-- show: chart
-- chart: bar x=day y=events group=event
SELECT date(timestamp) AS day, replace(event_type, '_', ' ') AS event, count(*) AS events
FROM events
WHERE date(timestamp) IS NOT NULL
GROUP BY day, event
ORDER BY day, event;
