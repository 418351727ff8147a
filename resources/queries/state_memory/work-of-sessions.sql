-- title: What sessions did
-- about: Each session with the events it made. Events made over MCP name no session: those that fall into the time of exactly one session of the project are counted apart, as inferred.
-- needs: sessions.id, sessions.agent_id, sessions.started_at, sessions.ended_at, events.session_id, events.timestamp, events.event_type
-- show: table
WITH spans AS (
  SELECT id, project, julianday(started_at) AS a, coalesce(julianday(ended_at), julianday(:now)) AS b FROM sessions
), inferred AS (
  SELECT e.rowid AS number, min(s.id) AS session FROM events e JOIN spans s ON s.project = e.project
    AND julianday(e.timestamp) BETWEEN s.a AND s.b
  WHERE e.session_id IS NULL GROUP BY e.rowid HAVING count(*) = 1
)
SELECT s.agent_id, s.started_at, s.ended_at,
  CAST(round((coalesce(julianday(s.ended_at), julianday(:now)) - julianday(s.started_at)) * 1440) AS INTEGER) AS minutes,
  CASE WHEN s.ended_at IS NULL THEN 'not ended' ELSE 'ended' END AS state,
  (SELECT count(*) FROM events e WHERE e.session_id = s.id) AS events,
  (SELECT count(*) FROM inferred i WHERE i.session = s.id) AS inferred_events,
  (SELECT count(*) FROM snapshots p WHERE p.session_id = s.id) AS snapshots, s.project, s.id
FROM sessions s
ORDER BY s.started_at DESC;
