-- title: Sessions
-- needs: sessions.id, sessions.agent_id, sessions.started_at
SELECT id AS value, agent_id || ' · ' || started_at AS label FROM sessions ORDER BY started_at DESC
