-- title: What sessions did
-- about: Each session with the events it made. Events made over MCP name no session: those that fall into the time of exactly one session of the project are counted apart, as inferred.
-- needs: sessions.id, sessions.agent_id, sessions.started_at, sessions.ended_at, events.session_id, events.timestamp, events.event_type
-- show: table
WITH spans AS MATERIALIZED (
  SELECT id, project, julianday(started_at) AS a, coalesce(julianday(ended_at), julianday(:now)) AS b FROM sessions
), nameless AS MATERIALIZED (
  SELECT rowid AS number, project, julianday(timestamp) AS t FROM events WHERE session_id IS NULL
), inferred AS (
  SELECT session, count(*) AS events FROM (
    SELECT min(s.id) AS session FROM nameless e JOIN spans s ON s.project = e.project AND e.t BETWEEN s.a AND s.b
    GROUP BY e.number HAVING count(*) = 1)
  GROUP BY session
), named AS (
  SELECT session_id, count(*) AS events FROM events WHERE session_id IS NOT NULL GROUP BY session_id
)
SELECT s.agent_id, s.started_at, s.ended_at,
  CAST(round((coalesce(julianday(s.ended_at), julianday(:now)) - julianday(s.started_at)) * 1440) AS INTEGER) AS minutes,
  CASE WHEN s.ended_at IS NULL THEN 'not ended' ELSE 'ended' END AS state,
  coalesce(e.events, 0) AS events, coalesce(i.events, 0) AS inferred_events, s.project, s.id
FROM sessions s LEFT JOIN named e ON e.session_id = s.id LEFT JOIN inferred i ON i.session = s.id
ORDER BY s.started_at DESC;
